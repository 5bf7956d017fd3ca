"""Solve a rule set and write its table: `python -m solver.games.si_ki_pi.build` prints one, `build()` makes one in this process."""

import json
import os
import platform
import sys
from importlib.metadata import version as installed
from pathlib import Path

from solver import version
from solver.equilibrium import NoSolutionError, Progress, exploitability, quiet, solve
from solver.games.si_ki_pi import tables
from solver.games.si_ki_pi.contest import contest
from solver.games.si_ki_pi.rules import PRESETS, SiKiPiRules
from solver.lifeline import end_with

TOLERANCE = 1e-9
"""Points a hand, for each point of the largest factor, that a counter-strategy may gain on what is called an equilibrium."""
COMMAND = "lipai build si-ki-pi"


def build(rules: SiKiPiRules = PRESETS.default, progress: Progress = quiet) -> tables.Table:
    """The equilibrium of a symmetric rule set as a table, in a few seconds. No randomness: the same bytes on the same versions.

    Raises NoSolutionError where it can't be found to `TOLERANCE`.
    """
    if not rules.symmetric:
        raise NoSolutionError("the game is one-sided")
    game = contest(rules)
    solution = solve(game, progress)
    if solution.exploitability > TOLERANCE * max(rules.factors.values()):
        raise NoSolutionError(f"a counter-strategy gains {solution.exploitability} points a hand")
    about = {
        "what": "Si Ki Pi: the equilibrium between two players; expected points and chances of every split against it",
        "command": COMMAND,
        "seed": None,
        "method": solution.method,
        "exploitability_of_likeliest": round(exploitability(game, game.likeliest(solution.strategy)), 12),
        "rules": rules.model_dump(mode="json", by_alias=True),
        "rules_hash": rules.digest,
        "made_with": {"python": platform.python_version(), **{name: installed(name) for name in ("ortools", "numpy")}},
    }
    return tables.equilibrium(rules, solution, about)


def write(path: Path = tables.SHIPPED, rules: SiKiPiRules = PRESETS.default, progress: Progress = quiet) -> tables.Table:
    """Build a table and put it where the program reads it: the shipped file by default. Returns it."""
    table = build(rules, progress)
    path.write_text(table.to_text(), encoding="utf-8")
    return table


def main(arguments: list[str]) -> int:
    """Print the table of the rules given as JSON, ending with the process given by its number. Exit code 1 where there is none."""
    if len(arguments) > 1:
        end_with(int(arguments[1]))
    if hasattr(os, "nice"):
        os.nice(10)  # requests come first
    rules = PRESETS.resolve(json.loads(arguments[0]) if arguments else None)
    try:
        sys.stdout.write(build(rules).to_text())
    except NoSolutionError as error:
        sys.stderr.write(f"lipai {version.program()}: {error}\n")
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
