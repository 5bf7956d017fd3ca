"""A rules page for each game in each language, made from the game's own files: `pages()` and `pictures()`.

Where a game tells its rules in words (`rules.en.md`, `rules.zh.md`, `rules.vi.md` in its folder), they stand first; `[[KGEr]]` in them is
drawn as cards. The rest comes from `rules.toml`, `texts.toml`, `examples.toml` and the faces. Nothing here knows a game.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Any

from solver.drawing.faces import HEIGHT, Parts, width
from solver.drawing.svg import document, el, encode
from solver.game import Example, Face, Game, games
from solver.render import WORDS as COMMAND
from solver.text import LANGS, Lang, Texts
from tools.worked_examples import Drawing, table

WORDS = Texts.load(Path(__file__).with_suffix(".toml"))
LANGUAGES: Mapping[Lang, str] = {"en": "English", "zh": "中文", "vi": "Tiếng Việt"}
CARDS = re.compile(r"\[\[([^\]]+)\]\]")


def place(game: str, lang: Lang) -> str:
    """Where a game's page lies, from the root of the site."""
    return f"rules/{game}.md" if lang == "en" else f"rules/{lang}/{game}.md"


def up(lang: Lang) -> str:
    """From a rules page of that language to the root of the site."""
    return "../" if lang == "en" else "../../"


def pages() -> Iterator[tuple[str, str]]:
    """Every page, as its place and its Markdown."""
    found = games()
    for lang in LANGS:
        yield place("index", lang), _index(found, lang)
        for game in found:
            yield place(game.id, lang), Page(game, lang).text()


def pictures() -> Iterator[tuple[str, str]]:
    """Every card of every game, as its place and its SVG."""
    for game in games():
        for face in game.faces:
            yield f"assets/cards/{game.id}/{face.card}.svg", _picture(face)


def _picture(face: Face) -> str:
    """One card as an SVG document."""
    parts = Parts()
    drawn = parts.face(face)
    return encode(document(width(face), HEIGHT, el("defs", parts.definitions()), drawn)).decode()


def _switch(page: str, lang: Lang) -> str:
    """Links to the same page in the other languages."""
    others = [f"[{name}]({up(lang)}{place(page, to)})" if to != lang else f"**{name}**" for to, name in LANGUAGES.items()]
    return " · ".join(others)


def _wrap(lang: Lang, *blocks: str) -> str:
    """Blocks of Markdown with what says their language, for readers and for speech."""
    return f'<div lang="{lang}" markdown>\n\n' + "\n\n".join(blocks) + "\n\n</div>\n"


def _index(found: tuple[Game, ...], lang: Lang) -> str:
    rows = [
        (
            f"[{game.names[lang]}]({game.id}.md)",
            f"`{game.id}`",
            str(game.full),
            " ".join(game.operations),
            " ".join(f"`{name}`" for name in game.presets),
        )
        for game in found
    ]
    titles = [COMMAND(code, lang) for code in ("name", "game", "cards", "operations", "presets")]
    lines = ["| " + " | ".join(row) + " |" for row in (titles, ["---", "---", "--:", "---", "---"], *map(list, rows))]
    return _wrap(lang, f"# {WORDS('all', lang)}", _switch("index", lang), WORDS("all-about", lang), "\n".join(lines))


