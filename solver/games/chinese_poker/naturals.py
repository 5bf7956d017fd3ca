"""Automatic wins: hands that may be declared before showing, which of them a hand has, and the arrangement that shows each.

Most hands have none, so every test begins with the cheapest thing that must hold: counts by rank and by suit.
Source: seed 002, "Automatic Win"; the ones beyond its four are played in some houses.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement, product

from solver.games.chinese_poker.rules import SIZES, ChinesePokerRules

Shown = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""Front, middle, back: the cards of each row."""

_FIVES = tuple(tuple((high - step) % 13 for step in range(5)) for high in range(12, 2, -1))
"""Straights of five as rank indexes (deuce 0, ace 12), ace-high first, the wheel last."""
_THREES = tuple(tuple((high - step) % 13 for step in range(3)) for high in range(12, 0, -1))
"""Straights of three, from Q-K-A to A-2-3."""


@dataclass(frozen=True, slots=True)
class Counts:
    """A hand by ranks (deuce 0 to ace 12) and by suits (clubs, diamonds, hearts, spades): all that most automatic wins ask for."""

    ranks: tuple[int, ...]
    suits: tuple[int, ...]

    @classmethod
    def of(cls, hand: Sequence[int]) -> "Counts":
        """The counts of these cards."""
        ranks, suits = [0] * 13, [0] * 4
        for card in hand:
            ranks[card >> 2] += 1
            suits[card & 3] += 1
        return cls(tuple(ranks), tuple(suits))


def is_dragon(counts: Counts) -> bool:
    """Ace through king, of any suits."""
    return max(counts.ranks) == 1


def is_clean_dragon(counts: Counts) -> bool:
    """Ace through king of one suit."""
    return max(counts.suits) == 13


def is_six_pairs(counts: Counts) -> bool:
    """Six pairs: four of a kind counts as two, three of a kind as a pair and a spare card."""
    return sum(count // 2 for count in counts.ranks) == 6


def is_three_flushes(counts: Counts) -> bool:
    """Each of the three rows of one suit."""
    return tuple(sorted(counts.suits)) in FLUSHES


FLUSHES = {(0, 3, 5, 5), (0, 0, 5, 8), (0, 0, 3, 10), (0, 0, 0, 13)}


def is_three_straights(counts: Counts) -> bool:
    """Each of the three rows a straight; a straight flush counts as one."""
    return max(counts.ranks) <= 3 and counts.ranks in straights()


def is_five_pairs_and_three(counts: Counts) -> bool:
    """Five pairs (four of a kind counts as two) and three of a kind."""
    odd = [count for count in counts.ranks if count & 1]
    return odd == [3]


def is_four_threes(counts: Counts) -> bool:
    """Four times three of a kind; four of a kind counts as three and a spare."""
    return sum(count >= 3 for count in counts.ranks) == 4


def is_three_quads(counts: Counts) -> bool:
    """Three times four of a kind."""
    return counts.ranks.count(4) == 3


def is_all_high(counts: Counts) -> bool:
    """Eight to ace."""
    return not any(counts.ranks[:6])


def is_all_low(counts: Counts) -> bool:
    """Deuce to eight."""
    return not any(counts.ranks[7:])


def is_one_colour(counts: Counts) -> bool:
    """All red or all black."""
    clubs, _, _, spades = counts.suits
    return clubs + spades in (0, 13)


def is_no_face(counts: Counts) -> bool:
    """No jack, queen or king; aces may be there."""
    return not any(counts.ranks[9:12])


PREDICATES: dict[str, Callable[[Counts], bool]] = {
    "dragon": is_dragon,
    "six-pairs": is_six_pairs,
    "three-flushes": is_three_flushes,
    "three-straights": is_three_straights,
    "clean-dragon": is_clean_dragon,
    "five-pairs-and-three": is_five_pairs_and_three,
    "four-threes": is_four_threes,
    "three-quads": is_three_quads,
    "all-high": is_all_high,
    "all-low": is_all_low,
    "one-colour": is_one_colour,
    "no-face": is_no_face,
}
"""What can be told from the counts; `three-straight-flushes` alone needs the cards."""
NAMES = (*PREDICATES, "three-straight-flushes")
_DRAGONS = ("clean-dragon", "dragon")


@cache
def straights() -> dict[tuple[int, ...], tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]]:
    """Every way to be three straights, by counts of ranks: the ranks of front, middle and back, the strongest rows at the back."""
    table: dict[tuple[int, ...], tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]] = {}
    for back, middle in combinations_with_replacement(_FIVES, 2):
        for front in _THREES:
            counts = [0] * 13
            for rank in (*front, *middle, *back):
                counts[rank] += 1
            table.setdefault(tuple(counts), (front, middle, back))
    return table


def three_straight_flushes(hand: Sequence[int]) -> Shown | None:
    """The rows where each is a straight and of one suit; None where there are no such."""
    counts = Counts.of(hand)
    return _straight_flushes(hand) if is_three_flushes(counts) and is_three_straights(counts) else None


def _straight_flushes(hand: Sequence[int]) -> Shown | None:
    held = frozenset(hand)

    def rows(straights: Sequence[tuple[int, ...]], left: frozenset[int]) -> Iterator[tuple[int, ...]]:
        for ranks in straights:
            for suit in (3, 2, 1, 0):
                row = tuple(4 * rank + suit for rank in ranks)
                if left.issuperset(row):
                    yield row

    for back in rows(_FIVES, held):
        for middle in rows(_FIVES, held - set(back)):
            for front in rows(_THREES, held - set(back) - set(middle)):
                return front, middle, back
    return None


