"""What to do next: how far the hand is, what it waits for, what to throw away, what to do with a card on offer."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from solver.engines import distances, tables
from solver.engines.distances import Distances, Outlook, Stand
from solver.engines.distances_with_points import Scores, Settled
from solver.games.si_se_pai.cards import COPIES, KINDS, NAMES, NOTATION, TEXTS, names
from solver.games.si_se_pai.groups import STEALABLE, Catalogue, catalogue
from solver.games.si_se_pai.model import search, wins
from solver.games.si_se_pai.model import warm_up as tabulate
from solver.games.si_se_pai.position import FULL, Position, position, read_position
from solver.games.si_se_pai.request import Advise
from solver.games.si_se_pai.rules import PRESETS
from solver.history import Drawn, Found, Scenario, whole
from solver.result import Advice, Call, Discard, Wait
from solver.rummy.advice import Unseen, copies_left, nearest, passing, rank_call, rank_discard, read_offered
from solver.text import Lang
from solver.version import build


class Use(NamedTuple):
    """One legal use of the drawn card, as the engines see it."""

    scenario: Scenario
    stand: Stand
    settled: Settled


@lru_cache(maxsize=256)
def _distances(groups: Catalogue) -> Distances:
    return distances.of(groups.columns, KINDS, COPIES, FULL)


@lru_cache(maxsize=256)
def _opened(groups: Catalogue) -> tuple[int, ...]:
    """What each group is worth when a card that is obtained completes it."""
    return tuple(groups.placed(index, "draw").points for index in range(len(groups.columns)))


@lru_cache(maxsize=256)
def _least(groups: Catalogue) -> int:
    """No hand's free cards are worth less."""
    return FULL * min(0, *groups.concealed, *_opened(groups))


@lru_cache(maxsize=256)
def _scores(groups: Catalogue) -> Scores:
    return Scores(tables.compiled(groups.columns, KINDS, COPIES), groups.concealed, _opened(groups), FULL)


def _use(at: Position, scenario: Scenario) -> Use:
    columns, drawn = at.catalogue.columns, at.holding.drawn
    room = at.holding.room(COPIES)
    if scenario.own is not None:
        for item, copies in columns[scenario.own.column].items:
            room[item] -= copies
    gains = []
    for lock in at.locks:
        joined = drawn is not None and drawn.item == lock.item
        if lock.joined is not None and not joined and room[lock.item] == COPIES:
            gains.append(lock.joined.points - lock.alone.points)
        room[lock.item] = 0
    size = sum(columns[placed.column].values[0] for placed in scenario.fixed)
    points = sum(placed.points for placed in scenario.fixed)
    stand = _distances(at.catalogue).stand(scenario.free, room, size, len(gains))
    return Use(scenario, stand, Settled(size, points, tuple(gains)))


def _to_win(at: Position, use: Use, distance: int | None) -> int | None:
    """The distance to a hand that also reaches the minimum. Where points can't fall short of it, that is the distance itself."""
    settled, minimum = use.settled, at.rules.minimum_points
    sure = settled.points + sum(min(0, gain) for gain in settled.gains) + _least(at.catalogue)
    if distance is None or minimum <= sure:
        return distance
    return _scores(at.catalogue).distance(use.stand, use.settled, minimum, distance)


def _finish(at: Position, scenario: Scenario) -> Found:
    """The best grouping with that use of the drawn card."""
    compiled = tables.compiled(at.catalogue.columns, KINDS, COPIES)
    return whole(scenario, tuple(sorted(compiled.best(compiled.hand(scenario.free)).uses)), at.catalogue.columns)


def _stealable(at: Position, scenario: Scenario) -> bool:
    """Whether the drawn card may be used so though it does not win. A stolen one may for a quad, or for a triplet other than kings."""
    drawn, own = at.holding.drawn, scenario.own
    return drawn is None or drawn.source != "steal" or (own is not None and at.catalogue.kinds[own.column] in STEALABLE)


