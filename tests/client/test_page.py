"""What docs/clients.md shows runs, against a real service."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "clients.md").read_text(encoding="utf-8")
HERE = "http://127.0.0.1:8000"
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGE, re.M | re.S)


@pytest.mark.parametrize("code", BLOCKS, ids=range(len(BLOCKS)))
def test_python_on_the_page_runs(code: str, url: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(code.replace(HERE, url), "docs/clients.md", "exec"), {})
    print(capsys.readouterr().out)
