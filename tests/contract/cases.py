"""Requests for every game and operation of the registry, made from the games' own examples and decks."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from solver.errors import escape
from solver.game import Example, Game, games

OPERATIONS = [(game.id, name) for game in games() for name in game.operations]
EXAMPLES = [(game.id, example.id) for game in games() for example in game.examples]
CARD_FIELDS = ("hand", "cards")


def example(game: Game, operation: str) -> dict[str, Any]:
    """The body of the game's first example of an operation, free to be changed."""
    return copy.deepcopy(dict(next(found.request for found in game.examples if found.operation == operation)))


def by_id(game: Game, id: str) -> Example:
    return next(found for found in game.examples if found.id == id)


def path(game: Game, operation: str) -> str:
    return f"/v1/games/{game.id}/{operation}"


def at(body: Any, pointer: str) -> Any:
    """The part of a body that a pointer leads to."""
    for step in pointer.split("/")[1:]:
        body = body[_step(body, step)]
    return body


def _step(holder: Any, step: str) -> int | str:
    return int(step) if isinstance(holder, list) else step.replace("~1", "/").replace("~0", "~")


def put(body: dict[str, Any], pointer: str, value: Any) -> dict[str, Any]:
    """A copy of the body with another value at a place."""
    changed = copy.deepcopy(body)
    above, _, last = pointer.rpartition("/")
    holder = at(changed, above)
    holder[_step(holder, last)] = value
    return changed


def places(node: Any, pointer: str = "") -> Iterator[tuple[str, Any]]:
    """Every object and list below, and every value, with its pointer."""
    yield pointer, node
    parts = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for step, part in parts:
        yield from places(part, f"{pointer}/{escape(step)}")


def card_places(body: dict[str, Any]) -> list[str]:
    """Where a body has cards, in the game's notation or as a list of single cards."""
    return [pointer for pointer, value in places(body) if pointer.rpartition("/")[2] in CARD_FIELDS and isinstance(value, str | list)]


def objects(body: dict[str, Any]) -> list[str]:
    """Where a body has objects, rules aside: their keys are values."""
    return [pointer for pointer, value in places(body) if isinstance(value, dict) and not pointer.startswith("/rules")]


def dealt(game: Game, count: int) -> list[str]:
    """The first so many cards of the deck."""
    return list(game.deck[:count])


def crowded(game: Game, count: int) -> list[str]:
    """So many cards, one of them once more often than the deck has it."""
    card = game.deck[0]
    often = game.deck.count(card) + 1
    return [card] * often + [other for other in game.deck if other != card][: max(0, count - often)]
