"""The documentation site, built as `make docs` builds it.

It asks no other host for anything, no link leads nowhere, and the rules pages hold all that the games' files say.
"""

from __future__ import annotations

import html
import re
import tomllib
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from solver.game import Game, game, games, ids
from solver.text import LANGS, Lang
from tools import docs_site
from tools.rules_pages import Page, place
from tools.snippets import ROOT

RESOURCES = {("link", "href"), ("script", "src"), ("img", "src"), ("iframe", "src"), ("source", "src"), ("use", "href"), ("object", "data")}


class Document(HTMLParser):
    """What a page refers to (tag, attribute, address), the anchors it has, and its text."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.file = file
        self.links: list[tuple[str, str, str]] = []
        self.anchors: set[str] = set()
        self.titles: list[str] = []
        self.said: list[str] = []
        self.feed(file.read_text(encoding="utf-8"))
        self.text = " ".join("".join(self.said).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src", "data", "action", "poster") and value:
                self.links.append((tag, name, value))
            if name == "srcset" and value:
                self.links += [(tag, "src", part.split()[0]) for part in value.split(",")]
            if name in ("id", "name") and value:
                self.anchors.add(value)

    def handle_data(self, data: str) -> None:
        self.said.append(data)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site. zensical ends with an error on a link or an anchor that leads nowhere."""
    return docs_site.build(tmp_path_factory.mktemp("docs"))


@pytest.fixture(scope="module")
def documents(site: Path) -> dict[Path, Document]:
    return {file: Document(file) for file in site.rglob("*.html")}


CASES: list[tuple[str, Lang]] = [(id, lang) for id in ids() for lang in LANGS]


def rules_page(documents: dict[Path, Document], site: Path, id: str, lang: Lang) -> Document:
    return documents[site / place(id, lang).replace(".md", ".html")]


def test_nothing_is_asked_of_another_host(site: Path, documents: dict[Path, Document]) -> None:
    assert len(documents) > 40
    outside = [
        (document.file.name, address)
        for document in documents.values()
        for tag, name, address in document.links
        if (tag, name) in RESOURCES and urlsplit(address).netloc
    ]
    assert outside == []
    styles = [*site.rglob("*.css"), *site.rglob("*.svg")]
    addresses = [
        (file.name, address) for file in styles for address in re.findall(r"url\([\"']?(?!data:|#)([^)\"']+)|@import", file.read_text())
    ]
    assert [each for each in addresses if "//" in each[1]] == []


def test_no_link_leads_nowhere(site: Path, documents: dict[Path, Document]) -> None:
    """Beside zensical's own check: pictures, styles, scripts, and links in HTML."""
    broken = []
    for document in documents.values():
        if document.file.name == "404.html":  # written for a site at the root of a host
            continue
        for _, _, address in document.links:
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                continue
            file = (document.file.parent / unquote(parts.path)).resolve() if parts.path else document.file
            file = file / "index.html" if file.is_dir() else file
            if not file.is_file() or (parts.fragment and file in documents and unquote(parts.fragment) not in documents[file].anchors):
                broken.append((document.file.name, address))
    assert broken == []


def test_every_page_can_be_reached(site: Path, documents: dict[Path, Document]) -> None:
    """From the first page by links: what no link leads to is lost."""
    seen, rest = set(), [site / "index.html"]
    while rest:
        file = rest.pop()
        if file in seen or file not in documents:
            continue
        seen.add(file)
        rest += [(file.parent / unquote(urlsplit(address).path)).resolve() for tag, _, address in documents[file].links if tag == "a"]
    assert {file for file in documents if file.name != "404.html"} == seen


@pytest.mark.parametrize(("id", "lang"), CASES)
def test_a_rules_page_holds_what_the_files_say(site: Path, documents: dict[Path, Document], id: str, lang: Lang) -> None:
    page, found = rules_page(documents, site, id, lang), game(id)
    assert found.names[lang] in page.text
    images = {Path(address).stem for tag, _, address in page.links if tag == "img" and f"/cards/{id}/" in address}
    assert images >= set(found.deck)
    for code in found.violations:
        assert code in page.text, code
    for example in found.examples:
        assert f"example-{example.id}" in page.anchors
    for code in found.texts.codes():
        if code.startswith("notation-"):
            first = re.split(r"[`\\{]", found.texts(code, lang))[0]
            assert " ".join(first.split()) in page.text, code
    assert not re.search(r"\[\[|\]\]|\{#|\bNone\b", page.text)


@pytest.mark.parametrize("id", ids())
def test_the_table_of_presets_is_that_of_the_file(site: Path, id: str) -> None:
    """Read back from the page, every value of `rules.toml` stands under its preset."""
    text = (site / place(id, "en").replace(".md", ".html")).read_text(encoding="utf-8")
    wide = re.search(r'<div class="wide">(.*?)</div>', text, re.S)
    assert wide
    rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.S) for row in re.findall(r"<tr>(.*?)</tr>", wide[1], re.S)]
    presets = [re.sub("<.*?>", "", cell) for cell in rows[0][1:]]
    table = {re.findall("<code>([^<]*)</code>", row[0])[-1]: dict(zip(presets, row[1:], strict=True)) for row in rows[1:]}
    written = tomllib.loads((game(id).home / "rules.toml").read_text(encoding="utf-8"))
    assert presets == list(written)

    def flat(values: dict[str, object], above: str = "") -> Iterator[tuple[str, object]]:
        for key, value in values.items():
            if isinstance(value, dict):
                yield from flat(value, f"{above}{key}.")
            elif key != "base":
                yield above + key, value

    seen = 0
    for preset, values in written.items():
        for key, value in flat(values):
            shown = html.unescape(table[key][preset])
            assert shown == ({True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)), (preset, key)
            seen += 1
    assert seen >= 3


def test_a_value_without_words_stops_the_build() -> None:
    """A key would stand on the page as it is."""
    with pytest.raises(KeyError, match=r"texts\.toml has no words for the rule no_such"):
        Page(games()[0], "en").rule(("no_such",))


@pytest.mark.parametrize("found", games(), ids=lambda found: found.id)
def test_every_game_tells_its_rules(found: Game) -> None:
    """In English at least; another language has the same sections and shows the same cards."""
    texts = {lang: file.read_text(encoding="utf-8") for lang in LANGS if (file := found.home / f"rules.{lang}.md").is_file()}
    told = {lang: (re.findall(r"^## .* \{#([a-z]+)\}$", text, re.M), re.findall(r"\[\[.*?\]\]", text)) for lang, text in texts.items()}
    assert told["en"][0]
    assert told["en"][1]
    assert {lang: each for lang, each in told.items() if each != told["en"]} == {}
    assert not any(re.search(r"^# ", text, re.M) for text in texts.values())


def test_docs_are_for_the_source_archive_only() -> None:
    """What is installed holds no pages."""
    hatch = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]["targets"]
    assert {"/docs", "/tools", "/zensical.toml"} <= set(hatch["sdist"]["include"])
    assert "*.md" in hatch["wheel"]["exclude"]
