"""Bodies for fuzzing: the games' own examples, altered."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from solver.game import game as find
from solver.game import games
from tests.contract.cases import OPERATIONS, card_places, example, places, put

QUICK = settings(derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck), max_examples=25)
LONG = settings(QUICK, derandomize=False, max_examples=1_000)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda below: st.lists(below, max_size=4) | st.dictionaries(st.text(max_size=8), below, max_size=4),
    max_leaves=12,
)


def texts(game_id: str) -> st.SearchStrategy[str]:
    """Texts of cards, near cards, and anything."""
    deck = sorted(set(find(game_id).deck))
    pieces = st.sampled_from(deck) | st.sampled_from([" ", ",", "10", "\u200d", "\ufe0f", "\t"]) | st.characters()
    return st.lists(pieces, max_size=25).map("".join)


@st.composite
def bodies(draw: st.DrawFn) -> tuple[str, str, dict[str, Any]]:
    """An example with one to three of its parts replaced: cards by near cards, any value by any other."""
    game_id, operation = draw(st.sampled_from(OPERATIONS))
    body = example(find(game_id), operation)
    for _ in range(draw(st.integers(1, 3))):
        pointers = [pointer for pointer, _ in places(body) if pointer]
        cards = card_places(body)
        if cards and draw(st.booleans()):
            hand = texts(game_id) | st.lists(st.sampled_from(find(game_id).deck) | texts(game_id), max_size=25)
            body = put(body, draw(st.sampled_from(cards)), draw(hand))
        elif pointers and draw(st.booleans()):
            body = put(body, draw(st.sampled_from(pointers)), draw(json_values))
        else:
            fields = sorted({name for game in games() for found in game.operations.values() for name in found.request.model_fields})
            body = body | {draw(st.sampled_from(fields)): draw(json_values)}
    return game_id, operation, body


def json_text(value: Any) -> bytes:
    """As Python writes it: NaN, Infinity and half surrogates go out as they are."""
    return json.dumps(value).encode("utf-8", "surrogatepass")
