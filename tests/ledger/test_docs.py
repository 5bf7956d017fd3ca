"""docs/ledger.md names all that there is. That its commands run and show what they show is held by tests/docs/test_snippets.py."""

from __future__ import annotations

import re

from api.settings import Settings
from solver.ledger.receipt import TEXTS, Receipt
from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "ledger.md").read_text(encoding="utf-8")


def test_the_page_names_every_field_result_and_setting() -> None:
    assert [name for name in Receipt.__struct_fields__ if f'"{name}"' not in PAGE] == []
    assert [code for code in TEXTS.codes() if code not in ("genuine", "receipt-missing", "no-receipt") and f"`{code}`" not in PAGE] == []
    assert [name for name in Settings.model_fields if name.startswith("ledger") and f"LIPAI_{name.upper()}" not in PAGE] == []


def test_what_the_page_saves_is_no_file_of_another_page() -> None:
    """`keys.json` holds access keys' hashes in production.md and security-and-limits.md: public keys in its place would destroy them."""
    saved = set(re.findall(r"> ([\w.-]+)$", PAGE, re.MULTILINE))
    assert saved == {"answer.json", "public-keys.json", "public.json"}
    others = " ".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs").glob("*.md") if page.name != "ledger.md")
    assert [name for name in saved - {"answer.json"} if re.search(rf"[ =/]{re.escape(name)}", others)] == []
    assert re.findall(r"curl -s ", PAGE) == [], "a refusal must not be saved as if it were keys"
