"""How the OpenAPI document tells of keys: two ways to send one, and for each operation the scope it needs."""

from collections.abc import Callable
from typing import Any, Literal

from api.access.scopes import Need

SCHEMES = {
    "Bearer": {"type": "http", "scheme": "bearer", "description": "`Authorization: Bearer KEY`, with a key of `lipai keys new`."},
    "ApiKey": {"type": "apiKey", "in": "header", "name": "X-API-Key", "description": "The same key in a header of its own."},
}
ABOUT = {
    "RateLimit": "What is left of the tightest limit: `r` more requests, and `t` seconds until there are more (IETF draft).",
    "RateLimit-Policy": "The limits: `q` requests in any `w` seconds.",
    "WWW-Authenticate": "What is wrong with the key, or which scope it lacks (RFC 6750).",
}
EITHER: list[dict[str, list[str]]] = [{name: []} for name in SCHEMES]


def secured(document: dict[str, Any], need: Callable[[str, str], Need | Literal["any"]], keys: bool) -> dict[str, Any]:
    """The document of a service with limits, or with keys too. need: what a method of a path needs; `open` ones are never limited."""
    components = document["components"]
    components["headers"] |= {name: {"description": about, "schema": {"type": "string"}} for name, about in ABOUT.items()}
    problems = components["responses"]
    _tell(problems["Problem429"], "RateLimit", "RateLimit-Policy")
    for status in ("401", "403"):
        _tell(problems[f"Problem{status}"], "WWW-Authenticate")
    if keys:
        components["securitySchemes"] = SCHEMES
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            needed = need(method.upper(), path)
            if needed == "open":
                continue
            statuses = ["429"]
            if keys and needed != "read":
                operation["security"] = EITHER
                operation["description"] = f"{operation.get('description', '')} {_sentence(needed)}".strip()
                statuses += ["401", "403"]
            for status in statuses:
                operation["responses"][status] = {"$ref": f"#/components/responses/Problem{status}"}
    return document


def _sentence(need: Need | Literal["any"]) -> str:
    return {"any": "Needs a key.", "all": "Needs a key with every scope."}.get(need, f"Needs a key with the scope `{need}`.")


def _tell(response: dict[str, Any], *names: str) -> None:
    response["headers"] |= {name.lower(): {"$ref": f"#/components/headers/{name}"} for name in names}
