"""Build the documentation site: `python tools/docs_site.py`, or `make docs`.

Gathers into build/docs the pages of docs/, the changelog, the rules pages made from the games' files and the cards' pictures, then lets
zensical make the site in build/site, strictly: a link to nowhere stops it. tests/docs/ builds it the same way and looks at the result.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from solver.game import games
from solver.text import LANGS
from tools import rules_pages, settings_table

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"
SETTINGS = "<!-- settings -->"
"""Where a page wants the table of the service's settings."""
REST = '    { "Adding a game" = "adding-a-game.md" },\n'
"""The line of the navigation below which pages stand that it does not name."""
ASIDE = ("api/web/icon.svg",)
"""Pictures that the site shares with the page."""


def gather(out: Path) -> Path:
    """Everything that zensical needs, in a folder of its own; the path of its configuration."""
    pages = out / "docs"
    shutil.rmtree(pages, ignore_errors=True)
    shutil.copytree(ROOT / "docs", pages)
    for place, text in (*rules_pages.pages(), *rules_pages.pictures(), ("changelog.md", changelog())):
        file = pages / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    for name in ASIDE:
        shutil.copy(ROOT / name, pages / "assets")
    for page in pages.rglob("*.md"):
        text = page.read_text(encoding="utf-8").replace(SETTINGS, settings_table.table())
        own = page.relative_to(pages)
        page.write_text(at_home(text, own) if (ROOT / "docs" / own).is_file() else text, encoding="utf-8")
    configuration = out / "zensical.toml"
    configuration.write_text(navigation((ROOT / "zensical.toml").read_text(encoding="utf-8")), encoding="utf-8")
    return configuration


def changelog() -> str:
    """The changelog as a page of the site."""
    return _links((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), ROOT, "")


def at_home(text: str, page: Path) -> str:
    """A page without links to what the site has not: a file of the repository outside docs/ is only named, the changelog is a page."""
    return _links(text, ROOT / "docs" / page.parent, "../" * len(page.parent.parts))


def _links(text: str, folder: Path, up: str) -> str:
    """A text of that folder with its links as the site has them; `up` leads from the page to the root of the site."""

    def link(at: re.Match[str]) -> str:
        said, target, anchor = at[1], at[2], at[3] or ""
        file = (folder / target).resolve()
        if "://" in target or (folder != ROOT and file.is_relative_to(ROOT / "docs")):
            return at[0]
        if file.is_relative_to(ROOT / "docs"):
            return f"[{said}]({up}{file.relative_to(ROOT / 'docs')}{anchor})"
        return f"[{said}]({up}changelog.md)" if file == ROOT / "CHANGELOG.md" else said

    return re.sub(r"(?<!!)\[([^\]]+)\]\(([^)#\s]+)(#[^)\s]*)?\)", link, text)


def navigation(text: str) -> str:
    """The configuration with a page for each game in each language, and with the pages of docs/ that it does not name, below REST."""
    unnamed = [page for page in sorted((ROOT / "docs").glob("*.md")) if f'"{page.name}"' not in text]
    others = [f'    {{ {json.dumps(_title(page), ensure_ascii=False)} = "{page.name}" }},\n' for page in unnamed]
    assert REST in text, f"zensical.toml has no line {REST!r}"
    text = text.replace(REST, REST + "".join(others))
    for lang in LANGS:
        index = f'"{rules_pages.place("index", lang)}"'
        assert index in text, f"zensical.toml has no {index}"
        entries = ", ".join(f'{{ "{game.names[lang]}" = "{rules_pages.place(game.id, lang)}" }}' for game in games())
        text = text.replace(index, f"{index}, {entries}")
    tomllib.loads(text)
    return text


def _title(page: Path) -> str:
    """The first heading of a page."""
    found = re.search(r"^# (.+)$", page.read_text(encoding="utf-8"), re.M)
    return found[1] if found else page.stem


def build(out: Path) -> Path:
    """The site, in a folder under `out`. Raises CalledProcessError where zensical finds anything wrong, which it prints."""
    configuration = gather(out)
    program = Path(sys.executable).with_name("zensical")
    subprocess.run([program, "build", "--clean", "--strict", "--config-file", configuration.name], cwd=out, check=True)
    return out / "site"


if __name__ == "__main__":
    try:
        site = build(BUILD)
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)
    print(f"{site.relative_to(ROOT)}/index.html")
