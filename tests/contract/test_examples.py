"""Every worked hand of every game comes out as its author wrote it down, by the library and over HTTP, in three languages."""

from __future__ import annotations

import json
from typing import Any

import jsonschema_rs
import msgspec
import pytest
from fastapi.testclient import TestClient

import solver
from api.examples import unlike
from api.problems import TEXTS
from api.query import Query
from solver.game import game as find
from solver.result import to_json
from solver.text import LANGS
from tests.api.checks import JSON
from tests.contract.cases import EXAMPLES, OPERATIONS, by_id, example, path


@pytest.mark.parametrize(("game_id", "example_id"), EXAMPLES)
def test_an_example_comes_out(service: TestClient, game_id: str, example_id: str) -> None:
    game = find(game_id)
    worked = by_id(game, example_id)
    result = solver.perform(game_id, worked.operation, dict(worked.request))
    answer = msgspec.to_builtins(result)
    assert unlike(worked.expect, answer) is None
    response = service.post(path(game, worked.operation), json=dict(worked.request))
    assert response.status_code == 200, response.text
    assert response.content == to_json(result), "library and service differ"
    assert service.post(path(game, worked.operation), json=dict(worked.request)).content == response.content, "not the same bytes twice"


@pytest.mark.parametrize(("game_id", "operation"), OPERATIONS)
def test_every_operation_has_an_example(game_id: str, operation: str) -> None:
    worked = [one for one in find(game_id).examples if one.operation == operation]
    assert worked
    assert all(set(one.title) == set(LANGS) for one in worked)


@pytest.mark.parametrize(("game_id", "operation"), OPERATIONS)
def test_every_language_answers(service: TestClient, game_id: str, operation: str) -> None:
    """Words change with the language, nothing else does; the header and the field do the same."""
    game = find(game_id)
    body = example(game, operation)
    answers = {}
    for lang in LANGS:
        answers[lang] = service.post(path(game, operation), json=body | {"lang": lang})
        body.pop("lang", None)
        by_header = service.post(path(game, operation), json=body, headers={"accept-language": lang})
        assert by_header.content == answers[lang].content
    assert len({without_words(answer.content) for answer in answers.values()}) == 1
    refusals = {lang: service.post(path(game, operation), json=body | {"lang": lang, "nope": 1}).json()["title"] for lang in LANGS}
    assert refusals == {lang: TEXTS("title-422", lang) for lang in LANGS}


def without_words(answer: bytes) -> str:
    def strip(node: Any) -> Any:
        if isinstance(node, dict):
            return {key: strip(value) for key, value in node.items() if key not in ("name", "message", "reason", "explanation")}
        return [strip(part) for part in node] if isinstance(node, list) else node

    return json.dumps(strip(json.loads(answer)))


@pytest.mark.parametrize("game_id", sorted({game_id for game_id, _ in OPERATIONS}))
def test_get_equals_post(service: TestClient, game_id: str) -> None:
    """The same bytes by query as by body, for every example that a query can say; a proven answer has an ETag, another none."""
    game = find(game_id)
    query = Query(game.operations["arrange"].request)
    asked = 0
    for worked in (one for one in game.examples if one.operation == "arrange"):
        fields = dict(worked.request)
        rules = fields.pop("rules", {})
        if set(rules) <= {"preset"} and all(name in query.schemas and isinstance(value, str | int) for name, value in fields.items()):
            got = service.get(path(game, "arrange"), params=fields | rules)
            posted = service.post(path(game, "arrange"), json=dict(worked.request))
            assert got.content == posted.content
            assert ("etag" in got.headers) == (got.json()["status"] != "feasible")
            if "etag" in got.headers:
                again = service.get(path(game, "arrange"), params=fields | rules, headers={"if-none-match": got.headers["etag"]})
                assert (again.status_code, again.content) == (304, b"")
            asked += 1
    assert asked


@pytest.mark.parametrize(("game_id", "example_id"), EXAMPLES)
def test_examples_and_answers_fit_the_document(service: TestClient, game_id: str, example_id: str) -> None:
    document = service.get("/openapi.json").json()
    game = find(game_id)
    worked = by_id(game, example_id)
    operation = document["paths"][path(game, worked.operation)]["post"]
    body = operation["requestBody"]["content"]["application/json"]
    assert body["examples"][worked.id]["value"] == worked.request
    answer = service.post(path(game, worked.operation), json=dict(worked.request)).json()
    for schema, value in (
        (body["schema"], dict(worked.request)),
        (operation["responses"]["200"]["content"]["application/json"]["schema"], answer),
    ):
        jsonschema_rs.Draft202012Validator({"components": document["components"], **schema}).validate(value)


def test_documents_fit_the_document(service: TestClient) -> None:
    document = service.get("/openapi.json").json()
    got = {
        place: methods["get"] for place, methods in document["paths"].items() if "parameters" not in methods.get("get", {"parameters": []})
    }
    plain = [place for place, get in got.items() if "application/json" in get["responses"]["200"]["content"]]
    assert len(plain) >= 3 + 2 * len({game_id for game_id, _ in OPERATIONS})
    for place in plain:
        schema = document["paths"][place]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
        response = service.get(place)
        assert response.status_code == 200, response.text
        jsonschema_rs.Draft202012Validator({"components": document["components"], **schema}).validate(response.json())


def test_a_problem_fits_the_document(service: TestClient) -> None:
    document = service.get("/openapi.json").json()
    game_id, operation = OPERATIONS[0]
    response = service.post(path(find(game_id), operation), content=b"{", headers=JSON)
    schema = document["components"]["responses"]["Problem400"]["content"]["application/problem+json"]["schema"]
    jsonschema_rs.Draft202012Validator({"components": document["components"], **schema}).validate(response.json())
