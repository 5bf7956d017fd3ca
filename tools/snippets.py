"""Snippets: every fenced block of the README and of the pages in docs/, run as its reader would run it.

```console   `$` lines go to a shell one by one; the lines below each are its whole output
```sh        a script for the shell; a block of `make …` alone is not run, its targets must be there
```python    run, with what earlier blocks of the page have defined
```pycon     a doctest, with the same names
```js        a module, run by node
```json      title="POST /path": sent to the service, which must answer 200 (or what stands behind `→`)
```toml      must be TOML
```html      what it fetches from the service (src, href) must be there
```ts        compiled and run by tests/client/test_typescript.py, which takes it from its page

A block of json, jsonl or text that follows one of these is what comes out: JSON in part (objects in part, arrays in full), text whole.
Where output differs from run to run, `…` stands for any text in a line, and alone on a line for any lines; in a doctest it is `...`.
title="name.ext" makes a file of that name for the blocks after it. title="not run: why" is the one way not to be run; the page shows it.
A page is run in an empty folder, from top to bottom. http://127.0.0.1:8000 is the service, wherever it listens. A page that needs one of
its own says so in a comment, `<!-- service: LIPAI_NAME=value … -->`, `{folder}` in it being that folder; commands have these variables too.

`python -m tools.snippets [page…]` writes anew what `console` blocks show; tests/docs/test_snippets.py holds all pages to what comes out.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
import tomllib
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

from api.examples import unlike

ROOT = Path(__file__).resolve().parent.parent
SERVICE = "http://127.0.0.1:8000"
FENCE = re.compile(r"^(?P<indent> *)```(?P<kind>\w+)(?P<options>[^\n`]*)\n(?P<text>.*?)^(?P=indent)```$", re.M | re.S)
OWN_SERVICE = re.compile(r"<!-- service: (.*?) -->")
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.M)
FILE = re.compile(r"[\w-]+(\.[\w-]+)+")
NOT_RUN = "not run: "
OUTPUT = ("json", "jsonl", "text")
"""Kinds that can stand for what the block above them puts out."""


@dataclass(frozen=True, slots=True)
class Block:
    """One fenced block. start, end: where its text, fences included, stands in the page's."""

    page: str
    line: int
    kind: str
    title: str
    text: str
    start: int
    end: int

    @property
    def place(self) -> str:
        """Where it stands, for people."""
        return f"{self.page}:{self.line}"

    @property
    def is_run(self) -> bool:
        """Whether anything is done with it."""
        return not self.title.startswith(NOT_RUN)


def blocks(text: str, page: str) -> list[Block]:
    """Every fenced block of a page."""
    found = []
    for at in FENCE.finditer(text):
        title = re.search(r'title="([^"]*)"', at["options"])
        body, line = textwrap.dedent(at["text"]), text[: at.start()].count("\n") + 1
        found.append(Block(page, line, at["kind"], title[1] if title else "", body, at.start(), at.end()))
    return found


def own_service(text: str, folder: Path) -> dict[str, str]:
    """The settings of the service that a page needs of its own, run in that folder; none where it needs none."""
    found = OWN_SERVICE.search(text)
    return dict(word.replace("{folder}", str(folder)).split("=", 1) for word in found[1].split()) if found else {}


def environment() -> dict[str, str]:
    """This process's, with the commands of its virtual environment, in English, without colours."""
    kept = {name: value for name, value in os.environ.items() if name not in ("LC_ALL", "LC_MESSAGES", "FORCE_COLOR", "PYTHONPATH")}
    return kept | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{kept['PATH']}", "LANG": "C.UTF-8"}


