"""Si Se Pai (四色牌, Tứ sắc): 112 cards, four colours; every card into a group."""

from pathlib import Path

from solver.game import Game, Operation, later
from solver.games.si_se_pai.cards import DECK, FACES, TEXTS, canonical
from solver.games.si_se_pai.model import arrange
from solver.games.si_se_pai.position import FULL, locked
from solver.games.si_se_pai.request import Advise, Arrange, Settle, Verify
from solver.games.si_se_pai.rules import PRESETS
from solver.games.si_se_pai.settle import settle
from solver.games.si_se_pai.verify import VIOLATIONS, verify
from solver.result import Advice, Answer, Settlement, Verdict

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
        "settle": Operation(Settle, Settlement, settle, quick=lambda request: True),
        # numpy takes a moment to import, and arranging goes without it.
        "advise": Operation(Advise, Advice, later(f"{__name__}.advise", "advise"), quick=lambda request: request.offered is None),
    },
    violations=VIOLATIONS,
    home=Path(__file__).parent,
    locked=locked,
    many=later(f"{__name__}.many", "many"),
    warm_up=later(f"{__name__}.advise", "warm_up"),
)
