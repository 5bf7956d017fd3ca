"""Words in the three languages, read from TOML: one table per code, one string per language."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, get_args

Lang = Literal["en", "zh", "vi"]
LANGS: tuple[Lang, ...] = get_args(Lang)


class Texts:
    """A catalogue of texts: `texts(code, lang, **data)` gives the sentence with the data filled in.

    Raises KeyError for a code that the catalogue does not hold: a missing text is a fault of the program, and a test reads all catalogues.
    """

    __slots__ = ("_table",)

    def __init__(self, table: Mapping[str, Mapping[str, str]]) -> None:
        self._table = {code: dict(texts) for code, texts in table.items()}

    @classmethod
    def load(cls, path: Path) -> "Texts":
        """Read `[code]` tables with the keys `en`, `zh`, `vi` from a TOML file."""
        return cls(tomllib.loads(path.read_text(encoding="utf-8")))

    def __call__(self, code: str, lang: Lang = "en", **data: Any) -> str:
        """The text in that language with the data filled in."""
        text = self._table[code][lang]
        return text.format(**data) if data else text

    def __contains__(self, code: str) -> bool:
        return code in self._table

    def codes(self) -> tuple[str, ...]:
        """Every code, in the order of the file."""
        return tuple(self._table)

    def languages(self, code: str) -> dict[str, str]:
        """The texts of one code by language."""
        return dict(self._table[code])


COMMON = Texts.load(Path(__file__).with_name("texts.toml"))
