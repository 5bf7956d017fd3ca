"""What a user installs is enough: each part runs with the packages it names and theirs alone, none that only developers have."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import urllib.request
from importlib.metadata import distribution, packages_distributions
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

from tests.contract.server import free_port

LIPAI = Path(sys.executable).with_name("lipai")
CLAIM = {"hand": "Kr Kr", "groups": [{"cards": "Kr Kr"}]}
# Python runs this before anything else, in every process that inherits the path: what was not installed can't be imported.
HIDE = """
import sys
class Hidden:
    names = frozenset({names!r})
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        if name.partition(".")[0] in cls.names:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Hidden)
"""


def plain(name: str) -> str:
    """A package's name as it is compared."""
    return name.lower().replace("_", "-").replace(".", "-")


def installed(extras: frozenset[str]) -> set[str]:
    """The packages that `pip install lipai[extras]` brings here."""
    found: dict[str, set[str]] = {}
    waiting = [("lipai", extras)]
    while waiting:
        name, wanted = waiting.pop()
        new = set(wanted) - found.get(name, set())
        if name in found and not new:
            continue
        found.setdefault(name, set()).update(wanted)
        for text in distribution(name).requires or ():
            requirement = Requirement(text)
            if requirement.marker is None or any(requirement.marker.evaluate({"extra": extra}) for extra in ("", *wanted)):
                waiting.append((plain(requirement.name), frozenset(requirement.extras)))
    return set(found)


def alone(folder: Path, *extras: str) -> dict[str, str]:
    """An environment in which nothing is there but what these extras bring."""
    there = installed(frozenset(extras))
    hidden = {module for module, owners in packages_distributions().items() if not {plain(owner) for owner in owners} & there}
    assert {"pytest", "hypothesis", "playwright"} <= hidden
    assert not {"solver", "api"} & hidden
    (folder / "sitecustomize.py").write_text(HIDE.format(names=sorted(hidden)))
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LIPAI_", "COV", "PYTEST"))}
    return kept | {"PYTHONPATH": str(folder), "XDG_CACHE_HOME": str(folder)}


def run(environment: dict[str, str], *words: str) -> str:
    """What the command prints and says."""
    done = subprocess.run([LIPAI, *words], env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def served(environment: dict[str, str], *words: str, **settings: str) -> dict[str, Any]:
    """A verdict from a service with these settings."""
    port = free_port()
    command = [LIPAI, "serve", "--port", str(port), *words]
    settings = {"LIPAI_WARM_UP": "false", **settings}
    server = subprocess.Popen(command, env=environment | settings, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        url = f"http://127.0.0.1:{port}/v1/games/si-se-pai/verify"
        request = urllib.request.Request(url, json.dumps(CLAIM).encode(), {"content-type": "application/json"})
        deadline = time.monotonic() + 90
        while True:
            try:
                return json.loads(urllib.request.urlopen(request, timeout=30).read())  # type: ignore[no-any-return]
            except ConnectionError as error:
                reason = error
            except urllib.error.URLError as error:
                if isinstance(error, urllib.error.HTTPError):
                    raise
                reason = error  # type: ignore[assignment]
            assert server.poll() is None, server.stderr and server.stderr.read()
            assert time.monotonic() < deadline, reason
            time.sleep(0.1)
    finally:
        server.terminate()
        _, errors = server.communicate(timeout=90)
        assert "ModuleNotFoundError" not in errors
        assert "ImportError" not in errors


def test_the_command_and_the_service(tmp_path: Path) -> None:
    environment = alone(tmp_path)
    assert json.loads(run(environment, "arrange", "si-se-pai", "Kr Kr Kg", "--json"))["game"] == "si-se-pai"
    assert "violations" in served(environment)


def test_batch(tmp_path: Path) -> None:
    environment = alone(tmp_path)
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text('{"game": "si-se-pai", "hand": "Kr Kr Kg"}\n')
    run(environment, "batch", str(source), str(target))
    assert json.loads(target.read_text())["error"] is None


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ledger(tmp_path: Path, workers: str) -> None:
    environment = alone(tmp_path, "ledger") | {"LIPAI_LEDGER": str(tmp_path / "ledger.db")}
    run(environment, "ledger", "migrate")
    assert served(environment, "--workers", workers)["receipt"]["stored"]
    assert "1 claim judged again, 0 came out otherwise" in run(environment, "ledger", "replay")


def test_ledger_on_postgresql(tmp_path: Path) -> None:
    """The database need not be there, its driver must."""
    environment = alone(tmp_path, "ledger") | {"LIPAI_LEDGER": "postgresql://127.0.0.1:9/lipai"}
    done = subprocess.run([LIPAI, "ledger", "migrate"], env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode
    assert "Connect call failed" in done.stderr


def test_telemetry(tmp_path: Path) -> None:
    environment = alone(tmp_path, "telemetry")
    assert "violations" in served(environment, LIPAI_TELEMETRY="true", OTEL_EXPORTER_OTLP_ENDPOINT="http://127.0.0.1:9")


def test_shared_limits(tmp_path: Path) -> None:
    """The store need not be there, its client must."""
    environment = alone(tmp_path, "shared-limits")
    assert "violations" in served(environment, LIPAI_RATE="100/minute", LIPAI_RATE_STORE="redis://127.0.0.1:9")


def test_model_context_protocol(tmp_path: Path) -> None:
    environment = alone(tmp_path, "mcp")
    hello = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
    }
    done = subprocess.run(
        [LIPAI, "mcp"], env=environment, input=json.dumps(hello) + "\n", capture_output=True, text=True, timeout=120, check=False
    )
    assert json.loads(done.stdout.splitlines()[0])["result"]["serverInfo"]["name"] == "lipai", done.stderr


def test_clients(tmp_path: Path) -> None:
    environment = alone(tmp_path, "client")
    code = "import api.client; print(sorted(api.client.__all__))"
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert "Client" in done.stdout, done.stderr


def test_cluster(tmp_path: Path) -> None:
    """The command beside a cluster of its own making."""
    environment = alone(tmp_path, "cluster")
    code = (
        "from distributed import LocalCluster\n"
        "from typer.testing import CliRunner\n"
        "from solver.cli import app\n"
        "if __name__ == '__main__':\n"
        "    with LocalCluster(n_workers=1, threads_per_worker=1, host='127.0.0.1', dashboard_address=None) as cluster:\n"
        "        found = CliRunner().invoke(app, ['batch', 'in.jsonl', 'out.jsonl', '--dask', cluster.scheduler_address])\n"
        "        print(found.output, found.exit_code)\n"
    )
    (tmp_path / "in.jsonl").write_text('{"game": "si-se-pai", "hand": "Kr Kr Kg"}\n')
    (tmp_path / "run.py").write_text(code)
    done = subprocess.run(
        [sys.executable, "run.py"], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    assert (tmp_path / "out.jsonl").exists(), (done.stdout, done.stderr)
    assert json.loads((tmp_path / "out.jsonl").read_text())["error"] is None
