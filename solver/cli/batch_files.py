"""Files of hands: pieces of bounded size out of JSON Lines or Parquet, and the same kinds of files again.

A line of JSON Lines is an object with `hand`, perhaps `game` and `label`, perhaps `request` (the other fields as an object, or as JSON in a
text); any other key is one of those other fields, so that bodies made for the service are lines too.
"""

import os
import stat
import sys
from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple, Protocol

import pyarrow as pa
import pyarrow.parquet as pq

from solver.batch import ANSWERS, INPUT, ROWS, unknown_columns
from solver.errors import refuse

LINE = 1 << 20
"""Bytes of the longest line that is read; a longer one is answered as too long."""
PIECE = 8 << 20
"""Bytes after which a piece ends even if it has fewer than `ROWS` lines."""
TEXT_COLUMNS = pa.schema([(name, pa.string()) for name in INPUT])


class Piece(NamedTuple):
    """Some consecutive hands. lines: raw JSON Lines (None: too long), or a record batch. read: how far the source is, after it."""

    lines: Sequence[bytes | None] | pa.RecordBatch
    game: str | None
    read: int


class Source(Protocol):
    """Pieces in order. total: where `read` ends, if that is known."""

    total: int | None

    def __iter__(self) -> Iterator[Piece]: ...


class _Lines:
    def __init__(self, stream: IO[bytes], total: int | None, game: str | None, rows: int | None = None) -> None:
        self.stream, self.total, self.game, self.rows = stream, total, game, rows or ROWS

    def __iter__(self) -> Iterator[Piece]:
        lines: list[bytes | None] = []
        read = size = 0
        begun = False
        while line := self.stream.readline(LINE):
            read += len(line)
            kept: bytes | None = line
            rest = line
            if not begun and line.startswith(BOM_UTF8):  # some programs begin every file so
                kept = line.removeprefix(BOM_UTF8)
                if not kept:
                    break  # and nothing else is there
            begun = True
            while len(rest) == LINE and not rest.endswith(b"\n"):
                rest = self.stream.readline(LINE)
                read += len(rest)
                kept = None
            lines.append(kept)
            size += len(kept or b"")
            if len(lines) == self.rows or size >= PIECE:
                yield Piece(lines, self.game, read)
                lines, size = [], 0
        if lines:
            yield Piece(lines, self.game, read)


class _Table:
    def __init__(self, name: str, file: pq.ParquetFile, game: str | None, rows: int | None = None) -> None:
        self.name, self.file, self.game, self.rows = name, file, game, rows or ROWS
        self.total: int | None = file.metadata.num_rows
        there = file.schema_arrow.names
        if "hand" not in there:
            raise refuse("batch-no-hand", file=name)
        if "game" not in there and game is None:
            raise refuse("batch-no-game", file=name)
        if unknown := unknown_columns(there):
            raise refuse("batch-columns", file=name, names=", ".join(unknown), count=len(unknown), known=", ".join(INPUT))
        self.columns = [column for column in INPUT if column in there]
        for column in self.columns:
            if there.count(column) > 1:
                raise refuse("batch-column-twice", file=name, name=column)

    def __iter__(self) -> Iterator[Piece]:
        read = 0
        batches = self.file.iter_batches(self.rows, columns=self.columns)
        while True:
            try:
                batch = next(batches, None)
            except (pa.ArrowException, OSError):
                raise refuse("batch-no-parquet", file=self.name) from None
            if batch is None:
                return
            read += batch.num_rows
            yield Piece(batch.select(self.columns), self.game, read)


@contextmanager
def open_source(name: str, game: str | None, rows: int | None = None) -> Iterator[Source]:
    """A file of hands, or standard input for `-`, in pieces of at most so many rows.

    game: of the hands that name none. Raises OSError, ValueError, InputError.
    """
    if name == "-":
        yield _Lines(sys.stdin.buffer, None, game, rows)
    elif is_parquet(name):
        with open(name, "rb"):
            pass  # what the system says is plainer
        try:
            table = pq.ParquetFile(name)
        except (pa.ArrowException, OSError):
            raise refuse("batch-no-parquet", file=name) from None
        with table as file:
            yield _Table(name, file, game, rows)
    else:
        with open(name, "rb") as stream:
            yield _Lines(stream, os.fstat(stream.fileno()).st_size or None, game, rows)


def is_parquet(name: str) -> bool:
    """Whether a file is Parquet by its name. Raises ValueError for a kind that is not known."""
    kind = Path(name).suffix.lower()
    if kind not in (".parquet", ".jsonl", ".ndjson"):
        raise ValueError(f"{name}: not .jsonl nor .parquet")
    return kind == ".parquet"


def keep_apart(source: str, target: str, *others: Path) -> None:
    """Raises InputError where what is written is what is read, by whatever name: the target, and others that are written on the way.

    Of others a folder stands for all that is in it.
    """
    read = _status(source, sys.stdin)
    if read is None or not stat.S_ISREG(read.st_mode):
        return
    written = [target] if target == "-" else [target, f"{target}.part", *map(str, others)]
    folders = {folder.resolve() for folder in others if folder.is_dir()}
    for name in written:
        found = _status(name, sys.stdout)
        if found is not None and os.path.samestat(read, found):
            raise refuse("batch-same-file", source=source, target=name)
    if source != "-" and (inside := folders & set(Path(source).resolve().parents)):
        raise refuse("batch-same-file", source=source, target=str(inside.pop()))


def _status(name: str, stream: Any) -> os.stat_result | None:
    """What the system knows of a file, or of the stream for `-`; None where there is none."""
    try:
        return os.fstat(stream.fileno()) if name == "-" else os.stat(name)
    except (OSError, ValueError):
        return None


class Target:
    """Takes answered pieces. A file appears under its name only when `keep` is called and all is written."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.kept = name == "-"
        self._stream: Any = None
        self._table: pq.ParquetWriter | None = None
        if name == "-":
            self._stream = sys.stdout.buffer
        else:
            self.part = Path(f"{name}.part")
            self.parquet = is_parquet(name)
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
            self.write(pa.RecordBatch.from_pylist([], schema=pa.schema([*TEXT_COLUMNS, *ANSWERS])))
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
