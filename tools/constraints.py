"""Write constraints.txt: one `name==version` line for every package that the project and all its extras install.

pip resolves in a dry run, so nothing is installed, and its report names each package it would have taken.
Run by `make constraints`; an upgrade is that command, a green `make test` and a commit.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EXTRAS = ("client", "cluster", "dev", "ledger", "mcp", "shared-limits", "telemetry")
HEAD = "# Every package that lipai and its extras install, made by `make constraints`. Do not edit by hand.\n"


def resolve() -> dict[str, str]:
    """Versions by normalised package name, as pip would install them into an empty environment."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [sys.executable, "-m", "pip", "install", "-qq", "--dry-run", "--ignore-installed", "--report", str(report)]
        subprocess.run([*command, f"{ROOT}[{','.join(EXTRAS)}]"], check=True)
        installs = json.loads(report.read_text())["install"]
    found = {package["metadata"]["name"]: package["metadata"]["version"] for package in installs}
    return {re.sub(r"[-_.]+", "-", name).lower(): version for name, version in found.items()}


def main() -> None:
    """Resolve, and replace constraints.txt."""
    pins = resolve()
    del pins["lipai"]
    local = [f"{name}=={version}" for name, version in pins.items() if "+" in version]
    if local:
        sys.exit(f"not published versions, so no other machine could install them: {', '.join(local)}")
    (ROOT / "constraints.txt").write_text(HEAD + "".join(f"{name}=={version}\n" for name, version in sorted(pins.items())))
    print(f"constraints.txt: {len(pins)} packages")


if __name__ == "__main__":
    main()
