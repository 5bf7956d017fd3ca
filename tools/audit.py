"""Known vulnerabilities of all pinned packages, by pip-audit: `make audit`. It says plainly when the advisory service can't be asked.

Exit code 0 nothing known, 1 something is, 3 not all packages could be asked about, which proves nothing.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FINE, VULNERABLE, UNKNOWN = 0, 1, 3


def verdict(told: str, complaint: str) -> tuple[int, str]:
    """Exit code and words for what pip-audit printed on its two streams."""
    try:
        packages: list[dict[str, Any]] = json.loads(told)["dependencies"]
    except (ValueError, KeyError, TypeError):
        last = (complaint.strip().splitlines() or ["it said nothing"])[-1]
        return UNKNOWN, f"The advisory service could not be asked, so nothing is known: {last}"
    found = [
        f"{package['name']} {package['version']}: {fault['id']}, mended in {', '.join(fault['fix_versions']) or 'no version yet'}"
        for package in packages
        for fault in package.get("vulns", ())
    ]
    unasked = [package["name"] for package in packages if "skip_reason" in package]
    words = [*found]
    if unasked:
        words.append(
            f"The advisory service did not know {len(unasked)} of {len(packages)} packages ({', '.join(unasked[:3])}, …), which it does "
            "when it is not the real one but a mirror without advisories. Run this where it can be reached."
        )
    if not words:
        return FINE, f"No known vulnerability in {len(packages)} packages."
    return VULNERABLE if found else UNKNOWN, "\n".join(words)


def main() -> int:
    """Ask, and tell."""
    command = [str(Path(sys.executable).with_name("pip-audit")), "-r", str(ROOT / "constraints.txt"), "--no-deps", "--disable-pip"]
    done = subprocess.run(
        [*command, "--format", "json", "--progress-spinner", "off", *sys.argv[1:]], capture_output=True, text=True, check=False
    )
    code, words = verdict(done.stdout, done.stderr)
    print(words, file=sys.stderr if code else sys.stdout)
    return code


if __name__ == "__main__":
    sys.exit(main())
