"""What an explanation is made of, and the words for it: those of every game, and those of the game itself."""

import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from solver.game import Game
from solver.render import WORDS, number
from solver.result import Arrangement, Number
from solver.text import Lang, Texts

TEXTS = Texts.load(Path(__file__).with_name("texts.toml"))


class Line(Struct, frozen=True):
    """One thing said of some cards, or of none. `head`: what stands before it, a row or a sign; `good`: whether a claim is right here."""

    code: str
    text: str
    cards: tuple[str, ...] = ()
    head: str = ""
    good: bool | None = None


class Section(Struct, frozen=True):
    """Lines that answer one question."""

    code: str
    title: str
    lines: tuple[Line, ...]


@cache
def own_texts(home: Path) -> Texts:
    """What a game says in explanations; `kinds = "poker"` takes the words for poker hands that its file does not have itself."""
    path = home / "explain.toml"
    table: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    shared = table.pop("kinds", None)
    if shared:
        prefix = f"{shared}-"
        common = {code: TEXTS.languages(code) for code in TEXTS.codes() if code.startswith(prefix)}
        table = {f"kind-{code.removeprefix(prefix)}": texts for code, texts in common.items()} | table
    return Texts(table)


class Teller:
    """Says things of one game in one language."""

    def __init__(self, game: Game, lang: Lang) -> None:
        self.game = game
        self.lang = lang
        self.texts = own_texts(game.home)

    def say(self, code: str, **data: Any) -> str:
        """A sentence that all games share."""
        return TEXTS(code, self.lang, **data)

    def own(self, code: str) -> str | None:
        """A sentence of the game; None where it has none."""
        return self.texts(code, self.lang) if code in self.texts else None

    def laws(self) -> list[str]:
        """The game's laws of a whole hand."""
        return [self.texts(code, self.lang) for code in self.texts.codes() if code.startswith("law-")]

    def line(self, code: str, cards: Iterable[str] = (), head: str = "", **data: Any) -> Line:
        """A shared sentence as a line."""
        return Line(code, self.say(code, **data), tuple(cards), head)

    def section(self, code: str, lines: Iterable[Line]) -> Section:
        """Lines under their title."""
        return Section(code, self.say(f"section-{code}"), tuple(lines))

    def points(self, points: Number) -> str:
        """Points in words."""
        return self.say("points" if points else "nothing", points=number(points))

    def slot(self, name: str | None) -> str:
        """A row in words."""
        code = f"slot-{name}"
        return self.game.texts(code, self.lang) if code in self.game.texts else name or ""

    def detail(self, name: str) -> str:
        """A detail of an arrangement in words."""
        code = f"detail-{name}"
        return WORDS(code, self.lang) if code in WORDS else name.replace("_", " ")


def per_cent(chance: float) -> str:
    """A chance for people."""
    return f"{100 * chance:.1f} %"


def row_chances(arrangement: Arrangement) -> dict[str, float]:
    """The chance that each row wins, where the arrangement has them."""
    slots = {group.slot for group in arrangement.groups}
    for value in arrangement.details.values():
        if isinstance(value, dict) and set(value) <= slots and all(isinstance(each, float) and 0 <= each <= 1 for each in value.values()):
            return value
    return {}


def is_split(arrangement: Arrangement) -> bool:
    """Whether the groups are rows."""
    return any(group.slot for group in arrangement.groups)
