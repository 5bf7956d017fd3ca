"""The keys of the service: make, list, revoke. The work is the service's own (`api.access.admin`), found by name as `serve` finds it."""

import json
from typing import Annotated, Any

import typer

from solver.cli.arguments import Json
from solver.cli.output import BAD_INPUT

ADMIN = "api.access.admin"

app = typer.Typer(help="API keys of the service: make, list and revoke them.", no_args_is_help=True)
File = Annotated[str, typer.Option("--file", "-f", metavar="FILE", envvar="LIPAI_KEYS_FILE", help="The file of keys.")]


@app.command("new")
def new(
    file: File,
    scope: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="arrange, verify, batch, metrics. Repeatable; without: arrange and verify.")
    ] = None,
    note: Annotated[str, typer.Option(metavar="TEXT", help="Whose it is.")] = "",
    expires: Annotated[str | None, typer.Option(metavar="WHEN", help="90d, 12h, or a date.")] = None,
    rate: Annotated[str | None, typer.Option(metavar="RATE", help="Its own limit, like 100/minute, in place of the service's.")] = None,
    as_json: Json = False,
) -> None:
    """Make a key. It is shown this once; the file keeps its hash."""
    text, key = _admin("create", file, scope or [], note, expires, rate)
    if as_json:
        return typer.echo(json.dumps(_told(key) | {"key": text}, ensure_ascii=False))
    typer.echo(f"{key.id}: {', '.join(key.scopes)}{f', until {key.expires:%Y-%m-%d %H:%M %Z}' if key.expires else ''}", err=True)
    typer.echo("Keep it now, it is not shown again:", err=True)
    typer.echo(text)


@app.command("list")
def list_(file: File, as_json: Json = False) -> None:
    """List the keys: id, state, scopes, note."""
    found = _admin("listed", file)
    if as_json:
        kept = [_told(key) | {"state": state} for key, state in found]
        return typer.echo(json.dumps({"keys": kept}, ensure_ascii=False))
    for key, state in found:
        until = f"{key.expires:%Y-%m-%d}" if key.expires else "-"
        typer.echo(f"{key.id}  {state:7}  {until:10}  {','.join(key.scopes):28}  {key.rate or '-':12}  {key.note}".rstrip())


@app.command("revoke")
def revoke(
    id: Annotated[str, typer.Argument(metavar="ID", help="Its id, as in `list`, or the key.")],
    file: File,
    as_json: Json = False,
) -> None:
    """Revoke a key. A running service refuses it within a second."""
    key = _admin("revoke", file, id)
    typer.echo(json.dumps(_told(key), ensure_ascii=False) if as_json else f"{key.id} is revoked")


def _told(key: Any) -> dict[str, Any]:
    """A key as JSON, without its hash."""
    told: dict[str, Any] = json.loads(key.model_dump_json(exclude={"hash"}, exclude_none=True))
    return told


def _admin(name: str, *arguments: Any) -> Any:
    from solver.errors import LipaiError
    from solver.game import later

    try:
        return later(ADMIN, name)(*arguments)
    except LipaiError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(BAD_INPUT) from None
