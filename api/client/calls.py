"""What is sent and how the answer is read, the same for both clients: no input or output here."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from urllib.parse import quote

import msgspec

from api.client.errors import UnexpectedAnswerError
from api.client.results import Checked, ExampleList, GameDescription, GameList, PublicKeys, Receipt, VerdictRecord

T = TypeVar("T")

Cards = str | Sequence[str]
"""A text in the game's notation, or a list of single cards."""

JSON = "application/json"
LINES = "application/jsonl"
DEFAULT_URL = "http://127.0.0.1:8000"
GAMES = "v1/games"
VERDICTS = "v1/verdicts"


@dataclass(frozen=True, slots=True)
class Call(Generic[T]):
    """One request, and the type of its answer. Without a body it is a GET."""

    path: str
    answer: type[T]
    body: bytes | None = None
    media_type: str = JSON

    @property
    def method(self) -> str:
        """GET or POST."""
        return "GET" if self.body is None else "POST"

    @property
    def headers(self) -> dict[str, str]:
        """What the body is."""
        return {} if self.body is None else {"content-type": self.media_type}


def decode(body: bytes, wanted: type[T]) -> T:
    """The record that these bytes hold. Raises UnexpectedAnswerError."""
    try:
        return msgspec.json.decode(body, type=wanted)
    except msgspec.DecodeError as error:
        raise UnexpectedAnswerError(200, body, str(error)) from None


def perform(game: str, operation: str, fields: Mapping[str, Any], answer: type[T]) -> Call[T]:
    """One operation of a game; fields that are None are not sent."""
    return Call(f"{_game(game)}/{operation}", answer, encode(fields))


def batch(game: str, lines: bytes) -> Call[Any]:
    """A piece of a batch; its answer is a stream."""
    return Call(f"{_game(game)}/arrange/batch", object, lines, LINES)


def _game(game: str) -> str:
    return f"{GAMES}/{quote(game, safe='')}"


def encode(fields: Mapping[str, Any]) -> bytes:
    """Fields as JSON in one line. Raises TypeError for what has no JSON."""
    return msgspec.json.encode({name: value for name, value in fields.items() if value is not None})


def check_receipt(receipt: Receipt | Mapping[str, Any]) -> Call[Checked]:
    """A receipt to be checked, or a whole answer with it."""
    return Call(f"{VERDICTS}/check", Checked, msgspec.json.encode(receipt))


def find_verdict(id: str) -> Call[VerdictRecord]:
    """A verdict of the ledger."""
    return Call(f"{VERDICTS}/{quote(id, safe='')}", VerdictRecord)


def list_keys() -> Call[PublicKeys]:
    """The keys that sign receipts."""
    return Call("v1/keys", PublicKeys)


def list_games() -> Call[GameList]:
    """All games."""
    return Call(GAMES, GameList)


def describe(game: str) -> Call[GameDescription]:
    """One game."""
    return Call(_game(game), GameDescription)


def list_examples(game: str) -> Call[ExampleList]:
    """A game's worked hands."""
    return Call(f"{_game(game)}/examples", ExampleList)


def readiness() -> Call[Any]:
    """Whether the service answers rightly."""
    return Call("readyz", object)


def base_url(url: str | None) -> str:
    """The service's address: as given, else that of the environment, else this machine's. Raises ValueError for what is no address."""
    found = url or os.environ.get("LIPAI_URL") or DEFAULT_URL
    if not found.startswith(("http://", "https://")):
        raise ValueError(f"the service's address must begin with http:// or https://, not {found!r}")
    return found.rstrip("/") + "/"


def headers(key: str | None, lang: str | None) -> dict[str, str]:
    """What every request carries: the key, given or of the environment, and the language wished for.

    Blanks around a key go: one read from a file ends with a line feed. Raises ValueError for a key that no header takes, without the key.
    """
    held = (key or os.environ.get("LIPAI_API_KEY") or "").strip()
    if not all(" " <= sign <= "~" for sign in held):
        raise ValueError("the key holds characters that no key has: line breaks within it, or others than plain ASCII")
    carried = {"accept": f"{JSON}, {LINES}", "user-agent": "lipai-client"}
    if held:
        carried["authorization"] = f"Bearer {held}"
    if lang:
        carried["accept-language"] = lang
    return carried
