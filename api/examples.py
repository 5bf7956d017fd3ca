"""The games' worked hands with their answers, and whether an answer holds what its example expects."""

import math
from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from solver import perform
from solver.errors import InputError
from solver.game import Example, Game
from solver.game import game as find


def answer(game: Game, example: Example) -> Any:
    """The whole answer to an example, as JSON has it. Raises InputError where the example is a request that can't be."""
    return msgspec.to_builtins(perform(game.id, example.operation, dict(example.request)))


@cache
def answers(game_id: str) -> Mapping[str, Any]:
    """The answer to each example of a game, by the example's id; none for a request that can't be."""
    found: dict[str, Any] = {}
    for example in find(game_id).examples:
        try:
            found[example.id] = answer(find(game_id), example)
        except InputError:
            continue
    return found


def served(game: Game) -> list[dict[str, Any]]:
    """The examples as the service hands them out: where to POST which body, and what comes back."""
    return [
        {
            "id": example.id,
            "title": dict(example.title),
            "operation": example.operation,
            "path": f"/v1/games/{game.id}/{example.operation}",
            "request": dict(example.request),
            "answer": answers(game.id).get(example.id),
        }
        for example in game.examples
    ]


def first_unlike(game: Game) -> str | None:
    """Solve the game's first stored hand: None when it comes out as it should, else the place where it does not."""
    example = next(example for example in game.examples if example.operation == "arrange")
    return unlike(example.expect, answer(game, example))


def unlike(expected: Any, found: Any, place: str = "") -> str | None:
    """Where `found` does not hold what is expected: objects in part, lists in full, numbers to within 1e-9; None where it does."""
    if isinstance(expected, Mapping):
        if not isinstance(found, Mapping):
            return f"{place or '/'}: {found!r} is no object"
        parts = ((f"{place}/{key}", value, found.get(key, "(missing)")) for key, value in expected.items())
    elif isinstance(expected, list | tuple):
        if not isinstance(found, list | tuple) or len(found) != len(expected):
            return f"{place or '/'}: {found!r} instead of {expected!r}"
        parts = ((f"{place}/{index}", *pair) for index, pair in enumerate(zip(expected, found, strict=True)))
    else:
        return None if _same(expected, found) else f"{place or '/'}: {found!r} instead of {expected!r}"
    return next((difference for below, value, got in parts if (difference := unlike(value, got, below))), None)


def _same(expected: Any, found: Any) -> bool:
    if isinstance(expected, bool) or isinstance(found, bool) or not isinstance(expected, int | float) or not isinstance(found, int | float):
        return type(expected) is type(found) and bool(expected == found)
    return math.isclose(expected, found, rel_tol=0, abs_tol=1e-9)
