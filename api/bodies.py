"""JSON bodies, read strictly (`solver.strict_json`): 400 for what is no JSON, 422 for what can be taken in several ways."""

from time import perf_counter
from typing import Any

from api.http import Call
from api.limits import read_body
from api.problems import ProblemError, problem
from api.settings import Settings
from solver import strict_json
from solver.errors import InputError
from solver.strict_json import NotJsonError


def parse(body: bytes, depth: int) -> Any:
    """The value that the body holds, nested no deeper than `depth`. Raises ProblemError with the place of each thing wrong."""
    try:
        return strict_json.read(body, depth)
    except NotJsonError as error:
        if not body.strip(b" \t\r\n"):
            raise problem(400, "empty-body") from None
        raise ProblemError(400, error.faults) from None
    except InputError as error:
        raise ProblemError(422, error.faults) from None


async def read_json(call: Call, settings: Settings) -> tuple[Any, float]:
    """The value in a request's body, and when the body had come (`perf_counter`). Raises what `read_body` and `parse` raise."""
    body = await read_body(call, settings.body_limit, settings.body_s)
    begun = perf_counter()
    return parse(body, settings.depth_limit), begun
