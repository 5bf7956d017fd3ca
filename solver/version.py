"""Which program and which data answered: `0.1.0+data.41ab…`, in every answer."""

import hashlib
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

DATA = Path(__file__).with_name("data")


def program() -> str:
    """Version of the distribution; `0` when it runs without being installed."""
    try:
        return version("lipai")
    except PackageNotFoundError:
        return "0"


@cache
def build() -> str:
    """Program version and a digest over the shipped data files (names and bytes)."""
    digest = hashlib.sha256()
    for path in sorted(DATA.iterdir()):
        if path.is_file() and not path.name.startswith("."):
            digest.update(path.name.encode() + b"\0")
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return f"{program()}+data.{digest.hexdigest()[:8]}"
