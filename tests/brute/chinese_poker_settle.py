"""Who pays whom in Chinese poker, pair by pair, in the plainest words; and the best setting against given row chances.

A player is `{"setting": (front, middle, back), "declared": name or None}`; a setting may be mis-set.
"""

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

from tests.brute.chinese_poker import TRIPS, Rank, Rules, Setting, deciding, legal, rank_five, rank_three, ranked_settings, row_bonus
from tests.brute.chinese_poker_naturals import PREDICATES

SLOTS = ("front", "middle", "back")
Player = dict[str, Any]


def status(player: Player, rules: Rules) -> str:
    """`natural`, `foul` or `hand`. A false declaration makes a foul (a decision: the rules don't say what it costs)."""
    setting: Setting = player["setting"]
    declared = player.get("declared")
    if declared is not None:
        cards = [card for row in setting for card in row]
        true = declared in rules["naturals"] and len(cards) == 13 and PREDICATES[declared](cards) is not None
        return "natural" if true else "foul"
    return "hand" if legal(*setting, wheel=rules["wheel"]) else "foul"


def compare_rows(a: Setting, b: Setting, wheel: str = "low") -> tuple[list[int], list[Rank], list[Rank]]:
    """Per row 1, 0 or -1 for `a`, and the ranks of both."""
    ranks_a = [rank_three(a[0]), rank_five(a[1], wheel), rank_five(a[2], wheel)]
    ranks_b = [rank_three(b[0]), rank_five(b[1], wheel), rank_five(b[2], wheel)]
    return [(x > y) - (x < y) for x, y in zip(ranks_a, ranks_b, strict=True)], ranks_a, ranks_b


def score_hands(a: Setting, b: Setting, rules: Rules, home_run: int = 0) -> int:
    """Points of `a` from `b`, both legal and without naturals. `home_run` is 1 when `a` made one, -1 when `b` did."""
    results, ranks_a, ranks_b = compare_rows(a, b, rules["wheel"])
    row_points = bonuses = 0
    for slot, result, rank_a, rank_b in zip(SLOTS, results, ranks_a, ranks_b, strict=True):
        winner = rank_a if result > 0 else rank_b
        bonus = row_bonus(slot, winner, rules)
        point = rules["row"]
        if slot == "front" and winner[0] == TRIPS:
            point *= rules["front_trips_factor"]
        if bonus and rules["bonus_mode"] == "replace":
            point = 0
        row_points += result * point
        bonuses += result * bonus
    won, lost = results.count(1), results.count(-1)
    for rows, others, sign in ((won, lost, 1), (lost, won, -1)):
        if rows == 3:
            row_points += sign * (rules["scoop"] - 3 * rules["row"])
            row_points *= rules["home_run"] if home_run == sign else rules["shot"]
        elif rows == 2 or (rules["majority_on_ties"] == "net-rows" and rows > others):
            row_points += sign * rules["majority"]
    return int(row_points + bonuses)


def natural_order(name: str, rules: Rules) -> tuple[int, bool]:
    """Which natural is better: the one worth more, the dragon before its equals."""
    return rules["naturals"][name], name == "dragon"


def score_pair(a: Player, b: Player, rules: Rules, home_run: int = 0) -> int:
    """Points of `a` from `b`."""
    kinds = status(a, rules), status(b, rules)
    if kinds == ("natural", "natural"):
        order_a, order_b = natural_order(a["declared"], rules), natural_order(b["declared"], rules)
        return order_a[0] if order_a > order_b else -order_b[0] if order_b > order_a else 0
    if "natural" in kinds:
        return int(rules["naturals"][a["declared"]] if kinds[0] == "natural" else -rules["naturals"][b["declared"]])
    if "foul" in kinds:
        return int(rules["foul"]) * ((kinds[1] == "foul") - (kinds[0] == "foul"))
    return score_hands(a["setting"], b["setting"], rules, home_run)


def home_runner(players: Sequence[Player], rules: Rules) -> int | None:
    """The place of the player who won all three rows against all three opponents, all hands legal and played as set."""
    if len(players) != 4 or any(status(player, rules) != "hand" for player in players):
        return None
    for place, player in enumerate(players):
        others = [other for other in players if other is not player]
        if all(compare_rows(player["setting"], other["setting"], rules["wheel"])[0] == [1, 1, 1] for other in others):
            return place
    return None


def settle(players: Sequence[Player], rules: Rules, stake: int = 1) -> tuple[list[int], dict[tuple[int, int], int]]:
    """(total of each player, points of i from j for each pair i < j), in units of the stake times `stake`."""
    runner = home_runner(players, rules)
    pairs: dict[tuple[int, int], int] = {}
    for i, j in combinations(range(len(players)), 2):
        pairs[i, j] = stake * score_pair(players[i], players[j], rules, (runner == i) - (runner == j) if runner is not None else 0)
    totals = [0] * len(players)
    for (i, j), points in pairs.items():
        totals[i] += points
        totals[j] -= points
    return totals, pairs


def row_class(rank: Rank) -> int:
    """The class number of a rank in the table of row chances: category, then up to five ranks, four bits each."""
    code = int(rank[0]) << 20
    for place, value in enumerate(rank[1:]):
        code |= int(value) << (16 - 4 * place)
    return code


def read_row_chances(path: Path) -> tuple[dict[int, float], dict[int, tuple[float, float]]]:
    """The table's chances of a front, and of a five in the middle and in the back, by class."""
    fronts: dict[int, float] = {}
    fives: dict[int, tuple[float, float]] = {}
    for line in path.read_text().splitlines():
        fields = line.split()
        if fields[0] == "3":
            fronts[int(fields[1])] = float(fields[2])
        elif fields[0] == "5":
            fives[int(fields[1])] = (float(fields[2]), float(fields[3]))
    return fronts, fives


def best_by_row_chances(
    cards: Sequence[str], fronts: dict[int, float], fives: dict[int, tuple[float, float]]
) -> list[tuple[float, tuple[Rank, Rank, Rank]]]:
    """Settings of a hand by 2E - 4, best first, E = f + m + b + fm + fb + mb - 2fmb of the chances to win each row.

    That is the `thirteen` game against one opponent whose rows are independent of each other and of this hand.
    """
    found: dict[tuple[Rank, Rank, Rank], float] = {}
    for _, (front, middle, back) in ranked_settings(cards):
        f, m, b = fronts[row_class(front)], fives[row_class(middle)][0], fives[row_class(back)][1]
        points = 2 * (f + m + b + f * m + f * b + m * b - 2 * f * m * b) - 4
        found[deciding(front), deciding(middle), deciding(back)] = points
    return sorted(((points, ranks) for ranks, points in found.items()), reverse=True)
