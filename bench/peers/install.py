"""Install the peers that are missing, each by itself; one that can't be installed is named and left out.

`python bench/peers/install.py`, as `make bench` does.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"


def main() -> None:
    """Install what is missing of the extra `peers`."""
    for requirement in tomllib.loads(PROJECT.read_text())["project"]["optional-dependencies"]["peers"]:
        try:
            version(requirement.split(">=")[0])
        except PackageNotFoundError:
            command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-qq", "install", requirement]
            if subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode:
                print(f"{requirement} can't be installed here; it is not timed", file=sys.stderr)


if __name__ == "__main__":
    main()
