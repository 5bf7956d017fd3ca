"""Batches of plain hands, column by column.

Without melds and a drawn card a hand falls into its parts (no group takes cards of two, and a lock holds equal cards of one): its best
arrangement is the best of each, side by side. So the ordinary path is walked once for every state of every part, 1,625 of them, and a hand
is read into nine states and looked up. All else (a history, another engine, a hand that can't be read) goes the ordinary way.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from pydantic import ValidationError

from solver.batch import ANSWERS, GROUP, in_order, one_by_one
from solver.engines import tables
from solver.errors import InputError
from solver.games.si_se_pai import many_kernels as kernels
from solver.games.si_se_pai.cards import COLOURS, COPIES, KINDS, NAMES, NOTATION
from solver.games.si_se_pai.groups import catalogue
from solver.games.si_se_pai.model import search
from solver.games.si_se_pai.position import FULL, position
from solver.games.si_se_pai.request import Arrange
from solver.games.si_se_pai.rules import PRESETS, SiSePaiRules
from solver.history import Holding

GAME = "si-se-pai"
FEW = 256
"""Fewer hands than this are answered one by one: sooner than the tables are there."""


class Parts:
    """A rule set, tabulated: what the ordinary path answers for every state of every part.

    A state is a number: `first[p]`, the empty one of part p, and for every card of kind k `weight[k]` more.
    covered, points: by state, cards in groups and points. Its groups are the columns uses[starts[state]:starts[state + 1]].
    records: every group of the rules as an Arrow struct, by column.
    """

    def __init__(self, rules: SiSePaiRules) -> None:
        groups = catalogue(rules, None)
        compiled = tables.compiled(groups.columns, KINDS, COPIES)
        sizes = [part.mask + 1 for part in compiled.parts]
        self.first = np.cumsum([0, *sizes[:-1]])
        self.part = np.array(compiled.part_of)
        self.weight = np.array([weight >> compiled.parts[part].shift for weight, part in zip(compiled.weights, self.part, strict=True)])
        self.covered = np.zeros(sum(sizes), np.int16)
        self.points = np.zeros(sum(sizes), np.int32)
        uses: list[tuple[int, ...]] = [()] * sum(sizes)
        for first, part in zip(self.first.tolist(), compiled.parts, strict=True):
            for state, copies in part.table.states.items():
                hand = [0] * KINDS
                for item, held in zip(part.items, copies, strict=True):
                    hand[item] = held
                best = search(position(rules, Holding(tuple(hand)))).found[0]
                self.covered[first + state] = best.cards
                self.points[first + state] = best.points
                uses[first + state] = best.key
        self.starts = np.cumsum([0, *map(len, uses)], dtype=np.int32)
        self.uses = np.array([column for each in uses for column in each], np.int16)
        self.records = pa.array(
            [
                {"slot": None, "kind": kind, "cards": [NAMES[card] for card in cards]}
                for kind, cards in zip(groups.kinds, groups.cards, strict=True)
            ],
            GROUP,
        )


@lru_cache(maxsize=32)
def parts(rules: SiSePaiRules) -> Parts:
    """A rule set's tables, made on first use in some tens of milliseconds."""
    return Parts(rules)


@lru_cache(maxsize=1)
def _signs() -> NDArray[np.uint8]:
    """What each character below U+10000 is."""
    signs = np.full(1 << 16, kernels.OTHER, np.uint8)
    signs[[code for code in range(1 << 16) if chr(code).isspace()]] = kernels.BLANK
    pieces = {sign: kind // len(COLOURS) for sign, kind in NOTATION.pieces.items()}
    for known, base in ((pieces, 0), (NOTATION.suits, kernels.COLOUR), (NOTATION.openers, kernels.HAN_COLOUR)):
        for sign, index in known.items():
            signs[ord(sign)] = base + index
    return signs


def _rules(fields: Mapping[str, Any]) -> SiSePaiRules | None:
    """The rules of a request about plain hands for this engine; None where it asks for something else, or can't be understood."""
    try:
        request = Arrange.model_validate({"hand": "Kr", **fields})
        rules: SiSePaiRules = PRESETS.resolve(request.rules)
    except (ValidationError, InputError):
        return None
    plain = not request.melds and request.drawn is None and request.dealt_triplets is None
    return rules if plain and request.engine in ("auto", tables.NAME) else None


def many(hands: pa.Array, fields: Mapping[str, Any], groups: bool) -> pa.RecordBatch:
    """The optimal arrangement of every hand (`solver.batch.Many`)."""
    rules = _rules(fields) if len(hands) >= FEW else None
    if rules is None:
        return one_by_one(GAME, hands.to_pylist(), fields, groups)
    known = parts(rules)
    states, sizes = _read(hands, known)
    fine = sizes > 0
    if fine.all():
        return _look_up(states, sizes, rules, groups)
    there, apart = np.flatnonzero(fine), np.flatnonzero(~fine)
    answered = _look_up(states[there], sizes[there], rules, groups)
    others = one_by_one(GAME, hands.take(pa.array(apart)).to_pylist(), fields, groups)
    return in_order([(there.tolist(), answered), (apart.tolist(), others)])


def _read(hands: pa.Array, known: Parts) -> tuple[NDArray[np.int32], NDArray[np.int16]]:
    """(hands, parts) states and the number of cards, 0 where a hand must go another way."""
    single = pa.types.is_list(hands.type)
    if single:
        texts = hands.values
        rows = np.frombuffer(hands.buffers()[1], np.int32)[hands.offset : hands.offset + len(hands) + 1]
    else:
        texts = hands
        rows = np.arange(len(hands) + 1, dtype=np.int32)
    _, ends, data = texts.buffers()
    states, sizes = np.empty((len(hands), len(known.first)), np.int32), np.empty(len(hands), np.int16)
    kernels.read(
        np.frombuffer(data, np.uint8) if data is not None and data.size else np.zeros(1, np.uint8),
        np.frombuffer(ends, np.int32)[texts.offset : texts.offset + len(texts) + 1],
        rows, single, _signs(), known.part, known.weight, known.first, COPIES, FULL, 16 if single else 2000, states, sizes,
    )  # fmt: skip
    if hands.null_count:
        sizes[np.asarray(hands.is_null())] = 0
    return states, sizes


def _look_up(states: NDArray[np.int32], sizes: NDArray[np.int16], rules: SiSePaiRules, groups: bool) -> pa.RecordBatch:
    known, size = parts(rules), len(states)
    covered, points, number = np.empty(size, np.int16), np.empty(size, np.int32), np.empty(size, np.int32)
    kernels.add_up(states, known.covered, known.points, known.starts, covered, points, number)
    complete = covered == sizes
    columns = {
        "status": pa.repeat("optimal", size),
        "complete": pa.array(complete),
        "wins": pa.array(complete & (sizes == FULL) & (points >= rules.minimum_points)),
        "points": pa.array(points.astype(np.int64)),
        "value": pa.array(points.astype(np.float64)),
        "groups": _list_groups(states, number, known) if groups else pa.nulls(size, ANSWERS.field("groups").type),
        "error": pa.nulls(size, pa.string()),
    }
    return pa.RecordBatch.from_pydict(columns, schema=ANSWERS)


def _list_groups(states: NDArray[np.int32], number: NDArray[np.int32], known: Parts) -> pa.Array:
    ends = np.zeros(len(states) + 1, np.int32)
    np.cumsum(number, out=ends[1:])
    listed = np.empty(ends[-1], np.int32)
    kernels.list_groups(states, known.starts, known.uses, ends, listed)
    return pa.ListArray.from_arrays(pa.array(ends), known.records.take(pa.array(listed)))
