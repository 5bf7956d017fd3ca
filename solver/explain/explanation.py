"""The whole explanation: a hand arranged, a claim judged, both told."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from pydantic import ValidationError

from solver.errors import InputError, from_validation
from solver.explain import claims, parts
from solver.explain.others import others
from solver.explain.words import Line, Section, Teller
from solver.game import Game
from solver.game import game as find
from solver.result import Answer, Verdict

__all__ = ["Explanation", "Line", "Section", "explain"]

TOP = 4


class Explanation(Struct, frozen=True):
    """What was found, and why, in sections. `answer` is null for a claim whose cards can't be a hand, `verdict` where none was judged."""

    game: str
    label: str | None
    sections: tuple[Section, ...]
    answer: Answer | None
    verdict: Verdict | None


def explain(game: str, fields: Mapping[str, Any], claim: Sequence[Mapping[str, Any]] | None = None) -> Explanation:
    """Explain the best arrangement of a hand, and with a claim (groups as `verify` takes them) what is wrong with it.

    fields: those of `arrange`; with a claim also those of `verify`, some of which are claims themselves (`claims.plays`). Without `hand`
    the claim's cards are the hand.
    Raises UnknownGameError, UnknownOperationError, InputError.
    """
    found = find(game)
    arranging = found.operation("arrange").request
    claimed = claim is not None or any(fields.get(name) is not None for name in claims.plays(found))
    judging = found.operation("verify").request if claimed else None
    own = {
        name: value
        for name, value in fields.items()
        if judging is None or name in arranging.model_fields or name not in judging.model_fields
    }
    verdict: Verdict | None = None
    if judging is not None:
        shared = {name: value for name, value in fields.items() if name in judging.model_fields and value is not None}
        judged = _read(judging, shared if claim is None else {**shared, "groups": [dict(group) for group in claim]})
        verdict = found.operation("verify").run(judged)
        if not own.get("hand"):
            own["hand"] = [card for group in claim or () for card in found.parse(group["cards"])]
    own.setdefault("top", TOP)
    request = _read(arranging, own)
    tell = Teller(found, request.language)
    told = []
    if verdict is not None:
        told.append(claims.claim(tell, verdict, claims.plays_shown(tell, fields) if claim is None else claims.groups_shown(tell, claim)))
    try:
        answer: Answer | None = found.operation("arrange").run(request)
    except InputError:
        if verdict is None or verdict.valid:
            raise
        answer = None  # the violations say why these cards are no hand
    if answer is not None:
        told += _sections(tell, found, request, answer)
    return Explanation(game, request.label, tuple(told), answer, verdict)


def _read(model: Any, fields: Mapping[str, Any]) -> Any:
    try:
        return model.model_validate(fields)
    except ValidationError as error:
        raise from_validation(error) from None


def _sections(tell: Teller, game: Game, request: Any, answer: Answer) -> list[Section]:
    minimum = getattr(game.presets.resolve(request.rules), "minimum_points", 0)
    every = [parts.goal(tell, answer), parts.history(tell, request, answer)]
    if answer.arrangements:
        every += [parts.natural(tell, answer), parts.groups(tell, answer)]
    every.append(parts.win(tell, answer, minimum))
    if answer.arrangements:
        every += [parts.chances(tell, answer), others(tell, request, answer)]
    return [section for section in every if section is not None]