class Page:
    """One game's page in one language."""

    def __init__(self, game: Game, lang: Lang) -> None:
        self.game, self.lang = game, lang
        self.drawing = Drawing(game, lang, up(lang))

    def text(self) -> str:
        """The whole page as Markdown."""
        facts = self.word(
            "facts", deck=len(self.game.deck), full=self.game.full, operations=" ".join(f"`{name}`" for name in self.game.operations)
        )
        return _wrap(
            self.lang,
            f"# {self.game.names[self.lang]}",
            f"{_switch(self.game.id, self.lang)} · `{self.game.id}`",
            facts,
            *self.told(),
            *self.cards(),
            *self.presets(),
            *self.violations(),
            *self.examples(),
        )

    def word(self, code: str, **data: Any) -> str:
        """One of the page's own words."""
        return WORDS(code, self.lang, **data)

    def heading(self, code: str) -> str:
        """A heading, with the same anchor in every language."""
        return f"## {self.word(code)} {{#{code}}}"

    # The rules in words

    def told(self) -> list[str]:
        """The game's own words, with cards drawn; where it has none in this language, a line that says where they are."""
        file = self.game.home / f"rules.{self.lang}.md"
        if file.is_file():
            return [CARDS.sub(lambda at: self.drawing.cards(self.game.parse(at[1])), file.read_text(encoding="utf-8").strip())]
        if self.lang != "en" and (self.game.home / "rules.en.md").is_file():
            return [self.word("english-only", page=f"../{self.game.id}.md")]
        return []

    # Cards

    def cards(self) -> list[str]:
        """How cards are written, and every card with its code."""
        texts = self.game.texts
        notation = [f"- {texts(code, self.lang)}" for code in texts.codes() if code.startswith("notation-")]
        faces = "".join(
            f"<figure>{self.drawing.card(face.card)}<figcaption>{escape(face.card)}</figcaption></figure>" for face in self.game.faces
        )
        return [self.heading("cards"), self._copies(), "\n".join(notation), f'<div class="deck">{faces}</div>']

    def _copies(self) -> str:
        copies = {face.card: self.game.deck.count(face.card) for face in self.game.faces}
        usual = min(copies.values())
        more = [card for card, count in copies.items() if count != usual]
        if more:
            return self.word("copies-some", cards=", ".join(f"`{card}`" for card in more), copies=copies[more[0]])
        return self.word("copies-one") if usual == 1 else self.word("copies", copies=usual)

    # Values of the presets

    def presets(self) -> list[str]:
        """Every value of every preset, a column each."""
        presets = self.game.presets
        columns = [dict(_flat(presets[name].model_dump(mode="json", by_alias=True))) for name in presets]
        keys = [key for key in dict.fromkeys(key for column in columns for key in column) if key != ("preset",)]
        named = {key for values in presets.values.values() for key, _ in _flat(values)}
        rows, never = [], []
        for key in keys:
            if key not in named and not any(column.get(key) for column in columns):
                never.append(f"`{'.'.join(key)}` {self.rule(key)}")
                continue
            cells = [self.value(column.get(key)) for column in columns]
            rows.append((f"{_inline(self.rule(key))}<br><code>{'.'.join(key)}</code>", *cells))
        titles = (self.word("rule"), *(f"<code>{name}</code>" for name in presets))
        about = self.word("presets-about", override=self._override())
        also = [self.word("also", keys=", ".join(never))] if never else []
        return [self.heading("presets"), about, f'<div class="wide">{table(titles, rows, right=range(1, len(titles)))}</div>', *also]

    def _override(self) -> str:
        """A request's `rules` with the last preset and one value changed, as it would be written."""
        *_, last = self.game.presets
        values = self.game.presets[last].model_dump(mode="json", by_alias=True)
        key, value = next((key, value) for key, value in values.items() if key != "preset" and not isinstance(value, Mapping))
        if isinstance(value, bool):
            changed: Any = not value
        elif isinstance(value, int | float):
            changed = value + 1 if isinstance(value, int) else round(value / 2, 3)
        else:
            options = self.game.presets.schema()["properties"][key]["enum"]
            changed = next(option for option in options if option != value)
        return json.dumps({"rules": {"preset": last, key: changed}})

    def rule(self, key: tuple[str, ...]) -> str:
        """A value's key in words, from the game's texts: `rule-…`, and for what is inside it the words of slots, kinds and naturals."""
        return ": ".join(self._part(key[: at + 1]) for at in range(len(key)))

    def _part(self, key: tuple[str, ...]) -> str:
        texts, last = self.game.texts, key[-1]
        for code in (f"rule-{'.'.join(key)}", *(f"{family}-{last}" for family in ("slot", "kind", "natural", "bonus", "part"))):
            if code in texts:
                return texts(code, self.lang)
        words = last.split("-")
        for size in range(len(words) - 1, 0, -1):
            start, rest = "-".join(words[:size]), words[size:]
            known = next((code for code in (f"kind-{start}", f"part-{start}") if code in texts), None)
            if known and all(f"part-{word}" in texts for word in rest):
                return ", ".join((texts(known, self.lang), *(texts(f"part-{word}", self.lang) for word in rest)))
        if re.search("[a-z]", last):
            raise KeyError(f"{self.game.home / 'texts.toml'} has no words for the rule {'.'.join(key)}: [rule-{'.'.join(key)}]")
        return last  # ranks of cards, which nothing says better

    def value(self, value: Any) -> str:
        """One value as a cell."""
        if isinstance(value, bool):
            return self.word("yes" if value else "no")
        if value is None or value == "":
            return "–"
        return escape(str(value))

    # Violations

    def violations(self) -> list[str]:
        """Every code that `verify` can answer, with its words; what is filled in stands in italics."""
        texts = self.game.texts
        codes = [(code, f"violation-{code}") for code in self.game.violations]
        codes += [(code.removeprefix("warning-"), code) for code in texts.codes() if code.startswith("warning-")]
        rows = [
            (f"<code>{code}</code>", re.sub(r"\{(\w+)[^}]*\}", r"<em>\1</em>", escape(texts(text, self.lang), quote=False)))
            for code, text in codes
        ]
        return [self.heading("violations"), self.word("violations-about"), table((self.word("code"), self.word("message")), rows)]

    # Worked hands

    def examples(self) -> list[str]:
        """Every worked hand: its title, the request, the answer drawn."""
        return [
            self.heading("examples"),
            self.word("examples-about"),
            *(part for each in self.game.examples for part in self.example(each)),
        ]

    def example(self, example: Example) -> list[str]:
        """One worked hand."""
        title = example.title[self.lang]
        body = json.dumps(example.request, ensure_ascii=False, indent=1)
        body = re.sub(r"\s*\n\s*", " ", body) if len(body) < 200 else body
        path = f"/v1/games/{self.game.id}/{example.operation}"
        return [
            f'<h3 id="example-{example.id}">{escape(title[0].upper() + title[1:], quote=False)}</h3>',
            f'<div class="worked">{self.drawing.example(example)}</div>',
            f'??? note "POST {path}"\n    ```json\n' + "\n".join(f"    {line}" for line in body.splitlines()) + "\n    ```",
        ]


def _inline(text: str) -> str:
    """Words as HTML, `code` in them as such."""
    return re.sub(r"`([^`]*)`", r"<code>\1</code>", escape(text, quote=False))


def _flat(values: Mapping[str, Any], above: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every single value with its path."""
    for key, value in values.items():
        if isinstance(value, Mapping):
            yield from _flat(value, (*above, key))
        else:
            yield (*above, key), value
