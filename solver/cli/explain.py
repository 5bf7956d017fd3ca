"""Say in words why an arrangement is the best, or what is wrong with a claim."""

from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Any

import typer

from solver.cli.arguments import Field, GameId, Hand, Json, Label, Language, Objective, Preset, Request, Rule, cards, groups, request
from solver.cli.output import WRONG_CLAIM, YES, Screen

if TYPE_CHECKING:
    from rich.console import RenderableType

    from solver.explain import Explanation, Line
    from solver.render import View


def explain(
    game: GameId,
    hand: Hand = None,
    claim: Annotated[
        list[str] | None,
        typer.Option(
            "--claim",
            metavar="GROUP",
            help="A group as shown, rows as SLOT=CARDS or in order; else what the game lets claim, play=CARDS. What is wrong is explained.",
        ),
    ] = None,
    claimed_points: Annotated[int | None, typer.Option(metavar="N", help="The points claimed.")] = None,
    objective: Objective = None,
    top: Annotated[int | None, typer.Option(metavar="N", help="So many arrangements are compared, 1 to 20.")] = None,
    rules: Rule = None,
    preset: Preset = None,
    field: Field = None,
    json_request: Request = None,
    label: Label = None,
    lang: Language = None,
    as_json: Json = False,
) -> None:
    """Why it is the best: rule by rule, what each group gives, what is settled, what others cost, why it wins or not."""
    from solver.errors import InputError, UnknownOperationError
    from solver.explain import explain as explained
    from solver.explain.claims import plays

    screen = Screen(lang, as_json)
    found = screen.game(game)
    given = {"objective": objective, "top": top, "claimed_points": claimed_points, "label": label, "lang": lang}
    schema = both(screen.schema(game, "arrange"), screen.schema(game, "verify"))
    named = {name: text for name, equals, text in (one.partition("=") for one in claim or ()) if equals and name in plays(found)}
    body = request(schema, json_request, rules, preset, field, hand=cards(hand), **given, **named)
    grouped = [one for one in claim or () if one.partition("=")[0] not in named]
    shown: Any = groups(found, grouped) if grouped else body.pop("groups", None)
    screen.speak(body)
    try:
        told = explained(game, body, shown)
    except InputError as error:
        raise screen.refuse(error.faults, body | {"groups": shown}) from None
    except UnknownOperationError as error:
        raise screen.refuse((error.fault,)) from None
    screen.answer(told, game, lambda view: draw(view, told))
    raise typer.Exit(YES if told.verdict is None or told.verdict.valid else WRONG_CLAIM)


def both(arranging: dict[str, Any], judging: dict[str, Any]) -> dict[str, Any]:
    """One schema of the fields of both."""
    return {name: {**judging.get(name, {}), **arranging.get(name, {})} for name in ("properties", "$defs")}


def draw(view: "View", told: "Explanation") -> "RenderableType":
    """Each section under its title; lines with cards as a table, others as text."""
    from rich.console import Group
    from rich.text import Text

    from solver.render import CALM

    parts: list[RenderableType] = [view.title(*_titles(told))]
    for section in told.sections:
        parts += [Text(), Text(section.title, CALM)]
        roomy = False  # tiles need room above and below
        for shown, run in groupby(section.lines, key=_tabled):
            if roomy or (shown and not view.plain):
                parts.append(Text())
            parts.append(_lines(view, list(run)))
            roomy = shown and not view.plain
    return Group(*parts)


def _tabled(line: "Line") -> bool:
    """Whether it stands in a table: a line with cards, or a pass among what is claimed."""
    return bool(line.cards or (line.head and line.good is not None))


def _titles(told: "Explanation") -> tuple[str | None, ...]:
    if told.answer is not None:
        return told.answer.rules.preset, told.answer.objective, told.label
    return (told.verdict.rules.preset if told.verdict else None), told.label


def _lines(view: "View", lines: "list[Line]") -> "RenderableType":
    from rich.padding import Padding
    from rich.text import Text

    from solver.render import BAD, GOOD, QUIET, grid

    marks = {True: Text("✔", GOOD), False: Text("✘", BAD), None: Text()}
    shown = any(map(_tabled, lines))
    columns: list[tuple[bool, list[RenderableType]]] = [
        (any(line.good is not None for line in lines), [marks[line.good] for line in lines]),
        (any(line.head for line in lines), [Text(line.head, QUIET) for line in lines]),
        (shown, [view.cards(line.cards) for line in lines]),
        (True, [Text(line.text) for line in lines]),
    ]
    there = [column for wanted, column in columns if wanted]
    table = grid(*("left" for _ in there), air=shown and not view.plain)
    for row in zip(*there, strict=True):
        table.add_row(*row)
    return Padding(table, (0, 0, 0, 2)) if shown else table
