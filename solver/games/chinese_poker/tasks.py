"""Making and measuring populations of opponents, as the command `lipai` offers it."""

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from solver.errors import refuse
from solver.game import Progress, Task
from solver.games.chinese_poker.rules import PRESETS, ChinesePokerRules
from solver.workers import Workers


class _Options(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    preset: Annotated[str, Field(description="The rules.")] = PRESETS.default.preset
    players: Annotated[int, Field(ge=2, le=4, description="Players at the table.")] = 2

    @property
    def rules(self) -> ChinesePokerRules:
        """The preset asked for. Raises InputError."""
        return PRESETS.resolve({"preset": self.preset}, pointer="")


class Build(_Options):
    """How a population is made."""

    hands: Annotated[int, Field(ge=64, le=1 << 22, multiple_of=64, description="Hands of the population, a multiple of 64.")] = 1 << 18
    rounds: Annotated[int, Field(ge=0, le=64, description="Rounds of best answers.")] = 24
    grow: Annotated[int, Field(ge=0, le=1 << 22, multiple_of=64, description="Hands in all, those added set by their best answers.")] = 0
    seed: Annotated[int, Field(ge=0, lt=1 << 32, description="Of the deal; the same seed makes the same file.")] = 1
    checkpoint: Annotated[Path | None, Field(description="A file written after every round, and continued from.")] = None
    out: Annotated[Path | None, Field(description="The file to write; without it, the shipped one.")] = None
    measured_hands: Annotated[int, Field(ge=64, description="Hands of the counter-strategy that measures the result.")] = 4096
    opponents: Annotated[int, Field(ge=4096, multiple_of=512, description="Opponents of each of its two pools.")] = 1 << 19


class Exploit(_Options):
    """Which policy is measured, and how closely."""

    policy: Annotated[Literal["expected", "strength", "file"], Field(description="The objective that sets the hands, or a file.")] = (
        "expected"
    )
    file: Annotated[Path | None, Field(description="Chances to win each row by its rank, for the policy `file`.")] = None
    hands: Annotated[int, Field(ge=64, description="Hands of the counter-strategy.")] = 4096
    opponents: Annotated[int, Field(ge=4096, multiple_of=512, description="Opponents of each of the two pools.")] = 1 << 19
    blind: Annotated[bool, Field(description="A counter-strategy that does not know card removal.")] = False
    seed: Annotated[int, Field(ge=0, lt=1 << 32, description="Of the deals.")] = 1_000_003


def build(options: Build, progress: Progress, workers: Workers) -> Mapping[str, Any]:
    """Make a population, measure it, and put it where the program reads it."""
    from solver.games.chinese_poker import build as making

    def steps(what: str, done: int, of: int) -> None:
        progress(what, done / of)

    rules = options.rules
    population = making.build(
        options.preset, options.players, hands=options.hands, rounds=options.rounds, seed=options.seed,
        checkpoint=options.checkpoint, executor=workers, progress=steps,
    )  # fmt: skip
    if options.grow > options.hands:
        population = making.grow(population, options.preset, options.players, options.grow, progress=steps, executor=workers)
    asked: dict[str, Any] = {"hands": options.measured_hands, "opponents": options.opponents}
    measured = _measure(rules, options.players, "expected", population, progress, workers, **asked)
    if options.out is None:
        path = making.ship(population, options.preset, options.players, measured["gain"])
    else:
        path = options.out
        making.write(making.measured(population, measured["gain"]), path)
    return {"file": path.name, "rounds": options.rounds, **measured, "hands": len(population), "measured_hands": measured["hands"]}


def exploit(options: Exploit, progress: Progress, workers: Workers) -> Mapping[str, Any]:
    """Points a hand that the best counter-strategy gains on a policy, with the standard error."""
    asked = {"hands": options.hands, "opponents": options.opponents, "blind": options.blind, "seed": options.seed}
    return _measure(options.rules, options.players, options.policy, None, progress, workers, options.file, **asked)


def _measure(
    rules: ChinesePokerRules,
    players: int,
    policy: str,
    population: Any,
    progress: Progress,
    workers: Workers,
    file: Path | None = None,
    **asked: Any,
) -> dict[str, Any]:
    from solver.games.chinese_poker import exploit as measuring
    from solver.games.chinese_poker.expected import field, shipped

    if policy == "file":
        from solver.games.chinese_poker.row_chances import Table

        if file is None:
            raise refuse("missing-field", "/file", key="file")
        measured: measuring.Policy = Table(file).policy
    elif policy == "strength":
        measured = measuring.strength_policy(rules)
    else:
        measured = measuring.expected_policy(field(rules, population or shipped(rules, players), players))
    return asdict(measuring.exploit(measured, rules, workers, lambda what, done, of: progress(what, done / of), players=players, **asked))


TASKS = {
    "build": Task("Make the opponents that `expected` is computed against, and measure them.", Build, build, spreads=True),
    "exploit": Task("How much the best counter-strategy gains on a policy.", Exploit, exploit, spreads=True),
}
