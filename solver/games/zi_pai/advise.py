"""What to do next: how far the hand is, what it waits for, what to throw away, what to do with a card on offer."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from solver.engines.distances import Outlook
from solver.games.zi_pai import distance as far
from solver.games.zi_pai.cards import COPIES, KINDS, NAMES, NOTATION, TEXTS, names
from solver.games.zi_pai.distance import Stand
from solver.games.zi_pai.groups import GROUP_CARDS, GROUP_KINDS, PAIRS, QUADS
from solver.games.zi_pai.model import is_full, search, wins
from solver.games.zi_pai.position import Position, Way, full, most_cards, position, read_position
from solver.games.zi_pai.request import Advise
from solver.history import Drawn, Found, Source
from solver.result import Advice, Call, Discard, Wait
from solver.rummy.advice import Unseen, copies_left, nearest, passing, rank_call, rank_discard, read_offered
from solver.text import Lang
from solver.version import build


class Use(NamedTuple):
    """One use of the drawn card, and where it leaves the hand. won: the best grouping, where the hand wins by it."""

    way: Way
    stand: Stand
    won: Found | None
    outlook: Outlook

    @property
    def legal(self) -> bool:
        """Whether the rules allow it: some uses must win."""
        return self.won is not None or not self.way.must_win


def _stand(at: Position, way: Way) -> Stand:
    scenario = way.scenario
    table = [0] * KINDS
    sorts = [0, 0, 0]
    points = 0
    for placed in scenario.fixed:
        column = placed.column
        sorts[1 if column in QUADS else 2 if column in PAIRS else 0] += 1
        points += placed.points
        if placed.displayed:
            for kind in GROUP_CARDS[column]:
                table[kind] += 1
    room = [COPIES - shown - free for shown, free in zip(table, scenario.free, strict=True)]
    gains = []
    concealed = at.catalogue.concealed
    for placed in scenario.fixed:
        if not placed.displayed:
            kind = GROUP_CARDS[placed.column][0]
            if placed.column not in QUADS and table[kind] == 0:
                gains.append(concealed[at.catalogue.quad[kind]] - placed.points)
            room[kind] = 0
    pairing = sorts[1] > 0 or max(scenario.free) == COPIES
    return Stand(scenario.free, tuple(room), sorts[0], sorts[1], sorts[2], tuple(gains), points, pairing)


def _alone(at: Position, way: Way) -> Position:
    return at._replace(ways=(way,))


def _use(at: Position, way: Way) -> Use:
    best = _finished(_alone(at, way))
    won = best if best is not None and wins(at, best) else None
    stand = _stand(at, way)
    outlook = Outlook(0) if won is not None else Outlook(None) if way.must_win else far.outlook(stand)
    return Use(way, stand, won, outlook)


def _finished(at: Position) -> Found | None:
    """The best complete grouping of the right number of cards."""
    result = search(at)
    return result.found[0] if result.complete and is_full(at, result.found[0]) else None


def _to_win(at: Position, use: Use) -> int | None:
    """The distance to a hand that also reaches the minimum, all cards to come drawn by the player himself."""
    if use.won is not None:
        return 0
    if use.outlook.distance is None:
        return None
    start = max(1, use.outlook.distance)  # complete, but with too few points: a group must be given up for another
    points = at.catalogue.concealed if use.way.revealed is None else at.catalogue.shown(use.way.revealed)
    try:
        return far.to_win(use.stand, np.array(points, np.int64), at.rules.minimum_points, start)
    except far.TooFarError:
        return None


class Counsel(Unseen):
    """A position whose legal uses of the drawn card (one where none is drawn) are weighed."""

    def __init__(self, at: Position, left: Sequence[int]) -> None:
        self.at = at
        drawn, room = at.holding.drawn, at.holding.room(COPIES)
        openable = [
            kind
            for kind, copies in enumerate(at.holding.hand)
            if at.rules.lock_dealt and copies == 3 and room[kind] == COPIES and (drawn is None or kind != drawn.item)
        ]
        super().__init__(NOTATION, left, openable)

    def waits(self, outlook: Outlook) -> tuple[Wait, ...]:
        """Each kind that completes a hand one card short: called by way of `take`, and drawn."""
        at = self.at
        near = {NAMES.index(each.card) for each in self.improvements(outlook)} if outlook.distance == 1 else set()
        if at.rules.break_triplet_for_win:
            near = {kind for kind, copies in enumerate(at.holding.counts()) if copies < COPIES}
        found = []
        for kind in sorted(near):
            taken, drawn = self._completed(kind, "take"), self._completed(kind, "draw")
            if taken is not None or drawn is not None:
                points, won = taken or drawn or (0, False)
                found.append(
                    Wait(
                        NAMES[kind],
                        self.left[kind],
                        points,
                        won and taken is not None,
                        None if drawn is None else drawn[0],
                        None if drawn is None else drawn[1],
                    )
                )
        return tuple(found)

    def _completed(self, kind: int, source: Source) -> tuple[int, bool] | None:
        """The points of the hand with that card, and whether it wins. A called pair has points too where it does not win and is no call."""
        after = position(self.at.rules, self.at.holding._replace(drawn=Drawn(kind, source)))
        legal = _finished(after)
        if legal is not None:
            return legal.points, wins(after, legal)
        pairs = tuple(way._replace(must_win=False) for way in after.ways if way.must_win and not way.breaking)
        other = _finished(after._replace(ways=pairs)) if pairs else None
        return None if other is None else (other.points, False)

    def discards(self, uses: Iterable[Use]) -> tuple[Discard, ...]:
        """What may be thrown away after each of these uses, best first: the least distance, most live copies, the order of the cards.

        The drawn card itself, or, where it was put into a group, any card that no lock binds.
        """
        best: dict[int, tuple[int, int, int, Outlook]] = {}
        for use in uses:
            scenario = use.way.scenario
            if scenario.loose is not None:
                options = [(scenario.loose, use.outlook)]
            else:  # with a card less a hand is no nearer
                least = use.outlook.distance or 0
                options = [(kind, far.outlook(far.less(use.stand, kind), least)) for kind, copies in enumerate(scenario.free) if copies]
            for kind, outlook in options:
                rank = (*rank_discard(outlook.distance, self.live(outlook)), kind, outlook)
                if kind not in best or rank[:3] < best[kind][:3]:
                    best[kind] = rank
        return tuple(
            Discard(NAMES[kind], outlook.distance, -live, self.improvements(outlook))
            for _, live, kind, outlook in sorted(best.values(), key=lambda rank: rank[:3])
        )

    def call(self, use: Use, forced: bool, lang: Lang) -> Call:
        """One use of a card on offer, and what it leads to."""
        at, way = self.at, use.way
        assert way.scenario.own is not None
        column = way.scenario.own.column
        bare = Call(GROUP_KINDS[column], names(GROUP_CARDS[column]), at.catalogue.name(column, lang), forced)
        if use.won is not None:
            return replace(bare, distance=0, distance_to_win=0, points=use.won.points, wins=True)
        if way.must_win:
            broken = "violation-dealt-triplet-split" if way.breaking else "violation-called-pair"
            return replace(bare, legal=False, reason=TEXTS(broken, lang))
        if min(way.bounds) < 0 and not use.stand.pairing:
            return replace(bare, legal=False, reason=TEXTS("violation-pair-without-quad", lang))
        outlook = use.outlook
        told = replace(bare, distance=outlook.distance, distance_to_win=_to_win(at, use))
        if at.size < quota(way):
            return replace(told, left=self.live(outlook))
        best = _finished(_alone(at, way))
        if best is not None:
            told = replace(told, points=best.points)
        thrown = self.discards([use])
        return replace(told, wins=False, discard=thrown[0].card, left=thrown[0].left) if thrown else replace(told, wins=False)


def quota(way: Way) -> int:
    """Cards of a full hand with the quads that stand after this use of the drawn card."""
    return full(sum(placed.column in QUADS for placed in way.scenario.fixed))


def _passing(counsel: Counsel, forced: bool, lang: Lang) -> Call:
    """Passing a card on offer, and what it leads to."""
    bare = passing(NOTATION, forced, lang)
    if forced:
        return bare
    use = _use(counsel.at, counsel.at.ways[0])
    to_win = _to_win(counsel.at, use)
    return replace(bare, distance=use.outlook.distance, distance_to_win=to_win, left=counsel.live(use.outlook))


def _calls(counsel: Counsel, offered: Drawn, lang: Lang) -> tuple[Call, ...]:
    """Each use of a card on offer, and passing it; the best first, what the rules forbid last."""
    at = counsel.at
    after = position(at.rules, at.holding._replace(drawn=offered))
    forced = at.rules.lock_dealt and at.holding.hand[offered.item] == COPIES - 1
    then = Counsel(after, counsel.left)
    seen: dict[tuple[int, bool], Call] = {}
    for way in after.ways:
        if way.scenario.own is not None:
            use = _use(after, way)
            key = (way.scenario.own.column, way.breaking)
            if key not in seen and (not way.breaking or use.won is not None):
                seen[key] = then.call(use, forced and not way.breaking, lang)
    # Between equals passing comes first: it binds no card.
    return tuple(sorted((_passing(counsel, forced, lang), *seen.values()), key=rank_call))


def advise(request: Advise) -> Advice:
    """What to do next with a hand. Raises InputError."""
    at = read_position(request)
    offered = read_offered(request, at.holding, NOTATION, most_cards)
    counsel = Counsel(at, copies_left(request, at.holding, offered, NOTATION))
    uses = [use for use in (_use(at, way) for way in at.ways) if use.legal]
    distance = nearest(use.outlook.distance for use in uses)
    to_win = nearest(_to_win(at, use) for use in uses)
    undrawn = at.holding.drawn is None and bool(uses)
    waits = counsel.waits(uses[0].outlook) if undrawn and distance != 0 and (distance == 1 or at.rules.break_triplet_for_win) else ()
    if waits and distance is not None and distance > 1:  # the winning card breaks a triplet
        distance, to_win = 1, 1
    return Advice(
        game="zi-pai",
        label=request.label,
        distance=distance,
        distance_to_win=to_win,
        waits=waits,
        improves=counsel.improvements(uses[0].outlook) if undrawn and (waits or at.size < most_cards(at.holding)) else (),
        discards=counsel.discards(use for use in uses if not use.way.must_win and at.size >= quota(use.way)),
        calls=() if offered is None else _calls(counsel, offered, request.language),
        rules=at.rules.info,
        build=build(),
    )
