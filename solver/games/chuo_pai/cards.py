"""The 84 cards: 21 domino patterns, four copies of each. Cards as ints, and text with positions.

A pattern is its place in the rule page's table, 0–20: main, yao, black and red family, each from the highest to the lowest.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from pathlib import Path

from solver.errors import Fault, InputError, refuse
from solver.game import Face
from solver.text import LANGS, Texts

TEXTS = Texts.load(Path(__file__).with_name("texts.toml"))

COPIES = 4
HAND = 28
PLAYERS = 3


class Family(IntEnum):
    """What a play belongs to: only plays of one family can beat each other. The specials are a family of their own."""

    MAIN = 0
    YAO = 1
    BLACK = 2
    RED = 3
    SPECIAL = 4


# The rule page's table, pips only. Patterns of one step rank alike: neither beats the other, and they make no play together.
_LADDERS: dict[Family, tuple[tuple[str, ...], ...]] = {
    Family.MAIN: (("66",), ("11",), ("44",), ("13",), ("33",), ("55",), ("22",)),
    Family.YAO: (("15",), ("16",), ("46",), ("56",)),
    Family.BLACK: (("36",), ("26", "35"), ("25",), ("23",)),
    Family.RED: (("45",), ("34",), ("14",), ("12", "24")),
}
_TABLE = [(pips, family, len(ladder) - step) for family, ladder in _LADDERS.items() for step, rung in enumerate(ladder) for pips in rung]
NAMES: tuple[str, ...] = tuple(pips for pips, _, _ in _TABLE)
"""Canonical notation by pattern: the smaller number of pips first."""
FAMILIES: tuple[Family, ...] = tuple(family for _, family, _ in _TABLE)
RANKS: tuple[int, ...] = tuple(rank for _, _, rank in _TABLE)
"""Strength within the family, 1 for the lowest."""
TOTALS: tuple[int, ...] = tuple(sum(map(int, pips)) for pips in NAMES)
PATTERNS = range(len(NAMES))
PATTERN: dict[str, int] = {name: pattern for pattern, name in enumerate(NAMES)}
DECK: tuple[str, ...] = tuple(name for name in NAMES for _ in range(COPIES))
BONUS: tuple[int, int] = (PATTERN["12"], PATTERN["24"])
"""Nail and two-red: a hand that is dealt both moves all of both to its scoring pile."""

Counts = tuple[int, ...]
"""Copies of each pattern."""

# Other names than those of texts.toml.
_ALSO: dict[str, str] = {
    "66": "天", "11": "地", "44": "人", "13": "和 hoà", "33": "長三", "55": "plum-blossom", "15": "貓",
    "26": "直八", "35": "拐八", "45": "紅九", "34": "紅七", "14": "紅五", "12": "ding-ding 釘釘 钉钉", "24": "二紅",
}  # fmt: skip
_DASHES = ("", "-", "–", ":", "|")
_TILES = (0x1F031, 0x1F063)  # Unicode's dominoes, lying and standing: 7 × first + second
_MOST_FAULTS = 20


def _written(pattern: int) -> Iterator[str]:
    """Every way of writing a pattern."""
    pips = NAMES[pattern]
    for first, second in {(pips[0], pips[1]), (pips[1], pips[0])}:
        yield from (first + dash + second for dash in _DASHES)
        yield from (chr(start + 7 * int(first) + int(second)) for start in _TILES)
    names = [TEXTS(f"card-{pips}", lang) for lang in LANGS]
    for name in (*names, *(name.replace("-", " ") for name in names), *_ALSO.get(pips, "").split()):
        yield from (name, name.replace(" ", "-"))


_SPELLINGS: dict[str, int] = {
    unicodedata.normalize(form, written.lower()): pattern
    for pattern in PATTERNS
    for written in _written(pattern)
    for form in ("NFC", "NFD")
}
_LENGTHS = tuple(sorted({len(written) for written in _SPELLINGS}, reverse=True))


def _is_letter(sign: str) -> bool:
    """Whether the sign would go on with a word: Chinese characters stand for themselves."""
    return unicodedata.combining(sign) > 0 or (sign.isalpha() and not "\u4e00" <= sign <= "\u9fff")


def _next(text: str, at: int) -> tuple[int, int] | None:
    """The pattern written at this place, by the longest spelling that ends where a word may end, and the place after it."""
    for length in _LENGTHS:
        end = at + length
        pattern = _SPELLINGS.get(text[at:end].lower())
        if pattern is not None and end <= len(text):
            if end < len(text) and _is_letter(text[end - 1]) and _is_letter(text[end]):
                continue
            return pattern, end
    return None


def _scan(text: str, pointer: str, position: bool, faults: list[Fault]) -> list[int]:
    found: list[int] = []
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        step = _next(text, at)
        if step is None:
            start = at
            while at < len(text) and not text[at].isspace():
                at += 1
            faults.append(Fault("unknown-card", pointer, start if position else None, text=text[start : min(at, start + 20)]))
        else:
            found.append(step[0])
            at = step[1]
    return found


def parse(cards: str | Sequence[str], pointer: str = "/hand") -> list[int]:
    """Read cards in the order given, each as its pattern. Copies are not counted here.

    A text holds cards side by side or with blanks between, by pips (`66`, `6-6`, either number first), by name in any of the three
    languages, or as Unicode's domino tiles; a list holds one card an entry.
    Raises InputError `unknown-card` or `one-card` with the position of each in a text, or its place in a list.

    >>> [NAMES[pattern] for pattern in parse("6631 long-three 天牌")]
    ['66', '13', '33', '66']
    """
    written = cards.split() if isinstance(cards, str) else cards
    try:
        return [_SPELLINGS[each] for each in written]
    except KeyError:
        pass
    faults: list[Fault] = []
    found: list[int] = []
    if isinstance(cards, str):
        found = _scan(cards, pointer, True, faults)
    else:
        for index, entry in enumerate(cards):
            before = len(faults)
            read = _scan(entry, f"{pointer}/{index}", False, faults)
            if len(read) != 1 and len(faults) == before:
                faults.append(Fault("one-card", f"{pointer}/{index}", None, TEXTS, text=entry[:20]))
            found += read
    if faults:
        raise InputError(faults[:_MOST_FAULTS])
    return found


def canonical(cards: str | Sequence[str]) -> tuple[str, ...]:
    """A request's cards in canonical notation, in the order given. Raises InputError."""
    return names(parse(cards))


