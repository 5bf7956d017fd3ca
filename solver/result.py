"""What the library answers: frozen records of tuples. They encode to the JSON of the contract as they stand."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

Number = int | float


class RulesInfo(Struct, frozen=True):
    """Which rules an answer holds under: the preset's name, and a digest of every value in force."""

    preset: str
    hash: str


class Group(Struct, frozen=True):
    """Cards that stand together. `slot` is the row in split games and null in grouping games; `displayed` marks groups on the table."""

    slot: str | None
    kind: str
    name: str
    cards: tuple[str, ...]
    points: int = 0
    displayed: bool = False


class Arrangement(Struct, frozen=True):
    """One way to set a hand. `points` are the game's, `value` is what the objective maximised (null where that is no single number)."""

    groups: tuple[Group, ...]
    loose: tuple[str, ...] = ()
    points: int = 0
    value: Number | None = None
    details: Mapping[str, Any] = {}


class Opponents(Struct, frozen=True):
    """Whom expected points were computed against, and what the best counter-strategy makes beyond what they make, in points a hand."""

    id: str
    hash: str
    exploitability: float


class Natural(Struct, frozen=True):
    """A hand that wins by itself, the groups that show it, what it is worth from each opponent, and whether to declare it."""

    name: str
    value: Number
    declare: bool
    groups: tuple[Group, ...]


class Answer(Struct, frozen=True):
    """What `arrange` answers. `arrangements` are best first; none stands there when `status` is `none`."""

    game: str
    label: str | None
    rules: RulesInfo
    objective: str
    build: str
    engine: str
    status: str
    complete: bool
    wins: bool | None
    value: Number | None
    arrangements: tuple[Arrangement, ...]
    count: int | None = None
    reason: str | None = None
    natural: Natural | None = None
    opponents: Opponents | None = None
    standard_error: float | None = None


class Violation(Struct, frozen=True):
    """One rule broken: a code that never changes, the rule in words, the cards, and where in the request they stand."""

    code: str
    message: str
    cards: tuple[str, ...] = ()
    pointer: str = ""


class PresetVerdict(Struct, frozen=True):
    """How the same claim stands under another preset."""

    valid: bool
    points: int


class Verdict(Struct, frozen=True):
    """What `verify` answers. `points` are those found for the groups shown, `lost` the value of the best less the value of the shown."""

    game: str
    label: str | None
    valid: bool
    points: int
    violations: tuple[Violation, ...]
    warnings: tuple[Violation, ...]
    best: Arrangement | None
    lost: Number | None
    rules: RulesInfo
    build: str
    presets: Mapping[str, PresetVerdict] | None = None


class Improvement(Struct, frozen=True):
    """A kind of card that brings a hand nearer, and the copies of it not seen anywhere (none may be left)."""

    card: str
    left: int


class Wait(Struct, frozen=True):
    """A kind that completes the hand: copies not seen, the points of the whole hand with it, and whether they reach the minimum.

    points_drawn, wins_drawn: the same where the player draws the card from the pile, in games where that makes a difference.
    """

    card: str
    left: int
    points: int
    wins: bool
    points_drawn: int | None = None
    wins_drawn: bool | None = None


class Discard(Struct, frozen=True):
    """A card to throw away: the distance it leaves (null: out of reach), and what then improves the hand; `left` adds up their copies."""

    card: str
    distance: int | None
    left: int
    improves: tuple[Improvement, ...] = ()


class Call(Struct, frozen=True):
    """What to do with a card on offer: its group (`use` is the kind of group, `cards` all cards of it), or `use` `pass`.

    forced: the rules allow nothing else. legal: false marks what the rules forbid, with the `reason` in words.
    What it leads to: the distances after it, `points` and `wins` where it completes the hand, else the best `discard` then, and `left`,
    the copies not seen of all kinds that improve the hand after that (after a pass: that improve it as it is).
    """

    use: str
    cards: tuple[str, ...] = ()
    name: str | None = None
    forced: bool = False
    legal: bool = True
    reason: str | None = None
    distance: int | None = None
    distance_to_win: int | None = None
    points: int | None = None
    wins: bool | None = None
    discard: str | None = None
    left: int | None = None


class Advice(Struct, frozen=True):
    """What `advise` answers: cards still needed for a complete hand, and for one that reaches the minimum (null: out of reach).

    waits: of a hand one card short. improves: what brings a hand nearer that is not full. discards: of a full hand, best first.
    calls: what to do with the card on offer, best first.
    """

    game: str
    label: str | None
    distance: int | None
    distance_to_win: int | None
    waits: tuple[Wait, ...]
    improves: tuple[Improvement, ...]
    discards: tuple[Discard, ...]
    calls: tuple[Call, ...]
    rules: RulesInfo
    build: str


class Row(Struct, frozen=True):
    """One row of a pair's settlement: points for each of the two, and the bonus in it."""

    slot: str | None
    points: tuple[Number, Number]
    bonus: Number | None = None


class Pair(Struct, frozen=True):
    """What passes between two players; the two points add to nothing."""

    players: tuple[str, str]
    points: tuple[Number, Number]
    rows: tuple[Row, ...] = ()


class Settlement(Struct, frozen=True):
    """Who pays whom. `totals` add to nothing."""

    game: str
    label: str | None
    totals: Mapping[str, Number]
    pairs: tuple[Pair, ...]
    rules: RulesInfo
    build: str
    details: Mapping[str, Any] = {}


def to_json(result: Struct) -> bytes:
    """The result as the contract's JSON, UTF-8, the same bytes for the same result."""
    return _ENCODER.encode(result)


_ENCODER = msgspec.json.Encoder()
