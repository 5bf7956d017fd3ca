"""Files of hands: pieces of bounded size out of JSON Lines or Parquet, their answers, and the same kinds of files again.

A line of JSON Lines is an object with `hand`, perhaps `game` and `label`, perhaps `request` (the other fields as an object, or as JSON in a
text); any other key is one of those other fields, so that bodies made for the service are lines too.
"""

import gc
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import IO, Any, NamedTuple, Protocol

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from solver.batch import ANSWERS, INPUT, ROWS, arrange_rows, describe, failed, in_order, one_by_one
from solver.errors import InputError, LipaiError, refuse, words
from solver.game import game as find

LINE = 1 << 20
"""Bytes of the longest line that is read; a longer one is answered as too long."""
PIECE = 8 << 20
"""Bytes after which a piece ends even if it has fewer than `ROWS` lines."""
_TEXT_COLUMNS = pa.schema([(name, pa.string()) for name in INPUT])


class Piece(NamedTuple):
    """Some consecutive hands. lines: raw JSON Lines (None: too long), or a record batch. read: how far the source is, after it."""

    lines: Sequence[bytes | None] | pa.RecordBatch
    game: str | None
    read: int


class Answered(NamedTuple):
    """A piece answered: JSON Lines as bytes, or a record batch; how many rows, how many of them carry an error."""

    content: Any
    rows: int
    refused: int
    read: int


class Source(Protocol):
    """Pieces in order. total: where `read` ends, if that is known."""

    total: int | None

    def __iter__(self) -> Iterator[Piece]: ...


class _Lines:
    def __init__(self, stream: IO[bytes], total: int | None, game: str | None) -> None:
        self.stream, self.total, self.game = stream, total, game

    def __iter__(self) -> Iterator[Piece]:
        lines: list[bytes | None] = []
        read = size = 0
        while line := self.stream.readline(LINE):
            read += len(line)
            kept: bytes | None = line
            rest = line
            while len(rest) == LINE and not rest.endswith(b"\n"):
                rest = self.stream.readline(LINE)
                read += len(rest)
                kept = None
            lines.append(kept)
            size += len(kept or b"")
            if len(lines) == ROWS or size >= PIECE:
                yield Piece(lines, self.game, read)
                lines, size = [], 0
        if lines:
            yield Piece(lines, self.game, read)


class _Table:
    def __init__(self, file: pq.ParquetFile, game: str | None) -> None:
        self.file, self.game = file, game
        self.total: int | None = file.metadata.num_rows
        there = file.schema_arrow.names
        if "hand" not in there or ("game" not in there and game is None):
            raise ValueError("the file has no column " + ("hand" if "hand" not in there else "game; name the game with --game"))
        self.columns = [name for name in INPUT if name in there]

    def __iter__(self) -> Iterator[Piece]:
        read = 0
        for batch in self.file.iter_batches(ROWS, columns=self.columns):
            read += batch.num_rows
            yield Piece(batch.select(self.columns), self.game, read)


@contextmanager
def open_source(name: str, game: str | None) -> Iterator[Source]:
    """A file of hands, or standard input for `-`. game: of the hands that name none. Raises OSError, ValueError."""
    if name == "-":
        yield _Lines(sys.stdin.buffer, None, game)
    elif _is_parquet(name):
        with pq.ParquetFile(name) as file:
            yield _Table(file, game)
    else:
        with open(name, "rb") as stream:
            yield _Lines(stream, os.fstat(stream.fileno()).st_size or None, game)


def _is_parquet(name: str) -> bool:
    """Whether a file is Parquet by its name. Raises ValueError for a kind that is not known."""
    kind = Path(name).suffix.lower()
    if kind not in (".parquet", ".jsonl", ".ndjson"):
        raise ValueError(f"{name}: not .jsonl nor .parquet")
    return kind == ".parquet"


