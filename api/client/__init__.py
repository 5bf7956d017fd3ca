"""The service's client for Python, sync and async. It imports none of the server's code; it needs the extra `client`.

    from api.client import Client

    with Client("http://127.0.0.1:8000") as lipai:
        print(lipai.arrange("…", "…").value)

`AsyncClient` has the same methods, to be awaited. Results are frozen records, errors are exceptions that carry the problem document.
"""

from api.client.asynchronous import AsyncClient
from api.client.errors import BusyError, ClientError, ProblemError, TooSlowError, UnexpectedAnswerError, UnreachableError
from api.client.results import (
    Advice,
    Answer,
    Answered,
    Arrangement,
    BatchLine,
    Call,
    CardFace,
    Checked,
    Claim,
    Discard,
    ErrorEntry,
    Example,
    GameDescription,
    GameSummary,
    Group,
    Improvement,
    Natural,
    Opponents,
    Option,
    Pair,
    Preparation,
    PresetVerdict,
    Problem,
    PublicKey,
    Receipt,
    Refused,
    Row,
    RulesInfo,
    Settlement,
    Verdict,
    VerdictRecord,
    Violation,
    Wait,
)
from api.client.retry import Retry
from api.client.synchronous import Client

__all__ = [
    "Advice",
    "Answer",
    "Answered",
    "Arrangement",
    "AsyncClient",
    "BatchLine",
    "BusyError",
    "Call",
    "CardFace",
    "Checked",
    "Claim",
    "Client",
    "ClientError",
    "Discard",
    "ErrorEntry",
    "Example",
    "GameDescription",
    "GameSummary",
    "Group",
    "Improvement",
    "Natural",
    "Opponents",
    "Option",
    "Pair",
    "Preparation",
    "PresetVerdict",
    "Problem",
    "ProblemError",
    "PublicKey",
    "Receipt",
    "Refused",
    "Retry",
    "Row",
    "RulesInfo",
    "Settlement",
    "TooSlowError",
    "UnexpectedAnswerError",
    "UnreachableError",
    "Verdict",
    "VerdictRecord",
    "Violation",
    "Wait",
]
