"""Chuo Pai (戳牌): 84 dominoes for three; plays that beat each other within a family, and the cards a leader is sure of."""

from pathlib import Path

from solver.game import Game, Operation
from solver.games.chuo_pai.advise import Advice, advise
from solver.games.chuo_pai.cards import DECK, FACES, HAND, TEXTS, canonical
from solver.games.chuo_pai.model import GAME_ID, arrange, warm_up
from solver.games.chuo_pai.request import OBJECTIVES, Advise, Arrange, Settle, Verify
from solver.games.chuo_pai.rules import PRESETS
from solver.games.chuo_pai.settle import settle
from solver.games.chuo_pai.verify import VIOLATIONS, verify
from solver.result import Answer, Settlement, Verdict

GAME = Game(
    id=GAME_ID,
    texts=TEXTS,
    sizes=(1, HAND),
    full=HAND,
    deck=DECK,
    faces=FACES,
    parse=canonical,
    presets=PRESETS,
    objectives=OBJECTIVES,
    engines=("cp-sat",),
    operations={
        "arrange": Operation(Arrange, Answer, arrange),
        "verify": Operation(Verify, Verdict, verify, quick=lambda request: request.groups is None),
        "settle": Operation(Settle, Settlement, settle),
        "advise": Operation(Advise, Advice, advise, quick=lambda request: True),
    },
    violations=VIOLATIONS,
    home=Path(__file__).parent,
    warm_up=warm_up,
)
