"""Populations at equilibrium, built by averaging counter-strategies (fictitious play).

Every hand of a long deal holds a setting. In each round a share of the hands, 2 / (round + 2) chosen at random, take up the best answer to
the population as it stands: to those of its hands that share no card with theirs. What remains is an average over rounds of best answers,
and that is what approaches equilibrium. Ties in chance are broken by a seed, so that the same command makes the same file.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver import version
from solver.engines.enumerate import layout, subset_masks
from solver.files import write_whole
from solver.games.chinese_poker import naturals, sieve
from solver.games.chinese_poker import response_kernels as kernels
from solver.games.chinese_poker.expected import Field, field
from solver.games.chinese_poker.population import DECLARABLE, Population, dealt, file_name, parse
from solver.games.chinese_poker.rules import PRESETS, SIZES, ChinesePokerRules
from solver.workers import Plain, Threads, Workers, in_turn, taken

HANDS = 1 << 18
ROUNDS = 24
SEED = 1
_PIECE = 2048

Progress = Callable[[str, int, int], None]
"""What is being done, how much of it is done, how much there is."""


def _quiet(what: str, done: int, of: int) -> None:
    pass


def _inside() -> NDArray[np.int16]:
    place = np.zeros(1 << 10, np.int16)
    place[subset_masks(10, 5)] = np.arange(252)
    return place


def respond(cards: NDArray[np.uint8], against: Field, chosen: NDArray[np.int32]) -> tuple[NDArray[np.uint32], NDArray[np.float64]]:
    """The best settings of the chosen hands and their expected points, naturals not declared. Runs without the interpreter lock."""
    settings, values = np.empty(len(chosen), np.uint32), np.empty(len(chosen))
    scale, others, steps, pay, declared = against.compiled
    kernels.respond(
        cards, chosen, layout(13, SIZES).mirrored, subset_masks(13, 3), subset_masks(13, 5), _inside(),
        scale, others, steps, pay, declared, against.scratch(1 << 14), settings, values,
    )  # fmt: skip
    return settings, values


def natural_kinds(rules: ChinesePokerRules, cards: NDArray[np.uint8]) -> dict[int, str]:
    """The automatic wins among hands, by hand."""
    kinds = sieve.best(rules, cards)
    return {hand: naturals.NAMES[kinds[hand] - 1] for hand in np.flatnonzero(kinds).tolist()}


def declarations(rules: ChinesePokerRules, cards: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Every automatic win among hands as declared (see `population`)."""
    declared = np.zeros(len(cards), np.uint8)
    for hand, name in natural_kinds(rules, cards).items():
        declared[hand] = DECLARABLE.index(name) + 1
    return declared


class Strategy:
    """The best answers to a population for hands of one deal, naturals declared where that pays more."""

    def __init__(self, against: Field, cards: NDArray[np.uint8], kinds: dict[int, str]) -> None:
        self.against, self.cards, self.kinds = against, cards, kinds

    def piece(self, chosen: NDArray[np.int32]) -> tuple[NDArray[np.uint32], NDArray[np.uint8], NDArray[np.float64]]:
        """Settings, declarations and expected points of the chosen hands."""
        settings, values = respond(self.cards, self.against, chosen)
        declared = np.zeros(len(chosen), np.uint8)
        for line, hand in enumerate(chosen.tolist()):
            if hand in self.kinds:
                own = self.cards[hand].tolist()
                worth = self.against.declaring(own, self.kinds[hand], len(self.against.strangers(own)))
                if worth >= values[line]:
                    declared[line] = DECLARABLE.index(self.kinds[hand]) + 1
                    values[line] = worth
        return settings, declared, values


def _piece(shared: Any, chosen: NDArray[np.int32]) -> tuple[NDArray[np.uint32], NDArray[np.uint8], NDArray[np.float64]]:
    strategy: Strategy = taken(shared)
    return strategy.piece(chosen)


def pieces(chosen: NDArray[np.int32], size: int = _PIECE) -> Iterator[NDArray[np.int32]]:
    """The chosen hands in pieces."""
    return (chosen[start : start + size] for start in range(0, len(chosen), size))


