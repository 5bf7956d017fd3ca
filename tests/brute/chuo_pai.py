"""Chuo Pai by brute force: what is a play, what beats it, the best layout of a small hand, and a whole deal replayed.

A card is a string of two pips, the smaller first (`"36"`); a hand is a list of cards. Rules are a plain dictionary, see `STANDARD`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import comb
from typing import Any, NamedTuple

Rules = dict[str, Any]
STANDARD: Rules = {"starting_bonus": True, "special_totals": "families", "special_cap": 28, "last_round": "played-out"}

# Strength within each family; equal numbers are equal ranks.
FAMILIES: dict[str, dict[str, int]] = {
    "main": {"66": 7, "11": 6, "44": 5, "13": 4, "33": 3, "55": 2, "22": 1},
    "yao": {"15": 4, "16": 3, "46": 2, "56": 1},
    "black": {"36": 4, "26": 3, "35": 3, "25": 2, "23": 1},
    "red": {"45": 4, "34": 3, "14": 2, "12": 1, "24": 1},
}
KINDS = [card for family in FAMILIES.values() for card in family]
DECK = KINDS * 4
# Head, total of what goes with it, strength among specials.
SPECIALS = (("66", 9, 4), ("11", 8, 3), ("44", 7, 2), ("13", 5, 1))


class Play(NamedTuple):
    """Cards in sorted order, the family they compete in, and their strength in it."""

    cards: tuple[str, ...]
    family: str
    rank: int


def goes_with(total: int, rules: Rules) -> list[str]:
    """The cards of this total that may stand in a special."""
    families = ["black", "red"] if rules["special_totals"] == "families" else list(FAMILIES)
    return [card for family in families for card in FAMILIES[family] if int(card[0]) + int(card[1]) == total]


def classify(cards: Iterable[str], rules: Rules) -> Play | None:
    """The play that these cards are, or None."""
    held = tuple(sorted(cards))
    if not held:
        return None
    if held.count(held[0]) == len(held):
        family = next(name for name, ladder in FAMILIES.items() if held[0] in ladder)
        return Play(held, family, FAMILIES[family][held[0]]) if len(held) <= 4 else None
    for head, total, rank in SPECIALS:
        partners = goes_with(total, rules)
        if head in held and any(card in partners for card in held) and all(card == head or card in partners for card in held):
            return Play(held, "special", rank) if len(held) <= rules["special_cap"] else None
    return None


def beats(one: Play, other: Play) -> bool:
    return one.family == other.family and len(one.cards) == len(other.cards) and one.rank > other.rank


def subsets(cards: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Every different set of these cards."""
    counts = Counter(cards)
    for copies in product(*(range(number + 1) for number in counts.values())):
        yield tuple(card for card, number in zip(counts, copies, strict=True) for _ in range(number))


def plays(cards: Sequence[str], rules: Rules) -> list[Play]:
    """Every play that these cards hold: a play has cards of one pattern, or a head and what goes with it, so only those are tried."""
    pools = [[card for card in cards if card == kind] for kind in KINDS]
    pools += [[card for card in cards if card == head or card in goes_with(total, rules)] for head, total, _ in SPECIALS]
    found = {play for pool in pools for chosen in subsets(pool) if (play := classify(chosen, rules)) is not None}
    return sorted(found)


def plays_of_few(cards: Sequence[str], rules: Rules) -> list[Play]:
    """The same by trying every set of cards, for hands small enough."""
    return sorted(play for chosen in subsets(cards) if (play := classify(chosen, rules)) is not None)


def unseen(hand: Sequence[str], seen: Sequence[str] = ()) -> list[str]:
    return list((Counter(DECK) - Counter(hand) - Counter(seen)).elements())


def beaten(play: Play, by: Sequence[str], rules: Rules) -> bool:
    """Whether any play of these cards beats this one."""
    return any(beats(other, play) for other in plays(by, rules))


def best(hand: Sequence[str], hidden: Sequence[str], rules: Rules) -> tuple[tuple[int, int, int], tuple[int, int]]:
    """Over all ways to lay the hand out: the best (guaranteed cards, -plays for the rest, -plays), and the best (-plays, guaranteed)."""
    against = plays(hidden, rules)
    options = [
        (Counter(play.cards), 0 if any(beats(other, play) for other in against) else len(play.cards)) for play in plays_of_few(hand, rules)
    ]
    known: dict[tuple[str, ...], set[tuple[int, int, int]]] = {(): {(0, 0, 0)}}

    def totals(left: tuple[str, ...]) -> set[tuple[int, int, int]]:
        """Every (guaranteed cards, plays for the rest, plays) that these cards can be laid out with."""
        if left not in known:
            counts = Counter(left)
            found = set()
            for cards, sure in options:
                if left[0] in cards and cards <= counts:
                    for total, rest, number in totals(tuple(sorted((counts - cards).elements()))):
                        found.add((total + sure, rest + (not sure), number + 1))
            known[left] = found
        return known[left]

    every = totals(tuple(sorted(hand)))
    return max((sure, -rest, -number) for sure, rest, number in every), max((-number, sure) for sure, _, number in every)


def bonus(hand: Sequence[str], rules: Rules) -> list[str]:
    """What a dealt hand moves to its pile before play."""
    if rules["starting_bonus"] and "12" in hand and "24" in hand:
        return sorted(card for card in hand if card in ("12", "24"))
    return []


def bonus_chance() -> float:
    """The chance that 28 random cards hold at least one nail and at least one two-red."""
    none_of = comb(80, 28)
    return 1 - (2 * none_of - comb(76, 28)) / comb(84, 28)


class IllegalError(Exception):
    """The record breaks a rule."""


def referee(hands: Sequence[Sequence[str]], leader: int, record: Sequence[tuple[int, Sequence[str]]], rules: Rules) -> list[int]:
    """Piles of a deal, from its record of (player, cards). Raises IllegalError."""
    held = [Counter(hand) for hand in hands]
    piles = [0, 0, 0]
    for player in range(3):
        taken = bonus(hands[player], rules)
        held[player] -= Counter(taken)
        piles[player] += len(taken)
    moves = list(record)
    lead = leader
    while sum(1 for hand in held if hand) > 1:
        while not held[lead]:
            lead = (lead + 1) % 3
        top: Play | None = None
        owner = lead
        for player in (lead, (lead + 1) % 3, (lead + 2) % 3):
            if not held[player]:
                continue
            if top is not None and rules["last_round"] == "cut-short" and sum(1 for hand in held if hand) < 2:
                break
            if not moves:
                raise IllegalError("unfinished")
            who, cards = moves.pop(0)
            if who != player:
                raise IllegalError("turn")
            able = [play for play in plays(list(held[player].elements()), rules) if top is None or beats(play, top)]
            if not cards:
                if able:
                    raise IllegalError("must play")
                continue
            play = classify(cards, rules)
            if play not in able:
                raise IllegalError("play")
            held[player] -= Counter(cards)
            top, owner = play, player
        assert top is not None
        piles[owner] += len(top.cards)
        lead = owner
    if moves:
        raise IllegalError("over")
    return piles
