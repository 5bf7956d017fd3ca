"""The TypeScript client: its types are those of the service's document, it compiles strictly, and node arranges a hand with it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import solver
from solver.game import ids
from solver.result import to_json
from tests.client.conftest import Scripted, scripted
from tests.client.test_batches import broken
from tests.conftest import lacking, system_program
from tools import typescript

README = (typescript.CLIENT / "README.md").read_text(encoding="utf-8")
PAGE = (typescript.ROOT / "docs" / "clients.md").read_text(encoding="utf-8")
FENCE = re.compile(r"^```ts\n(.*?)^```$", re.M | re.S)


@pytest.fixture(scope="session")
def node() -> str:
    """The path of node; compiler and type generator are there too."""
    try:
        typescript.install()
    except (subprocess.CalledProcessError, OSError):
        lacking("NO TYPESCRIPT: npm could not install what clients/typescript/package-lock.json names")
    return system_program("node", "nodejs")


@pytest.fixture(scope="session")
def compiled(node: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The client, the test's program and the README's, compiled as strictly as the client's own settings say."""
    work = tmp_path_factory.mktemp("typescript")
    shutil.copytree(typescript.CLIENT / "src", work / "src")
    for name in ("package.json", "tsconfig.json"):
        shutil.copy(typescript.CLIENT / name, work)
    shutil.copy(Path(__file__).with_name("usage.ts"), work / "src")
    (shown,) = re.findall(FENCE, README)
    (page,) = re.findall(FENCE, PAGE)
    for name, text in (("readme", shown), ("page", page)):
        program = text.replace('"lipai"', '"./index.js"').replace('"http://127.0.0.1:8000"', "process.argv[2]")
        (work / "src" / f"{name}.ts").write_text(f"declare const process: {{ argv: string[] }};\n{program}", encoding="utf-8")
    done = subprocess.run([typescript.BIN / "tsc", "-p", work], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    return work / "dist"


def run(node: str, program: Path, *arguments: str) -> str:
    done = subprocess.run([node, program, *arguments], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_the_types_are_those_of_the_document(node: str) -> None:
    assert typescript.SCHEMA.read_text(encoding="utf-8") == typescript.generate(), "python tools/typescript.py writes them anew"


def test_strict_is_on_and_nothing_is_needed_at_run_time() -> None:
    assert json.loads((typescript.CLIENT / "tsconfig.json").read_text())["compilerOptions"]["strict"] is True
    assert "dependencies" not in json.loads((typescript.CLIENT / "package.json").read_text())
    lock = json.loads((typescript.CLIENT / "package-lock.json").read_text())
    assert all(package.get("integrity") for name, package in lock["packages"].items() if name)
    assert not any("resolved" in package for package in lock["packages"].values())


@pytest.fixture(scope="session")
def found(node: str, compiled: Path, url: str, ledger_url: str) -> Iterator[dict[str, Any]]:
    """What the program found, once."""
    tries: dict[str, int] = {}

    def script(handler: Scripted, number: int, body: bytes) -> None:
        count = tries[handler.path] = tries.get(handler.path, 0) + 1
        if handler.path.endswith("/batch"):
            broken(handler, body, 3)
        elif handler.path.endswith("/examples"):
            time.sleep(1)
        elif handler.path.endswith("/zi-pai"):
            handler.refuse(503, retry_after="3600")
        elif count < 3:
            handler.refuse(429, retry_after="0")
        else:
            handler.reply(200, json.dumps({"games": [handler.headers["authorization"], count]}).encode())

    with scripted(script) as (address, _):
        yield json.loads(run(node, compiled / "usage.js", url, address, ledger_url))
    assert {path: count for path, count in tries.items() if path != "/v1/games"} == {
        "/v1/games/zi-pai": 1, "/v1/games/zi-pai/examples": 1, "/v1/games/zi-pai/arrange/batch": 4,
    }  # fmt: skip


def test_operations_answer_as_the_library(found: dict[str, Any]) -> None:
    assert found["arrange"] == json.loads(to_json(solver.arrange("si-se-pai", hand="1123r 2224567y 1337g 144557w")))
    assert found["front"] == ["Js", "Jd", "9h"]
    assert [violation["code"] for violation in found["verdict"]] == ["front-higher"]
    assert re.search("trước", found["verdict"][0]["message"])
    assert [wait["card"] for wait in found["waits"]] == ["Sr", "Sw"]
    assert found["plays"] == [["44", "44"], ["13", "13"]]
    assert (found["prepared"], found["full"], found["ready"]) == ("ready", 21, True)
    assert found["games"] == list(ids())
    assert found["examples"] > 3


def test_errors_say_what_is_wrong(found: dict[str, Any]) -> None:
    status, code, passing, error = found["fault"]
    assert (status, code, passing, error["pointer"], error["position"]) == (422, "unknown-card", False, "/hand", 7)
    assert (found["nobody"], found["nobodyReady"], found["aborted"]) == (True, False, "Error: changed my mind")


def test_what_can_never_be_sent_is_told_at_once(found: dict[str, Any]) -> None:
    """An address without its scheme, a key that no header takes (its text says nothing of the key), a hand where many are wanted."""
    for bad, said in zip(("127.0.0.1:8301", "localhost:8301", "ftp://x", "http://", "/", ""), found["addresses"], strict=True):
        assert said == f"the service's address must begin with http:// or https://, not {json.dumps(bad)}"
    assert set(found["badKeys"]) == {"the key holds characters that no key has: line breaks within it, or others than plain ASCII"}
    assert found["oneHand"] == "arrangeBatch takes several requests: a list, or another iterable; put a single one into a list"


def test_receipts_are_typed_and_checked(found: dict[str, Any]) -> None:
    """A verdict's receipt is fine, as it is and within its answer; what was changed is told. A service without a ledger has none."""
    receipts = found["receipts"]
    judged = receipts["judged"]
    assert receipts["held"] == ["si-ki-pi", True, {name: value for name, value in judged.items() if name != "receipt"}]
    assert receipts["key"] is True
    fine = ["fine", True, True]
    assert receipts["checks"] == [fine, fine, fine, ["other-verdict", False, None], ["altered", False, None]]
    assert found["unrecorded"] == [True, 404]


def test_batches_keep_the_order_and_end_early(found: dict[str, Any]) -> None:
    assert found["lines"] == [[at, "/hand" if at % 4 == 2 else str(at)] for at in range(500)]
    assert found["taken"] == 5 * 51


def test_patience(found: dict[str, Any]) -> None:
    assert found["again"] == ["Bearer abc", 3]
    assert found["busy"] == [503, 3600]
    assert found["slow"] is True
    assert found["resumed"] == list(range(11))


def test_readme_and_page_run(node: str, compiled: Path, url: str) -> None:
    lines = run(node, compiled / "readme.js", url).splitlines()
    assert run(node, compiled / "page.js", url) == "9\n"
    assert lines[0] == "red king Kr"
    assert lines[-3:] == ["/hand 7 'x' is no card here", "0 9", "1 /hand: 'x' is no card here"]


@pytest.mark.usefixtures("node")
def test_what_is_installed_is_found_at_once() -> None:
    """The installer is quick when nothing changed; it is asked for by every test process."""
    assert (typescript.BIN / "tsc").exists()
    start = time.perf_counter()
    typescript.install()
    assert time.perf_counter() - start < 5
