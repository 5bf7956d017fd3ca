"""Words in the three languages, read from TOML: one table per code, one string per language.

`{name}` is filled in, `{name!r}` in quotes with everything invisible made visible, `{name:card|cards}` is one of the two words: the
first where the number `name` is one.
"""

import re
import tomllib
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, get_args

Lang = Literal["en", "zh", "vi"]
LANGS: tuple[Lang, ...] = get_args(Lang)

_NUMBERED = re.compile(r"\{(\w+):([^{}|]*)\|([^{}|]*)\}")
# Drawn as nothing though they are no control or format characters: fillers, joiners and variation selectors.
_BLANKS = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")


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
        if not data:
            return text
        if "|" in text:
            text = _agreeing(text, tuple([name for name, value in data.items() if value in (1, "1")]))
        if "!r" in text:
            data = {name: _Quoted(value) for name, value in data.items()}
        return text.format(**data)

    def __contains__(self, code: str) -> bool:
        return code in self._table

    def codes(self) -> tuple[str, ...]:
        """Every code, in the order of the file."""
        return tuple(self._table)

    def languages(self, code: str) -> dict[str, str]:
        """The texts of one code by language, nothing filled in; words that a number decides stand as for several."""
        return {lang: _agreeing(text, ()) for lang, text in self._table[code].items()}

    def under(self, prefix: str) -> "Texts":
        """The texts whose codes begin so, under the rest of their codes."""
        return Texts({code.removeprefix(prefix): texts for code, texts in self._table.items() if code.startswith(prefix)})


@lru_cache(maxsize=1024)
def _agreeing(text: str, ones: tuple[str, ...]) -> str:
    """The text with the words that fit its numbers; ones: the names of those that are one."""
    return _NUMBERED.sub(lambda found: found[2] if found[1] in ones else found[3], text)


class _Quoted:
    """A value that `!r` shows in quotes and as people can read it."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __format__(self, spec: str) -> str:
        return format(self.value, spec)

    def __repr__(self) -> str:
        if not isinstance(self.value, str):
            return visible(repr(self.value))
        shown = visible(self.value)
        if shown == self.value:
            return repr(shown)
        mark = '"' if "'" in shown else "'"
        return f"{mark}{shown}{mark}"


def visible(text: str) -> str:
    """The text with every character that shows nothing, or no character of its own, by its number: `A♥<U+FE0F>`."""
    return "".join(f"<U+{ord(sign):04X}>" if _is_invisible(sign, text[at - 1 : at]) else sign for at, sign in enumerate(text))


def _is_invisible(sign: str, before: str) -> bool:
    """Whether nobody sees this character; a mark that combines with no letter before it would sit on the quotes."""
    if " " <= sign <= "~":
        return False
    kind = unicodedata.category(sign)
    return kind[0] in "CZ" or _BLANKS.match(sign) is not None or (kind[0] == "M" and not before.strip())


COMMON = Texts.load(Path(__file__).with_name("texts.toml"))
