"""Chinese poker against the best public strategy: the row-win probabilities of the program cpoker (MIT licence).

`python -m bench.peers.cpoker FILE [--deals N]` plays a duplicate match: in every deal two hands without a common card are set by both
sides in turn, so that the luck of the cards cancels. FILE is the table of probabilities; it stays outside the repository.
"""

import argparse
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from solver.games.chinese_poker.expected import opposing
from solver.games.chinese_poker.exploit import expected_policy
from solver.games.chinese_poker.population import DECLARABLE, setting_ranks
from solver.games.chinese_poker.row_chances import Table
from solver.games.chinese_poker.rules import PRESETS
from solver.games.chinese_poker.scoring import Declared, Hand, Played, between
from solver.poker import ranking


def pairs(seed: int, deals: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Two hands of one deck for each deal, highest card first."""
    decks = np.tile(np.arange(52, dtype=np.uint8), (deals, 1))
    np.random.default_rng(seed).permuted(decks, axis=1, out=decks)
    return np.sort(decks[:, :13])[:, ::-1].copy(), np.sort(decks[:, 13:26])[:, ::-1].copy()


def shown(ranks: NDArray[np.int16], declared: int) -> Hand:
    """A hand as scoring takes it."""
    return Declared(DECLARABLE[declared - 1]) if declared else Played((int(ranks[0]), int(ranks[1]), int(ranks[2])))


def match(table: Table, deals: int, seed: int) -> tuple[float, float]:
    """Points a hand that Lipai wins from the table's strategy, and the standard error."""
    rules = PRESETS["thirteen"]
    policy = expected_policy(opposing(rules, 2))
    sides = pairs(seed, deals)
    with ThreadPoolExecutor() as executor:
        ours, theirs = ([play(cards, executor, lambda *_: None) for cards in sides] for play in (policy, table.policy))
    scale = ranking("low")
    hands = {
        (who, side): (
            [shown(ranks, int(kind)) for ranks, kind in zip(setting_ranks(cards, played[side][0], scale), played[side][1], strict=True)]
        )
        for who, played in (("ours", ours), ("theirs", theirs))
        for side, cards in enumerate(sides)
    }
    points = np.array(
        [
            (between(rules, hands["ours", 0][deal], hands["theirs", 1][deal]).points
             + between(rules, hands["ours", 1][deal], hands["theirs", 0][deal]).points) / 2
            for deal in range(deals)
        ]
    )  # fmt: skip
    return float(points.mean()), float(points.std(ddof=1) / np.sqrt(deals))


def main() -> None:
    """Run the match and say how it ended."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--deals", type=int, default=120_000)
    parser.add_argument("--seed", type=int, default=77)
    options = parser.parse_args()
    gain, error = match(Table(options.file), options.deals, options.seed)
    sys.stdout.write(f"expected against cpoker's table: {gain:+.5f} ± {error:.5f} points a hand over {options.deals:,} duplicate deals\n")


if __name__ == "__main__":
    main()
