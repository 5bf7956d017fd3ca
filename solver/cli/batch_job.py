"""A job: a whole file answered in parts that outlive the program that made them.

Beside the file to be written lies a folder, `OUT.parts`, while the job runs: what the job is (`job.json`), the answers to each part (Arrow
files, each appearing whole or not at all) and a line for each that is there (`parts.jsonl`, with its digest). Run again, the job takes what
is there and goes on. At the end the file is written in the order of its rows, and the folder becomes a manifest, `OUT.manifest.json`.
"""

import fcntl
import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache, partial, reduce
from pathlib import Path
from typing import IO, Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from solver.batch import ANSWERS, failed, in_order, one_batch
from solver.cli.batch_answers import Solved, solve_piece, write_piece
from solver.cli.batch_digest import Digest
from solver.cli.batch_files import PIECE, Piece, Source, Target, is_parquet
from solver.cli.batch_questions import Index, keys
from solver.errors import Fault, InputError, Words
from solver.files import write_whole
from solver.text import COMMON, LANGS, Lang
from solver.version import build
from solver.workers import ClusterError, Here, PoisonError, Workers, in_turn

PART = 2048
"""Questions of a part. Small enough that little is lost with a worker, and that slow games keep all workers busy to the end."""
FORMAT = 2
_SPLIT = 16


class JobError(InputError):
    """The parts that are there belong to another job, or another program works on them."""

    def __init__(self, fault: Fault) -> None:
        super().__init__((fault,))


def written_beside(target: str) -> tuple[Path, Path]:
    """The folder of parts and the manifest of a job that writes this file."""
    return Path(f"{target}.parts"), Path(f"{target}.manifest.json")


