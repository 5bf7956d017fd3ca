"""Arrange a file of hands: JSON Lines or Parquet in and out, on all processors, with a bar that shows how far it is."""

import signal
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, nullcontext
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from solver.cli.arguments import Json, Language, complete_game
from solver.cli.output import BAD_INPUT, YES, Screen, console

if TYPE_CHECKING:
    from rich.progress import Progress

    from solver.cli.batch_files import Source


def batch(
    source: Annotated[str, typer.Argument(metavar="IN", help="A file of hands, .jsonl or .parquet; - reads JSON Lines.")],
    target: Annotated[str, typer.Argument(metavar="OUT", help="The file to write, .jsonl or .parquet; - writes JSON Lines.")],
    game: Annotated[
        str | None, typer.Option(metavar="GAME", help="The game of hands that name none.", autocompletion=complete_game)
    ] = None,
    workers: Annotated[int | None, typer.Option(metavar="N", min=1, max=256, help="Processes; as many as processors.")] = None,
    groups: Annotated[bool, typer.Option("--groups/--no-groups", help="Whether the groups are written, or values only.")] = True,
    lang: Language = None,
    as_json: Json = False,
) -> None:
    """The best arrangement of every hand of a file; a bad line is answered in place, and makes the exit code 2."""
    from pyarrow import ArrowInvalid

    from solver.batch import ColumnError
    from solver.cli import batch_files as files

    screen = Screen(lang, as_json)
    if game is not None:
        screen.game(game)
    start = perf_counter()
    rows = refused = 0
    with ExitStack() as stack:
        try:
            reader = stack.enter_context(files.open_source(source, game))
            writer = stack.enter_context(files.open_target(target))
        except (OSError, ValueError) as error:
            raise screen.fail(str(error)) from None
        bar = stack.enter_context(_bar())
        shown = bar.add_task(Path(source).name, total=reader.total)
        try:
            for piece in _answers(stack, reader, groups, target, workers):
                writer.write(piece.content)
                rows, refused = rows + piece.rows, refused + piece.refused
                bar.update(shown, completed=piece.read, total=reader.total)
        except (OSError, ColumnError, ArrowInvalid) as error:
            raise screen.fail(str(error)) from None
        writer.keep()
    told = {"rows": rows, "answered": rows - refused, "refused": refused, "seconds": round(perf_counter() - start, 3)}
    if as_json and target != "-":
        screen.dump(told)
    else:
        screen.say("batch-done", rows=f"{rows:,}", answered=f"{rows - refused:,}", refused=f"{refused:,}", seconds=f"{told['seconds']:.1f}")
    raise typer.Exit(BAD_INPUT if refused else YES)


def _answers(stack: ExitStack, reader: "Source", groups: bool, target: str, workers: int | None) -> Iterator[Any]:
    """The pieces in order: a single one is answered here, more by a pool of processes."""
    import multiprocessing
    import os
    from concurrent.futures import ProcessPoolExecutor
    from itertools import chain

    from solver.batch import side_by_side
    from solver.cli.batch_files import answer_piece

    calls = ((piece, groups, target.endswith(".parquet")) for piece in reader)
    first = next(calls, None)
    second = next(calls, None) if first is not None else None
    if first is None:
        return
    there = chain([first], [second] if second is not None else [], calls)
    number = workers or len(os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1))
    if second is None or number == 1:
        yield from (answer_piece(*call) for call in there)
        return
    # Not forked: Arrow's own threads would be missing in the copies.
    context = multiprocessing.get_context("spawn")
    pool = stack.enter_context(ProcessPoolExecutor(number, context, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN)))
    yield from side_by_side(pool, answer_piece, there, ahead=2 * number)


def _bar() -> "AbstractContextManager[Progress]":
    """A progress bar on a terminal, nothing in a pipe; on standard error, so that the answers may go to standard output."""
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    out = console(error=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=out, disable=not out.is_terminal)
    return bar if out.is_terminal else nullcontext(bar)
