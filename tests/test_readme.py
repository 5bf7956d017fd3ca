"""The README is true: every command, request and Python line in it is run here, and what it shows is what comes out.

```console   `$` lines are run in a shell; the lines below each are its whole output
```sh        a `curl` line is sent to the service, other lines are not run
```json      part of the answer to the request above it; ```jsonl is a batch's, line by line
```pycon     a doctest
"""

from __future__ import annotations

import doctest
import json
import re
import shlex
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from api.app import create_app
from api.examples import unlike
from api.settings import Settings
from solver.game import ids
from tools.readme import commands, run

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = [(*at.groups(), README[: at.start()].count("\n") + 1) for at in re.finditer(r"^```(\w+)\n(.*?)^```$", README, re.M | re.S)]
ANSWERS = ("json", "jsonl")
CURLS = [(text, below, line) for (_, text, line), (kind, below, _) in pairwise(BLOCKS) if text.startswith("curl") and kind in ANSWERS]
SESSIONS = [(text, line) for kind, text, line in BLOCKS if kind == "pycon"]


@pytest.fixture(scope="module")
def service() -> Iterator[TestClient]:
    with TestClient(create_app(Settings(warm_up=False))) as client:
        yield client


def test_every_block_is_of_a_kind_that_is_run() -> None:
    """A block that nothing runs would rot."""
    assert {kind for kind, _, _ in BLOCKS} == {"sh", "json", "jsonl", "console", "pycon"}
    assert sum(text.startswith("curl") for _, text, _ in BLOCKS) == sum(kind in ANSWERS for kind, _, _ in BLOCKS) == len(CURLS)


@pytest.mark.parametrize("id", ids())
def test_every_game_has_a_request_and_a_session(id: str) -> None:
    assert any(f"/v1/games/{id}/" in text for text, _, _ in CURLS)
    assert any(f'"{id}"' in text for text, _ in SESSIONS)


@pytest.mark.parametrize(("text", "shown", "line"), CURLS)
def test_a_request_is_answered_as_shown(service: TestClient, text: str, shown: str, line: int) -> None:
    program, *words = shlex.split(text)
    assert program == "curl"
    url = next(word for word in words if word.startswith("http://127.0.0.1:8000/"))
    headers = dict(words[at + 1].split(": ", 1) for at, word in enumerate(words) if word == "-H")
    body = words[words.index("--data-binary" if "--data-binary" in words else "-d") + 1]
    response = service.post(url.removeprefix("http://127.0.0.1:8000"), content=body.encode(), headers=headers)
    assert response.status_code == 200, response.text
    lines = url.endswith("/batch")
    wanted, found = ([json.loads(line) for line in (text.splitlines() if lines else [text])] for text in (shown, response.text))
    assert unlike(wanted, found) is None


@pytest.mark.parametrize(("command", "output"), commands(README))
def test_a_command_shows_what_stands_below_it(command: str, output: str) -> None:
    assert run(command) == output, "python tools/readme.py writes it anew"


@pytest.mark.parametrize(("text", "line"), SESSIONS)
def test_a_session_goes_as_shown(text: str, line: int) -> None:
    found = doctest.DocTestParser().get_doctest(text, {}, f"README.md:{line}", "README.md", line)
    assert found.examples
    complaints: list[str] = []
    assert doctest.DocTestRunner().run(found, out=complaints.append).failed == 0, "".join(complaints)


def test_the_targets_and_pages_named_are_there() -> None:
    makefile = (ROOT / "Makefile").read_text()
    for target in re.findall(r"make ([a-z]+)\b(?=[ `]+(?:#|times|\||lists))", README):
        assert re.search(rf"^{target}:", makefile, re.M), target
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    links = [(page, link) for page in pages for link in re.findall(r"\]\((?!http)([^)#]+)\)", page.read_text(encoding="utf-8"))]
    assert [(page.name, link) for page, link in links if not (page.parent / link).exists()] == []


ALONE = [page for page in sorted((ROOT / "docs").glob("*.md")) if page.name != "clients.md"]  # it needs a service: tests/client


@pytest.mark.parametrize("page", ALONE, ids=lambda page: page.name)
def test_python_in_the_docs_runs(page: Path) -> None:
    for code in re.findall(r"^```python\n(.*?)^```$", page.read_text(encoding="utf-8"), re.M | re.S):
        exec(compile(code, page.name, "exec"), {})
