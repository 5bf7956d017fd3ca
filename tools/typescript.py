"""Write the types of the TypeScript client anew: `python tools/typescript.py` makes src/schema.ts of the OpenAPI document.

The document is that of a service with a ledger: receipts stand in it, in verdicts as what may be missing. Examples are left out, and each
game's house rules are one named type. tests/client/test_typescript.py
holds the committed file to it.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
CLIENT = ROOT / "clients" / "typescript"
SCHEMA = CLIENT / "src" / "schema.ts"
BIN = ROOT / ".venv" / "typescript" / "node_modules" / ".bin"
OPTIONS = ("--immutable", "--default-non-nullable=false")
HEAD = "// The types of the service's OpenAPI document, made by `python tools/typescript.py`. Do not edit by hand.\n"


def document() -> dict[str, Any]:
    """The OpenAPI document as the types are made of it."""
    from api.document import openapi

    plain: dict[str, Any] = _plain(json.loads(json.dumps(openapi(ledger=True))))
    schemas: dict[str, Any] = plain["components"]["schemas"]
    for schema in schemas.values():
        if "receipt" in schema.get("properties", {}) and "violations" in schema["properties"]:
            schema["required"].remove("receipt")
    for name in list(schemas):
        game, dot, _ = name.partition(".")
        rules = schemas[name].get("properties", {}).get("rules", {}).get("anyOf", [{}])[0]
        if dot and "properties" in rules:
            known = schemas.setdefault(f"{game}.rules", rules)
            assert known == rules, f"{name} takes other rules than the game's other operations"
            schemas[name]["properties"]["rules"]["anyOf"][0] = {"$ref": f"#/components/schemas/{game}.rules"}
    return plain


def _plain(node: Any, named: bool = False) -> Any:
    """Without examples, and titles that only repeat a name. named: the keys are names of fields, no words of the schema language."""
    if isinstance(node, list):
        return [_plain(each) for each in node]
    if not isinstance(node, dict):
        return node
    kept = {key: value for key, value in node.items() if named or key not in ("example", "examples", "title")}
    return {key: _plain(value, key == "properties" and not named) for key, value in kept.items()}


def generate() -> str:
    """The text of schema.ts. Raises CalledProcessError where the generator can't run."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "openapi.json", Path(folder) / "schema.ts"
        source.write_text(json.dumps(document()), encoding="utf-8")
        command = [str(BIN / "openapi-typescript"), str(source), "-o", str(target), *OPTIONS]
        subprocess.run(command, check=True, capture_output=True, text=True, cwd=folder)
        text = target.read_text(encoding="utf-8")
    return HEAD + text.partition("*/\n")[2].lstrip("\n")


def install() -> None:
    """The tools that the client is built with. Raises CalledProcessError where they can't be had."""
    subprocess.run(["bash", "tools/typescript.sh"], cwd=ROOT, check=True)


def main() -> None:
    """Install, generate, compile."""
    install()
    SCHEMA.write_text(generate(), encoding="utf-8")
    print(SCHEMA.relative_to(ROOT))
    sys.exit(subprocess.run([str(BIN / "tsc"), "-p", str(CLIENT), "--noEmit"], cwd=ROOT).returncode)


if __name__ == "__main__":
    main()
