"""Many requests as pieces of JSON Lines: each small enough to be kept until it is answered, so that it can be sent again from any line on.

The service takes a body in whole before it answers, so a piece is sent, then read; memory holds one piece and one line of its answer.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from api.client.calls import decode, encode
from api.client.errors import UnreachableError
from api.client.results import Answer, Answered, BatchLine, Problem, Refused

Wanted = Mapping[str, Any] | str | Sequence[str]
"""A request as its fields, or a hand alone."""

LARGEST = 4 << 20  # bytes of a piece


class _Head(Struct, frozen=True):
    index: int
    problem: Problem | None = None


class Piece:
    """Some requests of a batch, in order, and how many of them are answered."""

    def __init__(self, first: int, lines: list[bytes]) -> None:
        self.first = first
        self.lines = lines
        self.done = 0
        self.from_here = 0

    @property
    def open(self) -> bool:
        """Whether a request waits for its answer."""
        return self.done < len(self.lines)

    def body(self) -> bytes:
        """What is yet to be answered, as the next body to send."""
        self.from_here = self.done
        return b"".join(self.lines[self.done :])

    def take(self, line: bytes) -> BatchLine:
        """The answer to the next request, read from its line."""
        head = decode(line, _Head)
        if not self.open or head.index != self.done - self.from_here:
            raise UnreachableError(f"line {head.index} came where {self.done - self.from_here} was due")
        index = self.first + self.done
        found = Answered(index, decode(line, Answer)) if head.problem is None else Refused(index, head.problem)
        self.done += 1
        return found

    def broken_off(self) -> UnreachableError:
        """The answer ended before its last line."""
        return UnreachableError(f"the answer ended after {self.done - self.from_here} lines; the service may have been stopped")


def refuse_one(requests: object) -> None:
    """Raises TypeError for a single hand or request, whose characters or fields would each be taken for a hand."""
    if isinstance(requests, str | bytes | Mapping):
        raise TypeError("arrange_batch takes several requests: a list, or another iterable; put a single one into a list")


class Cutter:
    """Cuts requests into pieces of at most so many lines and LARGEST bytes (of one line, however long)."""

    def __init__(self, at_once: int, common: Mapping[str, Any]) -> None:
        if at_once < 1:
            raise ValueError(f"at_once must be 1 or more, not {at_once}")
        self.at_once = at_once
        self.common = {name: value for name, value in common.items() if value is not None}
        self.lines: list[bytes] = []
        self.size = 0
        self.first = 0

    def add(self, request: Wanted) -> Piece | None:
        """One more; the piece before it, where that is full."""
        fields = request if isinstance(request, Mapping) else {"hand": request}
        line = encode({**self.common, **fields}) + b"\n"
        full = self.take() if self.size + len(line) > LARGEST or len(self.lines) >= self.at_once else None
        self.lines.append(line)
        self.size += len(line)
        return full

    def take(self) -> Piece | None:
        """What is left, where anything is."""
        if not self.lines:
            return None
        piece = Piece(self.first, self.lines)
        self.first += len(self.lines)
        self.lines, self.size = [], 0
        return piece


class Splitter:
    """Bytes as they come, as lines. Only the line feed ends one: texts within may hold other separators."""

    def __init__(self) -> None:
        self.begun: list[bytes] = []

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        """The lines that end in this chunk."""
        *ended, rest = chunk.split(b"\n")
        for at, line in enumerate(ended):
            yield b"".join((*self.begun, line)) if at == 0 else line
        if ended:
            self.begun = []
        if rest:
            self.begun.append(rest)
