"""Compile everything ahead: while an image is built, and before many processes of the service would each do it."""

import json
import signal
import subprocess
import sys
from time import perf_counter
from typing import Annotated, Any

import typer

from solver.cli.arguments import Json, Language
from solver.cli.output import OUR_FAULT, Screen


def warm(
    again: Annotated[bool, typer.Option("--again", help="Go through all games even if it was done.")] = False,
    lang: Language = None,
    as_json: Json = False,
) -> None:
    """Compile all kernels and answer every worked hand once, so that a service starts in seconds."""
    from solver import kernel_cache

    screen = Screen(lang, as_json)
    start = perf_counter()
    kernel_cache.bring()
    hands = 0 if kernel_cache.is_warm() and not again else _go_through(screen)
    kernel_cache.mark_warm()
    told = {"hands": hands, "seconds": round(perf_counter() - start, 2)}
    if as_json:
        screen.dump(told)
    else:
        screen.say("warm-done", hands=f"{hands:,}", seconds=f"{told['seconds']:.1f}")


def _go_through(screen: Screen) -> int:
    """Every game's worked hands; how many there are. A fault of the program ends the command."""
    import solver
    from solver.errors import LipaiError

    hands = 0
    for game in solver.games():
        try:
            with screen.busy(f"{game.id} …"):
                game.warm_up()
                for example in game.examples:
                    solver.perform(game.id, example.operation, dict(example.request))
                    hands += 1
        except LipaiError as error:
            screen.fail(f"{game.id}: {error}")
            raise typer.Exit(OUR_FAULT) from None
        finally:
            game.close()
    return hands


def before_many() -> dict[str, Any] | None:
    """Compile in one process what several are about to need, if it is not done. It ends with this one.

    What `lipai warm --json` tells; None where there was nothing to do, or it failed.
    """
    from solver import kernel_cache

    kernel_cache.bring()
    if kernel_cache.is_warm():
        return None
    # A process of its own, so that its tables don't stay in the one that only looks after the others.
    command = [sys.executable, "-c", "from solver.cli import main; main()", "warm", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:

        def stop(*_: object) -> None:
            process.kill()
            raise SystemExit

        before = signal.signal(signal.SIGTERM, stop)
        told, _ = process.communicate()
        signal.signal(signal.SIGTERM, before)
    if process.returncode != 0:
        return None
    done: dict[str, Any] = json.loads(told)
    return done
