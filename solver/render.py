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
from rich.padding import Padding
from rich.style import Style
from rich.table import Table
from rich.text import Text

from solver.game import Face, Game
from solver.result import Answer, Arrangement, Group, Natural, Number, Settlement, Verdict, Violation
from solver.text import Lang, Texts

WORDS = Texts.load(Path(__file__).with_suffix(".toml"))

# (ink, paper) of a card by the name of its ink: on coloured grounds the name is the paper's, on playing cards the ink's.
GROUNDS = {
    "red": ("#fff4ec", "#b8433d"),
    "yellow": ("#3b2d00", "#edc75c"),
    "green": ("#f2fff0", "#3f8757"),
    "white": ("#2a2a2a", "#e9e5da"),
    "black": ("#f4f1ea", "#3a3d45"),
    "blue": ("#f0f6ff", "#3d6ba8"),
}
PAPER = "#f4f1e8"
INKS = {"red": "#c0302b", "green": "#1d7a3e", "blue": "#2457b0", "black": "#22242a", "white": "#77746c", "yellow": "#8f6a00"}
GOOD, BAD, CALM, QUIET = Style(color="green"), Style(color="red"), Style(bold=True), Style(dim=True)


def number(value: Number, signed: bool = False) -> str:
    """A number for people: whole ones as they are, others with three places; a true minus sign."""
    text = f"{value:+.3f}" if signed and isinstance(value, float) else f"{value:+d}" if signed else str(value)
    if isinstance(value, float) and not signed:
        text = f"{value:.3f}"
    return text.replace("-", "−")


def grid(*columns: str) -> Table:
    """A table without lines; each column `left` or `right`."""
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    for justify in columns:
        table.add_column(justify=justify, no_wrap=justify == "right")  # type: ignore[arg-type]
    return table


