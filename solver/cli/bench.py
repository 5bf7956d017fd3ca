"""How fast this machine is: a few operations of every game, in seconds and beside a fixed piece of plain work."""

from collections.abc import Callable, Iterator
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from solver.cli import completion
from solver.cli.arguments import Json, Language
from solver.cli.output import Screen

if TYPE_CHECKING:
    from rich.console import RenderableType

    from solver.game import Game


class Timed(NamedTuple):
    """The median seconds of one operation over so many worked hands of a game."""

    game: str
    operation: str
    seconds: float
    hands: int


def bench(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="One game; all without it.", autocompletion=completion.game)] = None,
    seconds: Annotated[float, typer.Option(metavar="S", min=0.01, max=60, help="How long each operation is timed.")] = 0.5,
    lang: Language = None,
    as_json: Json = False,
) -> None:
    """How fast it is on this machine: each operation of each game on the worked hands."""
    import solver
    from solver.version import build

    screen = Screen(lang, as_json)
    games = solver.games() if game is None else (screen.game(game),)
    with screen.busy("…"):
        work = _median(_work, [None], seconds)
        timed = [line for each in games for line in _operations(each, seconds)]
    if as_json:
        lines = [{**line._asdict(), "work": round(line.seconds / work, 5)} for line in timed]
        return screen.dump({"build": build(), "work_seconds": work, "timed": lines})
    return screen.show(_drawn(screen, timed, work))


def _operations(game: "Game", seconds: float) -> Iterator[Timed]:
    """Every operation with worked hands, warmed up by one turn over them. One that leaves work running behind it is left out."""
    import solver

    game.warm_up()
    for name in game.operations:
        requests = [dict(example.request) for example in game.examples if example.operation == name]
        if not requests or hasattr(game.operations[name].result, "retry_after"):
            continue
        for request in requests:
            solver.perform(game.id, name, request)

        def call(request: dict[str, Any], name: str = name) -> Any:
            return solver.perform(game.id, name, request)

        yield Timed(game.id, name, _median(call, requests, seconds), len(requests))


def _median(call: Callable[[Any], Any], inputs: list[Any], seconds: float) -> float:
    """The median time of a call, over whole turns of the inputs for about so long."""
    times: list[float] = []
    end = perf_counter() + seconds
    while not times or perf_counter() < end:
        for each in inputs:
            start = perf_counter()
            call(each)
            times.append(perf_counter() - start)
    return median(times)


def _work(_: None) -> int:
    """The fixed piece of work: sums and look-ups in plain Python, about a millisecond on a processor of 2024."""
    counts: dict[int, int] = {}
    state = 12345
    for _step in range(6000):
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        counts[state >> 20] = counts.get(state >> 20, 0) + 1
    return len(counts)


def _drawn(screen: Screen, timed: list[Timed], work: float) -> "RenderableType":
    from rich.console import Group
    from rich.text import Text

    from solver.render import QUIET, WORDS, listing

    words = [WORDS(code, screen.lang) for code in ("bench-game", "bench-operation", "bench-time", "bench-rate", "bench-work")]
    table = listing(*words, right=(2, 3, 4))
    previous = ""
    for line in timed:
        name = screen.game(line.game).names[screen.lang] if line.game != previous else ""
        rate, share = f"{1 / line.seconds:,.0f}", f"{line.seconds / work:.3g}"
        table.add_row(name, line.operation, _time(line.seconds), rate, share)
        previous = line.game
    return Group(table, Text(), Text(WORDS("bench-note", screen.lang, time=_time(work)), QUIET))


def _time(seconds: float) -> str:
    """Seconds to three figures in the unit that fits."""
    for unit, factor in (("s", 1.0), ("ms", 1e3), ("µs", 1e6)):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"
