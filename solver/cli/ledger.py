"""The verdict ledger from the command line: its tables, its keys, a receipt checked without any server, claims judged again."""

import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from solver.cli.arguments import Json, Language
from solver.cli.output import BAD_INPUT, WRONG_CLAIM, YES, Screen, console
from solver.cli.system_errors import plain

if TYPE_CHECKING:
    from solver.ledger.store import Store

Result = TypeVar("Result")

app = typer.Typer(no_args_is_help=True)
keys_app = typer.Typer(help="Signing keys: make one, replace one, list the public ones.", no_args_is_help=True)
app.add_typer(keys_app, name="key")


@app.callback()
def needs() -> None:
    """The verdict ledger: its tables, its signing keys, receipts, and claims judged again."""
    from importlib.util import find_spec

    if missing := [name for name in ("alembic", "cryptography", "sqlalchemy") if find_spec(name) is None]:
        console(error=True).print(f"the ledger needs {', '.join(missing)}; install it with: pip install 'lipai[ledger]'", style="red")
        raise typer.Exit(BAD_INPUT)


Where = Annotated[
    str, typer.Option("--ledger", metavar="DATABASE", envvar="LIPAI_LEDGER", help="A path, sqlite:///file or postgresql://user@host/name.")
]
KeyFile = Annotated[Path, typer.Argument(metavar="FILE", help="The key file.")]
PATIENCE_S = 60.0


@app.command()
def migrate(ledger: Where, lang: Language = None, as_json: Json = False) -> None:
    """Bring the database to this program's version. Safe to run twice, and by many at once."""
    from solver.ledger import migrate

    screen = Screen(lang, as_json)
    before, now = _with_store(screen, ledger, lambda store: migrate.migrate(store.database))
    if as_json:
        screen.dump({"before": before, "now": now})
    elif before == now:
        screen.say("ledger-at-version", version=now)
    else:
        screen.say("ledger-migrated", version=now)


@app.command()
def check(
    receipt: Annotated[str, typer.Argument(metavar="RECEIPT", help="A receipt or a whole answer with one, as JSON; - reads it.")],
    keys: Annotated[Path, typer.Option("--keys", metavar="FILE", help="The public keys, as the service lists them at /v1/keys.")],
    request: Annotated[
        Path | None, typer.Option("--request", metavar="FILE", help="The request that the receipt is said to be of, as JSON.")
    ] = None,
    lang: Language = None,
    as_json: Json = False,
) -> None:
    """Is this receipt genuine? Needs no service; exit code 1 when it is not."""
    import msgspec

    from solver.errors import InputError
    from solver.ledger import receipt as receipts
    from solver.ledger.keys import PublicKeys

    screen = Screen(lang, as_json)
    try:
        found, verdict = receipts.parse(_read(screen, receipt))
    except InputError as error:
        raise screen.refuse(error.faults) from None
    try:
        public = msgspec.convert(_read(screen, keys), PublicKeys)
    except msgspec.ValidationError as error:
        raise screen.fail(f"{keys}: these are no keys: {error}") from None
    claimed = None if request is None else _read(screen, request)
    if claimed is not None and not isinstance(claimed, dict):
        raise screen.fail(f"{request}: not a JSON object")
    claim = None if claimed is None else receipts.claim_of(found.game, claimed)
    result = receipts.check(found, public.keys, verdict, claim)
    if as_json:
        screen.dump({"id": found.id, "result": result.result, "genuine": result.genuine, "message": result.message(screen.lang)})
    else:
        typer.echo(f"{'✔' if result.genuine else '✘'} {result.message(screen.lang)}")
        typer.echo(f"  {found.game}  valid: {str(found.valid).lower()}  points: {found.points}  issued: {found.issued_at}  id: {found.id}")
    raise typer.Exit(YES if result.genuine else WRONG_CLAIM)


@app.command()
def replay(
    ledger: Where,
    since: Annotated[str | None, typer.Option(metavar="TIME", help="Only verdicts issued then or later, say 2026-11-30T04:00:00Z.")] = None,
    lang: Language = None,
    as_json: Json = False,
) -> None:
    """Judge the stored claims again with this program and its rules; exit code 1 when a verdict comes out otherwise."""
    screen = Screen(lang, as_json)
    judged, differ = _with_store(screen, ledger, lambda store: _replay(screen, store, _time(screen, since)))
    if as_json:
        screen.dump({"judged": judged, "differ": differ})
    else:
        screen.say("ledger-replayed", judged=judged, differ=differ)
    raise typer.Exit(WRONG_CLAIM if differ else YES)


async def _replay(screen: Screen, store: "Store", since: int) -> tuple[int, int]:
    """Records judged, and those that came out otherwise, each of which is told."""
    from rich.progress import Progress

    from solver.ledger.migrate import require
    from solver.ledger.replay import differences

    await require(store.database)
    keys = await store.keys()
    judged = differ = 0
    errors = console(error=True)
    with Progress(console=errors, disable=not errors.is_terminal) as progress:
        bar = progress.add_task("replay", total=await store.count(since))
        async for record in store.walk(since):
            found = list(differences(record, keys))
            for each in found:
                if screen.as_json:
                    screen.dump(each)
                else:
                    sys.stdout.write(f"{each.id}  {each.game}  {each.field}: {_short(each.was)} → {_short(each.now)}\n")
            judged += 1
            differ += bool(found)
            progress.advance(bar)
    return judged, differ


