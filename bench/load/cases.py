"""What is asked under load, and how much of the yardstick's speed is wanted."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bench.hands import dealt


@dataclass(frozen=True)
class Case:
    """Full hands of a game at random, to be arranged. share: requests per second, at least, as a part of the yardstick's."""

    name: str
    game: str
    share: float
    fields: Mapping[str, Any] = field(default_factory=dict)

    @property
    def path(self) -> str:
        """Where the service takes them."""
        return f"/v1/games/{self.game}/arrange"

    def bodies(self) -> list[str]:
        """200 requests as JSON."""
        return [json.dumps({"hand": hand, **self.fields}) for hand in dealt(self.game)]


MIX = {"si-se-pai": 2, "si-ki-pi": 1, "chinese-poker": 1}
"""A platform's day: half Si Se Pai, a quarter Si Ki Pi, a quarter Chinese poker `expected`; each by its default objective."""


def mixed() -> list[str]:
    """800 requests of the mix as lines of a path, a tab and a body, always in the same order."""
    waiting = {game: iter(dealt(game) * 2) for game in MIX}
    turns = [game for game, share in MIX.items() for _ in range(share)]
    return [f"/v1/games/{game}/arrange\t{json.dumps({'hand': next(waiting[game])})}" for _ in range(200) for game in turns]


CASES = (
    Case("si-se-pai", "si-se-pai", 0.8),
    Case("si-ki-pi", "si-ki-pi", 0.8),
    Case("chinese-poker-strength", "chinese-poker", 0.6, {"objective": "strength"}),
    Case("chinese-poker-expected", "chinese-poker", 0.25, {"objective": "expected"}),
)