class Target:
    """Takes what `answer_piece` makes. A file appears under its name only when `keep` is called and all is written."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.kept = name == "-"
        self._stream: Any = None
        self._table: pq.ParquetWriter | None = None
        if name == "-":
            self._stream = sys.stdout.buffer
        else:
            self.part = Path(f"{name}.part")
            self.parquet = _is_parquet(name)
            self._stream = self.part.open("wb")

    def write(self, content: Any) -> None:
        """Add an answered piece."""
        if isinstance(content, bytes):
            self._stream.write(content)
            return
        if self._table is None:
            self._table = pq.ParquetWriter(self._stream, content.schema, compression="zstd")
        self._table.write_batch(content)

    def keep(self) -> None:
        """All is written."""
        self.kept = True

    def close(self) -> None:
        """Give the file its name, or take it away."""
        if self.name == "-":
            self._stream.flush()
            return
        if self._table is None and self.parquet and self.kept:
            self.write(pa.RecordBatch.from_pylist([], schema=pa.schema([*_TEXT_COLUMNS, *ANSWERS])))
        if self._table is not None:
            self._table.close()
        self._stream.close()
        if self.kept:
            self.part.replace(self.name)
        else:
            self.part.unlink()


@contextmanager
def open_target(name: str) -> Iterator[Target]:
    """The file to write, or standard output for `-`. Raises OSError, ValueError."""
    target = Target(name)
    try:
        yield target
    finally:
        target.close()


def answer_piece(piece: Piece, groups: bool, parquet: bool) -> Answered:
    """Answer a piece, as a record batch for Parquet, else as JSON Lines. Raises ColumnError for columns that hold no text."""
    collecting = gc.isenabled()
    gc.disable()  # so many small objects at once, none of them in a cycle: looking for cycles would take three quarters of the time
    try:
        batch = piece.lines
        return (
            _answer_batch(piece, batch, groups, parquet)
            if isinstance(batch, pa.RecordBatch)
            else _answer_lines(piece, batch, groups, parquet)
        )
    finally:
        if collecting:
            gc.enable()


def _answer_batch(piece: Piece, batch: pa.RecordBatch, groups: bool, parquet: bool) -> Answered:
    if "game" not in batch.schema.names:
        batch = pa.RecordBatch.from_pydict({"game": pa.repeat(piece.game, len(batch)), **dict(zip(batch.schema.names, batch, strict=True))})
    found = arrange_rows(batch, groups)
    refused = len(found) - found.column("error").null_count
    return Answered(found if parquet else _encode(_rows(found)), len(found), refused, piece.read)


def _answer_lines(piece: Piece, lines: Sequence[bytes | None], groups: bool, parquet: bool) -> Answered:
    rows = [_row(line, piece.game) for line in lines]
    answers = _answer_rows(rows, groups)
    refused = len(rows) - answers.column("error").null_count
    if parquet:
        texts = pa.RecordBatch.from_pylist([_as_texts(row.echo) for row in rows], schema=_TEXT_COLUMNS)
        content: Any = pa.RecordBatch.from_arrays([*texts.columns, *answers.columns], schema=pa.schema([*_TEXT_COLUMNS, *ANSWERS]))
    else:
        content = _encode(row.echo | answer for row, answer in zip(rows, _rows(answers), strict=True))
    return Answered(content, len(rows), refused, piece.read)


class _Row(NamedTuple):
    """One line: its columns as they came, the request as JSON text, or what is wrong with it."""

    echo: dict[str, Any]
    request: str | None = None
    error: str | None = None


def _row(line: bytes | None, game: str | None) -> _Row:
    echo: dict[str, Any] = {"game": game, "hand": None}
    try:
        if line is None:
            raise refuse("too-long-line", limit=LINE)
        try:
            read = msgspec.json.decode(line)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
            return _Row(echo, None, f"not-json: /: {error}")
        if not isinstance(read, dict):
            raise refuse("wrong-type", expected=words("object"))
        echo |= {name: read.pop(name) for name in INPUT if name in read}
        for name in ("game", "label"):
            if not isinstance(echo.get(name), str | None):
                raise refuse("wrong-type", f"/{name}", expected=words("text"))
        if echo["hand"] is None:
            raise refuse("missing-field", "/hand", key="hand")
        if isinstance(echo.get("request"), dict) or read:
            fields = echo.get("request") or {}
            fields = json.loads(fields) if isinstance(fields, str) else fields
            if not isinstance(fields, dict):
                raise refuse("wrong-type", "/request", expected=words("object"))
            echo["request"] = fields | read
            return _Row(echo, json.dumps(echo["request"], sort_keys=True))
        if not isinstance(echo.get("request"), str | None):
            raise refuse("wrong-type", "/request", expected=words("object"))
        return _Row(echo, echo.get("request"))
    except ValueError as error:
        return _Row(echo, None, f"not-json: /request: {error}")
    except InputError as error:
        return _Row(echo, None, describe(error))


def _answer_rows(rows: Sequence[_Row], groups: bool) -> pa.RecordBatch:
    """Answers in order: texts and lists by column, lines with a fault with it, other values one by one, for their errors."""
    kinds: dict[Callable[[Sequence[_Row], bool], pa.RecordBatch], list[int]] = {}
    for at, row in enumerate(rows):
        hand = row.echo["hand"]
        way = _wrong if row.error else _texts if isinstance(hand, str) else _lists if _is_list(hand) else _others
        kinds.setdefault(way, []).append(at)
    parts = [(places, way([rows[at] for at in places], groups)) for way, places in kinds.items()]
    return parts[0][1] if len(parts) == 1 else in_order(parts)


def _is_list(hand: Any) -> bool:
    return isinstance(hand, list) and all(isinstance(card, str) for card in hand)


def _wrong(rows: Sequence[_Row], groups: bool) -> pa.RecordBatch:
    return failed([row.error or "" for row in rows])


def _columns(rows: Sequence[_Row], groups: bool, hands: pa.DataType) -> pa.RecordBatch:
    columns = {
        "game": pa.array([row.echo["game"] for row in rows], pa.string()),
        "hand": pa.array([row.echo["hand"] for row in rows], hands),
        "request": pa.array([row.request for row in rows], pa.string()),
    }
    return arrange_rows(pa.RecordBatch.from_pydict(columns), groups).select(ANSWERS.names)


def _texts(rows: Sequence[_Row], groups: bool) -> pa.RecordBatch:
    return _columns(rows, groups, pa.string())


def _lists(rows: Sequence[_Row], groups: bool) -> pa.RecordBatch:
    return _columns(rows, groups, pa.list_(pa.string()))


def _others(rows: Sequence[_Row], groups: bool) -> pa.RecordBatch:
    parts = []
    for at, row in enumerate(rows):
        try:
            fields = json.loads(row.request) if row.request else {}
            parts.append(([at], one_by_one(find(row.echo["game"] or "").id, [row.echo["hand"]], fields, groups)))
        except ValueError as error:
            parts.append(([at], failed([f"not-json: /request: {error}"])))
        except LipaiError as error:
            parts.append(([at], failed([describe(error)])))
    return in_order(parts)


def _as_texts(echo: dict[str, Any]) -> dict[str, str | None]:
    """The columns of a line as texts, for Parquet: lists of cards as one text, objects as JSON."""
    texts: dict[str, str | None] = {}
    for name, value in echo.items():
        if name == "hand" and _is_list(value):
            value = " ".join(value)
        texts[name] = value if isinstance(value, str | None) else json.dumps(value, ensure_ascii=False, sort_keys=True)
    return texts


def _rows(batch: pa.RecordBatch) -> list[dict[str, Any]]:
    """`batch.to_pylist()`, several times faster: nested values are taken from their flat columns."""
    columns = [_groups(column) if name == "groups" else column.to_pylist() for name, column in zip(batch.schema.names, batch, strict=True)]
    names = batch.schema.names
    return [dict(zip(names, values, strict=True)) for values in zip(*columns, strict=True)]


def _groups(column: pa.ListArray) -> list[list[dict[str, Any]] | None]:
    slots, kinds, cards = column.flatten().flatten()
    listed = iter(
        [
            {"slot": slot, "kind": kind, "cards": own}
            for slot, kind, own in zip(
                slots.to_pylist(), kinds.to_pylist(), _lists_of(cards, iter(cards.flatten().to_pylist())), strict=True
            )
        ]
    )
    return list(_lists_of(column, listed))


def _lists_of(column: pa.ListArray, items: Iterator[Any]) -> Iterator[list[Any] | None]:
    """The items in lists as long as the column's, None for a null."""
    return (None if length is None else list(islice(items, length)) for length in column.value_lengths().to_pylist())


def _encode(rows: Any) -> bytes:
    """Rows as JSON Lines."""
    encode = msgspec.json.Encoder().encode
    return b"".join(line for row in rows for line in (encode(row), b"\n"))
