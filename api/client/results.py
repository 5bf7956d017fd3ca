"""What the service answers, as frozen records. Keys that a newer service adds are passed over; tests hold these to its OpenAPI document."""

from collections.abc import Mapping
from typing import Any

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
    """Whom expected points were computed against, and what the best counter-strategy gains on them, in points a hand."""

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
    """An arranged hand. `arrangements` are best first; none stands there when `status` is `none`."""

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


class Receipt(Struct, frozen=True):
    """A verdict in short, signed; `stored`: the service's ledger has it for good. It is checked by `check_receipt`, or offline."""

    format: str
    id: str
    game: str
    claim_hash: str
    verdict_hash: str
    rules_hash: str
    build: str
    valid: bool
    points: int
    issued_at: str
    stored: bool
    key_id: str
    signature: str


class Checked(Struct, frozen=True):
    """What the check of a receipt found. `genuine`: the service signed exactly this; `stored`: its ledger has it, null if not looked up."""

    id: str
    result: str
    genuine: bool
    stored: bool | None
    message: str


class PublicKey(Struct, frozen=True):
    """A public key that signs receipts or did, as RFC 8037 writes it; `used_until` is null while it signs."""

    kid: str
    x: str
    used_from: str
    used_until: str | None = None
    kty: str = "OKP"
    crv: str = "Ed25519"
    alg: str = "EdDSA"
    use: str = "sig"


class PublicKeys(Struct, frozen=True):
    """A JWK set: the key that signs now first."""

    keys: tuple[PublicKey, ...]


class Claim(Struct, frozen=True):
    """What was judged: the request as it was sent, without `lang`."""

    game: str
    request: Mapping[str, Any]


class VerdictRecord(Struct, frozen=True):
    """A verdict as the ledger keeps it. `verdict` is the answer as given, without `receipt`: plain JSON, since that is what is signed."""

    claim: Claim
    verdict: Mapping[str, Any]
    receipt: Receipt


class Verdict(Struct, frozen=True):
    """A judged claim. `points` are those found for the groups shown, `lost` the value of the best less the value of the shown.

    receipt: of services that keep a ledger.
    """

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
    receipt: Receipt | None = None


class Improvement(Struct, frozen=True):
    """A kind of card that brings a hand nearer, and the copies of it not seen anywhere."""

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
    """What to do with a card on offer: its group (`use` is the kind, `cards` all its cards) or `pass`; whether forced, whether legal.

    What it leads to: the distances after it, `points` and `wins` where it completes the hand, else the best `discard` then, and `left`,
    the copies not seen of all kinds that improve the hand after that.
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


class Option(Struct, frozen=True):
    """One legal play. `guaranteed`: nothing among the unseen cards beats it."""

    kind: str
    name: str
    cards: tuple[str, ...]
    guaranteed: bool = False


class Advice(Struct, frozen=True):
    """What to do next, as far as the game knows it; what it does not know is empty.

    distance, distance_to_win: cards still needed (null: out of reach, or no such thing in this game). waits: of a hand one card short.
    discards: of a full hand, best first. calls: what to do with the card on offer, best first. plays: what can be played, and whether
    one must be (`forced`); starting_bonus: the cards set aside before play.
    """

    game: str
    label: str | None
    rules: RulesInfo
    build: str
    distance: int | None = None
    distance_to_win: int | None = None
    waits: tuple[Wait, ...] = ()
    improves: tuple[Improvement, ...] = ()
    discards: tuple[Discard, ...] = ()
    calls: tuple[Call, ...] = ()
    plays: tuple[Option, ...] = ()
    forced: bool = False
    starting_bonus: tuple[str, ...] = ()


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


class Preparation(Struct, frozen=True):
    """How far it is: `ready`, or `running` with the seconds after which to ask again."""

    game: str
    label: str | None
    rules: RulesInfo
    status: str
    build: str
    retry_after: int | None = None
    opponents: Opponents | None = None


class HandSizes(Struct, frozen=True):
    """How many cards `arrange` takes, and how many a full hand has."""

    fewest: int
    most: int
    full: int


class SlotSize(Struct, frozen=True):
    """A row of a split game."""

    name: str
    size: int
    names: Mapping[str, str]


class GameSummary(Struct, frozen=True):
    """A game in short; names by language."""

    id: str
    names: Mapping[str, str]
    hand_sizes: HandSizes
    slots: tuple[SlotSize, ...]
    operations: tuple[str, ...]
    presets: tuple[str, ...]
    objectives: tuple[str, ...]
    engines: tuple[str, ...]


class RulesText(Struct, frozen=True):
    """The presets' values, and the JSON Schema of the overrides."""

    presets: Mapping[str, Any]
    schema: Mapping[str, Any]


class CardFace(Struct, frozen=True):
    """How a card is written, drawn and named, and how often the deck has it."""

    card: str
    style: str
    glyph: str
    ink: str
    mark: str
    names: Mapping[str, str]
    copies: int


class GameDescription(GameSummary, frozen=True):
    """Everything that it takes to offer the game."""

    rules: RulesText
    notation: Mapping[str, Mapping[str, str]]
    kinds: Mapping[str, Mapping[str, str]]
    cards: tuple[CardFace, ...]
    words: Mapping[str, Mapping[str, Mapping[str, str]]]
    violations: Mapping[str, Mapping[str, str]]
    schemas: Mapping[str, Any]


class Example(Struct, frozen=True):
    """A worked hand: where to POST which body, and what comes back (null for a request that is refused)."""

    id: str
    title: Mapping[str, str]
    operation: str
    path: str
    request: Mapping[str, Any]
    answer: Any


class ErrorEntry(Struct, frozen=True):
    """One thing wrong: where in the request (JSON pointer, and the character in a text), a code that never changes, and words."""

    pointer: str
    position: int | None
    code: str
    message: str


class Problem(Struct, frozen=True):
    """A problem document (RFC 9457). `instance` is the request's id, `code` that of the first error."""

    title: str
    status: int
    detail: str = ""
    instance: str = ""
    code: str = ""
    errors: tuple[ErrorEntry, ...] = ()
    type: str = "about:blank"


class Answered(Struct, frozen=True):
    """A request of a batch that has its answer. `index` counts the requests from 0."""

    index: int
    answer: Answer


class Refused(Struct, frozen=True):
    """A request of a batch that can't be answered, and why. `index` counts the requests from 0."""

    index: int
    problem: Problem


BatchLine = Answered | Refused


class GameList(Struct, frozen=True):
    """All games."""

    games: tuple[GameSummary, ...]


class ExampleList(Struct, frozen=True):
    """A game's worked hands."""

    examples: tuple[Example, ...]
