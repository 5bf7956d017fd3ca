"""Draw the pictures of README and pages as SVG: `python tools/pictures.py` writes docs/images/ anew.

Of the command each is a real run of `lipai` with colours forced, its output drawn as a terminal would; of the service, what it answers to
`Accept: image/svg+xml`. No font is fetched from anywhere.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

ROOT = Path(__file__).resolve().parent.parent
LIPAI = Path(sys.executable).with_name("lipai")
IMAGES = ROOT / "docs" / "images"
WIDTH = 90
THEME = TerminalTheme(
    (30, 32, 38),
    (214, 216, 220),
    [(30, 32, 38), (224, 108, 101), (127, 190, 128), (222, 189, 104), (118, 160, 222), (190, 140, 210), (110, 190, 196), (214, 216, 220)],
    [(92, 96, 106), (236, 128, 120), (150, 208, 150), (236, 206, 128), (146, 182, 238), (208, 164, 226), (138, 210, 216), (250, 250, 250)],
)
PICTURES = {
    "si-se-pai": ("si-se-pai", "11122334455677g 447y 77r 7w", "--field", "drawn.card=6g", "--field", "drawn.source=steal", "--top", "3"),
    "chinese-poker": ("chinese-poker", "AsKsQsJs6s5s3sQh9h2hJd8c3c", "--top", "4"),
    "si-ki-pi": ("si-ki-pi", "8s8hKdAc"),
}

FOUL = (("front", "As Qd 3h"), ("middle", "Jc Tc 7d 6s 5c"), ("back", "9s 9h 9d Ks Kd"))
ANSWERS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "arranged": ("chinese-poker", "arrange", {"hand": "AsKsQsJs6s5s3sQh9h2hJd8c3c", "top": 4}),
    "claim": ("chinese-poker", "verify", {"groups": [{"slot": slot, "cards": cards} for slot, cards in FOUL]}),
}


def run(arguments: tuple[str, ...]) -> str:
    """What a colour terminal of this width gets."""
    given = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "LC_ALL", "LC_MESSAGES")}
    colours = {"FORCE_COLOR": "1", "COLORTERM": "truecolor", "TERM": "xterm-256color", "COLUMNS": str(WIDTH), "LANG": "C.UTF-8"}
    done = subprocess.run([LIPAI, *arguments], env=given | colours, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def draw(words: tuple[str, ...]) -> str:
    """The SVG of one run of `lipai arrange`."""
    arguments = ("arrange", *words)
    console = Console(record=True, width=WIDTH, file=StringIO(), force_terminal=True, color_system="truecolor")
    shown = shlex.join(("lipai", *arguments))
    console.print(Text.assemble(("$ ", "green"), (shown, "bold")))
    console.print(Text.from_ansi(run(arguments)))
    svg = console.export_svg(title="lipai", theme=THEME, unique_id="lipai")
    return re.sub(r"\s*@font-face \{.*?\}", "", svg, flags=re.DOTALL).replace("Fira Code", "ui-monospace")


def answer(game: str, operation: str, fields: dict[str, Any]) -> str:
    """The SVG that the service answers."""
    from solver.drawing.pictures import picture
    from solver.game import game as find

    found = find(game)
    request = found.operations[operation].request.model_validate(fields)
    return picture(found, request, found.operations[operation].run(request)).decode()


def main(names: list[str]) -> None:
    """Draw the pictures named, or all."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    for name in names or (*PICTURES, *ANSWERS):
        (IMAGES / f"{name}.svg").write_text(draw(PICTURES[name]) if name in PICTURES else answer(*ANSWERS[name]), encoding="utf-8")
        print(f"docs/images/{name}.svg")


if __name__ == "__main__":
    main(sys.argv[1:])
