"""Rows on the table, as a player shows them: read from the request, and held against the rules."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from solver.cards import playing
from solver.games.chinese_poker.cards import TEXTS
from solver.games.chinese_poker.request import ShownRow
from solver.games.chinese_poker.rules import ROWS, SIZES, ChinesePokerRules
from solver.games.chinese_poker.setting import Setting
from solver.result import Violation
from solver.text import Lang

Rows = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
VIOLATIONS = (
    "wrong-number-of-cards",
    "duplicate-card",
    "card-not-in-hand",
    "card-not-placed",
    "wrong-row-size",
    "middle-over-back",
    "front-over-middle",
    "false-natural",
    "natural-not-played",
    "wrong-points",
)


@dataclass(frozen=True, slots=True)
class Shown:
    """Front, middle and back as cards, and where in the request each row stands."""

    rows: Rows
    pointers: tuple[str, ...]

    @property
    def cards(self) -> tuple[int, ...]:
        """All cards of the three rows."""
        return self.rows[0] + self.rows[1] + self.rows[2]


def read_rows(groups: Sequence[ShownRow], pointer: str = "/groups") -> Shown:
    """The rows shown; groups of one slot are one row. Raises InputError for text that is no card."""
    rows: list[tuple[int, ...]] = [(), (), ()]
    pointers = [pointer] * len(ROWS)
    for at, group in enumerate(groups):
        row = ROWS.index(group.slot)
        if not rows[row]:
            pointers[row] = f"{pointer}/{at}"
        rows[row] += playing.parse(group.cards, f"{pointer}/{at}/cards")
    return Shown((rows[0], rows[1], rows[2]), tuple(pointers))


def violation(code: str, lang: Lang, pointer: str, cards: Sequence[int] = (), **data: Any) -> Violation:
    """One of `VIOLATIONS` in words."""
    return Violation(code, TEXTS(f"violation-{code}", lang, **data), playing.names(cards), pointer)


def judge(shown: Shown, rules: ChinesePokerRules, lang: Lang) -> tuple[Setting | None, tuple[Violation, ...]]:
    """The setting shown, and why it is a foul; nothing for a legal one. No setting stands there if a row has the wrong number of cards."""
    wrong = tuple(
        violation("wrong-row-size", lang, pointer, cards, row=TEXTS(f"slot-{row}", lang), count=len(cards), expected=size)
        for row, size, cards, pointer in zip(ROWS, SIZES, shown.rows, shown.pointers, strict=True)
        if len(cards) != size
    )
    if wrong:
        return None, wrong
    setting = Setting.of(*shown.rows, rules.ranking)
    front, middle, back = shown.rows
    names = dict(zip(ROWS, (rules.ranking.name(rank, lang) for rank in setting.ranks), strict=True))
    cards = {"middle-over-back": middle + back, "front-over-middle": front + middle}
    return setting, tuple(violation(fault, lang, shown.pointers[1], cards[fault], **names) for fault in setting.faults)
