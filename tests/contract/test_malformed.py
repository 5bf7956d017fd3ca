"""Every malformed input that a user could send, to every game and operation, gets what the contract's table of faults says."""

from __future__ import annotations

import json
from typing import Any

import pytest
from fastapi.testclient import TestClient

from solver.game import game as find
from solver.game import games
from tests.api.checks import JSON, problem, refused
from tests.contract.cases import OPERATIONS, at, card_places, crowded, dealt, example, objects, path, put

each_operation = pytest.mark.parametrize(("game_id", "operation"), OPERATIONS)
each_arrange = pytest.mark.parametrize("game_id", [game_id for game_id, name in OPERATIONS if name == "arrange"])
each_verify = pytest.mark.parametrize("game_id", [game_id for game_id, name in OPERATIONS if name == "verify"])


def send(service: TestClient, game_id: str, operation: str, body: Any) -> Any:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return service.post(path(find(game_id), operation), content=content, headers=JSON)


def pointers(document: dict[str, Any]) -> set[str]:
    return {error["pointer"] for error in document["errors"]}


@each_operation
@pytest.mark.parametrize("junk", ["🐉", "??", "\u0000", "é", "\u202e", "Q!"])
def test_text_that_is_no_card(service: TestClient, game_id: str, operation: str, junk: str) -> None:
    """The place is named: the field, and within a text the character."""
    body = example(find(game_id), operation)
    for place in card_places(body):
        text = at(body, place)
        if isinstance(text, list):
            refusal = problem(send(service, game_id, operation, put(body, place, [*text, junk])), 422)
            assert f"{place}/{len(text)}" in pointers(refusal)
        else:
            refusal = problem(send(service, game_id, operation, put(body, place, f"{text} {junk}")), 422)
            error = next(error for error in refusal["errors"] if error["pointer"] == place)
            assert error["position"] == len(text) + 1
            assert error["code"] in ("unknown-card", "missing-colour", "malformed-text")


@each_operation
@pytest.mark.parametrize("value", [7, 7.5, True, None, {}, {"hand": "x"}, [7], [None], [[]], [["x"]], [{}]])
def test_a_wrong_type_where_cards_stand(service: TestClient, game_id: str, operation: str, value: Any) -> None:
    body = example(find(game_id), operation)
    required = find(game_id).operations[operation].request.model_json_schema().get("required", [])
    for place in card_places(body):
        if value is None and place.removeprefix("/") not in required and place.count("/") == 1:
            continue  # null leaves out what may be left out
        refusal = problem(send(service, game_id, operation, put(body, place, value)), 422)
        assert all(pointer == place or pointer.startswith(f"{place}/") for pointer in pointers(refusal)), refusal


@each_operation
def test_a_very_long_text(service: TestClient, game_id: str, operation: str) -> None:
    body = example(find(game_id), operation)
    for place in card_places(body):
        card = find(game_id).deck[0]
        for long in (card * 15_000, [card] * 6_000, "x" * 60_000, [card * 1_000], " " * 60_000):
            response = send(service, game_id, operation, put(body, place, long))
            assert response.status_code in (413, 422), response.text
            assert len(response.content) < 50_000


@each_operation
def test_an_unknown_key_in_every_object(service: TestClient, game_id: str, operation: str) -> None:
    body = example(find(game_id), operation)
    for place in objects(body):
        refused(send(service, game_id, operation, put(body, f"{place}/nope", 1)), 422, "unknown-key", f"{place}/nope")


@each_operation
def test_a_field_of_another_game(service: TestClient, game_id: str, operation: str) -> None:
    own = set(find(game_id).operations[operation].request.model_fields)
    others = {name for game in games() for found in game.operations.values() for name in found.request.model_fields} - own
    body = example(find(game_id), operation)
    for name in sorted(others):
        refused(send(service, game_id, operation, body | {name: []}), 422, "unknown-key", f"/{name}")


@each_operation
def test_every_value_of_a_wrong_type(service: TestClient, game_id: str, operation: str) -> None:
    """Each field of the example in turn gets a value no field takes; the answer is 422 at that place or below it."""
    body = example(find(game_id), operation)
    for name in body:
        refusal = problem(send(service, game_id, operation, body | {name: {"\u2603": [[]]}}), 422)
        assert all(pointer.startswith(f"/{name}") for pointer in pointers(refusal)), refusal


@each_operation
@pytest.mark.parametrize(
    ("rules", "code", "pointer"),
    [
        ({"preset": "nope"}, "unknown-value", "/rules/preset"),
        ({"preset": 7}, "wrong-type", "/rules/preset"),
        ({"preset": None}, "wrong-type", "/rules/preset"),
        ({"nope": 1}, "unknown-key", "/rules/nope"),
        ("nope", "wrong-type", "/rules"),
        ([], "wrong-type", "/rules"),
        ({str(number): 1 for number in range(100)}, "out-of-range", "/rules"),
    ],
)
def test_unknown_rules(service: TestClient, game_id: str, operation: str, rules: Any, code: str, pointer: str) -> None:
    refused(send(service, game_id, operation, example(find(game_id), operation) | {"rules": rules}), 422, code, pointer)


