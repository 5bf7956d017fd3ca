"""Why a claim is right or wrong: each group, or play, as shown with every rule it breaks, then what concerns the whole."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from solver.explain.words import Line, Section, Teller
from solver.game import Game
from solver.render import WORDS, number
from solver.result import Verdict

BESIDES = frozenset({"groups", "claimed_points", "declared", "explain"})
"""Fields of `verify` that go with groups, or are groups."""


class Shown(NamedTuple):
    """Cards that are claimed to be something: where in the request they stand, and what stands before them."""

    pointer: str
    cards: tuple[str, ...]
    head: str


def plays(game: Game) -> tuple[str, ...]:
    """The fields of `verify` by which a game claims something else than groups: `play`, `bonus`, and what lies on the table before."""
    if "verify" not in game.operations:
        return ()
    judging, arranging = (game.operations[name].request.model_fields for name in ("verify", "arrange"))
    return () if judging["groups"].is_required() else tuple(name for name in judging if name not in {*arranging, *BESIDES})


def groups_shown(tell: Teller, groups: Sequence[Mapping[str, Any]]) -> list[Shown]:
    """The groups of a claim."""
    return [Shown(f"/groups/{index}", tell.game.parse(group["cards"]), tell.slot(group.get("slot"))) for index, group in enumerate(groups)]


def plays_shown(tell: Teller, fields: Mapping[str, Any]) -> list[Shown]:
    """What a claim shows that is no groups; what lies on the table stands before what is played on it."""
    names = [name for name in reversed(plays(tell.game)) if fields.get(name) is not None]
    return [Shown(f"/{name}", tell.game.parse(fields[name]), _word(tell, name)) for name in names]


def _word(tell: Teller, name: str) -> str:
    code = f"shown-{name}"
    return WORDS(code, tell.lang) if code in WORDS else name.replace("_", " ")


def claim(tell: Teller, verdict: Verdict, shown: Sequence[Shown]) -> Section:
    """The verdict, group by group or play by play."""
    lines = [tell.line("claim-right") if verdict.valid else tell.line("claim-wrong", count=len(verdict.violations))]
    lines = [Line(line.code, line.text, good=verdict.valid) for line in lines]
    placed: set[int] = set()
    for one in shown:
        faults = [(at, fault) for at, fault in enumerate(verdict.violations) if f"{fault.pointer}/".startswith(f"{one.pointer}/")]
        placed.update(at for at, _ in faults)
        fine = "claim-group" if one.cards else "claim-pass"
        text = " · ".join(fault.message for _, fault in faults) or tell.say(fine)
        lines.append(Line(faults[0][1].code if faults else fine, text, one.cards, one.head, good=not faults))
    rest = [fault for at, fault in enumerate(verdict.violations) if at not in placed]
    lines += [Line(fault.code, fault.message, fault.cards, good=False) for fault in rest]
    lines += [Line(fault.code, fault.message, fault.cards) for fault in verdict.warnings]
    if not any(one.pointer.startswith("/groups/") for one in shown):
        lines += [tell.line("claim-worth", points=tell.points(verdict.points))] if verdict.valid and verdict.points else []
    elif verdict.points or not tell.game.slots:
        lines.append(tell.line("claim-points", points=tell.points(verdict.points)))
    if verdict.lost:
        lines.append(tell.line("claim-lost", cost=number(verdict.lost)))
    return tell.section("claim", lines)
