"""Judge stored claims again, with this program and its rules, and say what comes out otherwise."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from solver import perform
from solver.errors import InputError, UnknownGameError, UnknownOperationError
from solver.ledger.keys import PublicKey
from solver.ledger.receipt import check
from solver.ledger.store import Damaged, Record
from solver.result import to_json


class Difference(Struct, frozen=True):
    """Where a stored verdict and the verdict of today part.

    field: `valid`, `points`, `violations` (codes, cards and places, not words), `rules` (their hash); `refused` where the claim is no
    request any more; `record` where the record itself is not what was signed, and so is not judged; `columns` where the columns beside
    it, by which it is found, say otherwise than what was signed.
    """

    id: str
    game: str
    field: str
    was: Any
    now: Any


def differences(record: Record | Damaged, keys: Iterable[PublicKey]) -> Iterator[Difference]:
    """Check the record, judge its claim again and compare. What the best arrangement is worth is advice, not the verdict: it may change."""
    if isinstance(record, Damaged):
        yield Difference(record.id, record.game, "record", "genuine", "damaged")
        return
    receipt = record.receipt
    _, id = record.unlike.get("id", (None, receipt.id))  # the row's own, by which it can be looked up
    if record.unlike:
        was, now = ({name: pair[side] for name, pair in record.unlike.items()} for side in (0, 1))
        yield Difference(id, receipt.game, "columns", was, now)
    try:
        verdict, claim = msgspec.json.decode(record.verdict), msgspec.json.decode(record.claim)
        found = check(receipt, keys, verdict, record.claim)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        yield Difference(id, receipt.game, "record", "genuine", "damaged")
        return
    if not found.genuine or not record.whole():
        yield Difference(id, receipt.game, "record", "genuine", "damaged" if found.genuine else found.result)
        return
    try:
        today = msgspec.json.decode(to_json(perform(claim["game"], "verify", claim["request"])))
    except InputError as error:
        yield Difference(id, receipt.game, "refused", None, [fault.code for fault in error.faults])
        return
    except (UnknownGameError, UnknownOperationError) as error:
        yield Difference(id, receipt.game, "refused", None, [error.fault.code])
        return
    was, now = ruling(verdict), ruling(today)
    for field in was:
        if was[field] != now[field]:
            yield Difference(id, receipt.game, field, was[field], now[field])


def ruling(verdict: Mapping[str, Any]) -> dict[str, Any]:
    """What of a verdict decides, without its words."""
    return {
        "valid": verdict["valid"],
        "points": verdict["points"],
        "violations": [{key: each[key] for key in ("code", "cards", "pointer")} for each in verdict["violations"]],
        "rules": verdict["rules"]["hash"],
    }
