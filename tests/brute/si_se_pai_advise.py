"""Si Se Pai by brute force: the distance to a complete hand, waits, discards, and the legal uses of an offered card.

The distance is the least number of cards that some complete 21-card set, keeping melds and locks, has beyond the hand. Every
target of every part is looked at; the parts are put together by size.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, product
from typing import NamedTuple

from tests.brute.si_se_pai import (
    KINDS,
    PRESETS,
    Cover,
    Drawn,
    Group,
    Meld,
    Rules,
    best,
    columns,
    concealed_points,
    cover_for,
    displayed_points,
    locked_sets,
    meld_group,
    scenarios,
    steal_allowed,
    wins,
    without,
)
from tests.brute.si_se_pai_counts import PARTS, cards_from

Counts = tuple[int, ...]


def _targets(part: tuple[str, ...], room: Counts, locks: tuple[str, ...]) -> Iterator[tuple[Counts, tuple[str, ...]]]:
    """Every count vector a part may end with: (counts, the cards that are free to be grouped).

    A locked triplet ends as itself or as a quad, a locked quad as itself; neither lends a card to another group.
    """
    for target in product(*(range(space + 1) for space in room)):
        whole = all(lock == "" or copies == 4 or (lock == "triplet" and copies == 3) for copies, lock in zip(target, locks, strict=True))
        if whole:
            free = tuple(0 if lock else copies for copies, lock in zip(target, locks, strict=True))
            yield target, cards_from(part, free)


@lru_cache(maxsize=200_000)
def _costs(cover: Cover, part: tuple[str, ...], held: Counts, room: Counts, locks: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """(size, fewest cards to add) over the targets of a part that have a cover."""
    costs: dict[int, int] = {}
    for target, free in _targets(part, room, locks):
        if cover.part_covers(free):
            need = sum(max(0, wanted - have) for wanted, have in zip(target, held, strict=True))
            costs[sum(target)] = min(need, costs.get(sum(target), need))
    return tuple(costs.items())


def _parts(
    hand: Sequence[str], melds: Sequence[Meld], rules: Rules, dealt_triplets: Sequence[str] | None
) -> Iterator[tuple[tuple[str, ...], Counts, Counts, tuple[str, ...]]]:
    """For each part: its kinds, the copies held, the copies that can ever be held beside the melds, the locks."""
    held = Counter(hand)
    shown = Counter(card for meld in melds for card in meld[0])
    locked = locked_sets(hand, rules, dealt_triplets)
    for part in PARTS:
        yield (
            part,
            tuple(held[card] for card in part),
            tuple(4 - shown[card] for card in part),
            tuple(locked.get(card, "") for card in part),
        )


def distance(
    hand: Sequence[str], melds: Sequence[Meld] = (), rules: Rules = PRESETS["seed"], dealt_triplets: Sequence[str] | None = None
) -> int | None:
    """Cards still needed for a complete 21-card hand that keeps melds and locks; 0 complete, 1 waiting, `None` impossible."""
    cover = cover_for(rules, dealt_triplets)
    table = {sum(len(meld[0]) for meld in melds): 0}
    for part, held, room, locks in _parts(hand, melds, rules, dealt_triplets):
        out: dict[int, int] = {}
        for size, need in _costs(cover, part, held, room, locks):
            for cards, needed in table.items():
                total = cards + size
                if total <= 21:
                    out[total] = min(out.get(total, 99), needed + need)
        table = out
    return table.get(21)


def distance_to_win(
    hand: Sequence[str], melds: Sequence[Meld] = (), rules: Rules = PRESETS["seed"], dealt_triplets: Sequence[str] | None = None
) -> int | None:
    """The same for a hand that also reaches the minimum; a group with an added card is a displayed one and scores as such.

    Where that is worth more, a held card may even make way for its like.
    """
    cover = cover_for(rules, dealt_triplets)
    shown = [meld_group(meld, rules) for meld in melds]
    table = {(sum(len(group.cards) for group in shown), sum(group.points for group in shown)): 0}
    swaps = any(
        displayed_points(kind, "draw", rules) > concealed_points(kind, ("",), rules, dealt)
        for kind, _ in columns(rules)
        for dealt in (None, ())
    )
    for part, held, room, locks in _parts(hand, melds, rules, dealt_triplets):
        options: dict[tuple[int, int], int] = {}
        loose = tuple(0 if lock else copies for copies, lock in zip(held, locks, strict=True))
        for target, free in _targets(part, room, locks):
            opened = sum(max(0, wanted - have) for wanted, have, lock in zip(target, held, locks, strict=True) if lock)
            base = sum(_locked_points(copies, lock, rules, dealt_triplets) for copies, lock in zip(target, locks, strict=True))
            wanted = tuple(0 if lock else copies for copies, lock in zip(target, locks, strict=True))
            for own, added in _supplies(wanted, loose, room, swaps):
                need = opened + sum(added)
                for groups in cover.part_covers(free):
                    most = _most_points(groups, cards_from(part, own), cards_from(part, added), rules)
                    if most is not None:
                        key = (sum(target), base + most)
                        options[key] = min(need, options.get(key, need))
        out: dict[tuple[int, int], int] = {}
        for (size, points), need in options.items():
            for (cards, score), needed in table.items():
                key = (cards + size, points + score)
                if key[0] <= 21:
                    out[key] = min(out.get(key, 99), needed + need)
        table = out
    return min((need for (cards, points), need in table.items() if cards == 21 and points >= rules["minimum_points"]), default=None)


def _locked_points(copies: int, lock: str, rules: Rules, dealt_triplets: Sequence[str] | None) -> int:
    """Points of a locked set in a target of `copies`."""
    points = rules["points"]
    if lock == "triplet":
        return int(points["triplet-dealt"] if copies == 3 else displayed_points("quad", "draw", rules))
    if lock == "quad":
        return int(points["quad-dealt"] if dealt_triplets is None else points["quad"])
    return int(points["king-quad-displayed"]) if lock else 0


def _most_points(groups: tuple[Group, ...], own: tuple[str, ...], added: tuple[str, ...], rules: Rules) -> int | None:
    """Most points of these groups, made of the `own` and the `added` cards; `None` when that can't be.

    Each group in turn is concealed, of own cards only, or displayed, with an added card among its own.
    """
    if not groups:
        return 0
    first, rest = groups[0], groups[1:]
    found = []
    left = without(own, first.cards)
    if left is not None:
        found.append((first.points, _most_points(rest, left, added, rules)))
    for card in sorted(set(first.cards) & set(added)):
        found.append((displayed_points(first.kind, "draw", rules), _most_points(rest, own, without(added, (card,)) or (), rules)))
    return max((here + there for here, there in found if there is not None), default=None)


def _supplies(target: Counts, held: Counts, room: Counts, swaps: bool) -> Iterator[tuple[Counts, Counts]]:
    """(own, added) copies that make up a target: as many own ones as there are, or, with `swaps`, one fewer where another can be had."""
    most = [int(swaps and 0 < wanted <= have < space) for wanted, have, space in zip(target, held, room, strict=True)]
    for fewer in product(*(range(count + 1) for count in most)):
        own = tuple(min(wanted, have) - less for wanted, have, less in zip(target, held, fewer, strict=True))
        yield own, tuple(wanted - mine for wanted, mine in zip(target, own, strict=True))


def plainly_within(
    steps: int, hand: Sequence[str], melds: Sequence[Meld], rules: Rules, dealt_triplets: Sequence[str] | None = None
) -> bool:
    """The definition, word for word: some way to add `steps` cards and drop the surplus is complete. Slow: two steps at most."""
    locked = locked_sets(hand, rules, dealt_triplets)
    shown = Counter(card for meld in melds for card in meld[0])
    drop = len(hand) + sum(shown.values()) + steps - 21
    loose_cards = [card for card in sorted(hand) if card not in locked]
    cover = cover_for(rules, dealt_triplets)
    for dropped in set(combinations(loose_cards, drop)) if drop >= 0 else ():
        kept = Counter(loose_cards) - Counter(dropped)
        for added in combinations_with_replacement(KINDS, steps):
            full = kept + Counter(added)
            everything = full + shown + Counter({card: hand.count(card) for card in locked})
            quads = [card for card in locked if full[card]]
            if max(everything.values()) > 4:
                continue
            free = full - Counter(quads)
            if all(cover.part_covers(cards) for cards in cover.split(free)):
                return True
    return False


class Wait(NamedTuple):
    """A kind that completes the hand, copies not seen, the best points with it drawn, whether they reach the minimum."""

    card: str
    left: int
    points: int
    wins: bool


def waits(
    hand: Sequence[str],
    melds: Sequence[Meld] = (),
    rules: Rules = PRESETS["seed"],
    seen: Sequence[str] = (),
    dealt_triplets: Sequence[str] | None = None,
) -> list[Wait]:
    """Try all 28 kinds on a 20-card hand."""
    own = Counter(hand) + Counter(card for meld in melds for card in meld[0])
    assert own.total() == 20
    found = []
    for card in KINDS:
        if own[card] < 4:
            answer = best(hand, melds, (card, "draw"), rules, dealt_triplets)
            if answer is not None and answer[0] == 21:
                left = 4 - own[card] - list(seen).count(card)
                found.append(Wait(card, left, answer[1], answer[1] >= rules["minimum_points"]))
    return found


class Use(NamedTuple):
    """A use of an offered card: its group (`None`: pass), what is left, whether it is legal, the distance after it."""

    group: Group | None
    hand: list[str]
    melds: list[Meld]
    legal: bool
    distance: int | None


def uses(
    hand: Sequence[str],
    melds: Sequence[Meld],
    offered: Drawn,
    rules: Rules = PRESETS["seed"],
    dealt_triplets: Sequence[str] | None = None,
) -> list[Use]:
    """Every use of an offered card, the illegal steals among them, and pass (illegal when a quad is forced)."""
    card, source = offered
    forced = locked_sets(hand, rules, dealt_triplets).get(card) == "triplet"
    found = [Use(None, list(hand), list(melds), not forced, distance(hand, melds, rules, dealt_triplets))]
    for scenario in scenarios(hand, melds, (card, "take"), rules, dealt_triplets):
        assert scenario.drawn_group is not None
        others = list(scenario.drawn_group.cards)
        others.remove(card)
        after = list(without(tuple(hand), others) or ())
        named = None if dealt_triplets is None else [kind for kind in dealt_triplets if after.count(kind) >= 3]
        shown: list[Meld] = [*melds, (scenario.drawn_group.cards, source)]
        won = wins(after, shown, None, rules, named)
        legal = steal_allowed(scenario.drawn_group, offered, won)
        found.append(Use(scenario.drawn_group, after, shown, legal, distance(after, shown, rules, named)))
    return found


def improving(
    hand: Sequence[str], melds: Sequence[Meld] = (), rules: Rules = PRESETS["seed"], dealt_triplets: Sequence[str] | None = None
) -> list[str]:
    """The kinds whose drawing now, put to a legal use with its group displayed, leaves a smaller distance."""
    now = distance(hand, melds, rules, dealt_triplets)
    own = Counter(hand) + Counter(card for meld in melds for card in meld[0])
    found = []
    for card in KINDS:
        if own[card] < 4:
            afters = [use.distance for use in uses(hand, melds, (card, "draw"), rules, dealt_triplets) if use.group and use.legal]
            if any(after is not None and (now is None or after < now) for after in afters):
                found.append(card)
    return found


class Discard(NamedTuple):
    """A discard from a 21-card hand: the distance it leaves, copies that improve, and which kinds with how many copies left."""

    card: str
    distance: int | None
    left: int
    improves: tuple[tuple[str, int], ...]


def discards(
    hand: Sequence[str],
    melds: Sequence[Meld] = (),
    rules: Rules = PRESETS["seed"],
    seen: Sequence[str] = (),
    dealt_triplets: Sequence[str] | None = None,
) -> list[Discard]:
    """Every discard that breaks no lock, from a hand of 21 without a drawn card; best first: least distance, most copies, canonical."""
    own = Counter(hand) + Counter(card for meld in melds for card in meld[0]) + Counter(seen)
    locked = locked_sets(hand, rules, dealt_triplets)
    found = []
    for card in KINDS:
        if card in hand and card not in locked:
            rest = list(hand)
            rest.remove(card)
            # No discard makes a dealt triplet of what was none: with locks on, a free kind has at most two copies, or is a king.
            named = None if dealt_triplets is None else [kind for kind in dealt_triplets if rest.count(kind) >= 3]
            kinds = tuple((kind, 4 - own[kind]) for kind in improving(rest, melds, rules, named))
            found.append(Discard(card, distance(rest, melds, rules, named), sum(left for _, left in kinds), kinds))
    return sorted(found, key=lambda d: (99 if d.distance is None else d.distance, -d.left, KINDS.index(d.card)))
