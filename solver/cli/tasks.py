"""Long work on a game's data, `lipai build GAME` and `lipai exploit GAME`: the options are those of the game's own task."""

from contextlib import ExitStack
from inspect import Parameter, Signature
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from solver.cli.arguments import Dask, Json, Language, Processes
from solver.cli.output import Screen, console
from solver.cli.system_errors import plain

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

    from solver.game import Task


class TaskGroup(TyperGroup):
    """A command for each game that has the task of this group's name; games are looked at only when one is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The games that have the task."""
        import solver

        return [game.id for game in solver.games() if self.name in game.tasks]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The task of one game, its options read from the task's model."""
        from solver.errors import UnknownGameError
        from solver.game import game

        try:
            task = game(cmd_name).tasks.get(self.name or "")
        except UnknownGameError:
            return None
        return None if task is None else _command(cmd_name, task)


def group(help: str) -> typer.Typer:
    """The group of one task."""
    return typer.Typer(cls=TaskGroup, help=help, no_args_is_help=True, subcommand_metavar="GAME [OPTIONS]")


def _command(game: str, task: "Task") -> Any:
    app = typer.Typer(add_completion=False)

    def run(**given: Any) -> None:
        screen = Screen(given.pop("lang"), given.pop("as_json"))
        spread = (given.pop("workers"), given.pop("dask")) if task.spreads else (None, None)
        perform(game, task, screen, given, *spread)

    fields = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=info.default, annotation=_option(info))
        for name, info in task.options.model_fields.items()
    ]
    own = [
        Parameter("lang", Parameter.KEYWORD_ONLY, default=None, annotation=Language),
        Parameter("as_json", Parameter.KEYWORD_ONLY, default=False, annotation=Json),
    ]
    spread = [
        Parameter("workers", Parameter.KEYWORD_ONLY, default=None, annotation=Processes),
        Parameter("dask", Parameter.KEYWORD_ONLY, default=None, annotation=Dask),
    ]
    run.__signature__ = Signature([*fields, *(spread if task.spreads else ()), *own])  # type: ignore[attr-defined]
    app.command(name=game, help=task.help)(run)
    return typer.main.get_command(app)


def _option(info: "FieldInfo") -> Any:
    return Annotated[info.annotation, typer.Option(help=info.description, show_default=info.default is not None)]


def perform(game: str, task: "Task", screen: Screen, given: dict[str, Any], number: int | None = None, dask: str | None = None) -> None:
    """Do the work with a sign of how far it is, on so many processes or a cluster if it can be spread, and show what came out."""
    from pydantic import ValidationError

    from solver import sheets
    from solver.errors import InputError, InternalError, LipaiError, from_validation
    from solver.workers import workers

    try:
        options = task.options.model_validate(given)
        with ExitStack() as stack:
            steps = stack.enter_context(_Steps())
            team = (stack.enter_context(workers(number, dask)),) if task.spreads else ()
            told = task.run(options, steps, *team)
    except ValidationError as error:
        raise screen.refuse(from_validation(error).faults) from None
    except InputError as error:
        raise screen.refuse(error.faults) from None
    except InternalError:
        raise
    except (LipaiError, OSError) as error:
        raise screen.fail(plain(error)) from None
    screen.answer(dict(told), game, lambda view: sheets.facts(view, told))


class _Steps:
    """Progress: a bar for each step on a terminal, a line for each in a pipe; on standard error."""

    def __init__(self) -> None:
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        self.console = console(error=True)
        columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f} %"), TimeElapsedColumn())
        self.bars = Progress(*columns, console=self.console, disable=not self.console.is_terminal)
        self.known: dict[str, Any] = {}

    def __enter__(self) -> "_Steps":
        self.bars.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.bars.stop()

    def __call__(self, step: str, share: float) -> None:
        if step not in self.known:
            self.known[step] = self.bars.add_task(step, total=1.0)
            if not self.console.is_terminal:
                self.console.print(f"{step} …")
        self.bars.update(self.known[step], completed=share)
