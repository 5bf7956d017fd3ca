"""The files of `api/web`, each at its own path: nothing is loaded from any other host."""

from collections.abc import Iterator
from pathlib import Path

from api.http import Call, Reply, tagged

WEB = Path(__file__).with_name("web")
MEDIA_TYPES = {
    ".html": b"text/html; charset=utf-8",
    ".css": b"text/css; charset=utf-8",
    ".js": b"text/javascript; charset=utf-8",
    ".json": b"application/json",
    ".svg": b"image/svg+xml",
    ".png": b"image/png",
    ".ico": b"image/x-icon",
    ".woff2": b"font/woff2",
    ".webmanifest": b"application/manifest+json",
}
POLICY = b"; ".join(
    (
        b"default-src 'self'",
        b"img-src 'self' data:",
        b"style-src 'self'",
        b"object-src 'none'",
        b"base-uri 'none'",
        b"frame-ancestors 'none'",
    )
)


class Page:
    """One file, kept in memory."""

    def __init__(self, path: Path) -> None:
        self.body = path.read_bytes()
        self.media_type = MEDIA_TYPES[path.suffix]

    async def __call__(self, call: Call) -> Reply:
        """The file, or 304."""
        headers = [(b"cache-control", b"no-cache"), (b"content-security-policy", POLICY)]
        return tagged(call, self.body, headers, self.media_type)


def pages() -> Iterator[tuple[str, Page]]:
    """Every file with its path: `index.html` at `/`, other HTML without its suffix, the rest below `/web/`."""
    for path in sorted(WEB.rglob("*")):
        if path.suffix in MEDIA_TYPES:
            yield _place(path.relative_to(WEB)), Page(path)


def _place(file: Path) -> str:
    if file.suffix != ".html":
        return f"/web/{file.as_posix()}"
    return "/" if file.name == "index.html" else f"/{file.with_suffix('').as_posix()}"
