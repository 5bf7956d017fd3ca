"""Opponents who set well: many random hands, each with the setting that an equilibrium gives it.

A population is a file of one number per hand. The hands themselves are dealt anew from a seed; the number says how the hand is set, and
whether it is declared as an automatic win. Ranks are worked out when the file is read, for the wheel asked for.
"""

import hashlib
import json
import lzma
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver import version
from solver.engines.enumerate import subset_masks
from solver.errors import LipaiError
from solver.games.chinese_poker import deal_kernels as kernels
from solver.games.chinese_poker import naturals
from solver.poker import Ranking, Wheel, ranking
from solver.result import Opponents

_SEED = {"dragon", "six-pairs", "three-flushes", "three-straights"}
DECLARABLE = ("dragon", "six-pairs", "three-flushes", "three-straights", *sorted(set(naturals.NAMES) - _SEED))
"""Automatic wins that opponents may declare; 0 in a population's `declared` is none, then these in order."""
_BLOCK = 512
"""Hands that are looked at together; the compiled loops count on it."""
_MAGIC = b"lipai-population-1\n"


class DataError(LipaiError):
    """A shipped data file is missing, cut short or altered."""


@lru_cache(maxsize=4)
def dealt(seed: int, hands: int, first: int = 0) -> tuple[NDArray[np.uint8], NDArray[np.uint64]]:
    """Hands of a deal: (hands, 13) cards, highest first, and bit masks. Read-only."""
    cards, masks = np.empty((hands, 13), np.uint8), np.empty(hands, np.uint64)
    kernels.deal(seed, first, cards, masks)
    cards.setflags(write=False)
    masks.setflags(write=False)
    return cards, masks


@dataclass(frozen=True, eq=False)
class Seats:
    """Who holds which card, for the hands of a deal in the order of their bit masks: those that share their highest cards side by side.

    order: the hands in that order. holders: a row for each card and one for who declares, of a bit for each hand, one after the other.
    common: the mask of cards that all hands of a block of 512 hold; one look there rules out half the blocks.
    """

    order: NDArray[np.int32]
    holders: NDArray[np.uint64]
    common: NDArray[np.uint64]


