"""What docs/ledger.md tells to type works, and shows what it says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from api.client import Client
from api.settings import Settings
from solver.ledger.receipt import TEXTS, Receipt
from tests.contract.server import ROOT, Server, running
from tests.ledger.records import GAME, RIGHT

PAGE = (ROOT / "docs" / "ledger.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.M | re.S)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("ledger") / "ledger.db"


@pytest.fixture(scope="module")
def server(path: Path) -> Iterator[Server]:
    with running(LIPAI_LEDGER=str(path)) as server:
        yield server


def test_every_command_runs(server: Server, path: Path, tmp_path: Path) -> None:
    start, *others = [text for kind, text in BLOCKS if kind == "sh"]
    assert start == "export LIPAI_LEDGER=ledger.db\nlipai serve\n"
    environment = os.environ | {
        "LIPAI_LEDGER": str(path),
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "LC_ALL": "C.UTF-8",
    }
    script = "set -euo pipefail\n" + "".join(others).replace("http://127.0.0.1:8000", server.url(""))
    done = subprocess.run(["bash", "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (shown,) = [text for kind, text in BLOCKS if kind == "text"]
    found = done.stdout.replace("}✔", "}\n✔")
    assert re.match("".join(re.escape(part) if part != "…" else '[^\\s"]+' for part in re.split("(…)", shown.strip())), found), found
    assert "1 claims judged again, 0 came out otherwise" in done.stderr


def test_the_page_names_every_field_result_and_setting() -> None:
    assert [name for name in Receipt.__struct_fields__ if f'"{name}"' not in PAGE] == []
    assert [code for code in TEXTS.codes() if code not in ("genuine", "other-claim", "no-receipt") and f"`{code}`" not in PAGE] == []
    assert [name for name in Settings.model_fields if name.startswith("ledger") and f"LIPAI_{name.upper()}" not in PAGE] == []


def test_the_client_has_the_receipt_and_has_it_checked(server: Server) -> None:
    with Client(server.url("")) as lipai:
        receipt = lipai.verify(GAME, RIGHT["groups"], hand=RIGHT["hand"]).receipt
        assert receipt is not None
        assert receipt.stored
        checked = lipai.check_receipt(receipt)
        assert (checked.result, checked.genuine, checked.stored) == ("fine", True, True)
        assert lipai.check_receipt(msgspec.structs.replace(receipt, points=99)).result == "altered"
