"""Si Ki Pi (S.K.P.): four cards set as two in front and two in the back."""

from pathlib import Path

from solver.game import Game, Operation
from solver.games.si_ki_pi import jobs, request
from solver.games.si_ki_pi.cards import DECK, FACES, HAND, TEXTS, parse
from solver.games.si_ki_pi.model import arrange, has_default_rules, is_quick, warm_up
from solver.games.si_ki_pi.prepare import Prepared, prepare
from solver.games.si_ki_pi.rules import PRESETS
from solver.games.si_ki_pi.settle import is_quick_table, settle
from solver.games.si_ki_pi.tasks import TASKS
from solver.games.si_ki_pi.verify import VIOLATIONS, verify
from solver.result import Answer, Settlement, Verdict

GAME = Game(
    id="si-ki-pi",
    texts=TEXTS,
    sizes=(HAND, HAND),
    full=HAND,
    deck=DECK,
    faces=FACES,
    parse=parse,
    presets=PRESETS,
    objectives=("expected", "house", "against"),
    engines=("enumerate", "cp-sat"),
    operations={
        "arrange": Operation(request.Arrange, Answer, arrange, is_quick),
        "verify": Operation(request.Verify, Verdict, verify, has_default_rules),
        "settle": Operation(request.Settle, Settlement, settle, is_quick_table),
        "prepare": Operation(request.Prepare, Prepared, prepare, has_default_rules),
    },
    violations=VIOLATIONS,
    home=Path(__file__).parent,
    slots=(("front", 2), ("back", 2)),
    tasks=TASKS,
    warm_up=warm_up,
    close=jobs.stop,
)