class Job:
    """The folder of a job. The parts it keeps are those of the same input, settings and build."""

    def __init__(self, source: str, target: str, game: str | None, groups: bool, restart: bool = False) -> None:
        self.source, self.target, self.groups = source, Path(target), groups
        self.folder, self.manifest = written_beside(target)
        with open(source, "rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
            self._seen = _stamp(file)
        self.about: dict[str, Any] = {
            "format": FORMAT,
            "build": build(),
            "input": {"file": Path(source).name, "bytes": self._seen[0], "sha256": digest},
            "settings": {"game": game, "groups": groups, "output": "parquet" if is_parquet(target) else "jsonl", "part": PART},
        }
        self.folder.mkdir(exist_ok=True)
        self.parts: dict[int, dict[str, Any]] = {}
        self.told: dict[str, Any] = {}
        self._lock = (self.folder / "lock").open("w")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if restart:
                self._clear()
            self._open()
        except BlockingIOError:
            self._lock.close()
            raise JobError(Fault("job-under-way", folder=self.folder)) from None
        except BaseException:
            self._lock.close()
            raise

    def _open(self) -> None:
        about = self.folder / "job.json"
        if about.exists():
            there = _read_about(about)
            changed = [name for name in self.about if there.get(name) != self.about[name]]
            if changed:
                count = 2 if changed == ["settings"] else len(changed)  # of the word, not of the thing
                raise JobError(Fault("job-other", folder=self.folder, what=_listed(changed), count=count))
        else:
            write_whole(about, json.dumps(self.about, indent=1).encode())
        journal = self.folder / "parts.jsonl"
        for line in journal.read_bytes().splitlines() if journal.exists() else ():
            try:
                entry = json.loads(line)
                self.parts[int(entry["part"])] = {name: entry[name] for name in ("part", "rows", "refused", "sha256")}
            except (ValueError, TypeError, KeyError):
                continue  # damaged, or being written when the program was ended: that part is done again
        self._journal: IO[bytes] = journal.open("ab")
        self._journal.write(b"\n")  # ends a line that was cut off

    def _clear(self) -> None:
        for path in self.folder.iterdir():
            if path.name != "lock":
                path.unlink()

    def path(self, part: int) -> Path:
        """Where the answers of a part lie."""
        return self.folder / f"{part:06d}.arrow"

    def holds(self, part: int, rows: int) -> bool:
        """Whether the answers of a part are there, undamaged."""
        entry = self.parts.get(part)
        if entry is None or entry["rows"] != rows:
            return False
        try:
            return bool(hashlib.sha256(self.path(part).read_bytes()).hexdigest() == entry["sha256"])
        except OSError:
            return False

    def keep(self, part: int, answers: pa.RecordBatch) -> None:
        """Put a part there, whole, and say so."""
        sink = pa.BufferOutputStream()
        with pa.ipc.new_file(sink, ANSWERS) as writer:
            writer.write_batch(answers)
        content = sink.getvalue()
        write_whole(self.path(part), content)
        refused = len(answers) - answers.column("error").null_count
        entry = {"part": part, "rows": len(answers), "refused": refused, "sha256": hashlib.sha256(content).hexdigest()}
        self.parts[part] = entry
        self._journal.write(json.dumps(entry).encode() + b"\n")
        self._journal.flush()

    def unchanged(self) -> None:
        """Raises JobError when the input was written to meanwhile."""
        with open(self.source, "rb") as file:
            if _stamp(file) != self._seen:
                raise self.changed()

    def changed(self) -> JobError:
        """The input was written to."""
        return JobError(Fault("job-input-changed", file=self.source))

    def close(self) -> None:
        """Let go of the folder; it stays if a part is in it."""
        self._journal.close()
        if not self.parts:
            shutil.rmtree(self.folder, ignore_errors=True)
        self._lock.close()

    def finish(self) -> None:
        """The file is written: leave the manifest alone behind."""
        with self.target.open("rb") as file:
            output = {"file": self.target.name, "bytes": _stamp(file)[0], "sha256": hashlib.file_digest(file, "sha256").hexdigest()}
        parts = [self.parts[part] for part in sorted(self.parts)]
        listed = ",\n".join(f"  {json.dumps(part)}" for part in parts)
        about = json.dumps({**self.about, **self.told, "output": output}, indent=1)
        write_whole(self.manifest, f'{about[:-2]},\n "parts": [\n{listed}\n ]\n}}\n'.encode())
        shutil.rmtree(self.folder)


def _read_about(path: Path) -> dict[str, Any]:
    """What the job is whose parts are there. Raises JobError where that can't be read."""
    try:
        found = json.loads(path.read_bytes())
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or not found:
        raise JobError(Fault("job-damaged", file=path))
    return found


def _listed(names: list[str]) -> Words:
    """What has changed, in every language."""
    return Words((lang, reduce(partial(_and, lang), [COMMON(f"job-part-{name}", lang) for name in names])) for lang in LANGS)


def _and(lang: Lang, first: str, second: str) -> str:
    return COMMON("job-part-and", lang, first=first, second=second)


def _stamp(file: IO[bytes]) -> tuple[int, int]:
    status = os.fstat(file.fileno())
    return status.st_size, status.st_mtime_ns


@contextmanager
def job(source: str, target: str, game: str | None, groups: bool, restart: bool) -> Iterator[Job]:
    """The job's folder, for a while. Raises JobError, OSError."""
    made = Job(source, target, game, groups, restart)
    try:
        yield made
    finally:
        made.close()


class Plan:
    """Which part answers which row: the parts in order, each of questions that no earlier one has, and a file with each row's question."""

    def __init__(self, job: Job) -> None:
        self._job, self._index = job, Index()
        self._read = lru_cache(maxsize=256)(partial(_read, job))
        self.starts = [0]
        self.rows = 0

    @property
    def different(self) -> int:
        """Questions so far."""
        return self._index.size

    def parts(self, source: Source) -> Iterator[tuple[int, Piece]]:
        """The parts, as the source is read."""
        waiting: list[Any] = []
        size = 0
        with (self._job.folder / "rows").open("wb") as rows:
            for piece in source:
                numbers, new = self._index.number(keys(piece))
                rows.write(numbers.tobytes())
                self.rows += len(numbers)
                if isinstance(piece.lines, pa.RecordBatch):
                    waiting.append(piece.lines if len(new) == len(numbers) else piece.lines.take(pa.array(new)))
                else:
                    waiting += [piece.lines[at] for at in new]
                    size += sum(len(piece.lines[at] or b"") for at in new)
                if self._index.size - self.starts[-1] >= PART or size >= PIECE:
                    yield self._part(waiting, piece)
                    waiting, size = [], 0
            if self._index.size > self.starts[-1]:
                yield self._part(waiting, piece)

    def _part(self, waiting: list[Any], last: Piece) -> tuple[int, Piece]:
        self.starts.append(self._index.size)
        content = one_batch(pa.Table.from_batches(waiting)) if isinstance(last.lines, pa.RecordBatch) else waiting
        return len(self.starts) - 2, Piece(content, last.game, last.read)

    def answers(self, numbers: NDArray[np.int64]) -> pa.RecordBatch:
        """The answers to the questions of some rows, in their order."""
        of = np.searchsorted(self.starts, numbers, "right") - 1
        found = []
        for part in np.unique(of).tolist():
            places = np.flatnonzero(of == part)
            wanted = numbers[places] - self.starts[part]
            there = self._read(part)
            whole = len(wanted) == len(there) and bool((np.diff(wanted) == 1).all())
            found.append((places.tolist(), there if whole else there.take(pa.array(wanted))))
        return found[0][1] if len(found) == 1 else in_order(found)


def _read(job: Job, part: int) -> pa.RecordBatch:
    return one_batch(pa.ipc.open_file(pa.memory_map(str(job.path(part)))).read_all())


def solve(job: Job, plan: Plan, source: Source, workers: Workers) -> Iterator[tuple[int, bool]]:
    """Have every part answered that is not there yet. Yields how far the source is read, and whether the part was there already."""
    under_way: list[tuple[int, int]] = []
    there: list[int] = []

    def calls() -> Iterator[tuple[Piece, bool]]:
        for part, piece in plan.parts(source):
            if job.holds(part, len(piece.lines)):
                there.append(piece.read)
            else:
                under_way.append((part, piece.read))
                yield piece, job.groups

    for solved in in_turn(workers, solve_piece, calls(), rescue=_apart):
        if solved.build != build():
            raise ClusterError(f"a worker has build {solved.build}, here is {build()}; give all the same")
        part, read = under_way.pop(0)
        job.keep(part, solved.answers)
        yield read, False
        while there:
            yield there.pop(0), True
    while there:
        yield there.pop(0), True


def _apart(run: Callable[..., Solved], piece: Piece, groups: bool) -> Solved:
    """A piece that ends every worker: in ever smaller ones, until the hand that does it is alone and gets an error for its answer."""
    if len(piece.lines) == 1:
        return Solved(build(), failed(["internal-error: this hand ends the process that answers it"]))
    size = max(1, len(piece.lines) // _SPLIT)
    found = []
    for start in range(0, len(piece.lines), size):
        part = piece._replace(lines=piece.lines[start : start + size])
        try:
            found.append(run(part, groups).answers)
        except PoisonError:
            found.append(_apart(run, part, groups).answers)
    return Solved(build(), one_batch(pa.Table.from_batches(found)))


def write(job: Job, plan: Plan, source: Source, workers: Workers, target: Target) -> Iterator[int]:
    """Write the rows in order, each with the answer to its question. Yields how far it is; at the end the job's `told` has the counts."""
    parquet = is_parquet(target.name)
    digest, reads = Digest(), []
    refused = 0

    def calls() -> Iterator[tuple[Piece, pa.RecordBatch, bool]]:
        nonlocal refused
        with (job.folder / "rows").open("rb") as rows:
            for piece in source:
                numbers = np.frombuffer(rows.read(8 * len(piece.lines)), np.int64)
                if len(numbers) < len(piece.lines):
                    raise job.changed()
                answers = plan.answers(numbers)
                digest.add(answers)
                refused += len(answers) - answers.column("error").null_count
                reads.append(piece.read)
                yield piece, answers, parquet

    columns = parquet and is_parquet(job.source)  # then there is nothing to do that would be worth another process
    for content in in_turn(Here() if columns else workers, write_piece, calls(), ahead=1 if columns else None):
        target.write(content)
        yield reads.pop(0)
    job.unchanged()
    counts = {"rows": plan.rows, "answered": plan.rows - refused, "refused": refused, "different": plan.different}
    job.told = {"counts": counts, "answers": digest.hex()}
