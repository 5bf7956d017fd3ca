"""Which hands of a file ask the same, so that each question is answered once.

A question is what an answer depends on: game, hand and the other fields as they are written, not the label. It is known by a key of 128
bits; two questions of one key would get one answer, so the key is cryptographic.
"""

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

import msgspec
import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from solver import strict_json
from solver.batch import as_texts
from solver.cli.batch_files import Piece
from solver.errors import InputError

Keys = NDArray[np.uint64]
"""(rows, 2): the key of each."""
_sorted = msgspec.json.Encoder(order="sorted").encode
_MISSING = object()


def keys(piece: Piece) -> Keys:
    """The key of each row. Raises ColumnError for columns that hold no text."""
    found = _of_batch(piece.lines, piece.game) if isinstance(piece.lines, pa.RecordBatch) else _of_lines(piece.lines, piece.game)
    return np.frombuffer(b"".join(found), np.uint64).reshape(-1, 2)


def _key(question: bytes) -> bytes:
    return blake2b(question, digest_size=16).digest()


def _of_lines(lines: Sequence[bytes | None], game: str | None) -> list[bytes]:
    return [_key(b"?" if line is None else _question(line, game)) for line in lines]


def _question(line: bytes, game: str | None) -> bytes:
    """What a line asks, alike for lines that differ in label, blanks and order. One that can't be read asks what it is."""
    try:
        read: Any = strict_json.read(line)
        if isinstance(read, dict):
            read.setdefault("game", game)
            if isinstance(read.get("label", _MISSING), str | None):
                del read["label"]
        return _sorted(read)
    except (InputError, msgspec.MsgspecError, ValueError, RecursionError, OverflowError):
        return b"?" + line


def _of_batch(batch: pa.RecordBatch, game: str | None) -> list[bytes]:
    columns = as_texts(batch)
    games = columns["game"].to_pylist() if "game" in columns else [game] * len(batch)
    requests = columns["request"].to_pylist() if "request" in columns else [None] * len(batch)
    encode = msgspec.json.Encoder().encode
    return [_key(encode(row)) for row in zip(games, columns["hand"].to_pylist(), requests, strict=True)]


class Index:
    """Numbers questions in the order in which they are first met, in 24 bytes each.

    Sorted runs, each at least twice as long as the next: a key is looked for by bisection in a few of them. A run is sorted by the first
    half of the key; where two questions share that half, the later ones are taken for new and answered again, which does no harm.
    """

    def __init__(self) -> None:
        self.size = 0
        self._runs: list[tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.int64]]] = []

    def number(self, keys: Keys) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The number of each question, and the rows that ask a new one, in order."""
        numbers = np.full(len(keys), -1, np.int64)
        for heads, tails, known in self._runs:
            at = np.minimum(np.searchsorted(heads, keys[:, 0]), len(heads) - 1)
            same = (heads[at] == keys[:, 0]) & (tails[at] == keys[:, 1])
            numbers[same] = known[at[same]]
        unknown = np.flatnonzero(numbers < 0)
        _, first, of = np.unique(keys[unknown], axis=0, return_index=True, return_inverse=True)
        order = np.argsort(first)
        place = np.empty(len(order), np.int64)
        place[order] = np.arange(len(order))
        numbers[unknown] = self.size + place[of.reshape(-1)]
        new = unknown[first[order]]
        self._add(keys[new])
        return numbers, new

    def _add(self, keys: Keys) -> None:
        run = (keys[:, 0], keys[:, 1], np.arange(self.size, self.size + len(keys), dtype=np.int64))
        self.size += len(keys)
        while len(run[0]) and self._runs and len(self._runs[-1][0]) < 2 * len(run[0]):
            below = self._runs.pop()
            run = (np.concatenate([below[0], run[0]]), np.concatenate([below[1], run[1]]), np.concatenate([below[2], run[2]]))
        if len(run[0]):
            order = np.argsort(run[0], kind="stable")
            self._runs.append((run[0][order], run[1][order], run[2][order]))
