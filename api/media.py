"""What an answer is sent as: JSON, or a picture where the caller likes that better (RFC 9110, section 12.5.1)."""

import base64
import hashlib
import re
from functools import lru_cache
from typing import Any

from api.http import JSON, Call
from api.problems import Headers, problem
from solver.game import Game
from solver.result import Answer, Verdict

SVG = b"image/svg+xml"
OFFERS = (JSON.decode(), SVG.decode())
"""In the order of our own liking: where the caller has no preference, the first."""

VARY = (b"vary", b"accept, accept-language")
MOST_RANGES = 60

# Whoever says nothing, or one of these, gets JSON without any reading of the header.
_PLAIN = frozenset({b"*/*", JSON})
_RANGE = re.compile(r"([\w!#$&^.+-]+|\*)/([\w!#$&^.+-]+|\*)")
_WEIGHT = re.compile(r"q\s*=\s*([01](?:\.\d{0,3})?)")


def drawable(result: type) -> bool:
    """Whether there are pictures of such results."""
    return issubclass(result, Answer | Verdict)


def draws(call: Call) -> bool:
    """Whether the caller likes a picture best. Raises ProblemError 406 where the caller takes neither picture nor JSON."""
    accept = call.headers.get(b"accept")
    if accept is None or accept in _PLAIN:
        return False
    # The header may come in several lines.
    best = preferred(b",".join(value for name, value in call.scope["headers"] if name == b"accept"))
    if best is None:
        raise problem(406, "not-acceptable", expected=", ".join(OFFERS))
    return best == OFFERS[1]


@lru_cache(maxsize=512)
def preferred(header: bytes) -> str | None:
    """Which of OFFERS an Accept header likes best; None where it takes none of them.

    For each offer the narrowest range that holds it counts. Equal weights: the one that is named more narrowly, then the first of OFFERS.
    A header that names no range at all is as none.
    """
    ranges: dict[str, float] = {}
    for entry in header.decode("latin-1").lower().split(",")[:MOST_RANGES]:
        name, *parameters = (part.strip() for part in entry.split(";"))
        name = "*/*" if name == "*" else name
        if _RANGE.fullmatch(name):
            weights = [float(match[1]) for part in parameters if (match := _WEIGHT.fullmatch(part))]
            ranges[name] = max(ranges.get(name, 0.0), min(weights[0], 1.0) if weights else 1.0)
    if not ranges:
        return OFFERS[0]
    liked: list[tuple[float, int, str]] = []
    for offer in OFFERS:
        narrow = [(offer, 2), (f"{offer.partition('/')[0]}/*", 1), ("*/*", 0)]
        weight, width = next(((ranges[name], width) for name, width in narrow if name in ranges), (0.0, 0))
        liked.append((weight, width, offer))
    weight, _, best = max(liked, key=lambda one: one[:2])
    return best if weight else None


def draw(game: Game, request: Any, result: Any) -> bytes:
    """The picture. What drawing needs is imported by the first one."""
    from solver.drawing.pictures import picture

    return picture(game, request, result)


@lru_cache(maxsize=1)
def _policy() -> bytes:
    """Nothing runs in a picture and nothing is loaded; the one style sheet is known by its digest."""
    from solver.drawing.palette import style

    digest = base64.b64encode(hashlib.sha256(style().encode()).digest())
    return b"default-src 'none'; style-src 'sha256-%s'; sandbox" % digest


def picture_headers(timing: bytes) -> Headers:
    """The headers that every picture has."""
    return [VARY, (b"content-security-policy", _policy()), (b"server-timing", timing)]
