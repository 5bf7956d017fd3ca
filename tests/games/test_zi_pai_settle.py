"""Zi Pai `settle`: each other player pays the winner its points, a false claim pays all; hand-computed tables, always zero-sum."""

from random import Random
from typing import Any

import pytest

import solver
from solver.errors import InputError
from solver.result import Settlement
from tests.brute import zi_pai as brute
from tests.brute.zi_pai_hands import RULES_IN_USE, constructed_hand
from tests.games.test_zi_pai import OVERRIDES, fields
from tests.games.test_zi_pai_verify import HAND, SHOWN, TAKEN

WINNER = {"name": "east", "hand": HAND, "drawn": TAKEN}
OTHERS = [{"name": "south"}, {"name": "west"}]


def settle(players: list[dict[str, Any]], **request: Any) -> Settlement:
    settlement = solver.settle("zi-pai", players=players, **request)
    assert sum(settlement.totals.values()) == 0
    for pair in settlement.pairs:
        assert sum(pair.points) == 0
        assert sum(row.points[0] for row in pair.rows) == pair.points[0]
    for name, total in settlement.totals.items():
        assert total == sum(
            points for pair in settlement.pairs for who, points in zip(pair.players, pair.points, strict=True) if who == name
        )
    return settlement


def shown(cards: list[str]) -> list[dict[str, str]]:
    return [{"cards": each} for each in cards]


# players, the rest of the request, totals: each computed by hand.
TABLES: list[tuple[list[dict[str, Any]], dict[str, Any], list[int]]] = [
    ([WINNER, *OTHERS], {"winner": "east"}, [38, -19, -19]),
    ([WINNER, *OTHERS], {"winner": "east", "stake": 5}, [190, -95, -95]),
    ([WINNER, *OTHERS], {"winner": "east", "discarder": "west"}, [38, -19, -19]),
    ([WINNER, *OTHERS[:1]], {"winner": "east"}, [19, -19]),
    ([WINNER, *OTHERS, {"name": "north"}], {"winner": "east"}, [57, -19, -19, -19]),
    ([*OTHERS, WINNER], {"winner": "east"}, [-19, -19, 38]),
    ([WINNER, *OTHERS], {"winner": "east", "rules": {"preset": "hengyang"}}, [26, -13, -13]),
    # 13 points under `hunan` are no win at 15: a false claim.
    ([WINNER, *OTHERS], {"winner": "east", "rules": {"preset": "hunan"}}, [-20, 10, 10]),
    ([WINNER, *OTHERS], {"winner": "east", "rules": {"preset": "hunan", "minimum_points": 13}}, [26, -13, -13]),
    ([{**WINNER, "drawn": {"card": "1s", "source": "draw"}}, *OTHERS], {"winner": "east"}, [42, -21, -21]),
    ([{**WINNER, "drawn": {"card": "1s", "source": "draw"}}, *OTHERS], {"winner": "east", "rules": {"preset": "hunan"}}, [30, -15, -15]),
    ([{**WINNER, "drawn": {"card": "8s", "source": "take"}}, *OTHERS], {"winner": "east"}, [42, -21, -21]),
    ([{**WINNER, "drawn": {"card": "5s", "source": "take"}}, *OTHERS], {"winner": "east"}, [-20, 10, 10]),
    ([{**WINNER, "groups": shown(SHOWN)}, *OTHERS], {"winner": "east"}, [38, -19, -19]),
    ([{**WINNER, "groups": shown(SHOWN), "claimed_points": 19}, *OTHERS], {"winner": "east"}, [38, -19, -19]),
    ([{**WINNER, "groups": shown(SHOWN), "claimed_points": 21}, *OTHERS], {"winner": "east"}, [-20, 10, 10]),
    ([{**WINNER, "claimed_points": 20}, *OTHERS], {"winner": "east"}, [-20, 10, 10]),
    ([{**WINNER, "groups": shown(SHOWN[1:])}, *OTHERS], {"winner": "east", "stake": 2}, [-40, 20, 20]),
    ([{"name": "east"}, *OTHERS], {"false_claim": "south"}, [10, -20, 10]),
    ([{"name": "east"}, *OTHERS], {"false_claim": "west", "stake": 3, "rules": {"false_claim_penalty": 4}}, [12, 12, -24]),
]


@pytest.mark.parametrize(("players", "request_", "totals"), TABLES)
def test_tables(players: list[dict[str, Any]], request_: dict[str, Any], totals: list[int]) -> None:
    assert list(settle(players, **request_).totals.values()) == totals


def test_details_say_what_was_counted() -> None:
    won = settle([WINNER, *OTHERS], winner="east")
    assert won.details == {"winner": "east", "false_claim": None, "points": 19}
    false = settle([{**WINNER, "groups": shown(SHOWN)}, *OTHERS], winner="east", rules={"preset": "hunan"})
    assert false.details == {"winner": None, "false_claim": "east", "violations": ["below-minimum"]}


@pytest.mark.parametrize(
    ("players", "request_", "fault"),
    [
        ([WINNER, *OTHERS], {}, ("one-end", "/winner")),
        ([WINNER, *OTHERS], {"winner": "east", "false_claim": "south"}, ("one-end", "/winner")),
        ([WINNER, *OTHERS], {"winner": "north"}, ("unknown-player", "/winner")),
        ([WINNER, *OTHERS], {"winner": "east", "discarder": "east"}, ("own-discard", "/discarder")),
        ([WINNER, {"name": "east"}], {"winner": "east"}, ("same-name", "/players/1/name")),
        ([{"name": "east"}, *OTHERS], {"winner": "east"}, ("missing-field", "/players/0/hand")),
        ([{**WINNER, "hand": "1s ?"}, *OTHERS], {"winner": "east"}, ("unknown-card", "/players/0/hand")),
        ([{**WINNER, "groups": [{"cards": "1"}]}, *OTHERS], {"winner": "east"}, ("missing-suit", "/players/0/groups/0/cards")),
        ([WINNER, {"name": "south", "hand": "888s"}], {"winner": "east"}, ("too-many-copies", "/players/1/hand")),
        ([WINNER], {"winner": "east"}, ("out-of-range", "/players")),
    ],
)
def test_tables_that_can_not_be(players: list[dict[str, Any]], request_: dict[str, Any], fault: tuple[str, str]) -> None:
    with pytest.raises(InputError) as error:
        settle(players, **request_)
    assert (error.value.faults[0].code, error.value.faults[0].pointer) == fault


def test_random_tables_pay_what_the_brute_force_says() -> None:
    rng = Random("settle")
    won = 0
    for _ in range(150):
        name = rng.choice(list(RULES_IN_USE))
        rules, case, stake = RULES_IN_USE[name], constructed_hand(rng), rng.randrange(1, 5)
        best = brute.best(*case, rules)
        complete = best is not None and best[0] == len(case.cards()) and brute.right_number(best[2])
        points = best[1] if best is not None and complete and best[1] >= rules["minimum_points"] else -10
        settlement = settle([{"name": "east", **fields(case)}, *OTHERS], winner="east", stake=stake, rules=OVERRIDES[name])
        assert settlement.totals == {"east": 2 * points * stake, "south": -points * stake, "west": -points * stake}
        won += points >= 0
    assert won > 20
