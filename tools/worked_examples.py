"""Worked hands as HTML for the rules pages: what was asked, and the answer with the cards drawn.

Everything comes from the game's examples and from what the program answers to them; nothing here knows a game.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

import msgspec

from solver import perform
from solver.errors import InputError
from solver.game import Example, Game
from solver.render import CHANCES, View, number
from solver.text import Lang, Texts

WORDS = Texts.load(Path(__file__).with_name("rules_pages.toml"))
Cells = Sequence[str]


def table(titles: Cells, rows: Iterable[Cells], right: Sequence[int] = ()) -> str:
    """An HTML table, the columns `right` set to the right; without titles where all are empty."""
    style = [' class="right"' if at in right else "" for at in range(len(titles))]
    head = "".join(f"<th{each}>{title}</th>" for each, title in zip(style, titles, strict=True))
    body = "".join("<tr>" + "".join(f"<td{each}>{cell}</td>" for each, cell in zip(style, row, strict=True)) + "</tr>" for row in rows)
    return f"<table>{f'<thead><tr>{head}</tr></thead>' if any(titles) else ''}<tbody>{body}</tbody></table>"


def _written(value: Any) -> str:
    """A field's value as short as it can be told."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


class Drawing:
    """The results of one game in one language; `up` leads from the page to the root of the site."""

    def __init__(self, game: Game, lang: Lang, up: str) -> None:
        self.game, self.lang = game, lang
        self.view = View(game, lang, plain=True)
        self.folder = f"{up}assets/cards/{game.id}"
        self.faces = {face.card: face for face in game.faces}

    # Cards

    def card(self, name: str) -> str:
        """The picture of a card, its name beside it for those who can't see it."""
        face = self.faces.get(name)
        if face is None:
            return f"<code>{escape(name)}</code>"
        said = escape(face.names.get(self.lang, name))
        return f'<img class="card" src="{self.folder}/{name}.svg" alt="{said}" title="{said}: {name}">'

    def cards(self, names: Iterable[str]) -> str:
        """Cards side by side."""
        return f'<span class="cards">{"".join(map(self.card, names))}</span>'

    def read(self, written: Any) -> tuple[str, ...]:
        """A request's cards in canonical notation; none where they can't be read."""
        try:
            return self.game.parse(written)
        except InputError:
            return ()

    # Answers

    def example(self, example: Example) -> str:
        """What comes out of a worked hand."""
        request = {**example.request, "lang": self.lang}
        try:
            result = perform(self.game.id, example.operation, request)
        except InputError as error:
            return "".join(f"<p>{escape(str(line))}</p>" for line in str(error).splitlines())
        told: dict[str, Any] = msgspec.to_builtins(result)
        draw: Mapping[str, Callable[[Example, dict[str, Any]], list[str]]] = {
            "arrangements": self._answer,
            "violations": self._verdict,
            "totals": self._settlement,
        }
        parts = next((each for key, each in draw.items() if key in told), self._advice)(example, told)
        return "".join(part for part in parts if part)

    def _asked(self, example: Example, *, hand: bool = True) -> str:
        """What is asked: the hand, melds, the card obtained or on offer, what is to be beaten; then all other fields but what is shown."""
        request = example.request
        kinds = ("hand", "play", "current", "seen")[not hand :]
        rows = [(key, self.cards(cards)) for key in kinds if (cards := self.read(request.get(key) or ""))]
        rows += [("melds", self.cards(self.read(meld["cards"]))) for meld in request.get("melds", ())]
        for key in ("drawn", "offered"):
            if (card := request.get(key)) is not None:
                rows.append((key, f"{self.cards(self.read(card['card']))} <code>{escape(card.get('source', ''))}</code>"))
        drawn = {"hand", "melds", "drawn", "offered", "groups", "players", "deal", *kinds}
        others = [f"<code>{key}: {escape(_written(value), quote=False)}</code>" for key, value in request.items() if key not in drawn]
        words = [(escape(WORDS(f"asked-{key}", self.lang)), cards) for key, cards in rows]
        return (table(("", ""), words) if words else "") + (f"<p>{' '.join(others)}</p>" if others else "")

    def _facts(self, *facts: str | None) -> str:
        said = [escape(fact) for fact in facts if fact]
        return f"<p>{' · '.join(said)}</p>" if said else ""

    def figure(self, cards: Sequence[str], *said: str) -> str:
        """Cards that stand together, and below them what they are."""
        caption = " · ".join(escape(each) for each in said if each)
        return f'<figure class="group">{self.cards(cards)}<figcaption>{caption}</figcaption></figure>'

    def groups(self, arrangement: Mapping[str, Any]) -> str:
        """Every group with its name and points, rows of split games one below the other; cards in no group last."""
        view, groups = self.view, arrangement["groups"]
        slots = any(group["slot"] for group in groups)
        figures = []
        for group in groups:
            points = number(group["points"]) if group["points"] or not slots else ""
            figures.append(
                self.figure(
                    group["cards"], view.slot(group["slot"]), group["name"], points, view.word("displayed") if group["displayed"] else ""
                )
            )
        if arrangement["loose"]:
            figures.append(self.figure(arrangement["loose"], view.word("loose")))
        return f'<div class="{"rows" if slots else "groups"}">{"".join(figures)}</div>'

    def _answer(self, example: Example, told: dict[str, Any]) -> list[str]:
        view = self.view
        if not told["arrangements"]:
            return [self._asked(example), self._facts(view.word("none"), told["reason"])]
        best = told["arrangements"][0]
        parts = [self._asked(example), self.groups(best)]
        value = f"{told['objective']} {number(told['value'], signed=True)}" if told["value"] not in (None, best["points"]) else None
        wins = None if told["wins"] is None else view.word("wins" if told["wins"] else "wins-not")
        count = told["count"] if told["complete"] else None
        counted = None if count is None else view.word("count-one") if count == 1 else view.word("count", count=f"{count:,}")
        points = view.total(best["points"]) if best["points"] or not best["groups"][0]["slot"] else None
        parts.append(self._facts(points, value, wins, told["reason"], view.word(told["status"], error=told["standard_error"]), counted))
        chances = {name: best["details"][name] for name in best["details"] if name in CHANCES and isinstance(best["details"][name], float)}
        parts.append(self._facts(*(f"{view.detail(name)} {view.figure(name, chance)}" for name, chance in chances.items())))
        if told["natural"]:
            natural = told["natural"]
            parts.append(self._facts(view.word("natural", name=natural["name"], value=number(natural["value"])),
                                     view.word("declare" if natural["declare"] else "declare-not")))  # fmt: skip
            parts.append(self.groups({"groups": natural["groups"], "loose": ()}))
        others = told["arrangements"][1:]
        if others:
            rows = [(" ".join(self.cards(group["cards"]) for group in each["groups"]), number(each["value"] or 0, True)) for each in others]
            parts.append(table((escape(view.word("alternatives")), escape(view.word("value"))), rows, right=(1,)))
        return parts

    def _verdict(self, example: Example, told: dict[str, Any]) -> list[str]:
        view, shown = self.view, list(example.request.get("groups") or ())
        placed = {f"/groups/{at}" for at in range(len(shown))}
        faults = told["violations"]
        figures = []
        for at, group in enumerate(shown):
            wrong = [escape(fault["message"]) for fault in faults if fault["pointer"] == f"/groups/{at}"]
            mark = "✘" if wrong else "✔"
            cards = self.read(group["cards"])
            figures.append(
                f'<figure class="group{" wrong" if wrong else ""}">{self.cards(cards)}'
                f"<figcaption>{mark} {' · '.join(filter(None, (escape(view.slot(group.get('slot'))), *wrong)))}</figcaption></figure>"
            )
        slots = any(group.get("slot") for group in shown)
        parts = [self._asked(example, hand=not shown)]
        parts.append(f'<div class="{"rows" if slots else "groups"}">{"".join(figures)}</div>')
        lost = view.word("lost", lost=number(told["lost"])) if told["lost"] else None
        verdict = ("✔ " if told["valid"] else "✘ ") + view.word("valid" if told["valid"] else "valid-not")
        parts.append(self._facts(verdict, view.total(told["points"]), lost))
        parts += [self._facts("✘ " + fault["message"]) for fault in faults if fault["pointer"] not in placed]
        parts += [self._facts(f"{view.word('warning')}: {fault['message']}") for fault in told["warnings"]]
        if told["best"] and (told["lost"] or not told["valid"]):
            parts += [self._facts(f"{view.word('best')}: {view.total(told['best']['points'])}"), self.groups(told["best"])]
        if told["presets"]:
            rows = [
                (f"<code>{escape(name)}</code>", "✔" if each["valid"] else "✘", number(each["points"]))
                for name, each in told["presets"].items()
            ]
            parts.append(table((escape(view.word("presets")), "", escape(view.word("points"))), rows, right=(2,)))
        return parts

    def _settlement(self, example: Example, told: dict[str, Any]) -> list[str]:
        view = self.view
        seats = {player["name"]: player for player in example.request["players"]}
        rows = []
        for name, total in told["totals"].items():
            seat = seats.get(name, {})
            shown = [self.cards(self.read(group["cards"])) for group in seat.get("groups") or ()]
            held = [self.cards(self.read(seat["hand"]))] if seat.get("hand") and not shown else []
            rows.append((escape(name), " ".join(shown + held), f"<strong>{number(total, signed=True)}</strong>"))
        parts = [self._asked(example), table(("", "", ""), rows, right=(2,))]
        pairs = []
        for pair in told["pairs"]:
            pairs.append((escape(" – ".join(pair["players"])), number(pair["points"][0], signed=True)))
            for row in pair["rows"]:
                bonus = f"{view.word('bonus')} {number(row['bonus'])}" if row["bonus"] else ""
                name = "  ".join(filter(None, (view.slot(row["slot"]), bonus)))
                pairs += [(f'<span class="below">{escape(name)}</span>', number(row["points"][0], signed=True))] if name else []
        return [*parts, table(("", ""), pairs, right=(1,)) if pairs else ""]

    @staticmethod
    def _drawn(wait: Mapping[str, Any]) -> str:
        """The points of a wait that is drawn from the pile, where that makes a difference."""
        drawn = wait["points_drawn"]
        return "" if drawn in (None, wait["points"]) else f" (<code>draw</code> {number(drawn)})"

    def _advice(self, example: Example, told: dict[str, Any]) -> list[str]:
        view, parts = self.view, [self._asked(example)]
        distance = told.get("distance")
        if distance is not None:
            parts.append(self._facts(view.word(f"distance-{distance}" if distance < 2 else "distance", distance=distance)))

        def titles(*codes: str) -> list[str]:
            return [escape(view.word(code)) for code in codes]

        rows: list[Cells]
        if told.get("waits"):
            rows = [
                (
                    self.cards((wait["card"],)),
                    str(wait["left"]),
                    number(wait["points"]) + self._drawn(wait),
                    escape(view.word("wins" if wait["wins"] else "wins-not")),
                )
                for wait in told["waits"]
            ]
            parts.append(table([*titles("waits", "left", "points"), ""], rows, right=(1, 2)))
        if told.get("discards"):
            rows = [
                (self.cards((each["card"],)), str(each["distance"]), str(each["left"]), self.cards(one["card"] for one in each["improves"]))
                for each in told["discards"]
            ]
            parts.append(table(titles("discards", "short", "left", "improves"), rows, right=(1, 2)))
        if told.get("calls"):
            rows = []
            for call in told["calls"]:
                said = view.word("forced") if call["forced"] else "" if call["legal"] else f"{view.word('illegal')}: {call['reason'] or ''}"
                short = "" if call["distance"] is None else str(call["distance"])
                rows.append((escape(view.kind(call["use"])), self.cards(call["cards"]), short, escape(said)))
            parts.append(table([*titles("calls", "cards", "short"), ""], rows, right=(2,)))
        if told.get("plays") is not None:
            rows = [
                (
                    escape(play.get("name") or view.kind(play["kind"])),
                    self.cards(play["cards"]),
                    escape(view.word("sure")) if play.get("guaranteed") else "",
                )
                for play in told["plays"]
            ]
            parts.append(table([*titles("plays"), "", ""], rows))
        return parts
