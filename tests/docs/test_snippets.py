"""The README and the pages are true: everything in a fenced block is run here, and what it shows is what comes out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from solver.game import ids
from tests.conftest import system_program
from tests.contract.server import running
from tools.snippets import NOT_RUN, ROOT, Reader, SnippetError, blocks, matches, own_service, pages

README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in pages()}
BLOCKS = {name: found for name, text in PAGES.items() if (found := blocks(text, name))}
MOST_NOT_RUN = 16


@pytest.fixture(scope="module")
def service() -> Iterator[str]:
    """A real server; it is started by the first test here, so that pages find it warm enough."""
    with running() as server:
        yield server.url("")


@pytest.fixture
def reader(tmp_path: Path, service: str) -> Reader:
    return Reader(tmp_path, lambda: service)


@pytest.mark.parametrize("name", BLOCKS)
@pytest.mark.timeout(300)
def test_what_a_page_shows_comes_out(name: str, reader: Reader) -> None:
    if any(block.kind == "js" or "node " in block.text for block in BLOCKS[name]):
        system_program("node")
    if any("curl " in block.text for block in BLOCKS[name]):
        system_program("curl")
    variables = own_service(PAGES[name], reader.folder)
    if not variables:
        reader.read(BLOCKS[name])
        return
    with running(**variables) as server:
        Reader(reader.folder, lambda: server.url(""), variables).read(BLOCKS[name])


def test_few_snippets_are_not_run_and_say_why() -> None:
    """A snippet that nothing runs rots; the page must show that it is one, and why."""
    skipped = [block for found in BLOCKS.values() for block in found if not block.is_run]
    assert [block.place for block in skipped if len(block.title) < len(NOT_RUN) + 8] == []
    assert len(skipped) <= MOST_NOT_RUN, [block.place for block in skipped]


def test_no_code_hides_from_this() -> None:
    """A fence that the pattern misses (with tildes, without a kind) would not be run."""
    fences = {name: len(re.findall(r"^ *(?:```|~~~)", text, re.M)) for name, text in PAGES.items()}
    assert {name: count for name, count in fences.items() if count != 2 * len(BLOCKS.get(name, ()))} == {}


@pytest.mark.parametrize("id", ids())
def test_every_game_has_a_request_and_a_session(id: str) -> None:
    found = blocks(README, "README.md")
    assert any(block.kind == "sh" and f"/v1/games/{id}/" in block.text for block in found)
    assert any(block.kind == "pycon" and f'"{id}"' in block.text for block in found)


def test_files_that_are_linked_are_there() -> None:
    """In the repository as it is read on the web. Pages that only the site has are checked when it is built."""
    made = re.compile(r"(?:\.\./)*(?:rules/|changelog\.md)")
    links = [(name, link) for name, text in PAGES.items() for link in re.findall(r"\]\((?!http|#)([^)#\s]+)[^)]*\)", text)]
    assert len(links) > 30
    assert [(name, link) for name, link in links if not made.match(link) and not (ROOT / name).parent.joinpath(link).exists()] == []
    assert [link for name, link in links if name == "README.md" and made.match(link)] == []


@pytest.mark.parametrize(
    "text",
    [
        "```console\n$ echo one\ntwo\n```\n",
        "```sh\nfalse\n```\n",
        "```sh\nmake nothing-of-this-name\n```\n",
        '```sh\necho \'{"a": 1}\'\n```\n```json\n{"a": 2}\n```\n',
        "```python\nprint(1)\n```\n```text\n2\n```\n",
        "```pycon\n>>> 1 + 1\n3\n```\n",
        "```pycon\nno example\n```\n",
        '```json title="POST /v1/games/no-game/arrange"\n{}\n```\n',
        '```json title="POST /v1/games → 200"\n{}\n```\n',
        '```json\n{"stands": "alone"}\n```\n',
        '```python title="unused.py"\nprint(1)\n```\n',
        "```toml\n[\n```\n",
        "```brainfuck\n+\n```\n",
    ],
)
def test_a_false_snippet_is_seen(text: str, reader: Reader) -> None:
    """A runner that lets anything pass would make the tests above pass for ever."""
    with pytest.raises((SnippetError, ValueError)):
        reader.read(blocks(text, "page.md"))


def test_blocks_go_on_from_each_other(reader: Reader) -> None:
    """Names, files and the service are there for the blocks below."""
    text = """
```python title="say.py"
print("said")
```
```console
$ python say.py
said
```
```python
count = 2
print(count)
```
```text
2
```
```pycon
>>> count
2
```
```sh title="not run: it would end the world"
false
```
```json title="POST /v1/games/si-ki-pi/arrange → 422"
{"hand": "8s 8h Kd Zc"}
```
```json
{"errors": [{"pointer": "/hand", "position": 9}]}
```
"""
    reader.read(blocks(text, "page.md"))
    assert (reader.folder / "say.py").is_file()


def test_an_ellipsis_stands_for_what_varies() -> None:
    assert matches("took … ms\n", "took 12.3 ms\n")
    assert matches("first\n…\nlast\n", "first\n1\n2\nlast\n")
    assert not matches("took … ms\n", "took 1\n2 ms\n")
    assert not matches("a.c\n", "abc\n")


def test_proofs_that_are_named_are_there() -> None:
    """A page that says by which test a claim is held must not name one that is gone."""
    named = {test for text in PAGES.values() for test in re.findall(r"`(tests/[\w/.-]+?\.py(?:::\w+)?)`", text)}
    assert len(named) > 15
    for name in sorted(named):
        path, _, test = name.partition("::")
        assert not test or f"def {test}(" in (ROOT / path).read_text(encoding="utf-8"), name
        assert (ROOT / path).is_file(), name
