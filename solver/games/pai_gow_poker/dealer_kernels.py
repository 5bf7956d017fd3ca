"""Compiled: how many hands of each class the cards left can deal, added up by what they do to the player's rows.

`dealer` says what the classes are.
"""

import numpy as np
from numpy.typing import NDArray

from solver.compiled import compiled

Ranks = NDArray[np.int16]
Counts = NDArray[np.int64]


@compiled
def ways_to_hold(counts: NDArray[np.uint8], first_rank: int, left: Counts, out: Counts) -> None:
    """For each line of *counts* (copies of a run of ranks from *first_rank* on): the ways to take them from *left* cards of each rank."""
    for line in range(len(counts)):
        ways = 1
        for at in range(counts.shape[1]):
            held = left[first_rank + at]
            for taken in range(counts[line, at]):
                ways = ways * (held - taken) // (taken + 1)
        out[line] = ways


@compiled
def add_patterns(
    lows: NDArray[np.int32],
    highs: NDArray[np.int32],
    low_ways: Counts,
    high_ways: Counts,
    fronts: Ranks,
    backs: Ranks,
    front_cell: NDArray[np.uint8],
    back_cell: NDArray[np.uint8],
    cells: Counts,
) -> None:
    """Add every rank pattern's hands to the cell of its outcome, flushes or not."""
    for at in range(len(lows)):
        cells[front_cell[fronts[at]], back_cell[backs[at]]] += low_ways[lows[at]] * high_ways[highs[at]]


@compiled
def ways_beside(others: int, suits: Counts, left: Counts, out: Counts) -> None:
    """Ways to take 0 to 2 *others* from outside a suit, summed over each set of suits, in the order of the multisets of ranks.

    suits: per suit the mask of ranks left. out: (16, multisets).
    """
    out[:] = 0
    beside = np.empty(13, np.int64)
    for suit in range(4):
        for rank in range(13):
            beside[rank] = left[rank] - (suits[suit] >> rank & 1)
        for chosen in range(16):
            if not chosen >> suit & 1:
                continue
            if others == 0:
                out[chosen, 0] += 1
            elif others == 1:
                for rank in range(13):
                    out[chosen, rank] += beside[rank]
            else:
                at = 0
                for low in range(13):
                    out[chosen, at] += beside[low] * (beside[low] - 1) // 2
                    at += 1
                    for high in range(low + 1, 13):
                        out[chosen, at] += beside[low] * beside[high]
                        at += 1


@compiled
def move_flushes(
    suited: NDArray[np.int32],
    suits: Counts,
    beside: Counts,
    fronts: Ranks,
    backs: Ranks,
    plain_fronts: Ranks,
    plain_backs: Ranks,
    front_cell: NDArray[np.uint8],
    back_cell: NDArray[np.uint8],
    cells: Counts,
) -> None:
    """Move the hands of every flush class from the cell of their rank pattern to that of the class's own outcome.

    suited: the masks of ranks in the suit. beside: `ways_beside`. fronts, backs, plain_fronts, plain_backs: (suited, multisets).
    """
    for line in range(len(suited)):
        chosen = 0
        for suit in range(4):
            chosen |= (suited[line] & ~suits[suit] == 0) << suit
        if chosen == 0:
            continue
        for at in range(beside.shape[1]):
            ways = beside[chosen, at]
            cells[front_cell[fronts[line, at]], back_cell[backs[line, at]]] += ways
            cells[front_cell[plain_fronts[line, at]], back_cell[plain_backs[line, at]]] -= ways
