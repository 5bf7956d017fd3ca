"""The Game contract, and the registry that finds every game's folder under `solver.games`."""

import importlib
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from msgspec import Struct
from pydantic import BaseModel

from solver import folders
from solver.errors import UnknownGameError, UnknownOperationError
from solver.request import Cards, Request
from solver.rules import Presets
from solver.text import LANGS, Texts

folder = folders.games


@dataclass(frozen=True, slots=True)
class Operation:
    """One thing a game can do: what it takes, what it answers, and the function between them.

    quick: whether this request is surely answered within about a millisecond, so that a server runs it on the spot; any other gets a
    thread, which costs some 50 µs more. A result with a field `retry_after` (seconds, or null) says that the work still runs.
    """

    request: type[Request]
    result: type[Struct]
    run: Callable[[Any], Any]
    quick: Callable[[Any], bool] = lambda request: False


@dataclass(frozen=True, slots=True)
class Example:
    """A worked hand: a request ready to send, and the part of the answer that must come out.

    In `expect`, arrays match in full, objects in part.
    """

    id: str
    title: Mapping[str, str]
    operation: str
    request: Mapping[str, Any]
    expect: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Face:
    """How one card is drawn, as data: page, pictures and command draw from it.

    style: `glyph` (a character on a coloured ground), `playing` (rank and suit), `domino` (two pips); ink and mark are names,
    not colours, so that a drawing can tell colours apart without colour.
    """

    card: str
    style: str
    glyph: str
    ink: str
    mark: str = ""
    names: Mapping[str, str] = field(default_factory=dict)


WORDS = ("label", "rule", "choice", "preset", "natural", "bonus")
"""What a game's texts hold for forms, by the first part of their codes: `label-…` the short name of a rule's key, `rule-…` what it means,
`choice-…` a value to choose, and so on."""

_OBJECTIVES = Texts.load(Path(__file__).with_name("objectives.toml"))

Progress = Callable[[str, float], None]
"""The step that long work is at, and how much of it is done, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Task:
    """Long work for those who make a game's data or measure its policies.

    options: what may be asked; every field of a plain type, with a default and a description. run: does it, telling its progress, and
    answers names with numbers or texts; raises LipaiError for what can't be done. help: one line on what it does.
    spreads: whether the work can be spread; `run` then takes `solver.workers.Workers` as a third argument.
    """

    help: str

    options: type[BaseModel]
    run: Callable[..., Mapping[str, Any]]
    spreads: bool = False


def later(module: str, name: str) -> Callable[..., Any]:
    """The function `name` of a module that is imported by the first call: what costs time to import and is seldom needed."""

    def call(*arguments: Any, **named: Any) -> Any:
        return getattr(importlib.import_module(module), name)(*arguments, **named)

    return call


@dataclass(frozen=True)
class Game:
    """All that a game tells the rest of the program. Nothing outside its folder names it.

    sizes: (fewest, most) cards that `arrange` takes. full: cards in a full hand, the number that `deal` deals.
    deck: every card of the deck in canonical notation, as often as it is there.
    parse: a request's cards as canonical cards; raises InputError.
    violations: the closed list of codes that `verify` can answer; `texts` has their words under `violation-…`.
    locked: the cards of an `arrange` request that history or the rules keep together, set by set, for explanations.
    many: a columnar path for batches of hands that ask the same (`solver.batch.Many`), where the game has one.
    tasks: long work on the game's data, `build` and `exploit`, where there is any.
    warm_up: builds tables and compiles kernels ahead of the first request.
    close: ends what still runs beside the requests, as the program ends. The next request may begin it anew.
    """

    id: str
    texts: Texts
    sizes: tuple[int, int]
    full: int
    deck: tuple[str, ...]
    faces: tuple[Face, ...]
    parse: Callable[[Cards], tuple[str, ...]]
    presets: Presets[Any]
    objectives: tuple[str, ...]
    engines: tuple[str, ...]
    operations: Mapping[str, Operation]
    violations: tuple[str, ...]
    home: Path
    slots: tuple[tuple[str, int], ...] = ()
    locked: Callable[[Any], tuple[tuple[str, ...], ...]] = lambda request: ()
    many: Callable[..., Any] | None = None
    tasks: Mapping[str, Task] = field(default_factory=dict)
    warm_up: Callable[[], None] = lambda: None
    close: Callable[[], None] = lambda: None

    @property
    def names(self) -> dict[str, str]:
        """The game's name in each language."""
        return self.texts.languages("game")

    def objective_names(self, objective: str) -> dict[str, str]:
        """What an objective is called by language: the game's own word, else the common one, else its code."""
        own = f"objective-{objective}"
        if own in self.texts:
            return self.texts.languages(own)
        return _OBJECTIVES.languages(objective) if objective in _OBJECTIVES else dict.fromkeys(LANGS, objective)

    def operation(self, name: str) -> Operation:
        """The operation of that name. Raises UnknownOperationError."""
        try:
            return self.operations[name]
        except KeyError:
            raise UnknownOperationError(self.id, name) from None

    @cached_property
    def examples(self) -> tuple[Example, ...]:
        """The worked hands of `examples.toml`."""
        table = tomllib.loads((self.home / "examples.toml").read_text(encoding="utf-8"))
        return tuple(Example(**{"expect": {}, **entry}) for entry in table["example"])

    def summary(self) -> dict[str, Any]:
        """What a list of games says of it."""
        return {
            "id": self.id,
            "names": self.names,
            "hand_sizes": {"fewest": self.sizes[0], "most": self.sizes[1], "full": self.full},
            "slots": [{"name": name, "size": size, "names": self.texts.languages(f"slot-{name}")} for name, size in self.slots],
            "operations": list(self.operations),
            "presets": list(self.presets),
            "objectives": list(self.objectives),
            "engines": list(self.engines),
        }

    def describe(self) -> dict[str, Any]:
        """Everything a client needs to offer the game: rules as data, notation, card faces, violation codes, JSON Schemas."""
        texts = self.texts
        return self.summary() | {
            "rules": {"presets": self.presets.values, "schema": self.presets.inline_schema()},
            "notation": {code.removeprefix("notation-"): texts.languages(code) for code in texts.codes() if code.startswith("notation-")},
            "kinds": {code.removeprefix("kind-"): texts.languages(code) for code in texts.codes() if code.startswith("kind-")},
            "cards": [
                {"card": face.card, "style": face.style, "glyph": face.glyph, "ink": face.ink, "mark": face.mark, "names": dict(face.names),
                 "copies": self.deck.count(face.card)}
                for face in self.faces
            ],
            "words": {kind: {code.removeprefix(f"{kind}-"): texts.languages(code) for code in texts.codes() if code.startswith(f"{kind}-")}
                      for kind in WORDS} | {"objective": {name: self.objective_names(name) for name in self.objectives}},
            "violations": {code: texts.languages(f"violation-{code}") for code in self.violations},
            "schemas": {name: operation.request.model_json_schema() for name, operation in self.operations.items()},
        }  # fmt: skip


@cache
def ids() -> tuple[str, ...]:
    """The ids of all games, in alphabetical order. Imports none of them."""
    return tuple(sorted(folders.modules()))


@cache
def game(id: str) -> Game:
    """The game of that id, imported on first use. Raises UnknownGameError."""
    modules = folders.modules()
    if id not in modules:
        raise UnknownGameError(id, ids())
    found: Game = importlib.import_module(f"{folder.__name__}.{modules[id]}").GAME
    return found


def games() -> tuple[Game, ...]:
    """All games."""
    return tuple(game(id) for id in ids())