@lru_cache(maxsize=4)
def seats(seed: int, hands: int, first: int = 0) -> Seats:
    """The seats of a deal, nobody declaring. Read-only."""
    masks = dealt(seed, hands, first)[1]
    order = np.argsort(masks, kind="stable").astype(np.int32)
    # The last block is filled up with hands that hold every card, so that no hand is beside them.
    ordered = np.full(-(-hands // _BLOCK) * _BLOCK, ~np.uint64(0))
    ordered[:hands] = masks[order]
    rows = [pack_bits(ordered >> np.uint64(card) & np.uint64(1) != 0) for card in range(53)]
    rows[52][: hands // 64] = 0
    holders, common = np.concatenate(rows), np.bitwise_and.reduce(ordered.reshape(-1, _BLOCK), axis=1)
    for array in (order, holders, common):
        array.setflags(write=False)
    return Seats(order, holders, common)


def pack_bits(flags: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Flags as 64-bit words, the first flag the lowest bit."""
    return np.packbits(flags, bitorder="little").view(np.uint64)


def setting_ranks(cards: NDArray[np.uint8], settings: NDArray[np.uint32], scale: Ranking) -> NDArray[np.int16]:
    """(hands, 3) ranks of one setting of each hand."""
    ranks = np.empty((len(cards), 3), np.int16)
    tables = scale.step, scale.small, scale.flush
    kernels.rank_settings(cards, settings, subset_masks(13, 3), subset_masks(10, 5), *tables, ranks)
    return ranks


@dataclass(frozen=True, eq=False)
class Population:
    """Hands number `first`, `first` + 1, … of the deal `seed`, a multiple of 64, each with its setting and what it declares.

    settings: numbers, see `deal_kernels.unrank`. declared: 0 or a place in `DECLARABLE`, from 1. made: how, as the file tells.
    """

    seed: int
    settings: NDArray[np.uint32]
    declared: NDArray[np.uint8]
    made: Mapping[str, Any]
    first: int = 0

    def __len__(self) -> int:
        return len(self.settings)

    @property
    def cards(self) -> NDArray[np.uint8]:
        """(hands, 13), highest first."""
        return dealt(self.seed, len(self), self.first)[0]

    @cached_property
    def seats(self) -> Seats:
        """Who holds each card, and who declares and so shows no rows."""
        found = seats(self.seed, len(self), self.first)
        holders = found.holders.copy()
        holders[-(len(holders) // 53) :][: len(self) // 64] = pack_bits(self.declared[found.order] > 0)
        return replace(found, holders=holders)

    @cached_property
    def declarers(self) -> tuple[NDArray[np.uint64], NDArray[np.uint8]]:
        """Bit masks of the hands that are declared, and as what."""
        at = np.flatnonzero(self.declared)
        return dealt(self.seed, len(self), self.first)[1][at], self.declared[at]

    @cached_property
    def hash(self) -> str:
        """16 hex digits over hands and settings."""
        digest = hashlib.sha256(f"{self.seed} {len(self)} ".encode())
        digest.update(self.settings.astype("<u4").tobytes())
        digest.update(self.declared.tobytes())
        return digest.hexdigest()[:16]

    def classes(self, wheel: Wheel) -> NDArray[np.int16]:
        """(3, hands) the rank of each row without the kickers that can't decide."""
        if wheel not in self._by_wheel:
            scale = ranking(wheel)
            ranks = setting_ranks(self.cards, self.settings, scale)
            self._by_wheel[wheel] = np.ascontiguousarray(scale.decisive_ranks[ranks].T)
        return self._by_wheel[wheel]

    def rows(self, wheel: Wheel) -> NDArray[np.int16]:
        """(hands, 4) the same in the order of the seats, a hand's three numbers beside each other."""
        if wheel not in self._rows:
            rows = np.empty((len(self), 4), np.int16)  # unlike zeros, on large pages of memory, where there are such
            rows[:, :3] = self.classes(wheel).T[self.seats.order]
            rows[:, 3] = 0
            self._rows[wheel] = rows
        return self._rows[wheel]

    @cached_property
    def _rows(self) -> dict[str, NDArray[np.int16]]:
        return {}

    @cached_property
    def _by_wheel(self) -> dict[str, NDArray[np.int16]]:
        return {}

    def parts(self, number: int) -> "list[Population]":
        """The same in equal parts, each a multiple of 64 hands."""
        size = len(self) // number
        cuts = [slice(at * size, (at + 1) * size) for at in range(number)]
        return [Population(self.seed, self.settings[cut], self.declared[cut], {}, self.first + cut.start) for cut in cuts]

    def opponents(self, id: str) -> Opponents:
        """What an answer says of them."""
        return Opponents(id=id, hash=self.hash, exploitability=float(self.made["exploitability"]))

    def dump(self) -> bytes:
        """The file: a line of JSON saying how it was made, then the numbers, packed. `load` reads it."""
        head = {"seed": self.seed, "hands": len(self), "sha": self.hash, **self.made}
        planes = [self.settings >> shift & 0xFF for shift in (0, 8, 16)]
        body = b"".join(plane.astype(np.uint8).tobytes() for plane in planes) + self.declared.tobytes()
        packed = lzma.compress(body, format=lzma.FORMAT_XZ, preset=9)
        return _MAGIC + json.dumps(head, sort_keys=True).encode() + b"\n" + packed


def parse(data: bytes, name: str) -> Population:
    """A population from its file's bytes. Raises DataError naming the file."""
    try:
        if not data.startswith(_MAGIC):
            raise ValueError("it is no population")
        line, _, packed = data.removeprefix(_MAGIC).partition(b"\n")
        head = json.loads(line)
        hands = head["hands"]
        body = np.frombuffer(lzma.decompress(packed), np.uint8).reshape(4, hands)
        settings = body[0].astype(np.uint32) | body[1].astype(np.uint32) << 8 | body[2].astype(np.uint32) << 16
        made = {key: value for key, value in head.items() if key not in ("seed", "hands", "sha")}
        found = Population(head["seed"], settings, body[3].copy(), made)
        if found.hash != head["sha"] or settings.max() >= kernels.SETTINGS:
            raise ValueError("its content is not what it was made with")
    except (ValueError, KeyError, TypeError, lzma.LZMAError) as error:
        raise DataError(f"{name} can't be used: {error}") from error
    return found


def file_name(preset: str, players: int) -> str:
    """The data file of a preset and a number of players."""
    return f"chinese-poker-{preset}-{players}.population"


@lru_cache(maxsize=32)
def load(name: str) -> Population:
    """The shipped population of that file name. Raises DataError."""
    path = version.DATA / name
    try:
        data = path.read_bytes()
    except OSError as error:
        raise DataError(f"{path.name} can't be read: {error}") from error
    return parse(data, path.name)


def number_of(rows: Sequence[int]) -> int:
    """The number of a setting given as position masks of front and middle (the inverse of `deal_kernels.unrank`)."""
    front, middle = rows[0], rows[1]
    place, inside = 0, 0
    for position in range(13):
        if not front >> position & 1:
            inside |= (middle >> position & 1) << place
            place += 1
    return int(np.flatnonzero(subset_masks(13, 3) == front)[0]) * 252 + int(np.flatnonzero(subset_masks(10, 5) == inside)[0])