def names(patterns: Iterable[int]) -> tuple[str, ...]:
    """Canonical notation."""
    return tuple(NAMES[pattern] for pattern in patterns)


def tally(patterns: Iterable[int]) -> Counts:
    """Copies of each pattern."""
    counts = [0] * len(NAMES)
    for pattern in patterns:
        counts[pattern] += 1
    return tuple(counts)


def spread(counts: Sequence[int]) -> tuple[str, ...]:
    """The cards of a tally in canonical notation and order."""
    return tuple(name for name, copies in zip(NAMES, counts, strict=True) for _ in range(copies))


def add(first: Sequence[int], second: Sequence[int]) -> Counts:
    """Two tallies together."""
    return tuple(map(int.__add__, first, second))


def less(whole: Sequence[int], part: Sequence[int]) -> Counts:
    """What is left of a tally; negative where the part has more than the whole."""
    return tuple(map(int.__sub__, whole, part))


def require_deck(counts: Sequence[int], pointer: str) -> None:
    """Raise InputError `too-many-copies` for every pattern that stands more often than the deck has it."""
    faults = [
        Fault("too-many-copies", pointer, card=NAMES[pattern], count=copies, limit=COPIES)
        for pattern, copies in enumerate(counts)
        if copies > COPIES
    ]
    if faults:
        raise InputError(faults)


def read_hand(cards: str | Sequence[str], pointer: str = "/hand") -> Counts:
    """A hand of 1 to 28 cards.

    Raises InputError `empty-hand`, `unknown-card`, `too-many-copies` or `wrong-number-of-cards`.
    """
    hand = parse(cards, pointer)
    if not hand:
        raise refuse("empty-hand", pointer)
    counts = tally(hand)
    require_deck(counts, pointer)
    if len(hand) > HAND:
        raise refuse("wrong-number-of-cards", pointer, count=len(hand), expected=f"1–{HAND}")
    return counts


def read_unseen(hand: Sequence[int], seen: str | Sequence[str], current: Sequence[int] | None = None) -> Counts:
    """The deck without the hand, the cards seen and the play on the table: what the other players may hold.

    Raises InputError `unknown-card` or `too-many-copies`.
    """
    known = add(hand, tally(parse(seen, "/seen")))
    require_deck(known, "/seen")
    if current is not None:
        known = add(known, current)
        require_deck(known, "/current")
    return less((COPIES,) * len(NAMES), known)


_INKS = {Family.MAIN: "white", Family.YAO: "green", Family.BLACK: "black", Family.RED: "red"}
_MARKS = {Family.MAIN: "长", Family.YAO: "幺", Family.BLACK: "黑", Family.RED: "红"}


def _face(pattern: int) -> Face:
    pips, family = NAMES[pattern], FAMILIES[pattern]
    return Face(pips, "domino", pips, _INKS[family], _MARKS[family], TEXTS.languages(f"card-{pips}"))


FACES: tuple[Face, ...] = tuple(map(_face, PATTERNS))