@each_operation
def test_no_rule_takes_a_value_that_breaks_anything(service: TestClient, game_id: str, operation: str) -> None:
    """Whatever is put at each value of the rules, the answer is an answer or a 422 below /rules."""
    game = find(game_id)
    body = example(game, operation)
    for name, value in game.presets.values[game.presets.default.preset].items():
        for odd in (None, True, -1, 0, 1.5, 1e300, 10**30, "nope", [], {}, [1], {"nope": 1}, [[[]]], "", -0.0):
            if type(odd) is type(value) and odd == value:
                continue
            response = send(service, game_id, operation, body | {"rules": {name: odd}})
            if response.status_code not in (200, 202):
                refusal = problem(response, 422)
                assert all(pointer.startswith("/rules") for pointer in pointers(refusal)), (name, odd, refusal)


@each_operation
@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"lang": "fr"}, "unknown-value"),
        ({"lang": 1}, "unknown-value"),
        ({"label": "x" * 201}, "out-of-range"),
        ({"label": 1}, "wrong-type"),
    ],
)
def test_common_fields(service: TestClient, game_id: str, operation: str, fields: dict[str, Any], code: str) -> None:
    refused(send(service, game_id, operation, example(find(game_id), operation) | fields), 422, code, f"/{next(iter(fields))}")


@each_arrange
@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"objective": "nope"}, "unknown-value"),
        ({"engine": "nope"}, "unknown-value"),
        ({"top": 0}, "out-of-range"),
        ({"top": 21}, "out-of-range"),
        ({"top": 10**40}, "out-of-range"),
        ({"top": "1"}, "wrong-type"),
        ({"top": 1.5}, "wrong-type"),
        ({"deadline_ms": 0}, "out-of-range"),
        ({"deadline_ms": 10_001}, "out-of-range"),
        ({"deadline_ms": None}, "wrong-type"),
    ],
)
def test_arrange_fields(service: TestClient, game_id: str, fields: dict[str, Any], code: str) -> None:
    refused(send(service, game_id, "arrange", example(find(game_id), "arrange") | fields), 422, code, f"/{next(iter(fields))}")


@each_operation
@pytest.mark.parametrize("body", [b"", b"{", b"nope", b"\xff", b'{"hand": NaN}', b"\x00"])
def test_what_is_no_json(service: TestClient, game_id: str, operation: str, body: bytes) -> None:
    problem(send(service, game_id, operation, body), 400)


@each_operation
@pytest.mark.parametrize(
    "body", [b"[]", b"7", b"null", b'"hand"', b"[" * 20_000, b'{"a":' * 8_000 + b"1" + b"}" * 8_000, b'{"lang": "en", "lang": "en"}']
)
def test_json_that_is_no_request(service: TestClient, game_id: str, operation: str, body: bytes) -> None:
    problem(send(service, game_id, operation, body), 422)


@each_operation
def test_a_huge_body(service: TestClient, game_id: str, operation: str) -> None:
    refused(send(service, game_id, operation, b'{"hand": "' + b"x" * 10_000_000 + b'"}'), 413, "body-too-large")


@each_arrange
def test_no_card(service: TestClient, game_id: str) -> None:
    for hand in ("", " ", []):
        refusal = problem(send(service, game_id, "arrange", {"hand": hand}), 422)
        assert refusal["code"] in ("empty-hand", "wrong-number-of-cards")
        assert pointers(refusal) == {"/hand"}


@each_arrange
def test_too_many_and_too_few_cards(service: TestClient, game_id: str) -> None:
    game = find(game_id)
    fewest, most = game.sizes
    for count in {fewest - 1, most + 1} - {0}:
        refused(send(service, game_id, "arrange", {"hand": dealt(game, count)}), 422, "wrong-number-of-cards", "/hand")
    for count in (fewest, most):
        assert send(service, game_id, "arrange", {"hand": dealt(game, count)}).status_code == 200


@each_arrange
def test_more_copies_than_the_deck_has(service: TestClient, game_id: str) -> None:
    game = find(game_id)
    response = send(service, game_id, "arrange", {"hand": crowded(game, game.full)})
    refusal = problem(response, 422)
    assert refusal["code"] in ("too-many-copies", "duplicate-card")
    assert all(pointer.startswith("/hand") for pointer in pointers(refusal))


def claimed(body: dict[str, Any]) -> list[str]:
    """Where a claim shows cards, the hand and its history aside."""
    return [place for place in card_places(body) if place.split("/")[1] not in ("hand", "melds", "current", "seen")]


@each_verify
def test_verify_judges_a_claim_with_too_many_copies(service: TestClient, game_id: str) -> None:
    """A claim is judged, however impossible its cards are: 200, and a violation."""
    game = find(game_id)
    body = example(game, "verify")
    assert claimed(body)
    for place in claimed(body):
        judged_wrong(service, game_id, put(body, place, crowded(game, 0)))


@each_verify
def test_verify_judges_a_claim_of_a_wrong_size(service: TestClient, game_id: str) -> None:
    game = find(game_id)
    body = example(game, "verify")
    for place in claimed(body):
        judged_wrong(service, game_id, put(body, place, []))
        judged_wrong(service, game_id, put(body, place, list(game.deck)))
    for groups in ([], body.get("groups", [])[:-1], body.get("groups", []) * 2):
        if "groups" in body:
            judged_wrong(service, game_id, body | {"groups": groups})


def judged_wrong(service: TestClient, game_id: str, body: dict[str, Any]) -> None:
    """200, not valid, and every violation from the game's list."""
    response = send(service, game_id, "verify", body)
    assert response.status_code == 200, response.text
    verdict = response.json()
    assert verdict["valid"] is False
    assert verdict["violations"]
    assert {violation["code"] for violation in verdict["violations"]} <= set(find(game_id).violations)
    assert all(violation["message"] for violation in verdict["violations"])
