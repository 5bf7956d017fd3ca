"""The shell's tab key: through real shells where they are there, and always by the words that each shell sends; and help at once."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from solver.game import game, ids
from tests.conftest import system_program

ROOT = Path(__file__).resolve().parents[1]
BIN = Path(sys.executable).parent
SHELLS = ("bash", "zsh", "fish")
RULES = ["points.quad=", "points.quad-dealt="]
CASES = [
    (("lipai", "ar"), ["arrange"]),
    (("lipai", "arrange", ""), list(ids())),
    (("lipai", "explain", "si"), ["si-ki-pi", "si-se-pai"]),
    (("lipai", "batch", "in.jsonl", "-", "--game", "zi"), ["zi-pai"]),
    (("lipai", "build", "chi"), ["chinese-poker"]),
    (("lipai", "arrange", "si-se-pai", "--preset", ""), list(game("si-se-pai").presets)),
    (("lipai", "verify", "si-se-pai", "--rules", "points.q"), RULES),
    (("lipai", "arrange", "chinese-poker", "--objective", ""), list(game("chinese-poker").objectives)),
    (("lipai", "arrange", "zi-pai", "--engine", ""), ["auto", *game("zi-pai").engines]),
    (("lipai", "advise", "zi-pai", "--lang", ""), ["en", "zh", "vi"]),
    (("lipai", "arrange", "no-such-game", "--preset", ""), []),
]
SCRIPTS = {
    "bash": """
set -f; eval "$(lipai --show-completion)"
while IFS= read -r line; do
    IFS=' ' read -ra COMP_WORDS <<< "${line% }"; [[ $line == *' ' ]] && COMP_WORDS+=("")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMPREPLY=(); _lipai_completion lipai; echo "${COMPREPLY[*]}"
done""",
    "zsh": """
compdef() { :; }; eval "$(lipai --show-completion)"
_arguments() { print -r -- ${(j: :)${(f)*}} }; _files() { print }
while IFS= read -r line; do words=("${(@s: :)line}") CURRENT=${#words}; _lipai_completion; done""",
    "fish": """
lipai --show-completion | source
while read --local --delimiter \\n line; echo (complete -C "$line" | string replace --regex '\\t.*' '' | string join ' '); end""",
}


QUOTED = re.compile(r'"([^"]*)"(?::"[^"]*")?')
"""What zsh is handed: a word, and where there is one its description."""


def environment() -> dict[str, str]:
    return {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}


@pytest.mark.parametrize("shell", SHELLS)
def test_in_the_shell_itself(shell: str) -> None:
    """The script that `--show-completion` prints for it, sourced and asked."""
    system_program(shell)
    cases = [CASES[at] for at in (0, 2, 3, 5, 6, 7)]
    asked = "".join(" ".join(words) + "\n" for words, _ in cases)
    done = subprocess.run([shell, "-c", SCRIPTS[shell]], input=asked, env=environment(), capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    lines = [re.findall(QUOTED, line) if shell == "zsh" else line.split() for line in done.stdout.splitlines()]
    assert [sorted(line) for line in lines] == [sorted(wanted) for _, wanted in cases]


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("case", range(len(CASES)))
def test_what_a_shell_sends(shell: str, case: int) -> None:
    words, wanted = CASES[case]
    line = {"COMP_WORDS": "\n".join(words), "COMP_CWORD": str(len(words) - 1), "_TYPER_COMPLETE_ARGS": " ".join(words)}
    env = environment() | line | {"_LIPAI_COMPLETE": f"complete_{shell}", "_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    done = subprocess.run([BIN / "lipai"], env=env, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    if shell == "zsh":
        assert done.stdout.startswith("_arguments '*: :((" if wanted else "_files\n")
        shown = re.findall(QUOTED, done.stdout)
    else:
        shown = [line.partition("\t")[0] for line in done.stdout.splitlines() if line]
    assert sorted(shown) == sorted(wanted)


def test_it_is_installed_for_the_shell_that_asks(tmp_path: Path) -> None:
    subprocess.run(["bash", "-c", "lipai --install-completion; true"], env=environment() | {"HOME": str(tmp_path)}, check=True)
    assert "_lipai_completion" in next(tmp_path.glob(".bash_completions/*")).read_text()
    assert "lipai" in (tmp_path / ".bashrc").read_text()


HEAVY = {"pydantic", "rich", "msgspec", "numpy", "numba", "ortools", "mcp", "httpx2", "uvicorn", "asyncio", "solver.game", "solver.explain"}


LISTED = """
import atexit, sys, solver.cli
atexit.register(lambda: print("", *sys.modules, sep="\\nMODULE=", file=sys.stderr))
solver.cli.main()
"""


@pytest.mark.parametrize("arguments", [(), ("--help",), ("arrange", "--help"), ("explain", "-h"), ("mcp", "--help"), ("serve", "--help")])
def test_help_is_instant(arguments: tuple[str, ...]) -> None:
    """Nothing is imported that help has no use for: not to show it, and not for the options of a command."""
    done = subprocess.run([sys.executable, "-c", LISTED, *arguments], cwd=ROOT, capture_output=True, text=True)
    assert "Usage: " in done.stdout + done.stderr
    loaded = set(re.findall(r"^MODULE=(.*)$", done.stderr, re.M))
    assert "typer" in loaded
    assert HEAVY & loaded == set()


def test_completing_a_preset_imports_no_game() -> None:
    code = "import sys, atexit; sys.argv[0] = 'lipai'; atexit.register(lambda: print(*sys.modules, file=sys.stderr))"
    env = os.environ | {"_LIPAI_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": "lipai arrange si-se-pai --preset "}
    command = [sys.executable, "-c", f"{code}; import solver.cli; solver.cli.main()"]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    assert "taiwan" in done.stdout
    assert HEAVY & set(done.stderr.split()) <= {"pydantic"}  # typer's own
