"""What the shell offers on the tab key: games, presets, objectives, engines, rules. Answers at once where the game's files tell it."""

import os
import tomllib
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import typer
from typer.completion import get_completion_inspect_parameters, install_callback, show_callback

from solver import folders


def _help(ctx: typer.Context, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        typer.echo(ctx.get_help())
        raise typer.Exit


INSTALL = typer.Option("--install-completion", callback=install_callback, expose_value=False, help="Install completion for this shell.")
SHOW = typer.Option("--show-completion", callback=show_callback, expose_value=False, help="Show completion for this shell, to copy it.")
HELP = typer.Option("--help", "-h", callback=_help, is_eager=True, expose_value=False, help="Show this message and exit.")


def options(install: Annotated[bool, INSTALL] = False, show: Annotated[bool, SHOW] = False, help: Annotated[bool, HELP] = False) -> None:
    """The options that typer has for this, as plain flags: its own make every command import what checks values, before any help."""


def prepare() -> None:
    """Make the shells known, as typer does when it adds its own options."""
    get_completion_inspect_parameters()


def game(incomplete: str) -> list[str]:
    """Game ids."""
    return [id for id in sorted(folders.modules()) if id.startswith(incomplete)]


def preset(incomplete: str) -> list[str]:
    """The presets of the game already named."""
    return [name for name in _presets() if name.startswith(incomplete)]


def rule(incomplete: str) -> list[str]:
    """The rules of the game already named, ready for a value: `points.quad=`."""
    first: Mapping[str, Any] = next(iter(_presets().values()), {})
    return [f"{name}=" for name in _names(first) if name.startswith(incomplete)]


def objective(incomplete: str) -> list[str]:
    """The objectives of the game already named."""
    return [name for name in _of("objectives") if name.startswith(incomplete)]


def engine(incomplete: str) -> list[str]:
    """The engines of the game already named."""
    return [name for name in dict.fromkeys(("auto", *_of("engines"))) if name.startswith(incomplete)]


def lang(incomplete: str) -> list[str]:
    """The languages."""
    from solver.text import LANGS

    return [name for name in LANGS if name.startswith(incomplete)]


def _named() -> str | None:
    """The first word of the line that is a game's id. An option still without its value keeps the parser from getting so far."""
    line = os.environ.get("_TYPER_COMPLETE_ARGS") or os.environ.get("COMP_WORDS", "")
    games = folders.modules()
    return next((word for word in line.split() if word in games), None)


def _presets() -> dict[str, Any]:
    named = _named()
    home = None if named is None else folders.home(named)
    return {} if home is None else tomllib.loads((home / "rules.toml").read_text(encoding="utf-8"))


def _names(values: Mapping[str, Any], before: str = "") -> Iterator[str]:
    for name, value in values.items():
        if isinstance(value, Mapping):
            yield from _names(value, f"{before}{name}.")
        else:
            yield before + name


def _of(what: str) -> tuple[str, ...]:
    named = _named()
    if named is None:
        return ()
    from solver.game import game as find

    found: tuple[str, ...] = getattr(find(named), what)
    return found
