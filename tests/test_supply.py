"""What the project brings with it may be shipped, is pinned and is listed; and the checks of that see."""

from __future__ import annotations

import json
from typing import Any

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from tools import supply
from tools.audit import FINE, UNKNOWN, VULNERABLE, verdict


@pytest.fixture(scope="module")
def shipped() -> dict[str, str]:
    return supply.closure({"lipai": set(supply.extras())})


def test_every_licence_is_allowed(shipped: dict[str, str]) -> None:
    assert {"lipai", "numpy", "fastapi", "sqlalchemy", "distributed"} <= set(shipped)
    assert "pytest" not in shipped
    assert supply.not_allowed(shipped) == []


def test_every_installed_package_is_pinned() -> None:
    assert supply.not_pinned(supply.closure({"lipai": {"dev", *supply.extras()}, "hatchling": set(), "editables": set()})) == []
    assert supply.not_pinned({"numpy": "1.0", "left-pad": "1.0"}) != []


@pytest.mark.parametrize(
    ("expression", "allowed"),
    [("MIT", True), ("MIT AND PSF-2.0", True), ("GPL-3.0-only OR MIT", True), ("MIT AND GPL-3.0-only", False), ("GPL-3.0-only", False),
     ("Apache-2.0 WITH LLVM-exception", True), ("GPL-2.0-only WITH Classpath-exception-2.0", False),
     ("(MIT OR GPL-3.0-only) AND BSD-3-Clause", True),
     ("BSD", False), ("nothing", False), ("", False), ("AGPL-3.0-or-later OR (GPL-3.0-only AND MIT)", False)],
)  # fmt: skip
def test_an_expression_is_read_as_it_is_meant(expression: str, allowed: bool) -> None:
    assert supply.is_allowed(expression) is allowed


def test_nothing_is_looked_up_in_vain(shipped: dict[str, str]) -> None:
    """What stands in the table is used, and every allowed licence has its reason."""
    table = supply.table()
    assert set(table["looked-up"]) <= set(shipped)
    assert all(table["allowed"].values())
    assert all(supply.is_allowed(expression) for expression in table["looked-up"].values())


def test_the_bill_is_valid_whole_and_repeatable(shipped: dict[str, str]) -> None:
    """CycloneDX's own schema; every shipped package but ourselves with its version, no tool of developers, no address of this machine."""
    bill = supply.sbom(shipped)
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(json.dumps(bill)) is None
    listed = {supply.normal(part["name"]): part["version"] for part in bill["components"]}
    assert {**listed, "lipai": shipped["lipai"]} == shipped
    assert bill["metadata"]["component"]["name"] == "lipai"
    assert "file://" not in json.dumps(bill)


def package(name: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "version": "1", "vulns": [], **more}


def test_an_audit_that_could_not_ask_is_no_good_news() -> None:
    """pip-audit itself exits with 0 when a mirror knows no package."""
    told = json.dumps({"dependencies": [package("a"), {"name": "b", "skip_reason": "Dependency not found"}]})
    assert verdict(told, "")[0] == UNKNOWN
    assert verdict("", "ConnectionError: no route\n") == (
        UNKNOWN,
        "The advisory service could not be asked, so nothing is known: ConnectionError: no route",
    )
    assert verdict(json.dumps({"dependencies": [package("a")]}), "")[0] == FINE
    fault = {"id": "CVE-1", "fix_versions": ["2"]}
    found = verdict(json.dumps({"dependencies": [package("a", vulns=[fault]), {"name": "b", "skip_reason": "x"}]}), "")
    assert found[0] == VULNERABLE
    assert found[1].startswith("a 1: CVE-1, mended in 2\n")
