"""Open-face Fantasyland: thirteen to seventeen cards set in rows of three, five and five, the rest thrown away."""

from pathlib import Path

from solver.cards.faces import FACES
from solver.game import Game, Operation
from solver.games.open_face.arrange import OBJECTIVES, arrange, warm_up
from solver.games.open_face.cards import DEALT, DECK, FEWEST, MOST, TEXTS, parse
from solver.games.open_face.request import Arrange, Settle, Verify
from solver.games.open_face.rules import PRESETS, SIZES
from solver.games.open_face.settle import settle
from solver.games.open_face.verify import VIOLATIONS, verify
from solver.result import Answer, Settlement, Verdict

GAME = Game(
    id="open-face",
    texts=TEXTS,
    sizes=(FEWEST, MOST),
    full=DEALT,
    deck=DECK,
    faces=FACES,
    parse=parse,
    presets=PRESETS,
    objectives=OBJECTIVES,
    engines=("enumerate", "cp-sat"),
    operations={
        "arrange": Operation(Arrange, Answer, arrange),
        "verify": Operation(Verify, Verdict, verify),
        "settle": Operation(Settle, Settlement, settle),
    },
    violations=VIOLATIONS,
    home=Path(__file__).parent,
    slots=tuple(SIZES.items()),
    warm_up=warm_up,
)
