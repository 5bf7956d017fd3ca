"""The parts of an explanation that say what was found: the goal and its proof, the groups, what history settled, winning, chances."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from solver.errors import InputError
from solver.explain.words import Line, Section, Teller, is_split, per_cent, row_chances
from solver.render import CHANCES, number
from solver.result import Answer, Arrangement, Group


def goal(tell: Teller, answer: Answer) -> Section:
    """What counts as best, the laws of the game, and how sure the answer is."""
    wanted = tell.own(f"goal-{answer.objective}")
    lines = [Line("goal", wanted)] if wanted else []
    lines += [Line("law", law) for law in tell.laws()]
    if answer.status == "optimal" and answer.count and answer.complete:
        lines.append(tell.line("proof-one") if answer.count == 1 else tell.line("proof-optimal", count=f"{answer.count:,}"))
    elif answer.status == "optimal":
        lines.append(tell.line("proof-uncounted"))
    elif answer.status == "estimated":
        lines.append(tell.line("proof-estimated", error=number(answer.standard_error or 0.0)))
    else:
        lines.append(tell.line(f"proof-{answer.status}"))
    return tell.section("goal", lines)


def groups(tell: Teller, answer: Answer) -> Section:
    """Each group: its cards, what it is, what it gives; the rule for each kind once."""
    best = answer.arrangements[0]
    split = is_split(best)
    scored = not split or (any(group.points for group in best.groups) and best.points != best.details.get("multiplier", 0))
    told: set[str] = set()
    lines = []
    for group in best.groups:
        words = [group.name]
        if scored and (group.points or not split):
            words.append(tell.points(group.points))
        if group.displayed:
            words.append(tell.say("displayed"))
        rule = None if group.kind in told else tell.own(f"kind-{group.kind}")
        told.add(group.kind)
        lines.append(Line("group", ", ".join(words) + (f". {rule}" if rule else ""), group.cards, tell.slot(group.slot)))
    if best.loose:
        lines.append(tell.line("thrown" if split else "loose", best.loose))
    if scored:
        lines.append(tell.line("total", points=tell.points(best.points)))
    if answer.value is not None and answer.value != best.points and "expected" not in best.details:
        lines.append(tell.line("value", objective=answer.objective, value=number(answer.value, signed=True)))
    lines += [Line(name, text) for name, value in best.details.items() if (text := tell.own(f"{name}-{str(value).lower()}"))]
    return tell.section("groups", lines)


def history(tell: Teller, request: Any, answer: Answer) -> Section | None:
    """What is settled before the cards are grouped, and what it costs: melds, the card just obtained, cards that must stay together."""
    melds = [tell.game.parse(meld.cards) for meld in getattr(request, "melds", None) or ()]
    drawn = getattr(request, "drawn", None)
    locked = tell.game.locked(request)
    lines = [tell.line("meld", cards) for cards in melds]
    if drawn is not None:
        lines += _drawn(tell, drawn, melds, answer)
    lines += [tell.line("locked", cards) for cards in locked]
    if not lines:
        return None
    better = list(_without(tell, request, answer, bool(locked), bool(melds or drawn)))
    return tell.section("history", [*lines, *(better or [tell.line("nothing-lost")])])


def _drawn(tell: Teller, drawn: Any, melds: list[tuple[str, ...]], answer: Answer) -> Iterator[Line]:
    (card,) = tell.game.parse(drawn.card)
    yield tell.line(f"drawn-{drawn.source}", (card,))
    if answer.arrangements:
        before = Counter(tuple(sorted(cards)) for cards in melds)
        shown: list[Group] = []
        for group in answer.arrangements[0].groups:
            key = tuple(sorted(group.cards))
            if group.displayed and before[key]:
                before[key] -= 1
            elif group.displayed and card in group.cards:
                shown.append(group)
        if shown:
            yield tell.line("drawn-group", shown[0].cards)
        elif card in answer.arrangements[0].loose:
            yield tell.line("drawn-loose", (card,))


def _without(tell: Teller, request: Any, answer: Answer, locked: bool, told: bool) -> Iterator[Line]:
    """What would be possible if the cards might be split, or had all been dealt; only what is more than there is."""
    held = _worth(answer)
    if locked:
        yield from _if(tell, "without-lock", held, request, {"rules": {**(request.rules or {}), "lock_dealt": False}})
    if told and getattr(request, "dealt_triplets", None) is None:
        cards = [*tell.game.parse(request.hand)] if request.hand else []
        for meld in request.melds:
            cards += tell.game.parse(meld.cards)
        if request.drawn is not None:
            cards += tell.game.parse(request.drawn.card)
        yield from _if(tell, "without-history", held, request, {"hand": cards, "melds": [], "drawn": None})


def _if(tell: Teller, code: str, held: tuple[bool, int, int], request: Any, changes: dict[str, Any]) -> Iterator[Line]:
    try:
        other = tell.game.operation("arrange").run(request.model_copy(update=changes | {"top": 1}))
    except InputError:
        return  # rules without such a switch, or a hand that can't be
    if _worth(other) > held:
        more = "-complete" if other.complete and not held[0] else ""
        yield tell.line(code + more, points=tell.points(other.arrangements[0].points))


def _worth(answer: Answer) -> tuple[bool, int, int]:
    if not answer.arrangements:
        return False, 0, 0
    best = answer.arrangements[0]
    return answer.complete, -len(best.loose), best.points


def win(tell: Teller, answer: Answer, minimum: int) -> Section | None:
    """Whether the hand wins, and why not."""
    if answer.wins is None:
        return None
    if not answer.wins:
        return tell.section("win", [tell.line("wins-not", reason=(answer.reason or "").rstrip("."))])
    points = tell.points(answer.arrangements[0].points)
    return tell.section("win", [tell.line("wins-minimum", points=points, minimum=minimum) if minimum > 0 else tell.line("wins")])


def chances(tell: Teller, answer: Answer) -> Section | None:
    """How each row does, and the whole; against whom that was computed."""
    best = answer.arrangements[0]
    lines = [tell.line("chance-row", row=tell.slot(slot), chance=per_cent(chance)) for slot, chance in row_chances(best).items()]
    for name, value in best.details.items():
        if name == "probability":
            lines.append(tell.line("chosen", chance=per_cent(value)))
        elif name in CHANCES and isinstance(value, float):
            lines.append(tell.line("chance", name=tell.detail(name), chance=per_cent(value)))
    expected = best.details.get("expected")
    if isinstance(expected, int | float):
        lines.append(tell.line("expected", value=number(float(expected), signed=True)))
    if answer.opponents:
        gain = number(answer.opponents.exploitability, signed=True)
        lines.append(tell.line("opponents", id=answer.opponents.id, gain=gain))
    return tell.section("chances", lines) if lines else None


def natural(tell: Teller, answer: Answer) -> Section | None:
    """A hand that wins by itself: what it is worth declared, and played."""
    found = answer.natural
    if found is None:
        return None
    lines = [tell.line("natural", name=found.name, value=number(found.value))]
    lines += [Line("natural-group", group.name, group.cards, tell.slot(group.slot)) for group in found.groups]
    played = answer.arrangements[0].details.get("expected") if answer.arrangements else None
    code = "declare" if found.declare else "declare-not"
    lines.append(tell.line(f"{code}-plainly") if played is None else tell.line(code, played=number(float(played), signed=True)))
    return tell.section("natural", lines)


def same(one: Arrangement, other: Arrangement) -> bool:
    """Whether two arrangements have the same groups; their order has no meaning."""
    return _key(one) == _key(other)


def _key(arrangement: Arrangement) -> list[tuple[str, list[str]]]:
    return sorted((group.slot or "", sorted(group.cards)) for group in arrangement.groups)
