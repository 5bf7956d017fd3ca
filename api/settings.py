"""The service's settings: each a field here and an environment variable `LIPAI_<NAME>`."""

import os
from pathlib import Path
from typing import Annotated

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """How the service runs. Every value has a default that is right on one machine, for one user."""

    model_config = SettingsConfigDict(env_prefix="LIPAI_", frozen=True)

    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 8000
    workers: Annotated[int, Field(ge=1, le=256)] = 1
    """Server processes."""

    body_limit: Annotated[int, Field(ge=1024, le=16 << 20)] = 64 << 10
    """Largest body of a single request, in bytes."""

    depth_limit: Annotated[int, Field(ge=8, le=100)] = 32
    """Deepest nesting of objects and lists in a body."""

    batch_limit: Annotated[int, Field(ge=1024, le=1 << 40)] = 256 << 20
    """Largest body of a batch, in bytes. It waits on disk in the folder that TMPDIR names; a line may be as long as `body_limit`."""

    batch_lines: Annotated[int, Field(ge=1, le=1 << 40)] = 1_000_000
    """Most lines of a batch."""

    batches: Annotated[int, Field(ge=1, le=256)] = 2
    """Batches under way at once, from their first byte to their last; one more is told to come back later."""

    patience_s: Annotated[float, Field(gt=0, le=3600)] = 60
    """Seconds that a batch waits for a client that sends nothing, or takes nothing."""

    threads: Annotated[int, Field(ge=1, le=256)] = max(2, os.cpu_count() or 2)
    """Threads for requests that may take longer than a millisecond; the others are answered on the spot."""

    waiting: Annotated[int, Field(ge=0, le=100_000)] = 64
    """Requests that may wait for a thread before the service says that it is busy."""

    max_age: Annotated[int, Field(ge=0, le=31_536_000)] = 86_400
    """Seconds that a proven answer to a GET may be kept by caches."""

    warm_up: bool = True
    """Build tables, compile kernels and solve a stored hand of each game before the first request."""

    ledger: str | None = None
    """Where verdicts are stored: a path or `sqlite:///file`, or `postgresql://user@host/database`. Without it none are."""

    ledger_key_file: Path | None = None
    """The file of the key that signs receipts, made by `lipai ledger key new`. An SQLite ledger makes its own beside it."""

    ledger_key: SecretStr | None = None
    """What stands in such a file, in place of a file."""

    ledger_retention_days: Annotated[float, Field(gt=0, le=36_500)] | None = None
    """Days after which verdicts are forgotten; without it they are kept."""

    ledger_patience_ms: Annotated[int, Field(ge=10, le=60_000)] = 2000
    """Milliseconds that a verdict waits to be stored before it is answered unstored."""

    ledger_waiting: Annotated[int, Field(ge=1, le=100_000)] = 1000
    """Verdicts that may wait to be stored."""
