"""What the command shows: results of any game as cards, rows and tables, drawn from the game's own data.

On a terminal with colours a card is a small tile in its paper and ink; without colours (a pipe, NO_COLOR) it is its notation.
Whatever stands here holds for all games: faces, kinds, slots and names come from the `Game`, the rest from `render.toml`.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from rich.console import Group as Stack
from rich.console import RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from solver.game import Game
from solver.result import Answer, Arrangement, Group, Natural, Number, Verdict, Violation
from solver.text import Lang, Texts
from solver.tiles import Deck, Tiles

WORDS = Texts.load(Path(__file__).with_suffix(".toml"))

GOOD, BAD, CALM, QUIET = Style(color="green"), Style(color="red"), Style(bold=True), Style(dim=True)
CHANCES = frozenset({"probability", "win", "tie", "push", "lose", "scoop", "scooped"})
ROOMY = 9
"""Up to so many groups stand with an empty line between them."""


def number(value: Number, signed: bool = False) -> str:
    """A number for people: whole ones as they are, others with three places; a true minus sign."""
    sign = "+" if signed and value else ""
    return f"{value:{sign}.3f}".replace("-", "−") if isinstance(value, float) else f"{value:{sign}d}".replace("-", "−")


def grid(*columns: str, air: bool = False) -> Table:
    """A table without lines, with `air` between its rows; each column `left` or `right`."""
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, int(air), 0))
    for justify in columns:
        table.add_column(justify=justify, no_wrap=justify == "right")  # type: ignore[arg-type]
    return table


def listing(*titles: str, right: Sequence[int] = ()) -> Table:
    """A table with quiet titles."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style=QUIET)
    for index, title in enumerate(titles):
        table.add_column(title, justify="right" if index in right else "left", overflow="fold")
    return table


