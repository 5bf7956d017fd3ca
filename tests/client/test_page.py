"""What docs/clients.md shows runs, against a real service."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "clients.md").read_text(encoding="utf-8")
HERE = "http://127.0.0.1:8000"
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGE, re.M | re.S)


@pytest.mark.parametrize("code", BLOCKS, ids=range(len(BLOCKS)))
def test_python_on_the_page_runs(code: str, url: str) -> None:
    env = os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run([sys.executable, "-W", "error", "-c", code.replace(HERE, url)], cwd=ROOT, env=env, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    print(done.stdout)


def test_the_configuration_is_json() -> None:
    (shown,) = re.findall(r"^```json\n(.*?)^```$", PAGE, re.M | re.S)
    assert json.loads(shown)["mcpServers"]["lipai"] == {"command": "lipai", "args": ["mcp"]}
