"""Pai Gow Poker: seven cards set in a front of two and a back of five, against a banker."""

from pathlib import Path

from solver.cards.faces import FACES
from solver.game import Game, Operation
from solver.games.pai_gow_poker.arrange import OBJECTIVES, arrange, quick, warm_up
from solver.games.pai_gow_poker.cards import DECK, HAND, TEXTS, parse
from solver.games.pai_gow_poker.request import Arrange, Settle, Verify
from solver.games.pai_gow_poker.rules import PRESETS, SIZES
from solver.games.pai_gow_poker.settle import settle
from solver.games.pai_gow_poker.verify import VIOLATIONS, verify
from solver.result import Answer, Settlement, Verdict

GAME = Game(
    id="pai-gow-poker",
    texts=TEXTS,
    sizes=(HAND, HAND),
    full=HAND,
    deck=DECK,
    faces=FACES,
    parse=parse,
    presets=PRESETS,
    objectives=OBJECTIVES,
    engines=("enumerate", "cp-sat"),
    operations={
        "arrange": Operation(Arrange, Answer, arrange, quick),
        "verify": Operation(Verify, Verdict, verify),
        "settle": Operation(Settle, Settlement, settle, lambda request: True),
    },
    violations=VIOLATIONS,
    home=Path(__file__).parent,
    slots=tuple(SIZES.items()),
    warm_up=warm_up,
)