def _short(value: Any) -> str:
    """One side of a difference in a line: of violations the codes."""
    if isinstance(value, dict):
        return ", ".join(f"{name} {_short(each)}" for name, each in value.items())
    if isinstance(value, list):
        return ", ".join(str(each["code"] if isinstance(each, dict) else each) for each in value) or "none"
    return "none" if value is None else str(value).lower()


@app.command()
def prune(
    ledger: Where,
    days: Annotated[
        float, typer.Option("--days", metavar="N", min=0, envvar="LIPAI_LEDGER_RETENTION_DAYS", help="Forget verdicts older than N days.")
    ],
    lang: Language = None,
    as_json: Json = False,
) -> None:
    """Forget old verdicts. The service does it by itself where LIPAI_LEDGER_RETENTION_DAYS is set."""
    from solver.ledger import clock, migrate

    async def run(store: "Store") -> int:
        await migrate.require(store.database)
        return sum([count async for count in store.prune(clock.now() - int(days * 86_400 * clock.SECOND))])

    screen = Screen(lang, as_json)
    count = _with_store(screen, ledger, run)
    if as_json:
        screen.dump({"forgotten": count})
    else:
        screen.say("ledger-pruned", count=count)


@keys_app.command()
def new(file: KeyFile, lang: Language = None, as_json: Json = False) -> None:
    """Make a key file with a new key. A file that is there already stays as it is."""
    from solver.ledger import keys

    screen = Screen(lang, as_json)
    if file.exists():
        raise screen.fail(f"{file} is there already; a new key in its place is made by: lipai ledger key rotate {file}")
    made = _attempt(screen, lambda: keys.create(file))
    if as_json:
        screen.dump({"file": str(file), "kid": made.kid})
    else:
        screen.say("ledger-key-made", file=file, kid=made.kid)


@keys_app.command()
def rotate(
    file: KeyFile,
    overlap: Annotated[int, typer.Option(metavar="SECONDS", min=0, help="How long receipts of the old key still count.")] = 3600,
    lang: Language = None,
    as_json: Json = False,
) -> None:
    """Put a new key in the place of the one that signs. The old private part is destroyed; its public part stays, for old receipts."""
    from solver.ledger import keys

    screen = Screen(lang, as_json)
    made = _attempt(screen, lambda: keys.rotate(file, overlap))
    if as_json:
        screen.dump({"file": str(file), "kid": made.kid})
    else:
        screen.say("ledger-key-rotated", file=file, kid=made.kid)


@keys_app.command()
def public(file: KeyFile, lang: Language = None, as_json: Json = False) -> None:
    """Print the public keys of a key file, as the service lists them at /v1/keys: JSON in any case."""
    from solver.ledger import keys

    screen = Screen(lang, True)
    screen.dump(keys.PublicKeys(_attempt(screen, lambda: keys.load(file)).public))


def _with_store(screen: Screen, ledger: str, work: "Callable[[Store], Awaitable[Result]]") -> Result:
    """Do something with a ledger's records."""
    import asyncio  # slow to import, and help has no use for it

    from solver.ledger.database import Database
    from solver.ledger.migrate import look_over
    from solver.ledger.store import Store

    async def run() -> Result:
        database = Database(ledger, PATIENCE_S)
        look_over(database, writes=False)
        try:
            return await work(Store(database))
        finally:
            await database.close()

    return _attempt(screen, lambda: asyncio.run(run()))


def _attempt(screen: Screen, work: "Callable[[], Result]") -> Result:
    """Do it; what the operator has to put right ends the command."""
    from solver.ledger.errors import LedgerError

    try:
        return work()
    except LedgerError as error:
        raise screen.fail(str(error)) from None


def _read(screen: Screen, source: str | Path) -> Any:
    """A JSON file, or standard input for `-`."""
    from json import dumps, loads

    def never(name: str) -> Any:
        raise ValueError(f"{name} is nothing that JSON has")

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(read := dict(pairs)) < len(pairs):
            raise ValueError("a key is given more than once")  # another reader might take the other one
        return read

    try:
        # With a mark before the first character (BOM), as some editors write it, the text is the same.
        text = sys.stdin.read().removeprefix("\ufeff") if str(source) == "-" else Path(source).read_text(encoding="utf-8-sig")
        document = loads(text, object_pairs_hook=once, parse_constant=never)
        dumps(document, ensure_ascii=False, allow_nan=False).encode()
        return document
    except OSError as error:
        raise screen.fail(plain(error)) from None
    except UnicodeError:
        raise screen.fail(f"{source}: not a text in UTF-8") from None
    except RecursionError:
        raise screen.fail(f"{source}: nested too deeply") from None
    except ValueError as error:
        raise screen.fail(f"{source}: {error}") from None


def _time(screen: Screen, text: str | None) -> int:
    """A time as the user writes it, in microseconds; 0 for none."""
    from datetime import UTC, datetime

    if text is None:
        return 0
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise screen.fail(f"--since: {text!r} is no time like 2026-11-30T04:00:00Z") from None
    return int(moment.replace(tzinfo=moment.tzinfo or UTC).timestamp() * 1_000_000)
