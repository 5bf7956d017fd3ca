"""Documents that stay as they are while the process lives, packed for those who can unpack: a page loads a quarter of its bytes."""

import gzip
import re
from functools import lru_cache

from api.http import JSON, Call, Reply, tag_of, tagged
from api.problems import Headers

LEAST_GAIN = 0.9
"""Packed bytes are kept where they are fewer than this part of the plain ones."""

VARY = (b"vary", b"accept-encoding")


class Kept:
    """A document in memory, plain and packed."""

    def __init__(self, body: bytes, media_type: bytes = JSON) -> None:
        packed = gzip.compress(body, 9, mtime=0)
        self.body = body
        self.packed = packed if len(packed) < LEAST_GAIN * len(body) else None
        self.tag, self.packed_tag = tag_of(body), tag_of(packed)
        self.media_type = media_type

    def reply(self, call: Call, headers: Headers) -> Reply:
        """The document as the caller can take it, or 304. Plain and packed have each their own ETag."""
        if self.packed is None:
            return tagged(call, self.body, headers, self.media_type, self.tag)
        if unpacks(call.headers.get(b"accept-encoding", b"")):
            return tagged(call, self.packed, [*headers, VARY, (b"content-encoding", b"gzip")], self.media_type, self.packed_tag)
        return tagged(call, self.body, [*headers, VARY], self.media_type, self.tag)


@lru_cache(maxsize=128)
def unpacks(header: bytes) -> bool:
    """Whether an Accept-Encoding header takes gzip."""
    weights = dict.fromkeys(("gzip", "*"), 0.0)
    for entry in header[:500].decode("latin-1").lower().split(","):
        match = re.fullmatch(r"\s*(gzip|\*)\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?", entry)
        if match:
            weights[match[1]] = float(match[2] or 1)
    return weights["gzip"] > 0 or (weights["*"] > 0 and "gzip" not in header.decode("latin-1").lower())
