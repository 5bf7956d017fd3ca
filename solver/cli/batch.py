"""Arrange a file of hands: JSON Lines or Parquet in and out, on all processors or a cluster, with a bar that shows how far it is."""

import errno
import signal
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from solver.cli import completion
from solver.cli.arguments import Dask, Json, Language, Processes
from solver.cli.output import BAD_INPUT, STOPPED, YES, Screen, console
from solver.cli.system_errors import plain

if TYPE_CHECKING:
    from rich.progress import Progress


def batch(
    source: Annotated[str, typer.Argument(metavar="IN", help="A file of hands, .jsonl or .parquet; - reads JSON Lines.")],
    target: Annotated[str, typer.Argument(metavar="OUT", help="The file to write, .jsonl or .parquet; - writes JSON Lines.")],
    game: Annotated[
        str | None, typer.Option(metavar="GAME", help="The game of hands that name none.", autocompletion=completion.game)
    ] = None,
    workers: Processes = None,
    dask: Dask = None,
    groups: Annotated[bool, typer.Option("--groups/--no-groups", help="Whether the groups are written, or values only.")] = True,
    restart: Annotated[bool, typer.Option("--restart", help="Begin anew, whatever an earlier run has left.")] = False,
    lang: Language = None,
    as_json: Json = False,
) -> None:
    """The best arrangement of every hand of a file; a bad line is answered in place, and makes the exit code 2.

    A run that was stopped goes on where it was when it is given again.
    """
    from pyarrow import ArrowInvalid

    from solver.batch import ColumnError
    from solver.errors import InputError, LipaiError

    screen = Screen(lang, as_json)
    if game is not None:
        screen.game(game)
    start = perf_counter()
    streamed = "-" in (source, target)
    try:
        with _stoppable():
            told = (
                _stream(source, target, game, groups, workers) if streamed else _job(source, target, game, groups, restart, workers, dask)
            )
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            if target == "-":
                screen.say("batch-full-output")
            else:
                screen.say("batch-full-stream" if streamed else "batch-full", folder=str(Path(target).absolute().parent))
            raise typer.Exit(BAD_INPUT) from None
        if error.errno == errno.EPIPE and target == "-":
            screen.say("batch-reader-gone")
            raise typer.Exit(BAD_INPUT) from None
        raise screen.fail(plain(error)) from None
    except ColumnError as error:
        raise screen.fail(f"{source}: {error}") from None
    except InputError as error:
        raise screen.fail("\n".join(fault.message(screen.lang) for fault in error.faults)) from None
    except (ValueError, LipaiError, ArrowInvalid) as error:
        raise screen.fail(str(error)) from None
    except KeyboardInterrupt:
        screen.say("batch-stopped" if not streamed else "batch-stopped-stream")
        raise typer.Exit(STOPPED) from None
    told["seconds"] = round(perf_counter() - start, 3)
    if as_json and target != "-":
        screen.dump(told)
    else:
        if not streamed:
            screen.say("batch-digest", different=f"{told['different']:,}", answers=told["answers"])
        counts = {name: f"{told[name]:,}" for name in ("rows", "answered", "refused")}
        screen.say("batch-done", seconds=f"{told['seconds']:.1f}", **counts)
    raise typer.Exit(BAD_INPUT if told["refused"] else YES)


def _job(source: str, target: str, game: str | None, groups: bool, restart: bool, number: int | None, dask: str | None) -> dict[str, Any]:
    """File to file, in parts that are kept."""
    from itertools import islice

    from solver.cli import batch_files as files
    from solver.cli import batch_job as jobs
    from solver.workers import workers

    files.keep_apart(source, target, *jobs.written_beside(target))
    with files.open_source(source, game, jobs.PART) as reader:
        several = sum(1 for _ in islice(reader, 2)) > 1
    resumed = 0
    with (
        jobs.job(source, target, game, groups, restart) as job,
        workers(number if several or dask else 1, dask) as pool,
        _bar() as bar,
    ):
        plan = jobs.Plan(job)
        with files.open_source(source, game, jobs.PART) as reader:
            shown = bar.add_task(Path(source).name, total=reader.total)
            for read, there in jobs.solve(job, plan, reader, pool):
                resumed += there
                bar.update(shown, completed=read, total=reader.total)
        with files.open_source(source, game, jobs.PART) as reader, files.open_target(target) as writer:
            shown = bar.add_task(Path(target).name, total=reader.total)
            for read in jobs.write(job, plan, reader, pool, writer):
                bar.update(shown, completed=read, total=reader.total)
            writer.keep()
        job.finish()
        return {**job.told["counts"], "answers": job.told["answers"], "resumed": resumed, "manifest": str(job.manifest)}


def _stream(source: str, target: str, game: str | None, groups: bool, number: int | None) -> dict[str, Any]:
    """Standard input or output: the pieces in order, a single one answered here, more by a pool of processes."""
    from itertools import chain

    from solver.cli import batch_files as files
    from solver.cli.batch_answers import answer_piece
    from solver.workers import in_turn, workers

    files.keep_apart(source, target)
    rows = refused = 0
    with files.open_source(source, game) as reader, files.open_target(target) as writer, _bar() as bar:
        shown = bar.add_task(Path(source).name, total=reader.total)
        calls = ((piece, groups, target.endswith(".parquet")) for piece in reader)
        first, second = next(calls, None), next(calls, None)
        there = chain((call for call in (first, second) if call is not None), calls)
        with workers(1 if second is None else number) as pool:
            for piece in in_turn(pool, answer_piece, there):
                writer.write(piece.content)
                rows, refused = rows + piece.rows, refused + piece.refused
                bar.update(shown, completed=piece.read, total=reader.total)
        writer.keep()
    return {"rows": rows, "answered": rows - refused, "refused": refused}


@contextmanager
def _stoppable() -> Iterator[None]:
    """A polite kill stops as Ctrl-C does."""

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    try:
        before = signal.signal(signal.SIGTERM, stop)
    except ValueError:  # not in the main thread
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _bar() -> "AbstractContextManager[Progress]":
    """A progress bar on a terminal, nothing in a pipe; on standard error, so that the answers may go to standard output."""
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    out = console(error=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=out, disable=not out.is_terminal)
    return bar if out.is_terminal else nullcontext(bar)
