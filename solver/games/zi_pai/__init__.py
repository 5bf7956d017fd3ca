"""Zi Pai (字牌), the game 2-7-10: 80 cards, two suits of ten numbers; every card into a group."""

from pathlib import Path

from solver.game import Game, Operation, later
from solver.games.zi_pai.cards import DECK, FACES, TEXTS, canonical
from solver.games.zi_pai.model import arrange, warm_up
from solver.games.zi_pai.position import FULL, MOST, locked
from solver.games.zi_pai.request import Advise, Arrange, Settle, Verify
from solver.games.zi_pai.rules import PRESETS
from solver.games.zi_pai.settle import settle
from solver.games.zi_pai.verify import VIOLATIONS, verify
from solver.result import Advice, Answer, Settlement, Verdict

GAME = Game(
    id="zi-pai",
    texts=TEXTS,
    sizes=(1, MOST),
    full=FULL,
    deck=DECK,
    faces=FACES,
    parse=canonical,
    presets=PRESETS,
    objectives=("points",),
    engines=("search", "cp-sat"),
    operations={
        "arrange": Operation(Arrange, Answer, arrange, quick=lambda request: request.engine != "cp-sat"),
        "verify": Operation(Verify, Verdict, verify, quick=lambda request: True),
        "settle": Operation(Settle, Settlement, settle, quick=lambda request: True),
        # numpy takes a moment to import, and arranging does not need it at once.
        "advise": Operation(Advise, Advice, later(f"{__name__}.advise", "advise")),
    },
    violations=VIOLATIONS,
    home=Path(__file__).parent,
    locked=locked,
    warm_up=warm_up,
)
