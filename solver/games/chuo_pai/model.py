"""A hand as a partition into plays, and `arrange`.

A play is guaranteed when nothing among the unseen cards beats it. A leader can lead its guaranteed plays one after another: each wins its
round and nobody discards, so the unseen cards stay as they are and the sum is a sure score.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from solver.errors import InternalError
from solver.games.chuo_pai.cards import HAND, NAMES, TEXTS, Counts, Family, less, read_hand, read_unseen, spread
from solver.games.chuo_pai.plays import BONUS_KIND, Catalogue, Play, Special, Threats, catalogue, starting_bonus
from solver.games.chuo_pai.request import OBJECTIVES, Arrange
from solver.games.chuo_pai.rules import PRESETS, ChuoPaiRules
from solver.partition import Column, Limit, Partition, Solved
from solver.result import Answer, Arrangement, Group
from solver.text import Lang
from solver.version import build

GAME_ID = "chuo-pai"


class Table(NamedTuple):
    """What a player sees: the hand, what the starting bonus takes of it, and the cards nobody has seen."""

    hand: Counts
    bonus: Counts
    unseen: Counts

    @property
    def playable(self) -> Counts:
        """The hand after the starting bonus."""
        return less(self.hand, self.bonus)


class Part(NamedTuple):
    """What a column stands for: a plain play, or a part of a special of one kind.

    A special of a given size (`size` > 0) takes its first head with it; a further head (`pattern` = head) or a card that goes with it adds
    one card to some special of that kind.
    """

    play: Play | None
    special: Special | None = None
    size: int = 0
    pattern: int = 0


class Model(NamedTuple):
    """The partition of one hand, what each column stands for, and how strong the unseen cards are."""

    partition: Partition
    parts: Sequence[Part]
    threats: Threats

    def sure(self, play: Play) -> bool:
        """Whether nothing among the unseen cards beats the play."""
        return not self.threats.beat(play.family, play.size, play.rank)

    def plays(self, uses: Sequence[int]) -> list[Play]:
        """The plays of a solution: specials are put together from their parts, the larger taking what heads are left over."""
        plays = [part.play for part in map(self.parts.__getitem__, uses) if part.play is not None]
        parts = [part for part in map(self.parts.__getitem__, uses) if part.special is not None]
        for special in dict.fromkeys(part.special for part in parts if part.special is not None):
            own = [part for part in parts if part.special == special]
            sizes = sorted((part.size for part in own if part.size), reverse=True)
            heads = len(sizes) + sum(not part.size and part.pattern == special.head for part in own)
            others = [part.pattern for part in own if not part.size and part.pattern != special.head]
            for waiting, size in zip(reversed(range(len(sizes))), sizes, strict=True):
                here = min(size - 1, heads - waiting)
                heads -= here
                plays.append(special.play(here, others[: size - here]))
                del others[: size - here]
        return plays


def model(table: Table, rules: ChuoPaiRules, objective: str) -> Model:
    """The hand as a partition; what a play is worth depends on the unseen cards, so the columns are the hand's own.

    Each plain play is a column. Specials are too many for that (some 400 in the worst hand, most of them alike in all that counts), so they
    are counted by size: m specials of given sizes can be made of h heads and o other cards if, and only if, the sizes add up to h + o, and
    neither h nor o is less than m. Which cards stand in which of them is settled afterwards.

    guaranteed: the most guaranteed cards, then the fewest plays for the rest, then the fewest plays in all.
    fewest: the fewest plays, then the most guaranteed cards.
    """
    every, held = catalogue(rules), table.playable
    threats = every.threats(table.unseen)
    parts = [Part(play) for play in every.plain if play.fits(held)]
    columns = [_column(part.play, threats, objective) for part in parts if part.play is not None]
    limits: list[Limit] = []
    nothing = (0,) * len(_values(0, False, objective))
    for special in every.specials:
        others = [pattern for pattern in special.others if held[pattern]]
        if not held[special.head] or not others:
            continue
        first = len(columns)
        largest = min(every.cap, held[special.head] + sum(held[pattern] for pattern in others))
        for size in range(2, largest + 1):
            sure = not threats.beat(Family.SPECIAL, size, special.rank)
            parts.append(Part(None, special, size))
            columns.append(Column(special.kind, ((special.head, 1),), _values(size, sure, objective)))
        made = range(first, len(columns))
        for pattern in (special.head, *others):
            parts.append(Part(None, special, 0, pattern))
            columns.append(Column(special.kind, ((pattern, 1),), nothing))
        added = range(made.stop, len(columns))
        sizes = [(at, parts[at].size - 1) for at in made]
        limits.append(Limit((*sizes, *((at, -1) for at in added)), 0))
        limits.append(Limit((*((at, -more) for at, more in sizes), *((at, 1) for at in added)), 0))
        limits.append(Limit((*((at, 1) for at in made), *((at, -1) for at in added[1:])), 0))
    return Model(Partition(held, tuple(columns), cover="all", limits=tuple(limits)), parts, threats)


def _column(play: Play, threats: Threats, objective: str) -> Column:
    sure = not threats.beat(play.family, play.size, play.rank)
    return Column(play.kind, play.items, _values(play.size, sure, objective))


def _values(size: int, sure: bool, objective: str) -> tuple[int, ...]:
    cards = size if sure else 0
    return (cards, int(sure) - 1, -1) if objective == "guaranteed" else (-1, cards)


def _start(parts: Sequence[Part], playable: Sequence[int]) -> list[int]:
    """Something legal to begin with, and to answer if time runs out at once: the copies of each pattern together."""
    return [at for at, part in enumerate(parts) if part.play and part.play.size == playable[part.play.items[0][0]]]


def arrange(request: Arrange) -> Answer:
    """The hand as plays, best first. Any number of cards from 1 to 28; a full hand gives its starting bonus first.

    Raises InputError.
    """
    rules = PRESETS.resolve(request.rules)
    hand = read_hand(request.hand)
    table = Table(hand, starting_bonus(hand, rules), read_unseen(hand, request.seen))
    objective = request.objective or OBJECTIVES[0]
    solved, arrangements = best(table, rules, objective, request.top, request.deadline_ms, request.language)
    return Answer(
        game=GAME_ID,
        label=request.label,
        rules=rules.info,
        objective=objective,
        build=build(),
        engine=solved.engine,
        status=solved.status,
        complete=solved.complete,
        wins=None,
        value=arrangements[0].value,
        arrangements=arrangements,
    )


def best(
    table: Table, rules: ChuoPaiRules, objective: str, top: int = 1, deadline_ms: float = 10_000, lang: Lang = "en"
) -> tuple[Solved, tuple[Arrangement, ...]]:
    """The best arrangements of what a player holds, each checked against the rules apart from the engine."""
    from solver.engines import cp_sat  # slow to import, and a list of games needs none of it

    stated = model(table, rules, objective)
    solved = cp_sat.solve(stated.partition, top=top, deadline_ms=deadline_ms, start=_start(stated.parts, table.playable))
    arrangements = []
    for solution in solved.solutions:
        plays = stated.plays(solution.uses)
        plays.sort(key=lambda play: -play.size if stated.sure(play) else 0)
        check(plays, [stated.sure(play) for play in plays], table, catalogue(rules))
        groups = [Group(None, play.kind, play.name(lang), play.cards, play.size if stated.sure(play) else 0) for play in plays]
        arrangements.append(arrangement(groups, table, objective, lang))
    return solved, tuple(arrangements)


def arrangement(groups: Sequence[Group], table: Table, objective: str, lang: Lang) -> Arrangement:
    """The groups as an arrangement, after the starting bonus where there is one. A group's points are its guaranteed cards."""
    points = sum(group.points for group in groups)
    details: Mapping[str, int] = {"plays": len(groups), "starting_bonus": sum(table.bonus)}
    if any(table.bonus):
        groups = [Group(None, BONUS_KIND, TEXTS(f"kind-{BONUS_KIND}", lang), spread(table.bonus)), *groups]
    return Arrangement(tuple(groups), (), points, points if objective == "guaranteed" else None, details)


def check(plays: Sequence[Play], sure: Sequence[bool], table: Table, every: Catalogue) -> None:
    """Hold an arrangement against the rules, with nothing of the model: every card once, every play legal, every guarantee tried.

    Raises InternalError naming what is broken.
    """
    left = table.hand
    for play in plays:
        if every.find(play.counts) != play:
            raise InternalError(f"{play.cards} is no play")
        left = less(left, play.counts)
    if left != table.bonus:
        raise InternalError(f"cards are left over or used twice: {dict(zip(NAMES, less(left, table.bonus), strict=True))}")
    if sum(table.bonus) and sum(table.hand) != HAND:
        raise InternalError("a starting bonus is taken from a hand that is not full")
    for play, safe in zip(plays, sure, strict=True):
        if safe == every.beaten_by(play, table.unseen):
            raise InternalError(f"{play.cards} is {'not ' if safe else ''}guaranteed")


def warm_up() -> None:
    """Load the solver and build the catalogue ahead of the first request."""
    arrange(Arrange(hand=" ".join(NAMES)))
