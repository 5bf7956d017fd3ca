"""What `arrange` answers, from what was found for a holding."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from solver.history import Found, Holding
from solver.request import ArrangeRequest
from solver.result import Answer, Arrangement, Group, RulesInfo
from solver.rummy.catalogue import Catalogue
from solver.text import Lang
from solver.version import build


class Search(NamedTuple):
    """What was found for a position: best first. `groupings`: the number of distinct complete ones."""

    found: tuple[Found, ...]
    complete: bool
    groupings: int
    status: str
    engine: str

    @property
    def best(self) -> Found | None:
        """The best; None where there is no legal arrangement."""
        return self.found[0] if self.found else None


class Terms(Protocol):
    """The rules of a table."""

    @property
    def minimum_points(self) -> int: ...  # noqa: D102
    @property
    def info(self) -> RulesInfo: ...  # noqa: D102


class Position(Protocol):
    """A legal holding under rules."""

    @property
    def rules(self) -> Terms: ...  # noqa: D102
    @property
    def catalogue(self) -> Catalogue: ...  # noqa: D102
    @property
    def holding(self) -> Holding: ...  # noqa: D102
    @property
    def size(self) -> int: ...  # noqa: D102


def arrangement(at: Position, found: Found, concealed: Sequence[Group], lang: Lang) -> Arrangement:
    """A grouping as callers see it, groups in canonical order. concealed: by column, the record of a group that history has not settled."""
    fixed = found.scenario.fixed
    if fixed:
        placed = sorted([*((index, None) for index in found.uses), *((each.column, each) for each in fixed)], key=lambda pair: pair[0])
        groups = tuple([concealed[index] if each is None else at.catalogue.group(each, lang) for index, each in placed])
    else:
        groups = tuple([concealed[index] for index in found.uses])
    loose = () if found.cards == at.size else at.catalogue.notation.names(_loose(at, found))
    return Arrangement(groups, loose, found.points, found.points)


def _loose(at: Position, found: Found) -> list[int]:
    left = at.holding.counts()
    for index in found.key:
        for kind in at.catalogue.cards[index]:
            left[kind] -= 1
    return [kind for kind, copies in enumerate(left) for _ in range(copies)]


def shortfall(at: Position, found: Found, full: int, lang: Lang) -> str:
    """What keeps a hand from winning, in words: not `full` cards, some of them loose, too few points."""
    texts, minimum = at.catalogue.notation.texts, at.rules.minimum_points
    reasons = []
    if at.size != full:
        reasons.append(texts("reason-size", lang, count=at.size, full=full))
    if found.cards < at.size:
        reasons.append(texts("reason-loose", lang, count=at.size - found.cards))
    if found.points < minimum:
        reasons.append(texts("reason-minimum", lang, points=found.points, minimum=minimum))
    return texts("reason-joint", lang).join(reasons)


def answer(
    game: str, request: ArrangeRequest, at: Position, result: Search, arrangements: tuple[Arrangement, ...], reason: str | None
) -> Answer:
    """The answer. reason: why the hand does not win; None where it does."""
    return Answer(
        game=game,
        label=request.label,
        rules=at.rules.info,
        objective="points",
        build=build(),
        engine=result.engine,
        status=result.status,
        complete=result.complete,
        wins=reason is None,
        value=arrangements[0].value if arrangements else None,
        arrangements=arrangements,
        count=result.groupings,
        reason=reason,
    )
