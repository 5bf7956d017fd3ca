"""The 52 playing cards and jokers: cards as ints, and text with positions.

A card is `4 * (rank - 2) + suit`: ranks 2–14 (ace 14), suits c d h s as 0–3. Jokers are 52 and 53, both written `Jk`.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from solver.errors import Fault, InputError, refuse

RANKS = "23456789TJQKA"
SUITS = "cdhs"
JOKER = 52
NAMES: tuple[str, ...] = (*(rank + suit for rank in RANKS for suit in SUITS), "Jk", "Jk")
"""Canonical notation by card."""

_SUIT_SIGNS = {"♣": "c", "♧": "c", "♦": "d", "♢": "d", "♥": "h", "♡": "h", "♠": "s", "♤": "s"}
_BLOCK_RANKS = {1: 14, **{n: n for n in range(2, 12)}, 13: 12, 14: 13}  # 12 is the knight, which no game here has
_BLOCK_SUITS = {0xA: 3, 0xB: 2, 0xC: 1, 0xD: 0}
_VARIATION = "\ufe0e\ufe0f"


def _spellings() -> dict[str, int]:
    table: dict[str, int] = {}
    for card, name in enumerate(NAMES[:JOKER]):
        rank, suit = name[0], name[1]
        signs = [sign for sign, of in _SUIT_SIGNS.items() if of == suit]
        for written in (rank, "10") if rank == "T" else (rank,):
            for tail in (suit, suit.upper(), *signs):
                table[written + tail] = card
    for high, suit_index in _BLOCK_SUITS.items():
        for low, rank_value in _BLOCK_RANKS.items():
            table[chr(0x1F000 + high * 16 + low)] = 4 * (rank_value - 2) + suit_index
    return table


SPELLINGS: dict[str, int] = _spellings()
"""Every accepted spelling of a single card, jokers aside."""
_JOKERS = {"Jk": JOKER, "\U0001f0cf": JOKER, "\U0001f0bf": JOKER, "\U0001f0df": JOKER}


def _next(text: str, at: int, table: dict[str, int]) -> tuple[int, int] | None:
    for length in (3, 2, 1):
        card = table.get(text[at : at + length])
        if card is not None and len(text) >= at + length:
            end = at + length
            while end < len(text) and text[end] in _VARIATION:
                end += 1
            return card, end
    return None


def _unknown(text: str, at: int, pointer: str, position: int | None) -> Fault:
    end = at + 1
    while end < len(text) and not text[end].isspace() and end - at < 4:
        end += 1
    return Fault("unknown-card", pointer, position, text=text[at:end])


def parse(cards: str | Sequence[str], pointer: str = "/hand", jokers: int = 0) -> tuple[int, ...]:
    """Read cards in the order given, each as an int; the first joker is 52, the next 53.

    A text holds cards side by side or with white space between; a list holds one card an entry. Copies are not counted here.
    Raises InputError `unknown-card` with the position in the text, or with the place in the list.
    """
    table = SPELLINGS if not jokers else SPELLINGS | _JOKERS
    found: list[int] = []
    if isinstance(cards, str):
        tokens = cards.split()
        try:
            found = [table[token] for token in tokens]
        except KeyError:
            found = []
            at = 0
            while at < len(cards):
                if cards[at].isspace():
                    at += 1
                    continue
                step = _next(cards, at, table)
                if step is None:
                    raise InputError((_unknown(cards, at, pointer, at),)) from None
                found.append(step[0])
                at = step[1]
    else:
        faults = []
        for index, entry in enumerate(cards):
            text = entry.strip()
            step = _next(text, 0, table)
            if step is None or step[1] != len(text):
                faults.append(Fault("unknown-card", f"{pointer}/{index}", text=entry[:20]))
            else:
                found.append(step[0])
        if faults:
            raise InputError(faults)
    return tuple(_number_jokers(found)) if jokers else tuple(found)


def _number_jokers(cards: Iterable[int]) -> Iterable[int]:
    seen = 0
    for card in cards:
        yield card + min(seen, 1) if card == JOKER else card
        seen += card == JOKER


def repeated(cards: Iterable[int]) -> dict[str, int]:
    """Cards that stand more than once, with how often."""
    return {NAMES[card]: count for card, count in Counter(cards).items() if count > 1}


def require_deck(cards: Sequence[int], pointer: str = "/hand", jokers: int = 0) -> None:
    """Raise InputError `duplicate-card` where a card stands twice, `too-many-copies` where there are more jokers than the deck has."""
    held = [card for card in cards if card < JOKER]
    if len(set(held)) != len(held):
        raise InputError(Fault("duplicate-card", pointer, card=name, count=count) for name, count in repeated(held).items())
    if len(cards) - len(held) > jokers:
        raise refuse("too-many-copies", pointer, card="Jk", count=len(cards) - len(held), limit=jokers)


def read_hand(cards: str | Sequence[str], pointer: str = "/hand", sizes: tuple[int, int] = (1, 52), jokers: int = 0) -> tuple[int, ...]:
    """Different cards, fewest to most of `sizes`: jokers first, then the highest (equal ranks: spades, hearts, diamonds, clubs).

    That is the canonical order. Raises InputError `empty-hand`, `unknown-card`, `duplicate-card`, `too-many-copies` or
    `wrong-number-of-cards`.
    """
    held = parse(cards, pointer, jokers)
    if not held:
        raise refuse("empty-hand", pointer)
    require_deck(held, pointer, jokers)
    fewest, most = sizes
    if not fewest <= len(held) <= most:
        raise refuse("wrong-number-of-cards", pointer, count=len(held), expected=fewest if fewest == most else f"{fewest}–{most}")
    return tuple(sorted(held, reverse=True))


def canonical(cards: str | Sequence[str], jokers: int = 0) -> tuple[str, ...]:
    """A request's cards in canonical notation, in the order given. Raises InputError."""
    return names(parse(cards, jokers=jokers))


def names(cards: Iterable[int]) -> tuple[str, ...]:
    """Canonical notation."""
    return tuple(NAMES[card] for card in cards)