def answers(
    strategy: Strategy, chosen: NDArray[np.int32], executor: Executor, progress: Progress, what: str
) -> tuple[NDArray[np.uint32], NDArray[np.uint8], NDArray[np.float64]]:
    """`Strategy.piece` over all chosen hands."""
    team = executor if isinstance(executor, Workers) else Plain(executor)
    number, parts = -(-len(chosen) // _PIECE), []
    with team.sharing(strategy) as shared:
        for part in in_turn(team, _piece, ((shared, piece) for piece in pieces(chosen))):
            parts.append(part)
            progress(what, len(parts), number)
    settings, declared, values = zip(*parts, strict=True)
    return np.concatenate(settings), np.concatenate(declared), np.concatenate(values)


def build(
    preset: str = PRESETS.default.preset,
    players: int = 2,
    *,
    hands: int = HANDS,
    rounds: int = ROUNDS,
    seed: int = SEED,
    checkpoint: Path | None = None,
    executor: Executor | None = None,
    progress: Progress = _quiet,
) -> Population:
    """Build the population of a preset. checkpoint: a file to continue from, and to write after every round.

    executor: where the best answers are worked out: `solver.workers`, a cluster's too, or any `concurrent.futures` executor. None: a thread
    for each processor of this machine, as the kernels leave the interpreter free. The result is the same.
    """
    rules = PRESETS[preset]
    cards, _ = dealt(seed, hands)
    kinds = natural_kinds(rules, cards)
    command = f"lipai build chinese-poker --preset {preset} --players {players} --hands {hands} --seed {seed}"
    made = {
        "command": command,
        "rules": rules.digest,
        "rounds": 0,
        "exploitability": 1.0,
    }
    rng = np.random.Generator(np.random.PCG64(seed))
    population = None
    if checkpoint is not None and checkpoint.exists():
        population = parse(checkpoint.read_bytes(), checkpoint.name)
        if population.made["command"] != made["command"]:
            population = None
    if population is None:
        population = strongest_settings(rules, cards, seed, made)
    with nullcontext(executor) if executor is not None else Threads() as workers:
        for number in range(rounds):
            chosen = np.sort(rng.permutation(hands)[: round(hands * 2 / (number + 2))]).astype(np.int32)
            if number < population.made["rounds"]:
                continue
            strategy = Strategy(field(rules, population, players), cards, kinds)
            settings, declared, _ = answers(strategy, chosen, workers, progress, f"round {number + 1} of {rounds}")
            new_settings, new_declared = population.settings.copy(), population.declared.copy()
            new_settings[chosen], new_declared[chosen] = settings, declared
            population = Population(seed, new_settings, new_declared, {**made, "rounds": number + 1})
            if checkpoint is not None:
                write(population, checkpoint)
    return population


def grow(
    population: Population, preset: str, players: int, hands: int, *, progress: Progress = _quiet, executor: Executor | None = None
) -> Population:
    """The same with more hands, those added set by their best answers to it. At equilibrium they are set as the first ones are."""
    rules, seed = PRESETS[preset], population.seed
    cards, _ = dealt(seed, hands)
    strategy = Strategy(field(rules, population, players), cards, natural_kinds(rules, cards))
    added = np.arange(len(population), hands, dtype=np.int32)
    with nullcontext(executor) if executor is not None else Threads() as workers:
        settings, declared, _ = answers(strategy, added, workers, progress, f"{len(added):,} more hands")
    made = {**population.made, "grown from": len(population)}
    return Population(seed, np.concatenate([population.settings, settings]), np.concatenate([population.declared, declared]), made)


def strongest_settings(rules: ChinesePokerRules, cards: NDArray[np.uint8], seed: int, made: dict[str, Any]) -> Population:
    """Where the rounds start: every hand set for `strength`, nothing declared."""
    from solver.engines.enumerate import Split, strongest

    settings = np.empty(len(cards), np.uint32)
    scale, inside, middles = rules.ranking, _inside(), subset_masks(13, 5)
    fronts = subset_masks(13, 3)
    for hand in range(len(cards)):
        fives = scale.row_ranks(cards[hand], 5)
        first = strongest(Split(13, SIZES, (scale.row_ranks(cards[hand], 3), fives, fives), (True, False))).settings[0]
        front, middle = int(fronts[first.subsets[0]]), int(middles[first.subsets[1]])
        free = [position for position in range(13) if not front >> position & 1]
        squeezed = sum(1 << place for place, position in enumerate(free) if middle >> position & 1)
        settings[hand] = first.subsets[0] * 252 + int(inside[squeezed])
    return Population(seed, settings, np.zeros(len(cards), np.uint8), made)


def write(population: Population, path: Path) -> None:
    """Write a population's file whole or not at all."""
    write_whole(path, population.dump())


def measured(population: Population, exploitability: float) -> Population:
    """The population as it is shipped: with what a counter gains on it, and the whole command that makes it again."""
    made = {**population.made, "exploitability": round(max(exploitability, 0.0), 6)}
    options = f" --rounds {made['rounds']}" + (f" --grow {len(population)}" if "grown from" in made else "")
    return replace(population, made={**made, "command": made["command"].partition(" --rounds")[0] + options})


def ship(population: Population, preset: str, players: int, exploitability: float) -> Path:
    """Put a measured population among the shipped data."""
    path = version.DATA / file_name(preset, players)
    write(measured(population, exploitability), path)
    return path
