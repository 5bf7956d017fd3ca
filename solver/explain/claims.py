"""Why a claim is right or wrong: each group as shown with every rule it breaks, then what concerns the whole."""

from collections.abc import Mapping, Sequence
from typing import Any

from solver.explain.words import Line, Section, Teller
from solver.render import number
from solver.result import Verdict, Violation


def claim(tell: Teller, verdict: Verdict, shown: Sequence[Mapping[str, Any]]) -> Section:
    """The verdict, group by group."""
    lines = [tell.line("claim-right") if verdict.valid else tell.line("claim-wrong", count=len(verdict.violations))]
    lines = [Line(line.code, line.text, good=verdict.valid) for line in lines]
    placed: set[int] = set()
    for index, group in enumerate(shown):
        faults = [(at, fault) for at, fault in enumerate(verdict.violations) if _place(fault) == index]
        placed.update(at for at, _ in faults)
        text = " · ".join(fault.message for _, fault in faults) or tell.say("claim-group")
        code = faults[0][1].code if faults else "claim-group"
        lines.append(Line(code, text, tell.game.parse(group["cards"]), tell.slot(group.get("slot")), good=not faults))
    rest = [fault for at, fault in enumerate(verdict.violations) if at not in placed]
    lines += [Line(fault.code, fault.message, fault.cards, good=False) for fault in rest]
    lines += [Line(fault.code, fault.message, fault.cards) for fault in verdict.warnings]
    if verdict.points or not tell.game.slots:
        lines.append(tell.line("claim-points", points=tell.points(verdict.points)))
    if verdict.lost:
        lines.append(tell.line("claim-lost", cost=number(verdict.lost)))
    return tell.section("claim", lines)


def _place(fault: Violation) -> int | None:
    """The index of the shown group that a violation points at."""
    steps = fault.pointer.split("/")
    return int(steps[2]) if len(steps) > 2 and steps[1] == "groups" and steps[2].isdigit() else None
