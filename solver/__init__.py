"""Lipai puts a hand of cards in order: the best arrangement, whether a claim is right, what to do next, and who pays whom.

    import solver
    solver.arrange("…", hand="…")

Every operation takes the game's id and the fields of the REST contract, and answers frozen records (`solver.result`).
Bad input raises `solver.errors.InputError`, which carries each fault with its place.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from solver.game import Game
    from solver.result import Answer, Settlement, Verdict

# Importing the package costs nothing: what an operation needs is imported by the first one, so that `lipai --help` is instant.
# The package of the games goes first, or its import would later put a module in the place of the function `games`.
importlib.import_module("solver.games")

__all__ = ["advise", "arrange", "games", "perform", "prepare", "settle", "verify"]


def perform(game: str, operation: str, fields: dict[str, Any]) -> Any:
    """Run one operation of a game. Raises UnknownGameError, UnknownOperationError, InputError."""
    from pydantic import ValidationError

    from solver.errors import from_validation
    from solver.game import game as find

    found = find(game).operation(operation)
    try:
        request = found.request.model_validate(fields)
    except ValidationError as error:
        raise from_validation(error) from None
    return found.run(request)


def games() -> tuple[Game, ...]:
    """All games."""
    from solver.game import games as every

    return every()


def arrange(game: str, **fields: Any) -> Answer:
    """The optimal arrangement of a hand, for the objective asked for."""
    answer: Answer = perform(game, "arrange", fields)
    return answer


def verify(game: str, **fields: Any) -> Verdict:
    """Is this claim right? Everything that is wrong with it."""
    verdict: Verdict = perform(game, "verify", fields)
    return verdict


def settle(game: str, **fields: Any) -> Settlement:
    """Who pays whom."""
    settlement: Settlement = perform(game, "settle", fields)
    return settlement


def advise(game: str, **fields: Any) -> Any:
    """What to do next."""
    return perform(game, "advise", fields)


def prepare(game: str, **fields: Any) -> Any:
    """Compute what a rule set needs ahead of time."""
    return perform(game, "prepare", fields)
