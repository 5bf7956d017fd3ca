"""The files of `api/web`, each at its own path: nothing is loaded from any other host."""

from collections.abc import Iterator
from pathlib import Path

from api.component import ENTRY, bundle
from api.http import Call, Reply
from api.kept import Kept
from api.problems import Headers

WEB = Path(__file__).with_name("web")
MEDIA_TYPES = {
    ".html": b"text/html; charset=utf-8",
    ".css": b"text/css; charset=utf-8",
    ".js": b"text/javascript; charset=utf-8",
    ".json": b"application/json",
    ".svg": b"image/svg+xml",
    ".txt": b"text/plain; charset=utf-8",
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


OWN: Headers = [(b"content-security-policy", POLICY)]
FOR_ALL: Headers = [(b"access-control-allow-origin", b"*"), (b"cross-origin-resource-policy", b"cross-origin")]


class Page:
    """One file, kept in memory, with the headers that it is sent with."""

    def __init__(self, body: bytes, media_type: bytes, headers: Headers) -> None:
        self.kept = Kept(body, media_type)
        self.headers: Headers = [(b"cache-control", b"no-cache"), *headers]

    async def __call__(self, call: Call) -> Reply:
        """The file, or 304."""
        return self.kept.reply(call, self.headers)


def pages() -> Iterator[tuple[str, Page]]:
    """Every file with its path: `index.html` at `/`, other HTML without its suffix, the rest below `/web/`; and the web component.

    The component is the one file that pages of any origin may load; what it asks is up to the service's settings.
    """
    for path in sorted(WEB.rglob("*")):
        if path.suffix in MEDIA_TYPES and path.parent != ENTRY.parent:
            yield _place(path.relative_to(WEB)), Page(path.read_bytes(), MEDIA_TYPES[path.suffix], OWN)
    yield f"/{ENTRY.name}", Page(bundle(), MEDIA_TYPES[".js"], FOR_ALL)


def _place(file: Path) -> str:
    if file.suffix != ".html":
        return f"/web/{file.as_posix()}"
    return "/" if file.name == "index.html" else f"/{file.with_suffix('').as_posix()}"
