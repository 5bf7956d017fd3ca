"""What can go wrong between a caller and the service, as exceptions. All are `ClientError`."""

from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import msgspec

from api.client.results import ErrorEntry, Problem

PASSING = frozenset({429, 502, 503, 504})
"""Statuses that say nothing about the request: it may be answered later."""


class ClientError(Exception):
    """Whatever this client raises on purpose. `passing`: the same request may be answered later; `retry_after`: seconds, where told."""

    passing = False
    retry_after: float | None = None


class ProblemError(ClientError):
    """The service refused. `problem` is its document; `status`, `code` and `errors` (each with its pointer) are those of it."""

    def __init__(self, problem: Problem, retry_after: float | None = None) -> None:
        self.problem = problem
        self.retry_after = retry_after
        self.passing = problem.status in PASSING
        super().__init__(f"{problem.status} {problem.title}: {problem.detail}" if problem.detail else f"{problem.status} {problem.title}")

    @property
    def status(self) -> int:
        """The HTTP status."""
        return self.problem.status

    @property
    def code(self) -> str:
        """The code of the first error; it never changes with the language."""
        return self.problem.code

    @property
    def errors(self) -> tuple[ErrorEntry, ...]:
        """Each thing wrong with the request, with its place."""
        return self.problem.errors


class BusyError(ProblemError):
    """429 or 503, still so after all attempts, or for longer than the client may wait: `retry_after` seconds."""


class UnreachableError(ClientError):
    """Nobody answers there, or the connection broke."""

    passing = True


class TooSlowError(ClientError):
    """The time allowed ran out before the answer came."""


class UnexpectedAnswerError(ClientError):
    """What came back is not of this contract: another program answers there, or a much newer service."""

    def __init__(self, status: int, body: bytes, why: str) -> None:
        self.status = status
        self.body = body
        self.passing = status in PASSING
        super().__init__(f"status {status}, {why}: {body[:200].decode('utf-8', 'replace')!r}")


def refusal(status: int, headers: Mapping[str, str], body: bytes) -> ClientError:
    """The exception for a response that is no success."""
    after = seconds(headers.get("retry-after"))
    if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/problem+json":
        unexpected = UnexpectedAnswerError(status, body, "not a problem document")
        unexpected.retry_after = after
        return unexpected
    try:
        problem = msgspec.json.decode(body, type=Problem)
    except msgspec.DecodeError as error:
        return UnexpectedAnswerError(status, body, str(error))
    return BusyError(problem, after) if status in (429, 503) else ProblemError(problem, after)


def seconds(retry_after: str | None) -> float | None:
    """A Retry-After header, in seconds from now: a number, or a date (RFC 9110). None for what is neither."""
    if retry_after is None:
        return None
    text = retry_after.strip()
    if text.isascii() and text.isdigit():
        return float(text[:9])
    try:
        then = parsedate_to_datetime(text)
    except ValueError:
        return None
    return max(0.0, (then.replace(tzinfo=then.tzinfo or UTC) - datetime.now(UTC)).total_seconds())
