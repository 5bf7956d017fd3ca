"""Verdicts, records and keys to test with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from solver import perform
from solver.ledger import clock, keys
from solver.ledger.canonical import canonical, digest
from solver.ledger.keys import Keys
from solver.ledger.receipt import claim_of, sign
from solver.ledger.store import Record

GAME = "si-se-pai"
RIGHT = {"hand": "KKKKg Gg Eg", "groups": [{"cards": "KKKKg"}], "label": "first"}


def key(folder: Path) -> Keys:
    """A new key."""
    return keys.create(folder / "key.json")


def record(signing: Keys, issued: int | None = None, fields: dict[str, Any] | None = None, game: str = GAME) -> Record:
    """A claim judged, signed and ready to store."""
    fields = fields or RIGHT
    moment = clock.now() if issued is None else issued
    verdict = perform(game, "verify", dict(fields))
    claim, text = claim_of(game, fields), canonical(msgspec.to_builtins(verdict))
    receipt = sign(
        signing, id=clock.new_id(moment), game=game, claim_hash=digest(claim), verdict_hash=digest(text), rules_hash=verdict.rules.hash,
        build=verdict.build, valid=verdict.valid, points=verdict.points, issued_at=clock.written(moment), stored=True,
    )  # fmt: skip
    return Record(claim, text, receipt)
