"""Every game's worked hands, good and spoilt, as one batch: each line is answered as it would be by itself."""

from __future__ import annotations

import json
from typing import Any

import jsonschema_rs
import pytest
from fastapi.testclient import TestClient
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.game import game as find
from solver.game import games
from tests.api.checks import JSON
from tests.contract.bodies import LONG, QUICK, bodies, json_text
from tests.contract.cases import path

LINES = {"content-type": "application/jsonl"}


def batch(service: TestClient, game_id: str, lines: list[bytes]) -> list[Any]:
    """The answers to these lines, numbers checked and taken off."""
    response = service.post(f"{path(find(game_id), 'arrange')}/batch", content=b"\n".join(lines), headers=LINES)
    assert response.status_code == 200, response.text
    answers = [json.loads(line) for line in response.content.split(b"\n")[:-1]]
    assert [answer.pop("index") for answer in answers] == list(range(len(lines)))
    return answers


@pytest.mark.parametrize("game_id", [game.id for game in games()])
def test_worked_hands(service: TestClient, game_id: str) -> None:
    game = find(game_id)
    document = service.get("/openapi.json").json()
    operation = document["paths"][f"{path(game, 'arrange')}/batch"]["post"]
    lines = operation["requestBody"]["content"]["application/jsonl"]["schema"]["contentSchema"]
    answered = operation["responses"]["200"]["content"]["application/jsonl"]["schema"]["contentSchema"]
    requests = [dict(example.request) for example in game.examples if example.operation == "arrange"]
    answers = batch(service, game_id, [json.dumps(request).encode() for request in [*requests, {"hand": "?"}]])
    for request, answer in zip(requests, answers, strict=False):
        assert answer == service.post(path(game, "arrange"), json=request).json()
        jsonschema_rs.Draft202012Validator({"components": document["components"], **lines}).validate(request)
    for index, answer in enumerate(answers):
        jsonschema_rs.Draft202012Validator({"components": document["components"], **answered}).validate({"index": index, **answer})
    assert answers[-1]["problem"]["status"] == 422


def same_in_a_batch(service: TestClient, drawn: list[tuple[str, str, dict[str, Any]]]) -> None:
    game_id = drawn[0][0]
    lines = [json_text(body) for own, operation, body in drawn if own == game_id and operation == "arrange"]
    for line, answer in zip(lines, batch(service, game_id, lines) if lines else [], strict=True):
        alone = service.post(path(find(game_id), "arrange"), content=line, headers=JSON).json()
        found = answer.get("problem", answer)
        assert {**found, "instance": None} == {**alone, "instance": None}


@given(st.lists(bodies(), min_size=1, max_size=3))
@settings(QUICK, max_examples=60)
def test_altered_examples_in_a_batch(service: TestClient, drawn: list[tuple[str, str, dict[str, Any]]]) -> None:
    same_in_a_batch(service, drawn)


@pytest.mark.soak
@given(st.lists(bodies(), min_size=1, max_size=20))
@settings(LONG, max_examples=5_000)
def test_altered_examples_in_a_batch_for_long(service: TestClient, drawn: list[tuple[str, str, dict[str, Any]]]) -> None:
    same_in_a_batch(service, drawn)
