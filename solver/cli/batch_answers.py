"""Pieces of a file answered: read, answered together, and made into rows of the kind of file that is written."""

import gc
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any, NamedTuple

import msgspec
import pyarrow as pa

from solver import strict_json
from solver.batch import ANSWERS, INPUT, ColumnError, arrange_rows, describe, failed, in_order, one_batch, one_by_one, read_request
from solver.cli import batch_files
from solver.cli.batch_files import TEXT_COLUMNS, Piece
from solver.errors import InputError, LipaiError, refuse, words
from solver.game import game as find
from solver.version import build


class Answered(NamedTuple):
    """A piece answered: JSON Lines as bytes, or a record batch; how many rows, how many of them carry an error."""

    content: Any
    rows: int
    refused: int
    read: int


@contextmanager
def _uncollected() -> Iterator[None]:
    """So many small objects at once, none of them in a cycle: looking for cycles would take three quarters of the time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def answer_piece(piece: Piece, groups: bool, parquet: bool) -> Answered:
    """Answer a piece, as a record batch for Parquet, else as JSON Lines. Raises ColumnError for columns that hold no text."""
    with _uncollected():
        read = _read(piece)
        answers = _answers(read, groups)
        refused = len(answers) - answers.column("error").null_count
        return Answered(_content(read, answers, parquet), len(answers), refused, piece.read)


_Read = Any
"""A record batch, or a list of `_Row`."""


class Solved(NamedTuple):
    """The answers to a piece, and the build that gives them."""

    build: str
    answers: pa.RecordBatch


def solve_piece(piece: Piece, groups: bool) -> Solved:
    """The answers alone. A hand that brings the program to a fault gets that for its answer, the others theirs."""
    with _uncollected():
        return Solved(build(), _whatever_comes(_read(piece), groups))


def _whatever_comes(read: _Read, groups: bool) -> pa.RecordBatch:
    try:
        return _answers(read, groups)
    except ColumnError:
        raise
    except Exception as error:
        half = len(read) // 2
        if not half:
            return failed([f"internal-error: {type(error).__name__}: {error}"])
        return one_batch(pa.Table.from_batches([_whatever_comes(part, groups) for part in (read[:half], read[half:])]))


def write_piece(piece: Piece, answers: pa.RecordBatch, parquet: bool) -> Any:
    """A piece with its answers, as it is written."""
    with _uncollected():
        return _content(_read(piece), answers, parquet)


def _read(piece: Piece) -> _Read:
    """The rows of a piece; of a table the columns that are ours, in their order, the game among them."""
    batch = piece.lines
    if not isinstance(batch, pa.RecordBatch):
        return [_row(line, piece.game) for line in batch]
    columns = {name: batch.column(name) for name in INPUT if name in batch.schema.names}
    return pa.RecordBatch.from_pydict({"game": pa.repeat(pa.scalar(piece.game, pa.string()), len(batch)), **columns})


def _answers(read: _Read, groups: bool) -> pa.RecordBatch:
    if isinstance(read, pa.RecordBatch):
        return arrange_rows(read, groups).select(ANSWERS.names)
    return _answer_rows(read, groups)


def _content(read: _Read, answers: pa.RecordBatch, parquet: bool) -> Any:
    if isinstance(read, pa.RecordBatch):
        found = pa.RecordBatch.from_arrays([*read.columns, *answers.columns], schema=pa.schema([*read.schema, *ANSWERS]))
        return found if parquet else _encode(_rows(found))
    if parquet:
        texts = pa.RecordBatch.from_pylist([_as_texts(row.echo) for row in read], schema=TEXT_COLUMNS)
        return pa.RecordBatch.from_arrays([*texts.columns, *answers.columns], schema=pa.schema([*TEXT_COLUMNS, *ANSWERS]))
    return _encode(row.echo | answer for row, answer in zip(read, _rows(answers), strict=True))


class _Row(NamedTuple):
    """One line: its columns as they came, the request as JSON text, or what is wrong with it."""

    echo: dict[str, Any]
    request: str | None = None
    error: str | None = None


def _row(line: bytes | None, game: str | None) -> _Row:
    echo: dict[str, Any] = {"game": game, "hand": None}
    try:
        if line is None:
            raise refuse("too-long-line", limit=batch_files.LINE)
        if not line or line.isspace():
            raise refuse("empty-line")
        read = strict_json.read(line)
        if not isinstance(read, dict):
            raise refuse("wrong-type", expected=words("object"))
        given = "hand" in read
        echo |= {name: read.pop(name) for name in INPUT if name in read}
        for name in ("game", "label"):
            if not isinstance(echo.get(name), str | None):
                raise refuse("wrong-type", f"/{name}", expected=words("text"))
        if not given:
            raise refuse("missing-field", "/hand", key="hand")
        if isinstance(echo.get("request"), dict) or read:
            fields = echo.get("request") or {}
            fields = read_request(fields) if isinstance(fields, str) else fields
            if not isinstance(fields, dict):
                raise refuse("wrong-type", "/request", expected=words("object"))
            echo["request"] = fields | read
            return _Row(echo, json.dumps(echo["request"], sort_keys=True))
        if not isinstance(echo.get("request"), str | None):
            raise refuse("wrong-type", "/request", expected=words("object"))
        return _Row(echo, echo.get("request"))
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
            fields = read_request(row.request)
            parts.append(([at], one_by_one(find(row.echo["game"] or "").id, [row.echo["hand"]], fields, groups)))
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