def listing(*titles: str, right: Sequence[int] = ()) -> Table:
    """A table with quiet titles."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style=QUIET)
    for index, title in enumerate(titles):
        table.add_column(title, justify="right" if index in right else "left")
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

    @cached_property
    def _faces(self) -> Mapping[str, Face]:
        return {face.card: face for face in self.game.faces}

    # Cards

    def card(self, name: str, close: bool = False) -> Text:
        """One card; `close` without the margins of a tile."""
        face = self._faces.get(name)
        if self.plain or face is None:
            return Text(name)
        if face.style == "playing":
            ink, paper = INKS.get(face.ink, INKS["black"]), PAPER
        else:
            ink, paper = GROUNDS.get(face.ink, GROUNDS["white"])
        text = Text(face.glyph, Style(color=ink, bgcolor=paper, bold=True))
        if face.mark and face.mark not in face.glyph:
            text.append(face.mark, Style(color=ink, bgcolor=paper))
        if not close:
            margin = Style(bgcolor=paper)
            text = Text.assemble((" ", margin), text, (" ", margin))
        return text

    def cards(self, names: Iterable[str], close: bool = False) -> Text:
        """Cards side by side. The line may break between them, never within one."""
        text = Text("" if close and not self.plain else " ").join(self.card(name, close) for name in names)
        text.no_wrap = close
        return text

    def slot(self, name: str | None) -> str:
        """A slot in words."""
        code = f"slot-{name}"
        return self.game.texts(code, self.lang) if code in self.game.texts else name or ""

    def title(self, *parts: str | None) -> Text:
        """The game's name, and what else the line says."""
        return Text.assemble((self.game.names[self.lang], CALM), *((f"  ·  {part}", QUIET) for part in parts if part))

    # Arrangements

    def groups(self, groups: Sequence[Group], loose: Sequence[str] = (), win: Mapping[str, float] | None = None) -> Table:
        """One line a group: its row or kind, its cards, its name, its points."""
        slots = any(group.slot for group in groups)
        scored = not slots or any(group.points for group in groups)
        table = grid("left", "left", "left", "right") if slots else grid("left", "left", "right")
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
        return self.word("total-point" if points == 1 else "total-points", points=number(points))

    def answer(self, answer: Answer) -> RenderableType:
        """An arranged hand: the best arrangement, what it is worth and how sure that is, a natural, alternatives."""
        parts: list[RenderableType] = [self.title(answer.rules.preset, answer.objective, answer.label), Text()]
        if not answer.arrangements:
            parts.append(Text(self.word("none"), BAD))
        else:
            best = answer.arrangements[0]
            win = best.details.get("win")
            parts += [self.groups(best.groups, best.loose, win if isinstance(win, Mapping) else None), Text(), self._worth(answer, best)]
        if answer.reason:
            parts.append(Text(answer.reason))
        parts.append(self._proof(answer))
        if answer.natural:
            parts += [Text(), self._natural(answer.natural)]
        if len(answer.arrangements) > 1:
            parts += [Text(), self._alternatives(answer)]
        return Stack(*parts)

    def _worth(self, answer: Answer, best: Arrangement) -> Text:
        line = Text(self.total(best.points), CALM)
        if answer.value is not None and answer.value != best.points:
            line.append(f"   {answer.objective} {number(answer.value, signed=True)}", CALM)
        if answer.wins is not None:
            line.append("   ✔ " if answer.wins else "   ✘ ", GOOD if answer.wins else BAD)
            line.append(self.word("wins" if answer.wins else "wins-not"))
        if not answer.complete:
            line.append(f"   {self.word('complete-not')}", QUIET)
        for name, value in best.details.items():
            if isinstance(value, int | float) and not isinstance(value, bool) and name != answer.objective:
                line.append(f"   {name} {number(value)}", QUIET)
        return line

    def _proof(self, answer: Answer) -> Text:
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
        head = Text(self.word("natural", name=natural.name, value=number(natural.value)), CALM)
        head.append(f"   {self.word('declare' if natural.declare else 'declare-not')}")
        return Stack(head, self.groups(natural.groups))

    def _alternatives(self, answer: Answer) -> Table:
        """One line an arrangement, the best first. Rows of split games have columns of their own."""
        valued = answer.value is not None and answer.value != answer.arrangements[0].points
        slots = [self.slot(group.slot) for group in answer.arrangements[0].groups if group.slot]
        titles = [" #", self.word("points"), *([self.word("value")] if valued else []), *(slots or [self.word("alternatives")])]
        table = listing(*titles, right=(0, 1, 2) if valued else (0, 1))
        for place, arrangement in enumerate(answer.arrangements, 1):
            rows = [self.cards(group.cards, close=True) for group in arrangement.groups]
            loose = Text.assemble(f"  {self.word('loose')} ", self.cards(arrangement.loose, close=True)) if arrangement.loose else Text()
            value = [Text(number(arrangement.value or 0, signed=True))] if valued else []
            shown = rows if slots else [Text(" | " if self.plain else " ").join(rows) + loose]
            table.add_row(Text(f"{place:>2}", QUIET), Text(number(arrangement.points)), *value, *shown)
        return table

    # Claims

    def verdict(self, verdict: Verdict, shown: Sequence[tuple[str | None, Sequence[str]]] = ()) -> RenderableType:
        """A claim: the groups as shown with what is wrong at each, what else is wrong, and the best grouping of the same cards."""
        head = Text("✔ " if verdict.valid else "✘ ", GOOD if verdict.valid else BAD)
        head.append(self.word("valid" if verdict.valid else "valid-not"), CALM)
        head.append(f"   {self.total(verdict.points)}")
        if verdict.lost:
            head.append(f"   {self.word('lost', lost=number(verdict.lost))}")
        parts: list[RenderableType] = [self.title(verdict.rules.preset, verdict.label), Text()]
        parts += [self._shown(verdict, shown), Text()] if shown else []
        parts.append(head)
        elsewhere = [fault for fault in verdict.violations if self._place(fault) is None or not shown]
        parts += [self._violation(fault, "✘ ", BAD) for fault in elsewhere]
        parts += [self._violation(fault, f"{self.word('warning')}: ", QUIET) for fault in verdict.warnings]
        if verdict.best and (verdict.lost or not verdict.valid):
            best = Text.assemble((self.word("best"), CALM), f"   {self.total(verdict.best.points)}")
            parts += [Text(), best, self.groups(verdict.best.groups, verdict.best.loose)]
        if verdict.presets:
            table = grid("left", "left", "right")
            for name, each in verdict.presets.items():
                table.add_row(name, Text("✔" if each.valid else "✘", GOOD if each.valid else BAD), number(each.points))
            parts += [Text(), table]
        return Stack(*parts)

    @staticmethod
    def _place(violation: Violation) -> int | None:
        """The index of the shown group that a violation points at."""
        steps = violation.pointer.split("/")
        return int(steps[2]) if len(steps) > 2 and steps[1] == "groups" and steps[2].isdigit() else None

    def _shown(self, verdict: Verdict, shown: Sequence[tuple[str | None, Sequence[str]]]) -> Table:
        table = grid("left", "left", "left", "left")
        for index, (slot, cards) in enumerate(shown):
            faults = [violation for violation in verdict.violations if self._place(violation) == index]
            mark = Text("✘", BAD) if faults else Text("✔", GOOD)
            table.add_row(mark, Text(self.slot(slot), QUIET), self.cards(cards), Text("\n".join(fault.message for fault in faults)))
        return table

    def _violation(self, violation: Violation, mark: str, style: Style) -> Text:
        line = Text.assemble((mark, style), violation.message)
        return line.append("  ").append_text(self.cards(violation.cards)) if violation.cards else line

    # Advice, settlement

    def advice(self, advice: Mapping[str, Any]) -> RenderableType:
        """What to do next: distance, waits, discards, calls, plays; each as far as the game answers it."""
        parts: list[RenderableType] = [self.title(), Text()]
        if (distance := advice.get("distance")) is not None:
            line = Text(self.word(f"distance-{distance}" if distance < 2 else "distance", distance=distance), CALM)
            if advice.get("distance_to_win") not in (None, distance):
                line.append(f"   {self.word('distance-to-win', distance=advice['distance_to_win'])}")
            parts.append(line)
        if waits := advice.get("waits"):
            table = listing(self.word("waits"), self.word("left"), self.word("points"), "", right=(1, 2))
            for wait in waits:
                wins = Text(self.word("wins" if wait.get("wins") else "wins-not"), GOOD if wait.get("wins") else QUIET)
                table.add_row(self.card(wait["card"]), str(wait["left"]), number(wait.get("points", 0)), wins)
            parts += [Text(), table]
        if discards := advice.get("discards"):
            table = listing(self.word("discards"), self.word("short"), self.word("left"), self.word("improves"), right=(1, 2))
            for discard in discards:
                improving = self.cards(entry["card"] for entry in discard.get("improves", ()))
                table.add_row(self.card(discard["card"]), str(discard["distance"]), str(discard["left"]), improving)
            parts += [Text(), table]
        if calls := advice.get("calls"):
            table = listing(self.word("calls"), self.word("cards"), self.word("short"), "", right=(2,))
            for call in calls:
                remark = self.word("forced") if call.get("forced") else ""
                if call.get("legal") is False:
                    remark = f"{self.word('illegal')}: {call.get('reason', '')}"
                table.add_row(self.kind(call["use"]), self.cards(call.get("cards", ())), str(call.get("distance", "")), remark)
            parts += [Text(), table]
        if plays := advice.get("plays"):
            table = listing(self.word("plays"), self.word("cards"))
            for play in plays:
                table.add_row(self.kind(play["kind"]), self.cards(play["cards"]))
            parts += [Text(), table]
        return Stack(*parts)

    def kind(self, code: str) -> str:
        """A kind of group in words; the code itself where the game has no word for it."""
        known = f"kind-{code}"
        return self.game.texts(known, self.lang) if known in self.game.texts else code

    def settlement(self, settlement: Settlement) -> RenderableType:
        """Who pays whom: totals by player, then each pair row by row."""
        totals = grid("left", "right")
        for name, points in settlement.totals.items():
            totals.add_row(name, Text(number(points, signed=True), GOOD if points > 0 else BAD if points < 0 else QUIET))
        pairs = listing(self.word("pair"), "", self.word("row"), "", right=(1, 3))
        for pair in settlement.pairs:
            pairs.add_row(" – ".join(pair.players), Text(number(pair.points[0], signed=True), CALM))
            for row in pair.rows:
                bonus = f"  ({self.word('bonus')} {number(row.bonus)})" if row.bonus else ""
                pairs.add_row("", "", Text(self.slot(row.slot) + bonus, QUIET), Text(number(row.points[0], signed=True), QUIET))
        title = self.title(settlement.rules.preset, settlement.label)
        return Stack(title, Text(), totals, *((Text(), pairs) if settlement.pairs else ()))

    # The game itself

    def page(self) -> RenderableType:
        """What a newcomer needs to know of the game: its cards, how they are written, its rules' names, a line to try."""
        game, texts = self.game, self.game.texts
        facts = grid("left", "left")
        notation = [texts(code, self.lang) for code in texts.codes() if code.startswith("notation-")]
        fewest, most = game.sizes
        for title, value in (
            ("cards", str(game.full) if fewest == most else f"{game.full} ({fewest}–{most})"),
            ("operations", "  ".join(game.operations)),
            ("presets", "  ".join(game.presets)),
            ("objectives", "  ".join(game.objectives)),
            ("engines", "  ".join(game.engines)),
            ("notation", "\n".join(notation)),
        ):
            facts.add_row(Text(self.word(title), QUIET), value)
        parts: list[RenderableType] = [self.title(game.id), Text(), self.cards(dict.fromkeys(game.deck)), Text(), facts]
        example = next(
            (example for example in game.examples if example.operation == "arrange" and isinstance(example.request.get("hand"), str)), None
        )
        if example:
            parts += [Text(), Text(f"lipai arrange {game.id} '{example.request['hand']}'", CALM)]
        return Stack(*parts)


def overview(games: Iterable[Game], lang: Lang) -> Table:
    """One line a game."""
    table = listing(*(WORDS(code, lang) for code in ("game", "cards", "operations", "presets", "objectives")), "", right=(1,))
    for game in games:
        name = Text.assemble((game.id, CALM), f"\n{game.names[lang]}")
        columns = ("\n".join(values) for values in (game.operations, game.presets, game.objectives))
        table.add_row(name, str(game.full), *columns)
    return table


def indent(content: RenderableType, plain: bool) -> RenderableType:
    """Air around what a terminal shows; nothing in a pipe."""
    return content if plain else Padding(content, (1, 2))
