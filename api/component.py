"""The web component as one ES module: the page's own modules put together, so that nothing is drawn in two ways.

Each module keeps its code as it stands; only its imports and the word `export` go. That asks for two things, which a test holds: no name
is defined at the top of two of them, and they import each other by plain names.
"""

import json
import re
from pathlib import Path

WEB = Path(__file__).with_name("web")
ENTRY = WEB / "component" / "lipai-hand.js"
STYLES = (WEB / "cards.css", WEB / "component" / "lipai-hand.css")

_IMPORT = re.compile(r'^import \{[^}]*\} from "([^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?function|class|const|let)", re.MULTILINE)


def modules(path: Path = ENTRY) -> list[Path]:
    """The module and all that it imports, each after those that it needs."""
    found: list[Path] = []
    for name in _IMPORT.findall(path.read_text(encoding="utf-8")):
        found += (one for one in modules((path.parent / name).resolve()) if one not in found)
    return [*found, path]


def bundle() -> bytes:
    """The component's source, with the styles that the page has too."""
    styles = "".join(path.read_text(encoding="utf-8") for path in STYLES)
    parts = [f"// Lipai's web component; Apache-2.0.\nconst STYLES = {json.dumps(styles, ensure_ascii=False)};\n"]
    for path in modules():
        parts.append(_EXPORT.sub("", _IMPORT.sub("", path.read_text(encoding="utf-8"))))
    return "\n".join(parts).encode()
