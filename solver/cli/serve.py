"""Start the service, and say what to try once it is ready."""

import json
import shlex
import threading
from typing import Annotated

import typer

from solver.cli.output import BAD_INPUT


def serve(
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", envvar="LIPAI_HOST", help="The address to listen at; 0.0.0.0 for all.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="PORT", envvar="LIPAI_PORT", min=1, max=65535, help="The port to listen at.")] = 8000,
    workers: Annotated[int, typer.Option(metavar="N", envvar="LIPAI_WORKERS", min=1, help="Processes that answer.")] = 1,
    log_level: Annotated[str, typer.Option(metavar="LEVEL", help="Of the server: debug, info, warning, error.")] = "warning",
    as_json: Annotated[bool, typer.Option("--json", help="Say where it is as a line of JSON.")] = False,
    open_to_all: Annotated[
        bool, typer.Option("--open", envvar="LIPAI_OPEN", help="Serve other machines without keys; else an ADDRESS of theirs needs keys.")
    ] = False,
) -> None:
    """Start the service, and say what to try when it is ready."""
    from solver.errors import LipaiError
    from solver.game import later

    over = threading.Event()

    def started() -> None:
        """Our own process answers at the address, so what is asked there is not another's."""
        threading.Thread(target=announce, args=(host, port, over, as_json), daemon=True).start()

    try:
        # By name: the library itself knows no server.
        later("api.serving", "serve")(host, port, workers, log_level, open_to_all, started)
    except LipaiError as error:
        typer.echo(f"not started: {error}", err=True)
        raise typer.Exit(BAD_INPUT) from None
    except KeyboardInterrupt:
        pass  # the usual way to stop it
    finally:
        over.set()


def announce(host: str, port: int, over: threading.Event, as_json: bool = False) -> None:
    """Wait until the service is ready, then print where it is and what to try; stop waiting when it is over."""
    target = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    url = f"http://[{target}]:{port}" if ":" in target else f"http://{target}:{port}"
    while not over.wait(0.1):
        if ready(target, port):
            if as_json:
                print(json.dumps({"ready": True, "url": url}), flush=True)
                return
            print(f"\nReady: {url}/ is the page, {url}/docs the reference. In another terminal:\n\n  {example(url)}\n", flush=True)
            return


def ready(host: str, port: int) -> bool:
    """True when /readyz answers 200."""
    from http.client import HTTPConnection, HTTPException

    connection = HTTPConnection(host, port, timeout=5)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def example(url: str) -> str:
    """A line to paste: the first worked hand of the first game that has one."""
    import solver

    for game in solver.games():
        for worked in game.examples:
            if worked.operation == "arrange":
                body = shlex.quote(json.dumps(dict(worked.request), ensure_ascii=False))
                return f"curl -s {url}/v1/games/{game.id}/arrange -H 'content-type: application/json' -d {body}"
    return f"curl -s {url}/v1/games"
