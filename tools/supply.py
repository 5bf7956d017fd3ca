"""What Lipai ships with: `python tools/supply.py` writes licences.md, third-party.txt and sbom.cdx.json into build/, and looks at them.

Shipped is what an install of Lipai with all its extras for users brings, not the tools of its developers. Exit code 1, with a line for each
fault, when a licence is none of tools/licences.toml, or a package that `make venv` installed is not pinned at that version.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from license_expression import ExpressionError, LicenseSymbol, get_spdx_licensing
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"
BIN = Path(sys.executable).parent
NOT_SHIPPED = {"dev", "peers"}


def normal(name: str) -> str:
    """A package's name as indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def extras() -> list[str]:
    """The extras for users."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        return sorted(set(tomllib.load(file)["project"]["optional-dependencies"]) - NOT_SHIPPED)


def closure(wanted: dict[str, set[str]]) -> dict[str, str]:
    """Versions of these packages, with these extras, and of all that they need here, as far as they are installed."""
    seen: dict[str, set[str]] = {}
    found: dict[str, str] = {}
    waiting = list(wanted.items())
    while waiting:
        name, asked = waiting.pop()
        known = seen.setdefault(normal(name), set())
        if normal(name) in found and asked <= known:
            continue
        known |= asked
        try:
            package = distribution(name)
        except PackageNotFoundError:
            continue
        found[normal(name)] = package.version
        for line in package.requires or ():
            need = Requirement(line)
            if need.marker is None or any(need.marker.evaluate({"extra": extra}) for extra in {"", *known}):
                waiting.append((need.name, set(need.extras)))
    return dict(sorted(found.items()))


@cache
def table() -> dict[str, dict[str, str]]:
    """tools/licences.toml."""
    with (ROOT / "tools" / "licences.toml").open("rb") as file:
        return tomllib.load(file)


def licence(name: str) -> str:
    """The SPDX expression of a package's licence; what it says itself where that can't be read as one."""
    data: Any = distribution(name).metadata
    looked_up = table()["looked-up"].get(name)
    trove = [line.rpartition(":: ")[2] for line in data.get_all("Classifier") or () if line.startswith("License ::")]
    says = [data.get("License-Expression"), looked_up, data.get("License"), *trove]
    said = next((text.strip().partition("\n")[0] for text in says if text and text.strip()), "nothing")
    return table()["said"].get(said, said)


@cache
def spdx() -> Any:
    """All licences of SPDX."""
    return get_spdx_licensing()


def is_allowed(expression: str) -> bool:
    """Whether we may ship under it: of licences joined by OR one must be allowed, of those joined by AND all."""
    try:
        read = spdx().parse(expression, validate=True)
    except ExpressionError:
        return False
    return read is not None and _holds(read)


def _holds(read: Any) -> bool:
    if isinstance(read, LicenseSymbol) or not read.args:
        return str(read) in table()["allowed"]
    return (any if isinstance(read, spdx().OR) else all)(_holds(part) for part in read.args)


def not_allowed(packages: dict[str, str]) -> list[str]:
    """A line for each package whose licence we may not ship with, or can't read."""
    return [
        f"{name} {version}: its licence, {licence(name)!r}, is none of tools/licences.toml"
        for name, version in packages.items()
        if not is_allowed(licence(name))
    ]


def not_pinned(packages: dict[str, str]) -> list[str]:
    """A line for each package that is installed in another version than constraints.txt pins, or not pinned at all."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = dict(line.split("==") for line in lines if "==" in line and not line.startswith("#"))
    return [
        f"{name} {version} is installed; constraints.txt " + (f"pins {pins[name]}" if name in pins else "does not pin it")
        for name, version in packages.items()
        if pins.get(name) != version and name != "lipai"
    ]


def report(packages: dict[str, str]) -> str:
    """The licences as a Markdown table."""
    rows = "\n".join(f"| {name} | {version} | {licence(name)} |" for name, version in packages.items())
    return f"# Licences\n\nWhat Lipai installs with all extras for users.\n\n| package | version | licence |\n|---|---|---|\n{rows}\n"


def texts(packages: dict[str, str]) -> str:
    """The licence texts that the packages bring, as they must travel with an image."""
    command = [str(BIN / "pip-licenses"), "--format=plain-vertical", "--with-license-file", "--no-license-path", "--with-notice-file"]
    return subprocess.run([*command, "--packages", *packages], check=True, capture_output=True, text=True).stdout


def sbom(packages: dict[str, str]) -> dict[str, Any]:
    """The software bill of materials (CycloneDX 1.6) of what is shipped; the same bytes for the same packages."""
    command = [str(BIN / "cyclonedx-py"), "environment", "--pyproject", "pyproject.toml", "--output-reproducible", "--spec-version", "1.6"]
    command += ["--output-format", "JSON", "--no-validate", "--output-file", "-", sys.executable]
    told = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    bill: dict[str, Any] = json.loads(told)
    bill["components"] = [part for part in bill["components"] if normal(part["name"]) in packages and normal(part["name"]) != "lipai"]
    for part in [*bill["components"], bill["metadata"]["component"]]:
        part.pop("externalReferences", None)  # where it was fetched from is this machine's affair
    kept = {part["bom-ref"] for part in [*bill["components"], bill["metadata"]["component"]]}
    bill["dependencies"] = [
        {**link, "dependsOn": [ref for ref in link.get("dependsOn", ()) if ref in kept]}
        for link in bill.get("dependencies", ())
        if link["ref"] in kept
    ]
    return bill


def main() -> int:
    """Write and look."""
    shipped = closure({"lipai": set(extras())})
    faults = not_allowed(shipped) + not_pinned(closure({"lipai": {"dev", *extras()}, "hatchling": set(), "editables": set()}))
    BUILD.mkdir(exist_ok=True)
    (BUILD / "licences.md").write_text(report(shipped), encoding="utf-8")
    (BUILD / "third-party.txt").write_text(texts(shipped), encoding="utf-8")
    (BUILD / "sbom.cdx.json").write_text(json.dumps(sbom(shipped), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"{len(shipped)} packages: build/licences.md, build/third-party.txt, build/sbom.cdx.json")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
