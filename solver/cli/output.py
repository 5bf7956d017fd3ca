"""What the caller gets: text on a terminal or in a pipe, JSON, and bad input with the place it is at."""

import json
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

import typer

from solver.cli.arguments import language

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from solver.errors import Fault
    from solver.game import Game
    from solver.render import View

YES, WRONG_CLAIM, BAD_INPUT, OUR_FAULT, STOPPED = 0, 1, 2, 70, 130


class Screen:
    """Where the answer goes: in which language, as JSON or drawn, with colours or plain."""

    def __init__(self, lang: str | None, as_json: bool) -> None:
        self.lang = language(lang)
        self.as_json = as_json
        self.console = console()
        # Without colours tiles can't be told from their ground, so cards are written in notation.
        self.plain = not self.console.is_terminal or self.console.no_color or self.console.color_system is None

    def game(self, id: str) -> "Game":
        """The game of that id; an unknown one ends the command."""
        from solver.errors import UnknownGameError
        from solver.game import game

        try:
            return game(id)
        except UnknownGameError as error:
            raise self.refuse((error.fault,)) from None

    def schema(self, game: str, operation: str) -> dict[str, Any]:
        """The JSON Schema of a request; empty where the game has no such operation."""
        known = self.game(game).operations.get(operation)
        return known.request.model_json_schema() if known else {}

    def view(self, game: "str | Game") -> "View":
        """The drawings of a game."""
        from solver.render import View

        return View(self.game(game) if isinstance(game, str) else game, self.lang, self.plain)

    def perform(self, game: str, operation: str, body: dict[str, Any]) -> Any:
        """Run the operation in the language of the request, or the terminal's; bad input is shown and ends the command."""
        import solver
        from solver.errors import InputError, UnknownOperationError

        self.speak(body)
        self.game(game)
        try:
            return solver.perform(game, operation, body)
        except InputError as error:
            raise self.refuse(error.faults, body) from None
        except UnknownOperationError as error:
            raise self.refuse((error.fault,)) from None

    def speak(self, body: dict[str, Any]) -> None:
        """Answer in the language of the request, or ask for the terminal's."""
        body.setdefault("lang", self.lang)
        self.lang = language(body["lang"])

    def answer(self, answer: Any, game: str, draw: "Callable[[View], RenderableType]") -> None:
        """Show an answer, drawn or as JSON."""
        if self.as_json:
            self.dump(answer)
        else:
            self.show(draw(self.view(game)))

    def busy(self, what: str) -> "AbstractContextManager[Any]":
        """A sign of life on a terminal while something long runs."""
        return console(error=True).status(what)

    def dump(self, answer: Any) -> None:
        """One line of JSON."""
        import msgspec

        sys.stdout.write(msgspec.json.encode(answer).decode() + "\n")

    def show(self, content: "RenderableType") -> None:
        """Print with some air around; without colours as it stands, each line ending where its text ends."""
        from rich.padding import Padding

        if not self.plain:
            self.console.print(Padding(content, (1, 2)))
            return
        with self.console.capture() as captured:
            self.console.print(content)
        sys.stdout.write("\n".join(line.rstrip() for line in captured.get().splitlines()) + "\n")

    def say(self, code: str, **data: Any) -> None:
        """One line of the command's own words, on standard error."""
        from solver.render import WORDS

        console(error=True).print(WORDS(code, self.lang, **data))

    def fail(self, message: str) -> typer.Exit:
        """What is wrong with the input, where there is no fault with a place to show."""
        console(error=True).print(message, style="red")
        return typer.Exit(BAD_INPUT)

    def refuse(self, faults: Sequence["Fault"], body: Any = None) -> typer.Exit:
        """Show each fault with the place it is at, on standard error."""
        if self.as_json:
            errors = [
                {"pointer": fault.pointer, "position": fault.position, "code": fault.code, "message": fault.message(self.lang)}
                for fault in faults
            ]
            sys.stderr.write(json.dumps({"code": faults[0].code, "errors": errors}, ensure_ascii=False) + "\n")
            return typer.Exit(BAD_INPUT)
        from rich.text import Text

        text = Text()
        for fault in faults:
            place = fault.pointer.strip("/").replace("/", ".")
            text.append(f"{place}: " if place else "", "dim").append(f"{fault.message(self.lang)}\n", "red")
            found = _at(body, fault.pointer)
            if fault.position is not None and isinstance(found, str):
                line, carets = _underline(found, fault.position, len(str(fault.data.get("text", " "))))
                text.append(f"  {line}\n").append(f"  {carets}\n", "red")
        text.rstrip()
        console(error=True).print(text)
        return typer.Exit(BAD_INPUT)


def console(error: bool = False) -> "Console":
    """Standard output, or standard error, as rich draws on it."""
    from rich.console import Console

    console = Console(stderr=error, highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        console.width = 10_000  # nothing wraps in a pipe
    return console


def _at(body: Any, pointer: str) -> Any:
    """What stands at a JSON pointer; None where nothing does."""
    for step in pointer.split("/")[1:]:
        key = step.replace("~1", "/").replace("~0", "~")
        if isinstance(body, dict) and key in body:
            body = body[key]
        elif isinstance(body, list) and key.isdigit() and int(key) < len(body):
            body = body[int(key)]
        else:
            return None
    return body


def _underline(text: str, position: int, length: int) -> tuple[str, str]:
    """The line of the text that holds the position, and carets under it, as wide as the characters above."""
    from rich.cells import cell_len

    from solver.text import visible

    start = text.rfind("\n", 0, position) + 1
    line = text[start:].split("\n", 1)[0].replace("\t", " ")
    at = position - start
    before, marked = visible(line[:at]), visible(line[at : at + length])
    return before + marked + visible(line[at + length :]), " " * cell_len(before) + "^" * max(cell_len(marked), 1)
