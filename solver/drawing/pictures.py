"""Whole answers as pictures: an arranged hand, and a claim with what is wrong with it. They say what the command says, in its words."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from solver.drawing.boards import Block, board
from solver.drawing.canvas import LINE, Canvas
from solver.drawing.palette import GROUNDS
from solver.drawing.svg import clean, el
from solver.game import Game
from solver.render import View, number, same
from solver.request import Request
from solver.result import Answer, Arrangement, Group, Natural, Verdict, Violation
from solver.text import Lang

WIDE, NARROW = 760, 540
"""Of grouping games and of games with rows, in pixels."""

MARGIN = 22
ROW_CARDS, GROUP_CARDS, SMALL_CARDS, TINY_CARDS = 84, 70, 56, 34
MOST_WAYS, MOST_FAULTS = 20, 12
CHANCES = ("win", "tie", "push", "lose", "scoop", "scooped", "probability")
TONES = {"lose": "bad", "scooped": "bad", "tie": "soft", "push": "soft"}


@dataclass(frozen=True, slots=True)
class Shown:
    """Cards as a claim shows them: in which slot, where in the request, and their name where the pointer alone says too little."""

    slot: str | None
    cards: tuple[str, ...]
    pointer: str
    name: str = ""


class Picture:
    """One answer of a game becoming a picture, from top to bottom."""

    def __init__(self, game: Game, lang: Lang) -> None:
        self.game = game
        self.view = View(game, lang)
        self.canvas = Canvas(game)
        self.wide = NARROW if game.slots else WIDE
        self.room = self.wide - 2 * MARGIN
        self.high = ROW_CARDS if game.slots else GROUP_CARDS
        self.y: float = MARGIN
        self.told: list[str] = []
        """What the picture says, for those who can't see it."""

    # Parts that both kinds of pictures have

    def _title(self, *parts: str | None) -> None:
        canvas = self.canvas
        ink, ground = GROUNDS["red"]
        seal = canvas.parts.written("sign", "理", MARGIN + 5, self.y + 23.5, 22)
        canvas.add(el("rect", x=MARGIN, y=self.y, width=32, height=32, rx=7, fill=ground), el("g", seal, fill=ink))
        name = self.game.names[self.view.lang]
        canvas.add(canvas.text(MARGIN + 43, self.y + 23, name, 19, bold=True))
        begun = MARGIN + 43 + canvas.text_width(name, 19, bold=True) + 14
        said = "  ·  ".join(filter(None, (clean(part or "") for part in parts)))
        for index, line in enumerate(canvas.wrapped(said, 13, self.wide - MARGIN - begun, 2)):
            canvas.add(canvas.text(begun, self.y + 22 + index * 17, line, 13, "soft"))
            self.y += 17 if index else 0
        self.y += 46

    def _say(self, text: str, size: float = 13, tone: str = "soft", bold: bool = False) -> None:
        words, self.y = self.canvas.lines(MARGIN, self.y, self.canvas.wrapped(text, size, self.room), size, tone, bold)
        self.canvas.add(words)
        self.told.append(text)
        self.y += 6

    def _notice(self, good: bool | None, text: str) -> None:
        """A sentence in a box, with a tick or a cross where it is good or bad."""
        tone = {True: "good", False: "bad", None: "ink"}[good]
        aside = 0 if good is None else 24
        lines = self.canvas.wrapped(text, 15.5, self.room - 28 - aside)
        high = len(lines) * 15.5 * LINE + 18
        self.canvas.add(self.canvas.box(MARGIN, self.y, self.room, high, {True: "good-back", False: "bad-back", None: "calm-back"}[good]))
        if good is not None:
            self.canvas.add(self.canvas.tick(MARGIN + 13, self.y + 12, 15, good))
        self.canvas.add(self.canvas.lines(MARGIN + 14 + aside, self.y + 9, lines, 15, tone, bold=True)[0])
        self.told.append(text)
        self.y += high + 12

    def _board(self, blocks: Sequence[Block], high: float | None = None) -> None:
        drawn, self.y = board(self.canvas, blocks, MARGIN, self.y, self.room, high or self.high)
        self.canvas.add(drawn)
        self.y += 12
        for block in blocks:
            names = ", ".join(self._name(card) for card in block.cards)
            head = " ".join(filter(None, (block.slot, block.name, block.points, block.tag)))
            self.told.append(f"{head}: {names}" if head else names)

    def _name(self, card: str) -> str:
        face = self.canvas.faces.get(card)
        return face.names.get(self.view.lang, card) if face else card

    def _block(self, group: Group, win: Mapping[str, Any]) -> Block:
        chance = win.get(group.slot or "")
        return Block(
            group.cards,
            name=group.name,
            slot=self.view.slot(group.slot),
            points=number(group.points, signed=True) if group.points else "",
            tag=self.view.word("displayed") if group.displayed else "",
            chance=(self.view.word("chance-win"), chance) if isinstance(chance, float) else None,
        )

    def _blocks(self, groups: Sequence[Group], loose: Sequence[str] = (), win: object = None) -> list[Block]:
        chances = win if isinstance(win, Mapping) else {}
        blocks = [self._block(group, chances) for group in groups]
        if loose:
            # A word in the place of the slot keeps rows in line.
            word = self.view.word("thrown-away" if self.game.slots else "loose")
            blocks.append(Block(loose, slot=word if self.game.slots else "", name="" if self.game.slots else word, quiet=True))
        return blocks

    def _done(self) -> bytes:
        title = self.game.names[self.view.lang]
        return self.canvas.picture(self.wide, self.y + MARGIN - 10, title, ". ".join(self.told), self.view.lang)

    # An arranged hand

    def answer(self, answer: Answer) -> bytes:
        """The best arrangement, what it is worth and how sure that is, a natural, and in a line each what else there is."""
        self._title(self._preset(answer.rules.preset), self._objective(answer.objective), answer.label)
        if not answer.arrangements:
            self._notice(False, " — ".join(filter(None, (self.view.word("none"), answer.reason))))
            return self._done()
        best = answer.arrangements[0]
        if answer.natural:
            self._natural(answer.natural)
        if answer.wins is not None:
            words = self.view.word("wins" if answer.wins else "wins-not")
            self._notice(True if answer.wins else None, f"{words} — {answer.reason}" if answer.reason else words)
        elif answer.reason:
            self._notice(None, answer.reason)
        self._worth(answer, best)
        self._board(self._blocks(best.groups, best.loose, best.details.get("rows") or best.details.get("win")))
        self._say(self.view.proof(answer).plain.replace("  ·  ", " · "))
        if len(answer.arrangements) > 1:
            self._ways(answer.arrangements)
        return self._done()

    def _preset(self, name: str) -> str:
        known = f"preset-{name}"
        return self.game.texts(known, self.view.lang) if known in self.game.texts else name.replace("-", " ")

    def _objective(self, code: str) -> str:
        return self.game.objective_names(code)[self.view.lang]

    def _worth(self, answer: Answer, best: Arrangement) -> None:
        """The value in large figures, the points where they say more, and chances as bars."""
        facts: list[tuple[str, str]] = []
        if self.view.scored((best,)):
            word = self.view.total(best.points)
            figure = number(best.points)
            facts.append((figure, word.replace(figure, "").strip()))
        value = best.details.get("expected") if best.value is None else best.value
        if isinstance(value, int | float) and value != best.points:
            objective = "expected" if best.value is None else answer.objective
            facts.insert(0, (number(value, signed=isinstance(value, float) or value < 0), self._objective(objective)))
        canvas, x = self.canvas, float(MARGIN)
        for figure, words in facts:
            canvas.add(canvas.text(x, self.y + 24, figure, 26, bold=True))
            x += canvas.text_width(figure, 26, bold=True) + 4
            canvas.add(canvas.text(x, self.y + 24, words, 14, "soft"))
            x += canvas.text_width(words, 14) + 20
            self.told.append(f"{figure} {words}")
        chances = [
            (self.view.detail(name), chance, TONES.get(name, "accent"))
            for name in CHANCES
            if isinstance(chance := best.details.get(name), float)
        ]
        wide = max([96.0, *(canvas.text_width(f"{words} 100.0 %", 12.5) for words, _, _ in chances)])
        if facts and chances and x + len(chances) * (wide + 16) - 16 > self.wide - MARGIN:
            x, self.y = MARGIN, self.y + 36
        for words, chance, tone in chances:
            if x + wide > self.wide - MARGIN:
                x, self.y = MARGIN, self.y + 36
            canvas.add(canvas.bar(x, self.y + 4, wide, chance, words, tone))
            self.told.append(f"{words} {100 * chance:.1f} %")
            x += wide + 16
        self.y += 42 if facts or chances else 0

    def _natural(self, natural: Natural) -> None:
        known = f"natural-{natural.name}"
        name = self.game.texts(known, self.view.lang) if known in self.game.texts else natural.name
        words = self.view.word("natural", name=name, value=number(natural.value))
        self._notice(True, f"{words} — {self.view.word('declare' if natural.declare else 'declare-not')}")
        self._board(self._blocks(natural.groups), SMALL_CARDS)

    def _ways(self, arrangements: Sequence[Arrangement]) -> None:
        best = arrangements[0]
        self.y += 4
        self._say(self.view.word("alternatives"), 14, "ink", bold=True)
        for place, way in enumerate(arrangements[1 : MOST_WAYS + 1], 2):
            cost = self._cost(way, best)
            aside = self.canvas.text_width(cost, 13)
            lines = self.canvas.wrapped(_summary(way, best), 13, self.room - 34 - aside, 2)
            self.canvas.add(
                self.canvas.text(MARGIN, self.y + 13, str(place), 13, "soft"),
                self.canvas.text(self.wide - MARGIN, self.y + 13, cost, 13, "soft", end=True),
            )
            words, self.y = self.canvas.lines(MARGIN + 24, self.y, lines, 13)
            self.canvas.add(words)
            self.told.append(f"{place}: {_summary(way, best)} {cost}")
            self.y += 4

    def _cost(self, way: Arrangement, best: Arrangement) -> str:
        """What a way gives away against the best; one that leaves more cards loose is worse whatever its points."""
        looser = 0 if self.game.slots else len(way.loose) - len(best.loose)
        words = [self.view.word("more-loose", count=looser)] if looser > 0 else []
        lost = way.value - best.value if way.value is not None and best.value is not None else None
        if lost is not None and abs(lost) >= 5e-4:
            words.append(number(lost, signed=True))
        return " · ".join(words) if words or lost is None else self.view.word("as-good")

    # A claim

    def verdict(self, verdict: Verdict, request: Request) -> bytes:
        """The claim as shown, each violation by number at its cards and in words; the best, where it is another."""
        self._title(self._preset(verdict.rules.preset), verdict.label)
        words = [self.view.word("valid" if verdict.valid else "valid-not")]
        if verdict.points or not self.game.slots:
            words.append(self.view.total(verdict.points))
        if verdict.lost:
            words.append(self.view.word("lost", lost=number(verdict.lost)))
        self._notice(verdict.valid, "  ·  ".join(words))
        shown = self._shown(request)
        self._board(self._judged(shown, verdict.violations))
        for index, fault in enumerate(verdict.violations[:MOST_FAULTS], 1):
            self._fault(fault, index)
        if len(verdict.violations) > MOST_FAULTS:
            self._say(f"… +{len(verdict.violations) - MOST_FAULTS}")
        for warning in verdict.warnings:
            self._say(f"{self.view.word('warning')}: {warning.message}")
        if verdict.best and (verdict.lost or not verdict.valid) and not same(verdict.best, [(one.slot, one.cards) for one in shown]):
            self.y += 6
            best = self.view.word("best")
            self._say(
                f"{best}  ·  {self.view.total(verdict.best.points)}" if self.view.scored((verdict.best,)) else best, 15, "ink", bold=True
            )
            self._board(self._blocks(verdict.best.groups, verdict.best.loose), SMALL_CARDS)
        for name, each in (verdict.presets or {}).items():
            self.canvas.add(self.canvas.tick(MARGIN, self.y + 1, 12, each.valid))
            words_, self.y = self.canvas.lines(
                MARGIN + 20, self.y, [f"{self._preset(name)}  ·  {self.view.total(each.points)}"], 13, "soft"
            )
            self.canvas.add(words_)
            self.told.append(f"{name}: {self.view.word('valid' if each.valid else 'valid-not')}")
        return self._done()

    def _shown(self, request: Any) -> list[Shown]:
        """Each group that was shown; of a claim without groups, the cards that it is about."""
        groups = getattr(request, "groups", None)
        if groups:
            return [
                Shown(getattr(group, "slot", None), self.game.parse(group.cards), f"/groups/{index}") for index, group in enumerate(groups)
            ]
        about = [(name, getattr(request, name, None)) for name in ("current", "play", "hand")]
        return [Shown(None, self.game.parse(cards), f"/{name}", self.view.word(f"shown-{name}")) for name, cards in about if cards]

    def _judged(self, shown: Sequence[Shown], violations: Sequence[Violation]) -> list[Block]:
        """The groups shown, with the numbers of their violations and the cards that are part of one.

        A violation's cards are looked for in its own group, then in the others: as many of a card as it names.
        """
        wrong: list[set[int]] = [set() for _ in shown]
        numbers: list[list[int]] = [[] for _ in shown]
        numbered: list[dict[int, int]] = [{} for _ in shown]
        for index, violation in enumerate(violations, 1):
            home = next((at for at, one in enumerate(shown) if f"{violation.pointer}/".startswith(f"{one.pointer}/")), None)
            if home is not None:
                numbers[home].append(index)
            left = Counter(violation.cards)
            for at in sorted(range(len(shown)), key=lambda at: at != home):
                for place, card in enumerate(shown[at].cards):
                    if left[card] > 0:
                        left[card] -= 1
                        wrong[at].add(place)
                        if home is None:
                            numbered[at].setdefault(place, index)
        return [
            Block(one.cards, one.name, self.view.slot(one.slot), faults=numbers[at], wrong=frozenset(wrong[at]), numbered=numbered[at])
            for at, one in enumerate(shown)
        ]

    def _fault(self, fault: Violation, index: int) -> None:
        lines = self.canvas.wrapped(fault.message, 14, self.room - 32)
        self.canvas.add(self.canvas.badge(MARGIN + 9, self.y + 10, index))
        words, self.y = self.canvas.lines(MARGIN + 28, self.y, lines, 14)
        self.canvas.add(words)
        self.told.append(f"{index}: {fault.message}")
        if fault.cards:
            cards, self.y = self.canvas.cards(fault.cards, MARGIN + 28, self.y + 4, TINY_CARDS, self.room - 28)
            self.canvas.add(cards)
        self.y += 9


def _summary(way: Arrangement, best: Arrangement) -> str:
    """Rows by their names; in grouping games, the groups that are others than the best's."""
    if not any(group.slot for group in way.groups):
        ours, theirs = (Counter((group.name, tuple(sorted(group.cards))) for group in one.groups) for one in (way, best))
        words = [f"+ {name}" for name, _ in (ours - theirs).elements()] + [f"− {name}" for name, _ in (theirs - ours).elements()]
        if words:
            return "  ".join(words)
    return " · ".join(group.name for group in way.groups)


def picture(game: Game, request: Request, result: Answer | Verdict) -> bytes:
    """An answer to `arrange` or `verify` as SVG, UTF-8, in the language of the request."""
    drawing = Picture(game, request.language)
    return drawing.answer(result) if isinstance(result, Answer) else drawing.verdict(result, request)
