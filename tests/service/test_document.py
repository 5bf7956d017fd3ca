"""The OpenAPI document of a service with keys and rates, against that service: what fits it and what does not, with a key and without."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import settings
from schemathesis import checks
from schemathesis.openapi import from_dict
from schemathesis.python import asgi

from api.access.keys import new
from api.access.scopes import SCOPES
from api.app import create_app
from api.settings import Settings
from solver.game import games
from tests.contract.bodies import QUICK

TEXT, KEY = new(SCOPES)
APP = create_app(
    Settings(
        warm_up=False,
        keys=json.dumps({"keys": [json.loads(KEY.model_dump_json(exclude_none=True))]}),
        public_reads=False,
        rate="1000000000/minute",
    )
)
# A hand is a text in the game's own notation, which no JSON Schema says in full: what fits the schema may still be a 422.
EXCLUDED = [checks.positive_data_acceptance]
REFUSALS = {"checks": {"negative_data_rejection": {"expected-statuses": [400, 401, 405, 413, 415, 422]}}}
FIRST = games()[0].id
CASES = int(os.environ.get("LIPAI_CASES", "20000"))


def described(config: dict[str, Any]) -> Any:
    """All operations but those of JSON Lines, of which no JSON Schema says all."""
    found = from_dict(APP.openapi(), config=schemathesis.Config.from_dict(REFUSALS | config)).exclude(path_regex="/batch$")
    found.app = APP
    return found


schema = described({"phases": {"coverage": {"enabled": False}}}).include(
    path_regex=rf"^/(livez|metrics|v1/games|v1/games/{FIRST}(/verify)?)$"
)
whole = described({})
OPERATIONS = sum(1 for _ in whole.get_all_operations())


@pytest.fixture(scope="module")
def session() -> Iterator[asgi.ASGIClient]:
    """One start of the service for all cases."""
    with asgi.get_client(APP) as client:
        yield client


def hold(case: schemathesis.Case, session: asgi.ASGIClient) -> None:
    """The answer to a caller with a key is one the document names; without one it is 401 wherever the document wants a key."""
    case.call_and_validate(session=session, headers={"Authorization": f"Bearer {TEXT}"}, excluded_checks=EXCLUDED)
    response = case.call(session=session)
    wants = bool(case.operation.definition.raw.get("security"))
    if wants and case.method.upper() == case.operation.method.upper():
        assert response.status_code in (401, 431), response.text
    assert response.status_code < 500


@pytest.mark.soak
@whole.parametrize()
@settings(QUICK, max_examples=CASES // OPERATIONS + 1)
def test_the_whole_document_holds_with_keys_on(case: schemathesis.Case, session: asgi.ASGIClient) -> None:
    """20,000 cases over all operations, LIPAI_CASES another number."""
    hold(case, session)


@pytest.mark.timeout(600)
@schema.parametrize()
@settings(QUICK, max_examples=2)
def test_the_document_holds_with_keys_on(case: schemathesis.Case, session: asgi.ASGIClient) -> None:
    hold(case, session)
