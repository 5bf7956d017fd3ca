"""docs/ledger.md names all that there is. That its commands run and show what they show is held by tests/docs/test_snippets.py."""

from __future__ import annotations

from api.settings import Settings
from solver.ledger.receipt import TEXTS, Receipt
from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "ledger.md").read_text(encoding="utf-8")


def test_the_page_names_every_field_result_and_setting() -> None:
    assert [name for name in Receipt.__struct_fields__ if f'"{name}"' not in PAGE] == []
    assert [code for code in TEXTS.codes() if code not in ("genuine", "other-claim", "no-receipt") and f"`{code}`" not in PAGE] == []
    assert [name for name in Settings.model_fields if name.startswith("ledger") and f"LIPAI_{name.upper()}" not in PAGE] == []
