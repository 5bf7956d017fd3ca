"""A deal from its record: every play checked, piles counted, and the difference paid to each larger pile."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple, NoReturn

from solver.errors import Fault, InputError, refuse
from solver.games.chuo_pai.cards import COPIES, HAND, NAMES, PLAYERS, TEXTS, Counts, add, less, parse, read_hand, tally
from solver.games.chuo_pai.model import GAME_ID
from solver.games.chuo_pai.plays import Play, starting_bonus
from solver.games.chuo_pai.request import Deal, Settle
from solver.games.chuo_pai.rules import PRESETS, ChuoPaiRules
from solver.games.chuo_pai.verify import WORDS, judge
from solver.result import Pair, Settlement
from solver.version import build


class Action(NamedTuple):
    """What one player did: its place, its cards (none: a pass), and where the record says so."""

    player: int
    cards: Counts
    pointer: str


class Score(NamedTuple):
    """A deal played out, one number a player: cards in the scoring pile, those of the starting bonus among them, and cards never played."""

    piles: tuple[int, ...]
    bonuses: tuple[int, ...]
    left: tuple[int, ...]
    rounds: int


def _refuse(code: str, pointer: str) -> NoReturn:
    texts = WORDS if code in WORDS else TEXTS
    raise refuse(code, pointer, None, texts)


class _Replay:
    """A deal while it is played: hands, piles, and the actions still to come."""

    def __init__(self, hands: Sequence[Counts], actions: Sequence[Action], rules: ChuoPaiRules) -> None:
        self.rules = rules
        bonuses = [starting_bonus(hand, rules) for hand in hands]
        self.bonuses = tuple(map(sum, bonuses))
        self.hands = [less(hand, bonus) for hand, bonus in zip(hands, bonuses, strict=True)]
        self.piles = list(self.bonuses)
        self.rounds = 0
        self._actions = list(reversed(actions))

    def _holding(self) -> list[int]:
        return [player for player in range(PLAYERS) if any(self.hands[player])]

    def _act(self, player: int, current: Play | None) -> Play | None:
        if not self._actions:
            _refuse("deal-unfinished", "/deal/plays")
        action = self._actions.pop()
        if action.player != player:
            _refuse("out-of-turn", f"{action.pointer}/player")
        broken: list[str] = []
        play = judge(action.cards, self.hands[player], current, self.rules, lambda code, cards: broken.append(code))
        if broken:
            raise InputError(Fault(code, f"{action.pointer}/cards", None, WORDS) for code in broken)
        self.hands[player] = less(self.hands[player], action.cards)
        return play

    def _round(self, leader: int) -> int:
        """One round; answers its winner, who scores its own winning play."""
        winner, current = leader, self._act(leader, None)
        for step in range(1, PLAYERS):
            player = (leader + step) % PLAYERS
            if self.rules.last_round == "cut-short" and len(self._holding()) <= 1:
                break
            if any(self.hands[player]):
                play = self._act(player, current)
                if play is not None:
                    winner, current = player, play
        self.piles[winner] += current.size if current is not None else 0
        self.rounds += 1
        return winner

    def run(self, leader: int) -> Score:
        """The whole deal: it ends when one player, or nobody, holds cards."""
        while len(self._holding()) > 1:
            while not any(self.hands[leader]):
                leader = (leader + 1) % PLAYERS
            leader = self._round(leader)
        if self._actions:
            _refuse("deal-over", self._actions[-1].pointer)
        return Score(tuple(self.piles), self.bonuses, tuple(map(sum, self.hands)), self.rounds)


def replay(hands: Sequence[Counts], leader: int, actions: Sequence[Action], rules: ChuoPaiRules) -> Score:
    """Play a deal out from its record. The starting bonus is compulsory, so no record of it is needed.

    hands: as dealt, in the order of the seats. Raises InputError at the first action that the rules forbid: what follows it has no meaning.
    """
    return _Replay(hands, actions, rules).run(leader)


def _names(request: Settle) -> list[str]:
    names = [player.name for player in request.players]
    faults = [
        Fault("same-name", f"/players/{index}/name", None, TEXTS, name=name) for index, name in enumerate(names) if name in names[:index]
    ]
    if faults:
        raise InputError(faults)
    return names


def _seat(name: str, names: Sequence[str], pointer: str) -> int:
    if name not in names:
        raise refuse("unknown-value", pointer, value=name, expected=", ".join(names))
    return names.index(name)


def _hands(deal: Deal) -> list[Counts]:
    hands = [read_hand(cards, f"/deal/hands/{index}") for index, cards in enumerate(deal.hands)]
    faults = [
        Fault("wrong-number-of-cards", f"/deal/hands/{index}", count=sum(hand), expected=HAND)
        for index, hand in enumerate(hands)
        if sum(hand) != HAND
    ]
    together = add(add(hands[0], hands[1]), hands[2])
    faults += [
        Fault("too-many-copies", "/deal/hands", card=name, count=copies, limit=COPIES)
        for name, copies in zip(NAMES, together, strict=True)
        if copies > COPIES
    ]
    if faults:
        raise InputError(faults)
    return hands


def settle(request: Settle) -> Settlement:
    """Who pays whom: between each two players the smaller pile pays the difference times the stake. Raises InputError."""
    rules = PRESETS.resolve(request.rules)
    names = _names(request)
    leader = _seat(request.deal.leader, names, "/deal/leader")
    actions = []
    for index, move in enumerate(request.deal.plays):
        pointer = f"/deal/plays/{index}"
        actions.append(Action(_seat(move.player, names, f"{pointer}/player"), tally(parse(move.cards, f"{pointer}/cards")), pointer))
    score = replay(_hands(request.deal), leader, actions, rules)
    pairs = []
    totals = dict.fromkeys(names, 0)
    for one, other in combinations(range(PLAYERS), 2):
        money = (score.piles[one] - score.piles[other]) * request.stake
        totals[names[one]] += money
        totals[names[other]] -= money
        pairs.append(Pair((names[one], names[other]), (money, -money)))
    return Settlement(
        game=GAME_ID,
        label=request.label,
        totals=totals,
        pairs=tuple(pairs),
        rules=rules.info,
        build=build(),
        details={
            "piles": dict(zip(names, score.piles, strict=True)),
            "starting_bonuses": dict(zip(names, score.bonuses, strict=True)),
            "left": dict(zip(names, score.left, strict=True)),
            "winners": [name for name, pile in zip(names, score.piles, strict=True) if pile == max(score.piles)],
            "rounds": score.rounds,
        },
    )
