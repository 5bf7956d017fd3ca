"""An application whose answers take as long as they are asked to, for what a server does with requests that stand in line."""

from __future__ import annotations

import asyncio
from typing import Any

left = 0
"""How many clients of `/stay` have gone."""


async def app(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """The body that came, after as many seconds as the query says."""
    if scope["type"] != "http":
        return
    body, more = b"", True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        body += message.get("body", b"")
        more = message.get("more_body", False)
    if scope["path"] == "/stay":
        global left
        while (await receive())["type"] != "http.disconnect":
            pass
        left += 1
        return
    if scope["path"] == "/left":
        body = b"%d" % left
    await asyncio.sleep(float(scope["query_string"] or 0))
    answer = scope["path"].encode() + b" " + body
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(answer))]})
    await send({"type": "http.response.body", "body": answer})
