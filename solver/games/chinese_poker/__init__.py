"""Chinese poker: thirteen cards set in rows of three, five and five."""

from pathlib import Path

from solver.game import Game, Operation
from solver.games.chinese_poker.arrange import OBJECTIVES, arrange, has_preset_rules, is_quick, warm_up
from solver.games.chinese_poker.cards import DECK, FACES, HAND, TEXTS, parse
from solver.games.chinese_poker.request import Arrange, Settle, Verify
from solver.games.chinese_poker.rules import PRESETS, ROWS, SIZES
from solver.games.chinese_poker.settle import settle
from solver.games.chinese_poker.tasks import TASKS
from solver.games.chinese_poker.verify import VIOLATIONS, verify
from solver.result import Answer, Settlement, Verdict

GAME = Game(
    id="chinese-poker",
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
        "arrange": Operation(Arrange, Answer, arrange, is_quick),
        "verify": Operation(Verify, Verdict, verify),
        "settle": Operation(Settle, Settlement, settle, has_preset_rules),
    },
    violations=VIOLATIONS,
    home=Path(__file__).parent,
    slots=tuple(zip(ROWS, SIZES, strict=True)),
    tasks=TASKS,
    warm_up=warm_up,
)
