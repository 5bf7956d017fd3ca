"""Rules of the house that no linter knows: what may stand in a file, and where a game's name may."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import conftest

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "solver" / "games"
GAME_FILES = ("__init__.py", "cards.py", "rules.toml", "rules.py", "model.py", "verify.py", "examples.toml")
DATA_LIMIT = 20_000_000
DATA_KINDS = {".npz", ".npy", ".bin", ".parquet", ".tsv", ".csv", ".arrow", ".gz", ".zst"}

# Written in pieces, so that this file does not match itself.
HOSTS = ("py" + "pi.org", "files.python" + "hosted.org", "npm" + "js.org", "npm" + "js.com", "deb." + "debian.org", "proxy.go" + "lang.org")
REGISTRY = re.compile("|".join(re.escape(host) for host in HOSTS), re.IGNORECASE)
FOLDERS = ("wo" + "rk", "ro" + "ot", "ho" + "me", "tm" + "p", "o" + "pt")
MACHINE_PATH = re.compile(rf"(?<![\w.~)}}/-])/(?:{'|'.join(FOLDERS)})/[\w.-]+")
SECRETS = (
    "-----BEGIN [A-Z ]*PRIVATE" + " KEY",
    r"\bAKIA[0-9A-Z]{16}\b",
    r"\bgh[pousr]_[A-Za-z0-9]{36}\b",
    r"\bsk-[A-Za-z0-9_-]{24,}\b",
    r"\bxox[abp]-[\w-]{10,}",
    r"(?:password|passwd|secret|api_?key|token)\s*[:=]\s*[\"'][A-Za-z0-9+/=_-]{16,}[\"']",
)
CREDENTIAL = re.compile("|".join(SECRETS), re.IGNORECASE)


def project_files() -> list[Path]:
    """All files that are committed, or would be by `git add`."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    return [path for name in listed.split("\0") if name and (path := ROOT / name).is_file()]


def text_of(path: Path) -> str:
    """The file's text, or nothing for a binary one."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


def found(pattern: re.Pattern[str], paths: list[Path]) -> list[str]:
    """`file:line: match` for every match in these files."""
    return [
        f"{path.relative_to(ROOT)}:{number}: {match.group()}"
        for path in paths
        for number, line in enumerate(text_of(path).splitlines(), 1)
        if (match := pattern.search(line))
    ]


def game_folders() -> list[Path]:
    return sorted(path.parent for path in GAMES.glob("*/__init__.py"))


def game_name() -> re.Pattern[str]:
    """Any game's name: that of its folder, with a hyphen, a space or an underscore between its words."""
    return re.compile("|".join("[-_ ]".join(folder.name.split("_")) for folder in game_folders()), re.IGNORECASE)


def test_no_registry_is_named() -> None:
    """Which index a package comes from is the machine's affair."""
    assert found(REGISTRY, project_files()) == []


def test_constraints_are_plain_pins() -> None:
    """Every line pins one published version, so that any machine can install it from its own index."""
    lines = [line for line in (ROOT / "constraints.txt").read_text().splitlines() if not line.startswith("#")]
    assert len(lines) > 50
    assert [line for line in lines if not re.fullmatch(r"[a-z0-9-]+==[0-9][\w.]*", line)] == []


def test_no_path_of_one_machine() -> None:
    """A clone works anywhere."""
    assert found(MACHINE_PATH, project_files()) == []


def test_no_credential() -> None:
    assert found(CREDENTIAL, project_files()) == []


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (REGISTRY, "https://py" + "pi.org/simple"),
        (MACHINE_PATH, 'open("/ho' + 'me/ann/x")'),
        (MACHINE_PATH, "cd /wo" + "rk/main"),
        (CREDENTIAL, "api_" + "key = 'abcdefghijklmnop1234'"),
        (CREDENTIAL, "-----BEGIN RSA PRIVATE" + " KEY-----"),
    ],
)
def test_the_patterns_see(pattern: re.Pattern[str], text: str) -> None:
    """A pattern that matches nothing would make the tests above pass for ever."""
    assert pattern.search(text)


