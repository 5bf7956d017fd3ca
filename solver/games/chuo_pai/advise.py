"""What can be played: all legal leads, or all plays that beat the highest play of the round."""

from msgspec import Struct

from solver.errors import refuse
from solver.games.chuo_pai.cards import less, parse, read_hand, read_unseen, spread, tally
from solver.games.chuo_pai.model import GAME_ID
from solver.games.chuo_pai.plays import Play, catalogue, starting_bonus
from solver.games.chuo_pai.request import Advise
from solver.games.chuo_pai.rules import PRESETS
from solver.games.chuo_pai.verify import WORDS, read_play
from solver.result import RulesInfo
from solver.version import build


class Option(Struct, frozen=True):
    """One legal play. `guaranteed`: nothing among the unseen cards beats it."""

    kind: str
    name: str
    cards: tuple[str, ...]
    guaranteed: bool


class Advice(Struct, frozen=True):
    """What `advise` answers: the legal plays, and whether one must be made; without one the player passes.

    `starting_bonus`: the cards that a full hand moves to its scoring pile before play.
    """

    game: str
    label: str | None
    plays: tuple[Option, ...]
    forced: bool
    starting_bonus: tuple[str, ...]
    rules: RulesInfo
    build: str


def advise(request: Advise) -> Advice:
    """All legal leads, or with `current` all plays that beat it: guaranteed ones first, then the larger, then in canonical order.

    Raises InputError.
    """
    rules = PRESETS.resolve(request.rules)
    every, lang = catalogue(rules), request.language
    dealt = read_hand(request.hand)
    bonus = starting_bonus(dealt, rules)
    hand = less(dealt, bonus)
    if request.current is None:
        unseen = read_unseen(dealt, request.seen)
        plays = every.held(hand)
    else:
        table = tally(parse(request.current, "/current"))
        unseen = read_unseen(dealt, request.seen, table)
        current = read_play(table, rules)
        if isinstance(current, str):
            raise refuse(current, "/current", None, WORDS)
        plays = list(every.beating(current, hand))
    threats = every.threats(unseen)

    def option(play: Play) -> Option:
        guaranteed = not threats.beat(play.family, play.size, play.rank)
        return Option(play.kind, play.name(lang), play.cards, guaranteed)

    options = sorted(map(option, plays), key=lambda option: (not option.guaranteed, -len(option.cards)))
    return Advice(GAME_ID, request.label, tuple(options), bool(options), spread(bonus), rules.info, build())
