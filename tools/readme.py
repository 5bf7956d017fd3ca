"""Write anew what the commands in README.md show: `python tools/readme.py`. tests/test_readme.py holds the README to it.

In a ```console block a line that begins with `$ ` is run by a shell at the root of the repository; the lines below it are its output.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.M | re.S)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.M)


def run(command: str) -> str:
    """What a pipe gets from a command, its errors included, in English."""
    env = {name: value for name, value in os.environ.items() if name not in ("LC_ALL", "LC_MESSAGES", "FORCE_COLOR")}
    env |= {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{env['PATH']}", "LANG": "C.UTF-8"}
    done = subprocess.run(["bash", "-c", command], cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.stdout.rstrip("\n") + "\n"


def commands(text: str) -> list[tuple[str, str]]:
    """Every command of a text, with the output that stands below it."""
    return [(command, output) for block in BLOCK.findall(text) for command, output in COMMAND.findall(block)]


def renew(text: str) -> str:
    """The text with every output as it comes out now."""
    return BLOCK.sub(lambda block: COMMAND.sub(lambda at: f"$ {at[1]}\n{run(at[1])}", block[0]), text)


if __name__ == "__main__":
    README.write_text(renew(README.read_text(encoding="utf-8")), encoding="utf-8")