class Counsel(Unseen):
    """A position whose legal uses of the drawn card (one where none is drawn) are weighed."""

    def __init__(self, at: Position, left: Sequence[int]) -> None:
        self.at = at
        self.reach = _distances(at.catalogue)
        drawn, room = at.holding.drawn, at.holding.room(COPIES)
        # A drawn card of a locked triplet's kind has opened it already.
        openable = [
            lock.item
            for lock in at.locks
            if lock.joined is not None and room[lock.item] == COPIES and (drawn is None or drawn.item != lock.item)
        ]
        super().__init__(NOTATION, left, openable)

    def waits(self, outlook: Outlook) -> tuple[Wait, ...]:
        """Each kind that completes a hand one card short, drawn from the pile."""
        found = []
        for each in self.improvements(outlook):
            drawn = Drawn(NAMES.index(each.card), "draw")
            after = position(self.at.rules, self.at.holding._replace(drawn=drawn), self.at.dealt)
            best = search(after).found[0]
            found.append(Wait(each.card, each.left, best.points, wins(after, best)))
        return tuple(found)

    def discards(self, uses: Iterable[Use]) -> tuple[Discard, ...]:
        """What may be thrown away after each of these uses, best first: the least distance, most live copies, the order of the cards.

        The drawn card itself, or, where it was put into a group, any card that no lock binds.
        """
        stands: list[tuple[int, Stand]] = []
        for use in uses:
            if use.scenario.loose is not None:
                stands.append((use.scenario.loose, use.stand))
            else:
                stands += [(kind, self.reach.less(use.stand, kind)) for kind, copies in enumerate(use.scenario.free) if copies]
        best: dict[int, Discard] = {}

        def rank(found: Discard) -> tuple[int, int]:
            return rank_discard(found.distance, found.left)

        for (kind, _), outlook in zip(stands, self.reach.survey([stand for _, stand in stands]), strict=True):
            improves = self.improvements(outlook)
            found = Discard(NAMES[kind], outlook.distance, sum(each.left for each in improves), improves)
            if kind not in best or rank(found) < rank(best[kind]):
                best[kind] = found
        return tuple(best[kind] for kind in sorted(best, key=lambda kind: (*rank(best[kind]), kind)))

    def call(self, use: Use, forced: bool, lang: Lang) -> Call:
        """One use of a card on offer, and what it leads to."""
        at, own = self.at, use.scenario.own
        assert own is not None
        kind, cards = at.catalogue.kinds[own.column], at.catalogue.cards[own.column]
        bare = Call(kind, names(cards), at.catalogue.name(own.column, lang), forced)
        best = _finish(at, use.scenario)
        won = wins(at, best)
        if not won and not _stealable(at, use.scenario):
            return replace(bare, legal=False, reason=TEXTS("violation-illegal-steal", lang))
        (outlook,) = self.reach.survey([use.stand])
        told = replace(bare, distance=outlook.distance, distance_to_win=_to_win(at, use, outlook.distance))
        if at.size < FULL:
            return replace(told, left=self.live(outlook))
        if best.cards == FULL:
            told = replace(told, points=best.points)
        if won:
            return replace(told, wins=True)
        thrown = self.discards([use])
        return replace(told, wins=False, discard=thrown[0].card, left=thrown[0].left) if thrown else replace(told, wins=False)


def _passing(counsel: Counsel, forced: bool, lang: Lang) -> Call:
    """Passing a card on offer, and what it leads to."""
    bare = passing(NOTATION, forced, lang)
    if forced:
        return bare
    use = _use(counsel.at, counsel.at.scenarios[0])
    (outlook,) = counsel.reach.survey([use.stand])
    to_win = _to_win(counsel.at, use, outlook.distance)
    return replace(bare, distance=outlook.distance, distance_to_win=to_win, left=counsel.live(outlook))


def _calls(counsel: Counsel, offered: Drawn, lang: Lang) -> tuple[Call, ...]:
    """Each use of a card on offer, and passing it; the best first, what the rules forbid last."""
    at = counsel.at
    after = position(at.rules, at.holding._replace(drawn=offered), at.dealt)
    forced = any(lock.item == offered.item and lock.joined is not None for lock in at.locks)
    then = Counsel(after, counsel.left)
    # Each with the points then in groups, which decide between equals. Where those are equal, too, passing comes first: it binds no card.
    found = [(_passing(counsel, forced, lang), _finish(at, at.scenarios[0]).points)]
    for scenario in after.scenarios:
        if scenario.own is not None:
            found.append((then.call(_use(after, scenario), forced, lang), _finish(after, scenario).points))
    return tuple(call for call, _ in sorted(found, key=lambda each: (*rank_call(each[0]), -each[1])))


def advise(request: Advise) -> Advice:
    """What to do next with a hand. Raises InputError."""
    at = read_position(request)
    offered = read_offered(request, at.holding, NOTATION, lambda held: FULL)
    counsel = Counsel(at, copies_left(request, at.holding, offered, NOTATION))
    uses = [_use(at, scenario) for scenario in at.scenarios if _stealable(at, scenario) or wins(at, _finish(at, scenario))]
    outlooks = counsel.reach.survey([use.stand for use in uses])
    distance = nearest(outlook.distance for outlook in outlooks)
    to_win = nearest(_to_win(at, use, outlook.distance) for use, outlook in zip(uses, outlooks, strict=True))
    short = at.holding.drawn is None and at.size < FULL
    return Advice(
        game="si-se-pai",
        label=request.label,
        distance=distance,
        distance_to_win=to_win,
        waits=counsel.waits(outlooks[0]) if short and at.size == FULL - 1 and distance == 1 else (),
        improves=counsel.improvements(outlooks[0]) if short else (),
        discards=counsel.discards(use for use in uses if _stealable(at, use.scenario)) if at.size == FULL else (),
        calls=() if offered is None else _calls(counsel, offered, request.language),
        rules=at.rules.info,
        build=build(),
    )


def warm_up() -> None:
    """Build the tables of every preset, and all rows of hands without melds under the default rules."""
    tabulate()
    for name in PRESETS:
        advise(Advise(hand="KKGEr RHCSy SSg Sw", rules={"preset": name}))
    _distances(catalogue(PRESETS.default, None)).fill()
