"""Nothing that fits the document of the ledger's paths, and nothing that does not, makes the service fail or say that a forgery is fine."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st

from api import document
from api.app import create_app
from api.settings import Settings
from solver.ledger.receipt import Receipt
from tests.ledger.records import GAME, RIGHT

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    path: Path = tmp_path_factory.mktemp("ledger") / "ledger.db"
    with TestClient(create_app(Settings(warm_up=False, ledger_patience_ms=20_000, ledger=str(path)))) as client:
        yield client


@pytest.fixture(scope="module")
def answer(service: TestClient) -> dict[str, Any]:
    found: dict[str, Any] = service.post(f"/v1/games/{GAME}/verify", json=RIGHT).json()
    return found


def check(service: TestClient, body: Any) -> str:
    response = service.post("/v1/verdicts/check", content=json.dumps(body), headers={"content-type": "application/json"})
    assert response.status_code in (200, 422), response.text
    return str(response.json().get("result", "refused"))


@given(field=st.sampled_from(Receipt.__struct_fields__), value=JSON)
def test_no_field_can_be_another(service: TestClient, answer: dict[str, Any], field: str, value: Any) -> None:
    receipt = answer["receipt"]
    same = type(value) is type(receipt[field]) and value == receipt[field]
    assert (check(service, receipt | {field: value}) == "fine") == same


@given(field=st.text(), value=JSON)
def test_no_field_can_be_added(service: TestClient, answer: dict[str, Any], field: str, value: Any) -> None:
    receipt = answer["receipt"]
    if field not in receipt:
        assert check(service, receipt | {field: value}) == "refused"
    if field not in answer:
        assert check(service, answer | {field: value}) == "other-verdict"


@given(JSON)
def test_no_other_document_is_a_receipt(service: TestClient, value: Any) -> None:
    assert check(service, value) == "refused"
    assert check(service, {"receipt": value}) == "refused"


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=60))
def test_no_other_id_finds_anything(service: TestClient, id: str) -> None:
    from urllib.parse import quote

    response = service.get(f"/v1/verdicts/{quote(id, safe='')}")
    assert response.status_code in (404, 405), response.text


def test_the_paths_are_fuzzed_by_the_document(service: TestClient) -> None:
    """By schemathesis: whatever it makes of the ledger's part of the document."""
    import schemathesis
    from hypothesis import settings
    from schemathesis import checks
    from schemathesis.openapi import from_dict

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(document, "answers", lambda game: {})
        whole = json.loads(json.dumps(document.openapi(ledger=True)))
    # A receipt that fits the schema is rarely one of ours, and 422 is right for what is none.
    config = schemathesis.Config.from_dict({"checks": {"negative_data_rejection": {"expected-statuses": [400, 404, 405, 413, 415, 422]}}})
    schema = from_dict(whole, config=config).include(path_regex="^/v1/(verdicts|keys)")
    schema.app = service.app
    count = 0
    for operation in schema.get_all_operations():

        @given(case=operation.ok().as_strategy())
        @settings(max_examples=25)
        def one(case: schemathesis.Case) -> None:
            nonlocal count
            count += 1
            case.call_and_validate(session=service, excluded_checks=[checks.positive_data_acceptance])

        one()
    assert count > 20