def test_nothing_general_names_a_game() -> None:
    """Adding a game touches nothing but its folder: the API, the command, the engines and the core know none."""
    apart = (GAMES, ROOT / "solver" / "data")  # data files are named after the game they belong to
    inside = [path for path in project_files() if any(path.is_relative_to(ROOT / part) for part in ("api", "solver"))]
    general = [path for path in inside if not any(path.is_relative_to(folder) for folder in apart)]
    assert {ROOT / "solver" / "cli" / "commands.py", ROOT / "solver" / "game.py", ROOT / "api" / "routes.py"} <= set(general)
    assert game_folders()
    assert found(game_name(), general) == []


def test_every_game_folder_holds_the_same_files() -> None:
    """Knowing one game is knowing all."""
    missing = [f"{folder.name}/{name}" for folder in game_folders() for name in GAME_FILES if not (folder / name).is_file()]
    assert missing == []


def test_committed_data_stay_small() -> None:
    """A clone is for people: tables and populations together under 20 MB."""
    data = [path for path in project_files() if path.suffix in DATA_KINDS or path.is_relative_to(ROOT / "solver" / "data")]
    assert sum(path.stat().st_size for path in data) < DATA_LIMIT


def test_every_decision_is_in_the_index() -> None:
    folder = ROOT / "docs" / "adr"
    pages = sorted(path.name for path in folder.glob("[0-9][0-9][0-9][0-9]-*.md"))
    index = (folder / "README.md").read_text()
    assert pages
    assert [name for name in pages if f"]({name})" not in index] == []
    numbers = [name[:4] for name in pages]
    assert len(set(numbers)) == len(numbers), "two decisions share a number"
    assert set(re.findall(r"\]\((\d{4}-[\w-]+\.md)\)", index)) == set(pages), "the index names a page that is not there"


def test_the_client_brings_no_server() -> None:
    """An app that only calls the service installs and loads none of the server's code."""
    code = "import sys, api.client; print(*sorted(sys.modules))"
    loaded = set(subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True).stdout.split())
    server = {"fastapi", "starlette", "uvicorn", "ortools", "numba", "solver"}
    assert "api.client" in loaded
    assert server & loaded == set()
    assert {name for name in loaded if name.startswith("api.") and not name.startswith("api.client")} == set()


MAY_SKIP = {
    "tests/conftest.py": 2,  # no reference data, which does not travel with the code; and `lacking`, which fails in CI
    "tests/api/test_access.py": 1,  # only root gives files away
    "tests/games/test_si_ki_pi_jobs.py": 1,  # looks into /proc
    "tests/ledger/test_faults_sqlite.py": 1,  # nothing can be mounted; the same is done by a limit
    "tests/test_batch_job.py": 2,  # the same
}
"""Where a test may be left out even in CI, and how often."""


def test_few_tests_may_be_left_out() -> None:
    """One that is left out in silence proves nothing: what wants a program says so by `lacking`, which fails where all must run."""
    pattern = re.compile(r"pytest\.(?:skip|importorskip|mark\.skip|mark\.skipif|mark\.xfail|xfail)\(")
    found = {str(path.relative_to(ROOT)): len(pattern.findall(path.read_text())) for path in sorted((ROOT / "tests").rglob("*.py"))}
    found.pop("tests/test_house_rules.py")
    assert {path: count for path, count in found.items() if count} == MAY_SKIP


def test_what_is_lacking_fails_where_nothing_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    for required, outcome in ((True, pytest.fail.Exception), (False, pytest.skip.Exception)):
        monkeypatch.setattr(conftest, "REQUIRE_SYSTEM", required)
        with pytest.raises(outcome, match="MISSING PROGRAM: no-such-program"):
            conftest.system_program("no-such-program")
    assert conftest.system_program("no-such-program", "sh").endswith("sh")
