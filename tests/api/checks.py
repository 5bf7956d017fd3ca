"""What the tests of the service share."""

from __future__ import annotations

from typing import Any

JSON = {"content-type": "application/json"}


def problem(response: Any, status: int) -> dict[str, Any]:
    """The problem document of a response, its form checked."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    assert response.headers["cache-control"] == "no-store"
    body: dict[str, Any] = response.json()
    assert list(body) == ["type", "title", "status", "detail", "instance", "code", "errors"]
    assert body["status"] == status
    assert body["instance"] == response.headers["x-request-id"]
    assert body["type"].startswith("/docs#")
    assert body["code"] == body["errors"][0]["code"]
    assert all(list(error) == ["pointer", "position", "code", "message"] and error["message"] for error in body["errors"])
    return body


def refused(response: Any, status: int, code: str, pointer: str = "", position: int | None = None) -> dict[str, Any]:
    """Check a problem document whose first error is this one."""
    body = problem(response, status)
    first = body["errors"][0]
    assert (first["code"], first["pointer"], first["position"]) == (code, pointer, position), body
    return body