def shell(command: str, folder: Path, variables: Mapping[str, str]) -> str:
    """What a pipe gets from a command, its errors included, in English; blanks at the end of lines are left out."""
    env = environment() | dict(variables)
    done = subprocess.run(["bash", "-c", command], cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return "".join(f"{line.rstrip()}\n" for line in done.stdout.rstrip("\n").split("\n"))


def matches(shown: str, found: str) -> bool:
    """Whether output is what a page shows: `…` in a line stands for any text, alone on a line for any lines."""
    parts = []
    for line in shown.splitlines(keepends=True):
        parts.append(r"(?:.*\n)*" if line.strip() == "…" else re.escape(line).replace("…", ".*"))
    return re.fullmatch("".join(parts), found) is not None


def _filled(shown: Any, found: Any) -> Any:
    """What is shown, with texts that hold `…` replaced by those that came out where they match."""
    if isinstance(shown, dict) and isinstance(found, dict):
        return {key: _filled(value, found.get(key)) for key, value in shown.items()}
    if isinstance(shown, list) and isinstance(found, list) and len(shown) == len(found):
        return list(map(_filled, shown, found))
    like = isinstance(shown, str) and isinstance(found, str) and re.fullmatch(re.escape(shown).replace("…", ".*"), found, re.S)
    return found if like else shown


class SnippetError(AssertionError):
    """A snippet that does not do what the page says."""

    def __init__(self, block: Block, what: str) -> None:
        super().__init__(f"{block.place}: {what}")


class Reader:
    """One who goes through a page from top to bottom, in a folder. service: tells the service's address, asked when it is first needed."""

    def __init__(self, folder: Path, service: Callable[[], str], variables: Mapping[str, str] | None = None) -> None:
        self.folder, self._service, self.variables = folder, service, dict(variables or {})
        self.names: dict[str, Any] = {"__name__": "__main__"}

    def read(self, page: Sequence[Block]) -> None:
        """Do all that a page says. Raises SnippetError."""
        rest = list(page)
        while rest:
            block = rest.pop(0)
            if not block.is_run:
                if block.kind in ("json", "toml"):
                    _ = json.loads(block.text) if block.kind == "json" else tomllib.loads(block.text)
                continue
            if FILE.fullmatch(block.title):
                (self.folder / block.title).write_text(block.text, encoding="utf-8")
                if not any(block.title in other.text for other in rest):
                    raise SnippetError(block, f"no block after this one uses {block.title}")
                continue
            shown = rest.pop(0) if rest and rest[0].kind in OUTPUT and not rest[0].title else None
            found = self.run(block)
            if shown is not None:
                self.compare(shown, found or "")

    def run(self, block: Block) -> str | None:
        """Run one block; what it puts out, the service's address as the page has it. Raises SnippetError."""
        run = getattr(self, f"_{block.kind}", None)
        if run is None:
            raise SnippetError(block, f"nothing runs a block of {block.kind!r} here; tools/snippets.py says what is run")
        out: str | None = run(block)
        return out

    def compare(self, shown: Block, found: str) -> None:
        """Hold what a page shows against what came out. Raises SnippetError."""
        if shown.kind == "text":
            if not matches(shown.text, found):
                raise SnippetError(shown, f"shows\n{shown.text}\ncomes out\n{found}")
            return
        lines = shown.kind == "jsonl"
        wanted, got = ([json.loads(line) for line in (text.splitlines() if lines else [text])] for text in (shown.text, found))
        difference = unlike(_filled(wanted, got), got)
        if difference is not None:
            raise SnippetError(shown, difference)

    # Kinds

    def _here(self, text: str) -> str:
        return text.replace(SERVICE, self._service()) if SERVICE in text else text

    def _there(self, text: str) -> str:
        return text.replace(self._service(), SERVICE) if "http://127.0.0.1" in text else text

    def _console(self, block: Block) -> None:
        if not COMMAND.match(block.text):
            raise SnippetError(block, "a console begins with `$ `")
        for command, shown in COMMAND.findall(block.text):
            found = self._there(shell(self._here(command), self.folder, self.variables))
            if not matches(shown or "\n", found):
                raise SnippetError(block, f"{command}\nshows\n{shown}\ncomes out\n{found}\n`python -m tools.snippets` writes it anew")

    def _sh(self, block: Block) -> str | None:
        lines = [line for line in block.text.splitlines() if line and not line.startswith("#")]
        targets = [re.match(r"make ([\w-]+)", line) for line in lines]
        if all(targets):
            makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
            for target in targets:
                if target and not re.search(rf"^{target[1]}:", makefile, re.M):
                    raise SnippetError(block, f"the Makefile has no {target[1]}")
            return None
        return self._process(block, ["bash", "-euo", "pipefail", "-c", self._here(block.text)])

    def _js(self, block: Block) -> str | None:
        node = shutil.which("node")
        if node is None:
            raise FileNotFoundError("node")
        return self._process(block, [node, "--input-type=module", "-e", self._here(block.text)])

    def _process(self, block: Block, command: Sequence[str]) -> str:
        done = subprocess.run(command, cwd=self.folder, env=environment() | self.variables, capture_output=True, text=True)
        if done.returncode:
            raise SnippetError(block, f"ended with {done.returncode}: {done.stderr}{done.stdout}")
        return self._there(done.stdout)

    def _python(self, block: Block) -> str:
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.chdir(self.folder), mock.patch.dict(os.environ, environment() | self.variables):
            exec(compile("\n" * block.line + self._here(block.text), block.page, "exec"), self.names)
        return self._there(out.getvalue())

    def _pycon(self, block: Block) -> None:
        test = doctest.DocTestParser().get_doctest(self._here(block.text), self.names, block.place, block.page, block.line)
        complaints: list[str] = []
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
        runner.run(test, out=complaints.append, clear_globs=False)
        self.names.update(test.globs)
        if not test.examples or complaints:
            raise SnippetError(block, "".join(complaints) or "no `>>>` in it")

    def _json(self, block: Block) -> str:
        sent = re.fullmatch(r"POST (/\S+)(?: → (\d+))?", block.title)
        if sent is None:
            raise SnippetError(block, "JSON is what the block above puts out, or has a title: POST and a path, or a file's name")
        headers = {"content-type": "application/json"}
        request = urllib.request.Request(self._service() + sent[1], data=block.text.encode(), headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                status, body = response.status, response.read()
        except urllib.error.HTTPError as error:
            status, body = error.code, error.read()
        if status != int(sent[2] or 200):
            raise SnippetError(block, f"answered {status}: {body.decode()}")
        text: str = body.decode()
        return text

    def _html(self, block: Block) -> None:
        for address in re.findall(r'(?:src|href)="([^"]*)"', self._here(block.text)):
            with urllib.request.urlopen(address, timeout=60) as response:
                response.read()

    def _ts(self, block: Block) -> None:
        if block.page != "docs/clients.md":
            raise SnippetError(block, "tests/client/test_typescript.py compiles the one of docs/clients.md")

    def _toml(self, block: Block) -> None:
        tomllib.loads(block.text)


def renew(text: str, page: str, reader: Reader) -> str:
    """A page with what its consoles show as it comes out now. What is shown with `…` stays while it still matches."""
    parts, end = [], 0
    for block in blocks(text, page):
        parts.append(text[end : block.start])
        end, whole = block.end, text[block.start : block.end]
        if block.kind == "console" and block.is_run:
            indent = whole[: len(whole) - len(whole.lstrip())]
            body = COMMAND.sub(lambda at: f"$ {at[1]}\n{_anew(at[1], at[2], reader)}", block.text)
            head, _, tail = whole.partition("\n")[0], None, f"{indent}```"
            whole = f"{head}\n{textwrap.indent(body, indent)}{tail}"
        elif block.is_run and FILE.fullmatch(block.title):
            (reader.folder / block.title).write_text(block.text, encoding="utf-8")
        elif block.is_run and block.kind not in OUTPUT:
            reader.run(block)
        parts.append(whole)
    return "".join(parts) + text[end:]


def _anew(command: str, shown: str, reader: Reader) -> str:
    found = reader._there(shell(reader._here(command), reader.folder, reader.variables))
    return shown if matches(shown or "\n", found) else found.strip("\n") and found


def pages() -> list[Path]:
    """The README and every page of docs/."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def main(names: Sequence[str]) -> None:
    """Write pages anew: those named, or all."""
    from tests.contract.server import running

    for path in [Path(name).resolve() for name in names] or pages():
        text, name = path.read_text(encoding="utf-8"), str(path.relative_to(ROOT))
        with tempfile.TemporaryDirectory() as place, contextlib.ExitStack() as stack:
            folder = Path(place)
            variables = own_service(text, folder)
            service = cache(lambda: stack.enter_context(running(**variables)).url(""))  # type: ignore[arg-type]  # noqa: B023
            fresh = renew(text, name, Reader(folder, service, variables))
        if fresh != text:
            path.write_text(fresh, encoding="utf-8")
            print(name)


if __name__ == "__main__":
    main(sys.argv[1:])