def has(name: str, hand: Sequence[int]) -> bool:
    """Whether these thirteen different cards are the automatic win of that name."""
    if name == "three-straight-flushes":
        return three_straight_flushes(hand) is not None
    return PREDICATES[name](Counts.of(hand))


def order(rules: ChinesePokerRules, name: str) -> tuple[bool, int]:
    """What ranks automatic wins against each other: a dragon before the others, then the worth. Equals cancel."""
    return name in _DRAGONS, rules.worths.get(name, 0)


@cache
def _checks(rules: ChinesePokerRules) -> tuple[tuple[str, Callable[[Counts], bool]], ...]:
    """The automatic wins that are played, the best first. Three straight flushes are also three straights: that is asked first."""
    played = sorted((name for name in NAMES if name in rules.worths), key=lambda name: order(rules, name), reverse=True)
    return tuple((name, PREDICATES.get(name, is_three_straights)) for name in played)


def best(rules: ChinesePokerRules, hand: Sequence[int]) -> str | None:
    """The best automatic win that these thirteen cards are under the rules; None for most hands."""
    counts = Counts.of(hand)
    for name, test in _checks(rules):
        if test(counts) and (name in PREDICATES or three_straight_flushes(hand)):
            return name
    return None


def show(name: str, hand: Sequence[int]) -> Shown:
    """The rows that show an automatic win which these thirteen cards are. They need no legal order among each other."""
    if name == "three-straight-flushes":
        shown = three_straight_flushes(hand)
        if shown is None:
            raise ValueError(f"{hand} holds no three straight flushes")
        return shown
    if name == "three-flushes":
        return _show_flushes(hand)
    if name == "three-straights":
        return _show_straights(hand)
    if name in ("six-pairs", "five-pairs-and-three", "four-threes", "three-quads"):
        return _rows(_sets(hand, name))
    return _rows(sorted(hand, reverse=True))


def _rows(from_the_back: Sequence[int]) -> Shown:
    """Back, middle and front filled in turn."""
    return tuple(from_the_back[10:]), tuple(from_the_back[5:10]), tuple(from_the_back[:5])


def _sets(hand: Sequence[int], name: str) -> list[int]:
    """The cards so laid that rows of five, five and three break as few sets as can be."""
    size = {"four-threes": 3, "three-quads": 4}.get(name, 2)
    by_rank: dict[int, list[int]] = {}
    for card in sorted(hand, reverse=True):
        by_rank.setdefault(card >> 2, []).append(card)
    sets: list[list[int]] = []
    spare: list[int] = []
    for cards in by_rank.values():
        if name == "five-pairs-and-three" and len(cards) == 3:
            sets.insert(0, cards)
            continue
        whole = len(cards) // size * size
        sets += [cards[at : at + size] for at in range(0, whole, size)]
        spare += cards[whole:]
    if name == "six-pairs":  # one pair must be broken over three rows: the last, beside the spare
        single = [*sets.pop(), *spare]
        return [*sets[0], *sets[1], single[0], *sets[2], *sets[3], single[1], *sets[4], single[2]]
    if name == "five-pairs-and-three":
        three, *pairs = sets
        return [*three, *pairs[0], *pairs[1], *pairs[2], pairs[4][0], *pairs[3], pairs[4][1]]
    if name == "four-threes":  # the fourth three is the front, the third gives two cards to the second's row
        return [*sets[0], *sets[2][:2], *sets[1], sets[2][2], *spare, *sets[3]]
    return [*sets[0], *spare, *sets[1], sets[2][0], *sets[2][1:]]


def _show_flushes(hand: Sequence[int]) -> Shown:
    """The highest cards of each suit at the back: of the ways to give suits to rows, the one with the highest back, then middle."""
    by_suit = [sorted((card for card in hand if card & 3 == suit), reverse=True) for suit in range(4)]
    best: Shown | None = None
    for suits in product(range(4), repeat=3):
        left = [list(cards) for cards in by_suit]
        rows: list[tuple[int, ...]] = []
        for suit, size in zip(suits, reversed(SIZES), strict=True):
            rows.append(tuple(left[suit][:size]))
            del left[suit][:size]
        if [len(row) for row in rows] == list(reversed(SIZES)) and (best is None or _higher(rows, best)):
            best = rows[2], rows[1], rows[0]
    if best is None:
        raise ValueError(f"{hand} holds no three flushes")
    return best


def _higher(rows: Sequence[tuple[int, ...]], best: Shown) -> bool:
    back, middle, front = (tuple(card >> 2 for card in row) for row in rows)
    return (back, middle, front) > tuple(tuple(card >> 2 for card in row) for row in reversed(best))


def _show_straights(hand: Sequence[int]) -> Shown:
    left = sorted(hand, reverse=True)
    rows: list[tuple[int, ...]] = []
    front, middle, back = straights()[Counts.of(hand).ranks]
    for ranks in (back, middle, front):
        row: list[int] = []
        for rank in ranks:
            card = next(card for card in left if card >> 2 == rank)
            left.remove(card)
            row.append(card)
        rows.append(tuple(row))
    return rows[2], rows[1], rows[0]


def straight_flush_hands() -> Iterator[tuple[Shown, frozenset[int]]]:
    """Every way to be three straight flushes, with its thirteen cards; one hand may come in several ways."""
    fives = [tuple(4 * rank + suit for rank in ranks) for ranks in _FIVES for suit in range(4)]
    threes = [tuple(4 * rank + suit for rank in ranks) for ranks in _THREES for suit in range(4)]
    for back, middle in combinations(fives, 2):
        if set(back).isdisjoint(middle):
            for front in threes:
                cards = frozenset((*front, *middle, *back))
                if len(cards) == 13:
                    yield (front, middle, back), cards
