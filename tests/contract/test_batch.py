"""Every game's worked hands, good and spoilt, as one batch: each line is answered as it would be by itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from fastapi.testclient import TestClient
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from solver.cli import app
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


WRONG = [
    b'{"hand": "Kr",}',
    b"{",
    b"",
    b" \t",
    b"\xff",
    b'{"hand": "\xed\xa0\x80"}',
    b'\xef\xbb\xbf{"hand": "Kr"}',
    b'{"top": NaN}',
    b"[1]",
    b'"Kr"',
    b"null",
    b'{"hand": "Kr", "hand": "Kr"}',
    b'{"hand": "Kr", "rules": {"preset": "seed", "preset": "seed"}}',
    b'{"hand": "Kr", "top": 1e999}',
    b'{"hand": "\\ud83d"}',
    b"[" * 5000,
    b'{"hand": ' + b"[" * 40 + b"]" * 40 + b"}",
    b'{"hand": 3}',
    b'{"hand": null}',
    b"{}",
    b'{"hand": "Kx"}',
    b'{"hand": ["Kr", 3]}',
    b'{"hand": "Kr", "colour": 1}',
    b'{"hand": "Kr", "label": 3}',
    b'{"hand": "Kr", "rules": 3}',
    b'{"hand": "Kr", "top": 0}',
]


def test_the_command_says_what_the_service_says(service: TestClient, tmp_path: Path) -> None:
    """Codes, places and words of the same lines; a mark at the beginning of a file is no line's fault, so a good line goes ahead."""
    lines = [b'{"hand": "Kr"}', *WRONG]
    (tmp_path / "in.jsonl").write_bytes(b"\n".join(lines) + b"\n")
    result = CliRunner().invoke(
        app, ["batch", str(tmp_path / "in.jsonl"), str(tmp_path / "out.jsonl"), "--game", "si-se-pai", "--workers", "1"]
    )
    assert result.exit_code == 2
    found = [json.loads(line)["error"] for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert found[0] is None
    for line, error, answer in zip(WRONG, found[1:], batch(service, "si-se-pai", lines)[1:], strict=True):
        said = []
        for each in answer["problem"]["errors"]:
            place = each["pointer"] + ("" if each["position"] is None else f" at {each['position']}")
            said.append(": ".join([each["code"], *([place] if each["pointer"] else []), each["message"]]))
        assert error == "; ".join(said), line[:60]


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
