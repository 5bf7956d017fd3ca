"""Solving the game and measuring policies, as the command `lipai` offers it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from solver.game import Progress, Task
from solver.games.si_ki_pi.rules import PRESETS, SiKiPiRules


class _Options(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    preset: Annotated[str, Field(description="The rules.")] = PRESETS.default.preset

    @property
    def rules(self) -> SiKiPiRules:
        """The preset asked for. Raises InputError."""
        return PRESETS.resolve({"preset": self.preset}, pointer="")


class Build(_Options):
    """What is solved, and where the table goes."""

    out: Annotated[Path | None, Field(description="The file to write; without it, the shipped one.")] = None


class Exploit(_Options):
    """Which policy is measured."""

    policy: Annotated[Literal["expected", "likeliest", "house", "uniform"], Field(description="How hands are set.")] = "expected"


def build(options: Build, progress: Progress) -> Mapping[str, Any]:
    """Solve the rules and write the table of their equilibrium."""
    from solver.games.si_ki_pi import build as making
    from solver.games.si_ki_pi import tables

    path = options.out or tables.SHIPPED
    table = making.write(path, options.rules, progress)
    return {
        "file": path.name,
        "opponents": table.opponents.id,
        "hash": table.opponents.hash,
        "exploitability": table.opponents.exploitability,
    }


def exploit(options: Exploit, progress: Progress) -> Mapping[str, Any]:
    """Points a hand that the best counter-strategy gains on a policy, exact, and what the policy is worth against the equilibrium."""
    from dataclasses import asdict

    from solver.games.si_ki_pi import exploit as measuring

    return {"policy": options.policy, **asdict(measuring.exploit(options.policy, options.rules, progress))}


TASKS = {
    "build": Task("Solve the game and write the table that `expected` answers from; some seconds.", Build, build),
    "exploit": Task("How much the best counter-strategy gains on a policy; exact.", Exploit, exploit),
}
