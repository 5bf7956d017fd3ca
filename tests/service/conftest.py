"""What the tests of a whole server process share."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from api.access import admin


@pytest.fixture
def keys(tmp_path: Path) -> tuple[Path, Callable[..., str]]:
    """A file of keys, and what makes a key in it."""
    file = tmp_path / "keys.json"
    file.write_text(json.dumps({"keys": []}))
    return file, lambda *scopes, **named: admin.create(str(file), list(scopes), "", named.get("expires"), named.get("rate"))[0]
