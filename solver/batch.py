"""Many hands at once: Arrow record batches in, record batches out, on this process or on any `concurrent.futures` executor.

Rows that ask the same thing of the same game (equal `game` and `request`) are answered together; a game may bring a columnar path for them
(`Game.many`), all others go through `arrange` one by one. A row that can't be answered carries its error and stops nothing.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from typing import Any

import pyarrow as pa

from solver import perform, strict_json
from solver.errors import Fault, InputError, LipaiError, UnknownGameError, UnknownOperationError
from solver.game import game as find
from solver.result import Answer, Arrangement

GROUP = pa.struct([("slot", pa.string()), ("kind", pa.string()), ("cards", pa.list_(pa.string()))])
"""One group of an answer."""
ANSWERS = pa.schema(
    [
        ("status", pa.string()),
        ("complete", pa.bool_()),
        ("wins", pa.bool_()),
        ("points", pa.int64()),
        ("value", pa.float64()),
        ("groups", pa.list_(GROUP)),
        ("error", pa.string()),
    ]
)
"""The columns that a batch adds to those it came with: the best arrangement's, or why there is none."""
INPUT = ("game", "hand", "request", "label")
"""The columns a batch comes with; `request` (JSON of the other fields) and `label` may be missing or null."""
_INDEX = "__index_level_"  # pandas adds such columns by itself
ROWS = 8192
"""Rows that one task of an executor answers."""

Many = Callable[[pa.Array, Mapping[str, Any], bool], pa.RecordBatch]
"""A game's columnar path: hands (texts, or lists of texts), the other request fields, whether groups are wanted; answers `ANSWERS`."""


class ColumnError(LipaiError, TypeError):
    """A column of the batch holds something else than text, or is none that a batch has."""


def unknown_columns(names: Iterable[str]) -> list[str]:
    """The columns that no batch has: neither asked with nor answered, so that what they say would be lost."""
    return [name for name in names if name not in INPUT and name not in ANSWERS.names and not name.startswith(_INDEX)]


def describe(error: LipaiError) -> str:
    """An error as one line of text: code, place and words of each fault; no place where it is the whole line."""
    faults: Iterable[Fault] = ()
    if isinstance(error, InputError):
        faults = error.faults
    elif isinstance(error, UnknownGameError | UnknownOperationError):
        faults = (error.fault,)
    return "; ".join(f"{fault.code}: {repr(fault) if fault.pointer else fault.message()}" for fault in faults) or str(error)


def one_by_one(game: str, hands: Iterable[Any], fields: Mapping[str, Any], groups: bool) -> pa.RecordBatch:
    """Answer each hand by the game's own `arrange`: the path of every game, and the measure of every other path."""
    rows: list[tuple[Any, ...]] = []
    for hand in hands:
        try:
            answer: Answer = perform(game, "arrange", {"hand": hand, **fields})
        except LipaiError as error:
            rows.append((None, None, None, None, None, None, describe(error)))
            continue
        best = answer.arrangements[0] if answer.arrangements else None
        points = best.points if best else None
        shown = _groups(best) if best and groups else None
        rows.append((answer.status, answer.complete, answer.wins, points, answer.value, shown, None))
    columns: Iterable[Sequence[Any]] = zip(*rows, strict=True) if rows else [()] * len(ANSWERS)
    return pa.RecordBatch.from_arrays(
        [pa.array(column, field.type) for column, field in zip(columns, ANSWERS, strict=True)],
        schema=ANSWERS,
    )


def _groups(arrangement: Arrangement) -> list[dict[str, Any]]:
    return [{"slot": group.slot, "kind": group.kind, "cards": group.cards} for group in arrangement.groups]


def failed(errors: Sequence[str]) -> pa.RecordBatch:
    """Rows that carry nothing but these errors."""
    empty = [pa.nulls(len(errors), field.type) for field in list(ANSWERS)[:-1]]
    return pa.RecordBatch.from_arrays([*empty, pa.array(errors, pa.string())], schema=ANSWERS)


def in_order(parts: Sequence[tuple[Sequence[int], pa.RecordBatch]]) -> pa.RecordBatch:
    """Parts of a batch put together; each comes with the places of its rows."""
    place = [0] * sum(len(rows) for rows, _ in parts)
    at = 0
    for rows, _ in parts:
        for row in rows:
            place[row] = at
            at += 1
    table = pa.Table.from_batches([part for _, part in parts]).take(pa.array(place, pa.int64()))
    return one_batch(table)


def one_batch(table: pa.Table) -> pa.RecordBatch:
    """A table as a single batch, even when it is empty."""
    batches = table.combine_chunks().to_batches()
    return batches[0] if batches else pa.RecordBatch.from_pylist([], schema=table.schema)


def read_request(request: str | None) -> Any:
    """The other fields, of their JSON. Raises InputError."""
    return strict_json.read(request.encode(), pointer="/request") if request else {}


