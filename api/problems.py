"""Errors as RFC 9457 problem documents: one shape for everything that is not an answer."""

from collections.abc import Iterable
from pathlib import Path

import msgspec
from msgspec import Struct

from solver.errors import Fault
from solver.text import Lang, Texts

TEXTS = Texts.load(Path(__file__).with_name("texts.toml"))
MEDIA_TYPE = b"application/problem+json"

KINDS = {
    400: "not-json",
    401: "unauthorized",
    403: "forbidden",
    404: "not-found",
    405: "method-not-allowed",
    406: "not-acceptable",
    408: "too-slow",
    413: "body-too-large",
    415: "unsupported-media-type",
    422: "invalid-request",
    429: "too-many-requests",
    431: "headers-too-large",
    500: "internal-error",
    503: "busy",
}
"""A problem's type by status: the anchor in the service's own documentation."""

MOST_ERRORS = 100
LONGEST_MESSAGE = 300
LONGEST_POINTER = 300

Headers = list[tuple[bytes, bytes]]


class ErrorEntry(Struct, frozen=True):
    """One thing wrong: where in the request (JSON pointer, and the character in a text), a code that never changes, and words."""

    pointer: str
    position: int | None
    code: str
    message: str


class ProblemDocument(Struct, frozen=True):
    """A problem as RFC 9457 has it. `instance` is the request's id, `code` that of the first error."""

    type: str
    title: str
    status: int
    detail: str
    instance: str
    code: str
    errors: tuple[ErrorEntry, ...]


class ProblemError(Exception):
    """Ends a request with a problem document. `faults` are what is wrong, at least one."""

    def __init__(self, status: int, faults: Iterable[Fault], headers: Headers | None = None) -> None:
        self.status = status
        self.faults = tuple(faults)
        self.headers: Headers = headers or []
        super().__init__(status, *self.faults)

    def document(self, request_id: str, lang: Lang) -> ProblemDocument:
        """The problem in words."""
        errors = tuple(_entry(fault, lang) for fault in self.faults[:MOST_ERRORS])
        return ProblemDocument(
            type=f"/docs#{KINDS[self.status]}",
            title=TEXTS(f"title-{self.status}", lang),
            status=self.status,
            detail="; ".join(_sentence(error) for error in errors[:5]),
            instance=request_id,
            code=errors[0].code,
            errors=errors,
        )

    def encode(self, request_id: str, lang: Lang) -> bytes:
        """The document as JSON."""
        return msgspec.json.encode(self.document(request_id, lang))


def problem(
    status: int, code: str, pointer: str = "", position: int | None = None, headers: Headers | None = None, **data: object
) -> ProblemError:
    """A problem with one fault in the service's own words, ready to raise."""
    return ProblemError(status, (Fault(code, pointer, position, TEXTS, **data),), headers)


def _entry(fault: Fault, lang: Lang) -> ErrorEntry:
    # Both quote the input, which may be long.
    return ErrorEntry(_short(fault.pointer, LONGEST_POINTER), fault.position, fault.code, _short(fault.message(lang), LONGEST_MESSAGE))


def _short(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _sentence(error: ErrorEntry) -> str:
    return f"{error.pointer}: {error.message}" if error.pointer else error.message
