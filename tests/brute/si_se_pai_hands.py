"""Si Se Pai hands to test with: random, complete by construction (with a history), and rich in groupings."""

from collections import Counter
from random import Random
from typing import NamedTuple

from tests.brute.si_se_pai import KINDS, PRESETS, Drawn, Meld, Rules, best, columns, with_rules
from tests.brute.si_se_pai_counts import PARTS, State, states

SOURCES = ("draw", "take", "steal")
RULES_IN_USE = {
    **PRESETS,
    **{f"{name}-unlocked": with_rules(name, lock_dealt=False) for name in ("seed", "seed-no-footman-pair", "vietnam")},
    **{f"{name}-locked": with_rules(name, lock_dealt=True) for name in ("taiwan", "hakka")},
}

# Found by `most_groupings("seed")`: no 21-card hand has more complete groupings than this one, 136 (locks off).
RICHEST_HAND = ["Kw", *["Cw"] * 4, *["Sg"] * 4, *["Sr"] * 4, *["Sw"] * 4, *["Sy"] * 4]


class Case(NamedTuple):
    """A hand with its history, in the order of the arguments of `groupings` and `best` (rules stand between the last two)."""

    hand: list[str]
    melds: list[Meld]
    drawn: Drawn | None
    dealt_triplets: list[str] | None

    def cards(self) -> list[str]:
        """All cards of the hand."""
        return [*self.hand, *(card for meld in self.melds for card in meld[0]), *([self.drawn[0]] if self.drawn else [])]


def random_hand(rng: Random, size: int = 21) -> list[str]:
    """`size` cards of a shuffled deck."""
    return rng.sample([card for card in KINDS for _ in range(4)], size)


def random_case(rng: Random, rules: Rules, size: int = 21) -> Case:
    """A random hand with up to three melds, perhaps a drawn card, perhaps named dealt triplets. Seldom complete."""
    left = Counter(dict.fromkeys(KINDS, 4))
    melds: list[Meld] = []
    for _ in range(rng.choice((0, 0, 1, 2, 3))):
        kind, cards = rng.choice(columns(rules))
        needed = Counter(cards)
        if needed <= left and len(cards) + sum(len(meld[0]) for meld in melds) <= size:
            left -= needed
            melds.append((cards, _meld_source(rng, kind)))
    rest = rng.sample(sorted(left.elements()), size - sum(len(meld[0]) for meld in melds))
    drawn = (rest.pop(), rng.choice(SOURCES)) if rest and rng.random() < 0.7 else None
    return Case(rest, melds, drawn, _name_triplets(rng, rest))


def _meld_source(rng: Random, kind: str) -> str:
    if kind in ("quad", "king-quad"):
        return rng.choice(("dealt", *SOURCES))
    return rng.choice(SOURCES if kind == "triplet" else SOURCES[:2])


def _name_triplets(rng: Random, hand: list[str]) -> list[str] | None:
    """Mostly `None` (infer them), else some of the kinds of which the hand has three or more."""
    if rng.random() < 0.7:
        return None
    return [card for card, copies in sorted(Counter(hand).items()) if copies >= 3 and card[0] != "K" and rng.random() < 0.6]


def random_groups(rng: Random, rules: Rules, size: int = 21) -> list[tuple[str, tuple[str, ...]]]:
    """Random groups that use `size` cards and at most four copies of each."""
    known = columns(rules)
    while True:
        left = Counter(dict.fromkeys(KINDS, 4))
        groups: list[tuple[str, tuple[str, ...]]] = []
        missing = size
        for _ in range(200):
            kind, cards = rng.choice(known)
            if len(cards) <= missing and Counter(cards) <= left:
                left -= Counter(cards)
                missing -= len(cards)
                groups.append((kind, cards))
        if not missing:
            return groups


def constructed_winning_hand(rng: Random, rules: Rules, with_history: bool = True) -> Case:
    """A 21-card hand that has a complete legal grouping under `rules` (its points may lie under the minimum)."""
    while True:
        hand: list[str] = []
        melds: list[Meld] = []
        drawn: Drawn | None = None
        for kind, cards in random_groups(rng, rules):
            fate = rng.random() if with_history else 1.0
            if fate < 0.3:
                melds.append((cards, _meld_source(rng, kind)))
            elif fate < 0.6 and drawn is None:
                own = rng.randrange(len(cards))
                drawn = (cards[own], rng.choice(SOURCES))
                hand += cards[:own] + cards[own + 1 :]
            else:
                hand += cards
        rng.shuffle(hand)
        case = Case(hand, melds, drawn, _name_triplets(rng, hand) if with_history else None)
        answer = best(case.hand, case.melds, case.drawn, rules, case.dealt_triplets)
        if answer is not None and answer[0] == 21:
            return case


_RICH: list[list[State]] = []


def many_groupings(rng: Random) -> list[str]:
    """A complete 21-card hand with many groupings (locks off, `seed`): mostly footmen, and other parts that have a choice."""
    if not _RICH:
        _RICH.extend([state for state in states(part, PRESETS["seed"]) if state.coverings] for part in PARTS)
    while True:
        hand: list[str] = []
        for place in [len(PARTS) - 1, *rng.sample(range(len(PARTS) - 1), len(PARTS) - 1)]:
            fitting = [state for state in _RICH[place] if len(state.cards) <= 21 - len(hand)]
            hand += rng.choices(fitting, [state.coverings**4 for state in fitting])[0].cards
        if len(hand) == 21:
            rng.shuffle(hand)
            return hand
