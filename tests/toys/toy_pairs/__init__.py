"""A game small enough to see through: four cards of a to d, two to each row, the lower two in the low row.

It stands in a folder of its own beside no other game, and the tests put that folder on the path of the registry.
"""

from collections import Counter
from pathlib import Path
from typing import Annotated

from msgspec import Struct
from pydantic import BaseModel, ConfigDict, Field

from solver.errors import InputError, refuse
from solver.game import Face, Game, Operation
from solver.request import ArrangeRequest, Cards, Request, VerifyRequest
from solver.result import Answer, Arrangement, Group, Pair, Row, Settlement, Verdict, Violation
from solver.rules import Presets, Rules
from solver.text import Texts

HOME = Path(__file__).parent
TEXTS = Texts.load(HOME / "texts.toml")
DECK = tuple("aabbccdd")


class Worth(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)
    low: Annotated[int, Field(ge=0, le=9)]
    high: Annotated[int, Field(ge=0, le=9)]


class ToyRules(Rules):
    worth: Worth


PRESETS = Presets(ToyRules, HOME / "rules.toml")


class Arrange(ArrangeRequest):
    mirror: bool = False


class Verify(VerifyRequest):
    hand: Cards | None = None


class Advise(Request):
    hand: Cards
    seen: Cards = ""


class Player(Request):
    name: str
    hand: Cards


class Settle(Request):
    players: list[Player]
    stake: int = 1


class Advice(Struct, frozen=True):
    distance: int
    distance_to_win: int
    waits: tuple[dict[str, object], ...]
    discards: tuple[dict[str, object], ...]
    calls: tuple[dict[str, object], ...]


def parse(cards: Cards, pointer: str = "/hand") -> tuple[str, ...]:
    for position, sign in enumerate(cards):
        if sign not in "abcd \n":
            raise refuse("unknown-card", pointer, position if isinstance(cards, str) else None, text=sign)
    found = tuple(sign for sign in cards if sign in "abcd")
    if not found:
        raise refuse("empty-hand", pointer)
    return found


def setting(cards: tuple[str, ...], rules: ToyRules, lang: str) -> Arrangement:
    held = sorted(cards)
    rows = (("low", tuple(held[:2]), rules.worth.low), ("high", tuple(held[2:]), rules.worth.high))
    groups = tuple(Group(slot, "two", TEXTS("kind-two", lang), row, points) for slot, row, points in rows)
    return Arrangement(groups, points=rules.worth.low + rules.worth.high, value=0.25, details={"win": {"low": 0.5, "high": 0.25}})


def arrange(request: Arrange) -> Answer:
    rules = PRESETS.resolve(request.rules)
    cards = parse(request.hand)
    if len(cards) != 4:
        raise InputError(refuse("wrong-number-of-cards", "/hand", count=len(cards), expected=4).faults)
    best = setting(cards, rules, request.language)
    return Answer(
        game="toy-pairs", label=request.label, rules=rules.info, objective="sum", build="0", engine="sort", status="optimal",
        complete=True, wins=True, value=0.25, arrangements=(best,) * request.top, count=1234,
    )  # fmt: skip


def verify(request: Verify) -> Verdict:
    rules = PRESETS.resolve(request.rules)
    low, high = (parse(group.cards, f"/groups/{index}/cards") for index, group in enumerate(request.groups))
    faults = []
    if max(low) > min(high):
        faults.append(Violation("low-above-high", TEXTS("violation-low-above-high", request.language), low, "/groups/0"))
    if request.claimed_points not in (None, 2):
        faults.append(Violation("claimed-points", TEXTS("violation-claimed-points", request.language), (), "/claimed_points"))
    best = setting(low + high, rules, request.language)
    return Verdict("toy-pairs", request.label, not faults, 2, tuple(faults), (), best, 2 if faults else 0, rules.info, "0")


def advise(request: Advise) -> Advice:
    left = Counter(DECK) - Counter(parse(request.hand))
    wait = {"card": "d", "left": left["d"], "points": 7, "wins": True}
    discard = {"card": "a", "distance": 1, "left": 2, "improves": [{"card": "d", "left": 2}]}
    calls = (
        {"use": "two", "cards": ["a", "a"], "forced": True, "distance": 0},
        {"use": "pass", "legal": False, "reason": "it must be used"},
    )
    return Advice(1, 2, (wait,), (discard,), calls)


def settle(request: Settle) -> Settlement:
    one, two = (player.name for player in request.players)
    points = (request.stake, -request.stake)
    return Settlement("toy-pairs", request.label, {one: points[0], two: points[1]}, (Pair((one, two), points, (Row("high", points, 1),)),),
                      PRESETS.resolve(request.rules).info, "0")  # fmt: skip


GAME = Game(
    id="toy-pairs",
    texts=TEXTS,
    sizes=(4, 4),
    full=4,
    deck=DECK,
    faces=tuple(
        Face(card, "glyph", glyph, ink, mark)
        for card, glyph, ink, mark in zip("abcd", "甲乙丙丁", ("red", "yellow", "green", "white"), "●▲■○", strict=True)
    ),
    parse=parse,
    presets=PRESETS,
    objectives=("sum",),
    engines=("cp-sat",),
    operations={
        "arrange": Operation(Arrange, Answer, arrange),
        "verify": Operation(Verify, Verdict, verify),
        "advise": Operation(Advise, Advice, advise),
        "settle": Operation(Settle, Settlement, settle),
    },
    violations=("low-above-high", "claimed-points"),
    home=HOME,
    slots=(("low", 2), ("high", 2)),
)
