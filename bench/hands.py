"""The hands that benchmarks run on, from fixed seeds."""

from __future__ import annotations

from functools import cache
from random import Random

from solver.game import game
from tests.brute.si_se_pai_hands import RICHEST_HAND, RULES_IN_USE, constructed_winning_hand, many_groupings

SEED = 20_261_130


@cache
def dealt(id: str, number: int = 200, size: int | None = None) -> list[str]:
    """Random hands of a game as text, full ones or of a size."""
    random, known = Random(f"{SEED} {id} {size}"), game(id)
    return [" ".join(random.sample(known.deck, size or known.full)) for _ in range(number)]


@cache
def four_colours(kind: str, number: int = 60) -> list[str]:
    """Si Se Pai hands of 21 cards as text.

    random; winning (complete under `seed`, locks off); dealt-sets (with dealt triplets and quads); rich (many groupings); richest (136).
    """
    if kind == "random":
        return dealt("si-se-pai", number)
    random = Random(f"{SEED} {kind}")
    if kind == "winning":
        rules = RULES_IN_USE["seed-unlocked"]
        return [" ".join(constructed_winning_hand(random, rules, with_history=False).hand) for _ in range(number)]
    if kind == "rich":
        return [" ".join(many_groupings(random)) for _ in range(number)]
    if kind == "dealt-sets":
        names = sorted(set(game("si-se-pai").deck))
        return [" ".join(card for card in random.sample(names, 5) for _ in range(random.choice((3, 3, 4)))) for _ in range(number)]
    return [" ".join(RICHEST_HAND)]
