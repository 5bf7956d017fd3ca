"""Nothing that fits the OpenAPI document, and nothing that does not, makes the service fail or answer what the document does not say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote_from_bytes

import pytest
import schemathesis
from fastapi.testclient import TestClient
from hypothesis import given, settings
from hypothesis import strategies as st
from schemathesis import checks
from schemathesis.openapi import from_dict
from schemathesis.python import asgi

from api.app import create_app
from api.document import openapi
from api.settings import Settings
from solver.game import game as find
from solver.game import games
from tests.api.checks import JSON, problem
from tests.contract.bodies import LONG, QUICK, bodies, json_text
from tests.contract.cases import OPERATIONS, example, path

# A hand is a text in the game's own notation, which no JSON Schema says in full: what fits the schema may still be a 422.
EXCLUDED = [checks.positive_data_acceptance]


# A body that is too large, too, is refused as it should be.
REFUSALS = {"checks": {"negative_data_rejection": {"expected-statuses": [400, 405, 413, 415, 422]}}}
DOCUMENT, APP = openapi(), create_app(Settings(warm_up=False))


def described(config: dict[str, Any]) -> Any:
    """All operations but those of JSON Lines, of which no JSON Schema says all: tests/contract/test_batch.py has them."""
    schema = from_dict(DOCUMENT, config=schemathesis.Config.from_dict(config)).exclude(path_regex="/batch$")
    schema.app = APP
    return schema


# Every bound of every field by turns takes minutes: the long run has that, and test_malformed.py the ones that matter.
schema = described(REFUSALS | {"phases": {"coverage": {"enabled": False}}})
whole = described(REFUSALS)


@pytest.fixture(scope="module")
def session() -> Iterator[asgi.ASGIClient]:
    """One start of the service for all cases."""
    with asgi.get_client(APP) as client:
        yield client


@pytest.mark.timeout(600)  # hundreds of cases on a busy machine
@schema.parametrize()
@settings(QUICK, max_examples=10)
def test_the_document_holds(case: schemathesis.Case, session: asgi.ASGIClient) -> None:
    case.call_and_validate(session=session, excluded_checks=EXCLUDED)


@pytest.mark.soak
@whole.parametrize()
@settings(LONG)
def test_the_document_holds_for_long(case: schemathesis.Case, session: asgi.ASGIClient) -> None:
    case.call_and_validate(session=session, excluded_checks=EXCLUDED)


def answered_or_refused(service: TestClient, game_id: str, operation: str, content: bytes) -> None:
    response = service.post(path(find(game_id), operation), content=content, headers=JSON)
    if response.status_code not in (200, 202):
        problem(response, response.status_code)
        assert response.status_code in (400, 422), response.text


@given(bodies())
@settings(QUICK, max_examples=400)
def test_altered_examples(service: TestClient, drawn: tuple[str, str, dict[str, Any]]) -> None:
    game_id, operation, body = drawn
    answered_or_refused(service, game_id, operation, json_text(body))


@pytest.mark.soak
@given(bodies())
@settings(LONG, max_examples=100_000)
def test_altered_examples_for_long(service: TestClient, drawn: tuple[str, str, dict[str, Any]]) -> None:
    game_id, operation, body = drawn
    answered_or_refused(service, game_id, operation, json_text(body))


@given(st.sampled_from(OPERATIONS), st.binary(max_size=200) | st.text(max_size=100).map(lambda text: text.encode("utf-8", "surrogatepass")))
@settings(QUICK, max_examples=300)
def test_any_bytes(service: TestClient, operation: tuple[str, str], content: bytes) -> None:
    answered_or_refused(service, *operation, content)


@given(st.sampled_from(OPERATIONS), st.data())
@settings(QUICK, max_examples=300)
def test_damaged_examples(service: TestClient, operation: tuple[str, str], data: st.DataObject) -> None:
    """Bytes of a good body cut, doubled or changed."""
    content = bytearray(json_text(example(find(operation[0]), operation[1])))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, max(0, len(content) - 1)))
        content[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    answered_or_refused(service, *operation, bytes(content))


@given(st.sampled_from([game.id for game in games()]), st.binary(max_size=60) | st.text(max_size=30).map(str.encode))
@settings(QUICK, max_examples=300)
def test_any_query(service: TestClient, game_id: str, query: bytes) -> None:
    for text in (quote_from_bytes(query, safe="=&+"), "hand=" + quote_from_bytes(query)):
        response = service.get(f"/v1/games/{game_id}/arrange?{text}")
        if response.status_code != 200:
            problem(response, response.status_code)
            assert response.status_code in (400, 422), response.text
