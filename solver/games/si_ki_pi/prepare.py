"""Compute what a rule set needs ahead of the first request for it."""

from msgspec import Struct

from solver import version
from solver.errors import refuse
from solver.games.si_ki_pi import jobs
from solver.games.si_ki_pi.cards import TEXTS
from solver.games.si_ki_pi.request import Prepare
from solver.games.si_ki_pi.rules import PRESETS
from solver.result import Opponents, RulesInfo


class Prepared(Struct, frozen=True):
    """How far it is: `ready`, or `running` with the seconds after which to ask again. `opponents`: the equilibrium, once it is there."""

    game: str
    label: str | None
    rules: RulesInfo
    status: str
    build: str
    retry_after: int | None = None
    opponents: Opponents | None = None


def prepare(request: Prepare) -> Prepared:
    """Start computing the equilibrium of a rule set, or say that it is there. Never waits.

    Raises InputError `one-sided` where there is none.
    """
    rules = PRESETS.resolve(request.rules)
    if not rules.symmetric:
        raise refuse("one-sided", "/rules/banker_wins_ties", texts=TEXTS)
    table = jobs.request(rules)
    if table is not None:
        return Prepared("si-ki-pi", request.label, rules.info, "ready", version.build(), opponents=table.opponents)
    seconds = jobs.waiting(rules)
    return Prepared("si-ki-pi", request.label, rules.info, "running", version.build(), retry_after=seconds)
