"""Wait until the service is ready, then print a line to paste: `python tools/announce.py HOST PORT`.

Runs beside the server that `make run` starts, and ends with it, or after two minutes.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from http.client import HTTPConnection, HTTPException

PATIENCE = 120.0
BODY = '{"hand": "1123r 2224567y 1337g 144557w"}'


def ready(host: str, port: int) -> bool:
    """True when /readyz answers 200."""
    connection = HTTPConnection(host, port, timeout=5)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def main(host: str, port: int) -> None:
    """Print what to try once the service at host:port is ready."""
    target = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    url = f"http://[{target}]:{port}" if ":" in target else f"http://{target}:{port}"
    server, end = os.getppid(), time.monotonic() + PATIENCE
    while not ready(target, port):
        if time.monotonic() > end or os.getppid() != server:
            return
        time.sleep(0.2)
    print(f"\nReady: {url}/ is the page, {url}/docs the reference. In another terminal:\n", flush=True)
    print(f"  curl -s {url}/v1/games/si-se-pai/arrange -H 'content-type: application/json' -d '{BODY}'\n", flush=True)


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        main(sys.argv[1], int(sys.argv[2]))
