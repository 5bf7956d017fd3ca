"""What the caller wrote on the command line, as the body of a request."""

import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from solver.cli import completion
from solver.cli.system_errors import plain

if TYPE_CHECKING:
    from solver.game import Game
    from solver.text import Lang


GameId = Annotated[str, typer.Argument(metavar="GAME", help="A game's id; `lipai games` lists them.", autocompletion=completion.game)]
Hand = Annotated[str | None, typer.Argument(metavar="HAND", help="The cards, in the game's notation; - reads them from standard input.")]
Rule = Annotated[
    list[str] | None,
    typer.Option(
        "--rules", metavar="KEY=VALUE", help="One value of the rules, say points.quad=7. Repeatable.", autocompletion=completion.rule
    ),
]
Preset = Annotated[str | None, typer.Option(metavar="NAME", help="The rules to start from.", autocompletion=completion.preset)]
Objective = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="What best means; `lipai games GAME` lists it.", autocompletion=completion.objective),
]
Engine = Annotated[str | None, typer.Option(metavar="NAME", help="auto, cp-sat, or the game's own.", autocompletion=completion.engine)]
Field = Annotated[
    list[str] | None, typer.Option("--field", metavar="KEY=VALUE", help="Any other field of the request, say drawn.card=7g. Repeatable.")
]
Request = Annotated[
    str | None, typer.Option("--json-request", metavar="FILE", help="A whole request as JSON, from a file or - ; other options add to it.")
]
Label = Annotated[str | None, typer.Option(metavar="TEXT", help="Any text; the answer repeats it.")]
Language = Annotated[
    str | None,
    typer.Option("--lang", metavar="en|zh|vi", help="Language of names and messages; else the terminal's.", autocompletion=completion.lang),
]
Processes = Annotated[int | None, typer.Option(metavar="N", min=1, max=256, help="Processes; as many as processors.")]
Dask = Annotated[str | None, typer.Option(metavar="ADDRESS", help="Work on the Dask cluster whose scheduler is there.")]
Json = Annotated[bool, typer.Option("--json", help="The answer as JSON, as the service gives it.")]


def value(text: str) -> Any:
    """JSON where the text is JSON, else the text itself."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def takes_text(schema: Mapping[str, Any], steps: Sequence[str]) -> bool:
    """Whether a field of a JSON Schema is a text and no number: then `35` is a card and not thirty-five."""

    def options(node: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
        if "$ref" in node:
            node = schema["$defs"][node["$ref"].rsplit("/", 1)[1]]
        yield node
        for option in node.get("anyOf", ()):
            yield from options(option)

    nodes: list[Mapping[str, Any]] = [schema]
    for step in steps:
        nodes = [below for node in nodes for option in options(node) if (below := option.get("properties", {}).get(step))]
    types = {option.get("type") for node in nodes for option in options(node)}
    return "string" in types and not types & {"integer", "number", "boolean"}


def put(into: dict[str, Any], assignment: str, option: str, schema: Mapping[str, Any]) -> None:
    """Set `a.b=value` in nested objects."""
    path, equals, text = assignment.partition("=")
    if not equals or not path:
        raise typer.BadParameter(f"{assignment!r} is not KEY=VALUE", param_hint=option)
    *parents, last = path.split(".")
    for step in parents:
        below = into.setdefault(step, {})
        if not isinstance(below, dict):
            raise typer.BadParameter(f"{step!r} of {assignment!r} is no object", param_hint=option)
        into = below
    found = value(text)
    into[last] = text if isinstance(found, int | float) and takes_text(schema, (*parents, last)) else found


def cards(text: str | None) -> Any:
    """A hand as written: from standard input for `-`, a JSON list as a list."""
    if text is None:
        return None
    if text == "-":
        text = sys.stdin.read().strip()
    return value(text) if text.startswith("[") else text


def request(
    schema: Mapping[str, Any],
    source: str | None,
    rules: Sequence[str] | None,
    preset: str | None,
    fields: Sequence[str] | None,
    **given: Any,
) -> dict[str, Any]:
    """The body of a request: the JSON given, then single fields over it, as far as they are given. schema: the request's own."""
    body: dict[str, Any] = {}
    if source is not None:
        try:
            read = json.loads(sys.stdin.read() if source == "-" else Path(source).read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError) as error:
            raise typer.BadParameter(plain(error), param_hint="--json-request") from None
        if not isinstance(read, dict):
            raise typer.BadParameter("not a JSON object", param_hint="--json-request")
        body |= read
    body |= {key: entry for key, entry in given.items() if entry is not None}
    over: dict[str, Any] = {} if preset is None else {"preset": preset}
    for assignment in rules or ():
        put(over, assignment, "--rules", {})
    if over:
        body["rules"] = {**(body.get("rules") or {}), **over}
    for assignment in fields or ():
        put(body, assignment, "--field", schema)
    return body


def language(wanted: object) -> "Lang":
    """The language wanted, else the terminal's, else English."""
    from solver.text import LANGS

    spoken = next(filter(None, (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return next((lang for want in (wanted, spoken[:2]) for lang in LANGS if want == lang), "en")


def groups(game: "Game", texts: Sequence[str]) -> list[dict[str, Any]]:
    """Groups as written: `slot=cards`, or cards alone; in games with slots, as many groups as slots take these in order."""
    slots = [name for name, _ in game.slots]
    found: list[dict[str, Any]] = []
    for index, text in enumerate(texts):
        slot, equals, written = text.partition("=")
        if not equals:
            slot, written = (slots[index] if len(texts) == len(slots) else ""), text
        found.append({"slot": slot.strip(), "cards": written.strip()} if slot else {"cards": written.strip()})
    return found
