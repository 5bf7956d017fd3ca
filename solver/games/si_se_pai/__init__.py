"""Si Se Pai (四色牌, Tứ sắc): 112 cards, four colours; every card into a group."""

from pathlib import Path

from solver.game import Game, Operation
from solver.games.si_se_pai.cards import DECK, FACES, TEXTS, canonical
from solver.games.si_se_pai.model import arrange, warm_up
from solver.games.si_se_pai.position import FULL
from solver.games.si_se_pai.request import Arrange, Verify
from solver.games.si_se_pai.rules import PRESETS
from solver.games.si_se_pai.verify import VIOLATIONS, verify
from solver.result import Answer, Verdict

GAME = Game(
    id="si-se-pai",
    texts=TEXTS,
    sizes=(1, FULL),
    full=FULL,
    deck=DECK,
    faces=FACES,
    parse=canonical,
    presets=PRESETS,
    objectives=("points",),
    engines=("tables", "cp-sat"),
    operations={
        "arrange": Operation(Arrange, Answer, arrange, quick=lambda request: request.engine != "cp-sat"),
        "verify": Operation(Verify, Verdict, verify, quick=lambda request: True),
    },
    violations=VIOLATIONS,
    home=Path(__file__).parent,
    warm_up=warm_up,
)
