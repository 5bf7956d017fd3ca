"""Why no other: the next best arrangements, how each differs, what it costs; and what another objective would have chosen."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from solver.errors import InputError
from solver.explain.parts import same
from solver.explain.words import Line, Section, Teller, is_split, per_cent, row_chances
from solver.render import number
from solver.result import Answer, Arrangement, Group

PLAIN = frozenset({"hand", "rules", "lang", "label", "top", "engine", "deadline_ms", "objective"})
"""Fields under which a setting can be judged by `verify` as it was chosen by `arrange`."""


def others(tell: Teller, request: Any, answer: Answer) -> Section | None:
    """The other arrangements, each with how it differs from the best; nothing where none is known."""
    best, *rest = answer.arrangements
    lines: list[Line] = []
    for place, other in enumerate(rest, 2):
        judged = _judged(tell, best, other)
        if "probability" in other.details:
            judged += f"; {tell.say('chosen', chance=per_cent(other.details['probability']))}"
        lines.append(Line("other", judged, (), str(place)))
        lines += _rows(tell, best, other) if is_split(best) else _swapped(tell, best, other)
    if answer.count == 1 and answer.complete:
        lines.append(tell.line("other-none"))
    if is_split(best) and answer.objective == tell.game.objectives[0] and request.model_fields_set <= PLAIN:
        lines += _by_other_objectives(tell, request, answer)
    return tell.section("others", lines) if lines else None


def _judged(tell: Teller, best: Arrangement, other: Arrangement) -> str:
    """In what the other is worse."""
    split = is_split(best)
    if not split and len(other.loose) > len(best.loose):
        return tell.say("other-cards")
    if best.value is not None and other.value is not None and best.value != other.value:
        if split:
            return tell.say("other-cost", cost=number(float(best.value) - float(other.value)))
        return tell.say("other-fewer", points=tell.points(other.points), best=tell.points(best.points))
    counts = {"count": len(other.groups), "best": len(best.groups)}
    if best.value is None:
        return tell.say("other-later") if split or counts["count"] == counts["best"] else tell.say("other-groups", **counts)
    return tell.say("other-even") if split or counts["count"] == counts["best"] else tell.say("other-same", **counts)


def _rows(tell: Teller, best: Arrangement, other: Arrangement) -> Iterator[Line]:
    """The rows that are set otherwise, with what that does to their chances."""
    before, now = row_chances(best), row_chances(other)
    held = {group.slot: group for group in best.groups}
    for group in other.groups:
        if group.slot is not None and sorted(group.cards) != sorted(held[group.slot].cards):
            text = group.name
            if group.slot in now:
                row = tell.say("chance-row", row="", chance=per_cent(now[group.slot])).strip()
                text += f"  ·  {row}"
                if per_cent(now[group.slot]) != per_cent(before[group.slot]):
                    text += f" {tell.say('instead-of', chance=per_cent(before[group.slot]))}"
            yield Line("row", text, group.cards, tell.slot(group.slot))


def _swapped(tell: Teller, best: Arrangement, other: Arrangement) -> Iterator[Line]:
    """The groups that go, and those that come."""
    ours, theirs = _counted(best), _counted(other)
    for sign, code, groups in (("−", "goes", ours - theirs), ("+", "comes", theirs - ours)):
        for group in groups.elements():
            shown = f", {tell.say('displayed')}" if group.displayed else ""
            yield Line(code, f"{group.name}, {tell.points(group.points)}{shown}", group.cards, sign)


def _counted(arrangement: Arrangement) -> Counter[Group]:
    return Counter(arrangement.groups)


def _by_other_objectives(tell: Teller, request: Any, answer: Answer) -> Iterator[Line]:
    """What the game's other objectives choose, and what that gives away under this one."""
    for objective in tell.game.objectives[1:]:
        try:
            found = tell.game.operation("arrange").run(request.model_copy(update={"objective": objective, "top": 1}))
        except InputError:
            continue  # it needs more than a hand
        chosen: Arrangement = found.arrangements[0]
        if same(chosen, answer.arrangements[0]):
            yield tell.line("other-objective-same", objective=objective)
            continue
        lost = _lost(tell, request, answer, chosen)
        if lost is None:
            continue
        yield tell.line("other-objective", objective=objective, cost=number(lost))
        yield from (Line("row", group.name, group.cards, tell.slot(group.slot)) for group in chosen.groups)


def _lost(tell: Teller, request: Any, answer: Answer, chosen: Arrangement) -> float | None:
    """What a setting gives away: known from the answer, else judged as a claim."""
    for known in answer.arrangements:
        if same(known, chosen) and known.value is not None:
            return float(answer.arrangements[0].value or 0) - float(known.value)
    if "verify" not in tell.game.operations:
        return None
    verify = tell.game.operations["verify"]
    groups = [{"slot": group.slot, "cards": list(group.cards)} for group in chosen.groups]
    verdict = verify.run(verify.request.model_validate({"hand": request.hand, "groups": groups, "rules": request.rules}))
    if verdict.lost is None or answer.value is None:
        return None
    declared = float(answer.value) - float(answer.arrangements[0].value or 0)  # a natural's worth is no matter of the setting
    return float(verdict.lost) - declared
