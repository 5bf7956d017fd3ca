"""What players call poker hands, in three languages."""

from typing import TYPE_CHECKING

from solver.cards.playing import RANKS
from solver.text import Lang

if TYPE_CHECKING:
    from solver.poker import RowClass

_WORDS = ("deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
ROYAL: dict[Lang, str] = {"en": "royal flush", "zh": "皇家同花顺", "vi": "thùng phá sảnh lớn"}
# {0} is the most important rank, {1} the next; {0s} in the plural
_NAMES: dict[Lang, dict[str, str]] = {
    "en": {
        "high-card": "{0} high, {1}",
        "pair": "pair of {0s}, {1}",
        "two-pair": "two pair, {0s} and {1s}",
        "three-of-a-kind": "three of a kind, {0s}",
        "straight": "straight, {0} high",
        "flush": "flush, {0} high",
        "full-house": "full house, {0s} over {1s}",
        "four-of-a-kind": "four of a kind, {0s}",
        "straight-flush": "straight flush, {0} high",
        "five-of-a-kind": "five of a kind, {0s}",
    },
    "zh": {
        "high-card": "高牌{0}，{1}",
        "pair": "一对{0}，{1}",
        "two-pair": "两对，{0}和{1}",
        "three-of-a-kind": "三条{0}",
        "straight": "顺子，{0}大",
        "flush": "同花，{0}大",
        "full-house": "葫芦，{0}带{1}",
        "four-of-a-kind": "四条{0}",
        "straight-flush": "同花顺，{0}大",
        "five-of-a-kind": "五条{0}",
    },
    "vi": {
        "high-card": "mậu thầu {0}, {1}",
        "pair": "đôi {0}, {1}",
        "two-pair": "thú {0} và {1}",
        "three-of-a-kind": "sám {0}",
        "straight": "sảnh {0}",
        "flush": "thùng {0}",
        "full-house": "cù lũ {0}, đôi {1}",
        "four-of-a-kind": "tứ quý {0}",
        "straight-flush": "thùng phá sảnh {0}",
        "five-of-a-kind": "ngũ quý {0}",
    },
}


def name(row: "RowClass", lang: Lang) -> str:
    """What a player calls a row of this class, `pair of jacks, nine`."""
    pattern = _NAMES[lang][row.category]
    if len(row.ranks) == 1:  # a pair of two cards has no kicker
        pattern = pattern.removesuffix(", {1}").removesuffix("，{1}")
    words = {}
    for place, rank in enumerate(row.ranks[:2]):
        word = _WORDS[rank - 2] if lang == "en" else "10" if rank == 10 else RANKS[rank - 2]
        words[f"{{{place}}}"] = word
        words[f"{{{place}s}}"] = word + ("es" if word == "six" else "s")
    for mark, word in words.items():
        pattern = pattern.replace(mark, word)
    return pattern