class View:
    """How the results of one game are drawn: in which language, and with colours or plain."""

    def __init__(self, game: Game, lang: Lang = "en", plain: bool = False) -> None:
        self.game = game
        self.lang = lang
        self.plain = plain

    def word(self, code: str, **data: Any) -> str:
        """One of the command's own words."""
        return WORDS(code, self.lang, **data)

    # Cards

    @cached_property
    def _deck(self) -> Deck:
        return Deck(self.game.faces)

    def cards(self, names: Iterable[str]) -> RenderableType:
        """Cards side by side: tiles, or notation where there are no colours."""
        cards = tuple(names)
        return Text(" ".join(cards)) if self.plain else Tiles(self._deck, cards)

    def close(self, names: Iterable[str]) -> Text:
        """Cards in one short line, for tables."""
        return Text(" ".join(names)) if self.plain else self._deck.close(names)

    def slot(self, name: str | None) -> str:
        """A slot in words."""
        return self._own(f"slot-{name}", name or "")

    def _own(self, code: str, otherwise: str) -> str:
        """The game's words, where it has any."""
        return self.game.texts(code, self.lang) if code in self.game.texts else otherwise

    def title(self, *parts: str | None) -> Text:
        """The game's name, and what else the line says."""
        return Text.assemble((self.game.names[self.lang], CALM), *((f"  ·  {part}", QUIET) for part in parts if part))

    # Arrangements

    def groups(self, groups: Sequence[Group], loose: Sequence[str] = (), win: Mapping[str, float] | None = None) -> Table:
        """One line a group: its row or kind, its cards, its name, its points."""
        slots = any(group.slot for group in groups)
        scored = not slots or any(group.points for group in groups)
        table = grid(*("left",) * (3 if slots else 2), "right", air=not self.plain and len(groups) <= ROOMY)
        for group in groups:
            name = Text(group.name)
            if group.displayed:
                name.append(f"  {self.word('displayed')}", QUIET)
            chance = (win or {}).get(group.slot or "")
            if chance is not None:
                name.append(f"  {self.word('chance-win')} {100 * chance:.0f} %", QUIET)
            points = Text(number(group.points), QUIET if not group.points else CALM) if scored else Text()
            head = (Text(self.slot(group.slot), QUIET),) if slots else ()
            table.add_row(*head, self.cards(group.cards), name, points)
        if loose:
            head = (Text(),) if slots else ()
            table.add_row(*head, self.cards(loose), Text(self.word("loose"), BAD), Text())
        return table

    def total(self, points: int) -> str:
        """Points in words."""
        return self.word("total", points=number(points))

    def answer(self, answer: Answer) -> RenderableType:
        """An arranged hand: the best arrangement, what it is worth and how sure that is, a natural, alternatives."""
        parts: list[RenderableType] = [self.title(answer.rules.preset, answer.objective, answer.label), Text()]
        if not answer.arrangements:
            parts.append(Text(self.word("none"), BAD))
        else:
            best = answer.arrangements[0]
            win = best.details.get("win")
            parts += [self.groups(best.groups, best.loose, win if isinstance(win, Mapping) else None), Text()]
            parts += [worth] if (worth := self._worth(answer, best)) else []
        if answer.reason:
            parts.append(Text(answer.reason))
        parts.append(self.proof(answer))
        if answer.natural:
            parts += [Text(), self._natural(answer.natural)]
        if len(answer.arrangements) > 1:
            parts += [Text(), self._alternatives(answer)]
        return Stack(*parts)

    @staticmethod
    def scored(arrangements: Sequence[Arrangement]) -> bool:
        """Whether points are worth a word: always in grouping games, in split games where they are not 0 nor the stakes given apart."""
        grouping = any(not group.slot for each in arrangements for group in each.groups)
        return grouping or any(each.points != each.details.get("multiplier", 0) for each in arrangements)

    def _worth(self, answer: Answer, best: Arrangement) -> Text:
        facts: list[Text] = []
        if self.scored((best,)):
            facts.append(Text(self.total(best.points), CALM))
        if answer.value is not None and answer.value != best.points:
            facts.append(Text(f"{self.detail(answer.objective)} {number(answer.value, signed=True)}", CALM))
        if answer.wins is not None:
            mark, word = (("✔ ", GOOD), "wins") if answer.wins else (("✘ ", BAD), "wins-not")
            facts.append(Text.assemble(mark, self.word(word)))
        if not answer.complete:
            facts.append(Text(self.word("complete-not"), QUIET))
        if len(answer.arrangements) == 1:
            facts += [Text(f"{self.detail(name)} {self.figure(name, value)}", QUIET) for name, value in self.details(answer, best).items()]
        return Text("   ").join(facts)

    @staticmethod
    def details(answer: Answer, arrangement: Arrangement) -> Mapping[str, Number]:
        """The details that are single numbers and say more than the value does."""
        plain = {name: value for name, value in arrangement.details.items() if isinstance(value, int | float)}
        return {name: value for name, value in plain.items() if name != answer.objective and not isinstance(value, bool)}

    def detail(self, name: str) -> str:
        """The name of a detail in words, the game's or ours, where there are any."""
        code = f"detail-{name.replace('_', '-')}"
        return self.word(code) if code in WORDS else self._own(code, name.replace("_", " "))

    @staticmethod
    def figure(name: str, value: Number) -> str:
        """A detail's number; chances as per cent."""
        return f"{100 * value:.1f} %" if name in CHANCES else number(value, signed=isinstance(value, float))

    def proof(self, answer: Answer) -> Text:
        """How sure the answer is: proven or not, the best of how many, by which engine."""
        words = []
        if answer.status == "estimated":
            words.append(self.word("estimated", error=number(answer.standard_error or 0.0)))
        elif answer.status != "none":
            words.append(self.word(answer.status))
        if answer.count is not None and answer.complete:
            words.append(self.word("count-one") if answer.count == 1 else self.word("count", count=f"{answer.count:,}"))
        words.append(answer.engine)
        return Text("  ·  ".join(words), QUIET)

    def _natural(self, natural: Natural) -> RenderableType:
        name = self._own(f"natural-{natural.name}", natural.name)
        head = Text(self.word("natural", name=name, value=number(natural.value)), CALM)
        head.append(f"   {self.word('declare' if natural.declare else 'declare-not')}")
        return Stack(head, self.groups(natural.groups))

    def _alternatives(self, answer: Answer) -> Table:
        """One line an arrangement, the best first. Rows of split games have columns of their own."""
        valued = answer.value is not None and answer.value != answer.arrangements[0].points
        slots = [self.slot(group.slot) for group in answer.arrangements[0].groups if group.slot]
        figures = [code for code, there in (("points", self.scored(answer.arrangements)), ("value", valued)) if there]
        details = tuple(self.details(answer, answer.arrangements[0]))
        titles = (*map(self.word, figures), *map(self.detail, details))
        table = listing(" #", *titles, *(slots or [self.word("alternatives")]), right=range(len(titles) + 1))
        for place, arrangement in enumerate(answer.arrangements, 1):
            rows = [self.close(group.cards) for group in arrangement.groups]
            loose = Text.assemble(f"  {self.word('loose')} ", self.close(arrangement.loose)) if arrangement.loose else Text()
            known = {"points": number(arrangement.points), "value": number(arrangement.value or 0, signed=True)}
            columns = [known[code] for code in figures]
            columns += [self.figure(name, arrangement.details.get(name, 0)) for name in details]
            table.add_row(
                Text(f"{place:>2}", QUIET), *columns, *(rows if slots else [Text(" | " if self.plain else " ").join(rows) + loose])
            )
        return table

    # Claims

    def verdict(self, verdict: Verdict, shown: Sequence[tuple[str | None, Sequence[str]]] = ()) -> RenderableType:
        """A claim: the groups as shown with what is wrong at each, what else is wrong, and the best grouping of the same cards."""
        head = Text.assemble(
            ("✔ ", GOOD) if verdict.valid else ("✘ ", BAD),
            (self.word("valid" if verdict.valid else "valid-not"), CALM),
            f"   {self.total(verdict.points)}" if verdict.points or not any(slot for slot, _ in shown) else "",
        )
        if verdict.lost:
            head.append(f"   {self.word('lost', lost=number(verdict.lost))}")
        parts: list[RenderableType] = [self.title(verdict.rules.preset, verdict.label), Text()]
        parts += [self._shown(verdict, shown), Text()] if shown else []
        parts.append(head)
        elsewhere = [fault for fault in verdict.violations if self.place(fault) is None or not shown]
        parts += [self._violation(fault, "✘ ", BAD) for fault in elsewhere]
        parts += [self._violation(fault, f"{self.word('warning')}: ", QUIET) for fault in verdict.warnings]
        if verdict.best and (verdict.lost or not verdict.valid) and not same(verdict.best, shown):
            best = Text.assemble((self.word("best"), CALM), f"   {self.total(verdict.best.points)}")
            parts += [Text(), best, self.groups(verdict.best.groups, verdict.best.loose)]
        if verdict.presets:
            table = grid("left", "left", "right")
            for name, each in verdict.presets.items():
                table.add_row(name, Text("✔" if each.valid else "✘", GOOD if each.valid else BAD), number(each.points))
            parts += [Text(), table]
        return Stack(*parts)

    @staticmethod
    def place(violation: Violation) -> int | None:
        """The index of the shown group that a violation points at."""
        steps = violation.pointer.split("/")
        return int(steps[2]) if len(steps) > 2 and steps[1] == "groups" and steps[2].isdigit() else None

    def _shown(self, verdict: Verdict, shown: Sequence[tuple[str | None, Sequence[str]]]) -> Table:
        slots = any(slot for slot, _ in shown)
        table = grid(*("left",) * (4 if slots else 3), air=not self.plain and len(shown) <= ROOMY)
        for index, (slot, cards) in enumerate(shown):
            faults = [violation for violation in verdict.violations if self.place(violation) == index]
            mark = Text("✘", BAD) if faults else Text("✔", GOOD)
            row = (Text(self.slot(slot), QUIET),) if slots else ()
            table.add_row(mark, *row, self.cards(cards), Text("\n".join(fault.message for fault in faults)))
        return table

    def _violation(self, violation: Violation, mark: str, style: Style) -> Text:
        line = Text.assemble((mark, style), violation.message)
        return line.append("  ").append_text(self.close(violation.cards)) if violation.cards else line

    def kind(self, code: str, name: str | None = None) -> str:
        """A kind of group in words; where the game has no word for it its name, else the code itself."""
        return self._own(f"kind-{code}", name or code)


def same(arrangement: Arrangement, shown: Iterable[tuple[str | None, Sequence[str]]]) -> bool:
    """Whether these are the groups shown; their order has no meaning."""
    return sorted((group.slot or "", sorted(group.cards)) for group in arrangement.groups) == sorted(
        (slot or "", sorted(cards)) for slot, cards in shown
    )