def answer_together(game: str | None, request: str | None, hands: pa.Array, groups: bool) -> pa.RecordBatch:
    """All rows that share a game and a request (JSON of the fields but the hand)."""
    try:
        fields = read_request(request)
    except InputError as error:
        return failed([describe(error)] * len(hands))
    if not isinstance(fields, dict) or "hand" in fields:
        return failed(["wrong-type: /request: this must be an object without a hand"] * len(hands))
    try:
        found = find(game or "")
    except LipaiError as error:
        return failed([describe(error)] * len(hands))
    many: Many | None = found.many
    return many(hands, fields, groups) if many else one_by_one(found.id, hands.to_pylist(), fields, groups)


def _texts(batch: pa.RecordBatch, name: str) -> pa.Array:
    """A column as texts; nulls where the batch lacks it. Raises ColumnError where it holds something else."""
    if name not in batch.schema.names:
        return pa.nulls(batch.num_rows, pa.string())
    return _as(batch.column(name), pa.string(), name)


def _as(column: pa.Array, kind: pa.DataType, name: str) -> pa.Array:
    inside = column.type.value_type if pa.types.is_dictionary(column.type) else column.type
    while pa.types.is_list(inside) or pa.types.is_large_list(inside):
        inside = inside.value_type
    if not any(test(inside) for test in (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view, pa.types.is_null)):
        raise ColumnError(f"column {name} holds {column.type}, not text")
    return column.cast(kind)


def _hands(batch: pa.RecordBatch) -> pa.Array:
    column = batch.column("hand")
    lists = pa.types.is_list(column.type) or pa.types.is_large_list(column.type)
    return _as(column, pa.list_(pa.string()) if lists else pa.string(), "hand")


def as_texts(batch: pa.RecordBatch) -> dict[str, pa.Array]:
    """The columns that an answer depends on, as texts (the hand perhaps as lists of texts). Raises ColumnError where one holds no text."""
    columns = {name: _texts(batch, name) for name in ("game", "request") if name in batch.schema.names}
    return {**columns, "hand": _hands(batch)}


def arrange_rows(batch: pa.RecordBatch, groups: bool = True) -> pa.RecordBatch:
    """`arrange_batch` in this process, in one piece."""
    if unknown := unknown_columns(batch.schema.names):
        raise ColumnError(f"unknown columns: {', '.join(unknown)}; other fields of a request go into the column request, as JSON")
    hands = _hands(batch)
    games, requests = (_texts(batch, name).dictionary_encode() for name in ("game", "request"))
    if len(games.dictionary) == 1 and games.null_count == 0 and requests.null_count == len(batch):
        answers = answer_together(games.dictionary[0].as_py(), None, hands, groups)
    else:
        together: dict[tuple[str | None, str | None], list[int]] = {}
        for row, key in enumerate(zip(games.to_pylist(), requests.to_pylist(), strict=True)):
            together.setdefault(key, []).append(row)
        parts = [(rows, answer_together(*key, hands.take(pa.array(rows)), groups)) for key, rows in together.items()]
        answers = in_order(parts) if parts else failed([])
    kept = {name: batch.column(name) for name in INPUT if name in batch.schema.names}
    return pa.RecordBatch.from_pydict(kept | dict(zip(ANSWERS.names, answers.columns, strict=True)))


def arrange_batch(batch: pa.RecordBatch, *, groups: bool = True, executor: Executor | None = None, rows: int = ROWS) -> pa.RecordBatch:
    """The optimal arrangement of every row, in order.

    batch: columns `game`, `hand` (a text, or a list of cards), and if wanted `request` (JSON of the other request fields) and `label`.
    groups: False leaves the groups out, where only values are wanted.
    executor: where to run pieces of `rows` rows; None: here.
    Returns the same columns and those of `ANSWERS`; columns of earlier answers are replaced. Raises KeyError where `game` or `hand` is
    missing, ColumnError where one holds no text, and for any other column: fields of the request belong into `request`.
    """
    for name in ("game", "hand"):
        if name not in batch.schema.names:
            raise KeyError(name)
    if executor is None or batch.num_rows <= rows:
        return arrange_rows(batch, groups)
    return one_batch(pa.Table.from_batches(arrange_batches([batch], groups=groups, executor=executor, rows=rows)))


def arrange_batches(
    batches: Iterable[pa.RecordBatch], *, groups: bool = True, executor: Executor, rows: int = ROWS, ahead: int = 8
) -> Iterator[pa.RecordBatch]:
    """`arrange_batch` over a stream: pieces of `rows` rows go to the executor, at most `ahead` at once, and come back in order."""
    pieces = (batch.slice(start, rows) for batch in batches for start in range(0, batch.num_rows, rows))
    return side_by_side(executor, arrange_rows, ((piece, groups) for piece in pieces), ahead)


def side_by_side(executor: Executor, function: Callable[..., Any], calls: Iterable[tuple[Any, ...]], ahead: int) -> Iterator[Any]:
    """What `function` answers to each call, in order; at most `ahead` calls are under way or wait to be taken, so memory is bounded."""
    waiting: deque[Future[Any]] = deque()
    try:
        for call in calls:
            if len(waiting) >= ahead:
                yield waiting.popleft().result()
            waiting.append(executor.submit(function, *call))
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()
