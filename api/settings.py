"""The service's settings: each a field here and an environment variable `LIPAI_<NAME>`."""

import os
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, Field, SecretStr
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from api.access.address import Network
from api.access.rates import parse_rates
from solver.strict_json import DEPTH


def _items(value: Any) -> Any:
    """A list as an environment variable has it: with commas between."""
    return tuple(part.strip() for part in value.split(",") if part.strip()) if isinstance(value, str) else value


def _path(value: Any) -> Any:
    """A path; an empty variable, as compose files leave it, names none."""
    return value if value != "" else None


def _network(text: Any) -> Any:
    return ip_network(text) if isinstance(text, str) else text


def _origin(text: str) -> str:
    if text != "*":
        parts = urlsplit(text)
        if parts.scheme not in ("http", "https") or not parts.netloc or text != f"{parts.scheme}://{parts.netloc}":
            raise ValueError(f"{text!r} is no origin; write it like https://cards.example, without a path")
    return text


def _rate(text: str) -> str:
    if text:
        parse_rates(text)
    return text


class Settings(BaseSettings):
    """How the service runs. Every value has a default that is right on one machine, for one user."""

    model_config = SettingsConfigDict(env_prefix="LIPAI_", frozen=True, use_attribute_docstrings=True)

    host: str = "127.0.0.1"
    """The address that `lipai serve` listens at. Beyond this machine it wants keys, or `open`."""

    port: Annotated[int, Field(ge=1, le=65535)] = 8000
    """The port that `lipai serve` listens at."""

    workers: Annotated[int, Field(ge=1, le=256)] = 1
    """Processes of `lipai serve` that answer, at one port."""

    body_limit: Annotated[int, Field(ge=1024, le=16 << 20)] = 64 << 10
    """Largest body of a single request, in bytes."""

    depth_limit: Annotated[int, Field(ge=8, le=100)] = DEPTH
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

    ledger_key_file: Annotated[Path | None, BeforeValidator(_path)] = None
    """The file of the key that signs receipts, made by `lipai ledger key new`. An SQLite ledger makes its own beside it."""

    ledger_key: SecretStr | None = None
    """What stands in such a file, in place of a file."""

    ledger_retention_days: Annotated[float, Field(gt=0, le=36_500)] | None = None
    """Days after which verdicts are forgotten; without it they are kept."""

    ledger_patience_ms: Annotated[int, Field(ge=10, le=60_000)] = 2000
    """Milliseconds that a verdict waits to be stored before it is answered unstored."""

    ledger_waiting: Annotated[int, Field(ge=1, le=100_000)] = 1000
    """Verdicts that may wait to be stored."""

    open: bool = False
    """Serve beyond this machine without keys. Say so only where something before the service lets the right callers through."""

    keys_file: Annotated[Path | None, BeforeValidator(_path)] = None
    """The file of keys that `lipai keys` writes. With it, or with `keys`, every operation needs a key. It is read again when it changes."""

    keys: SecretStr = SecretStr("")
    """Keys in place of a file, or beside one: the JSON that such a file holds (hashes only)."""

    public_reads: bool = True
    """Games, their rules and examples and the OpenAPI document are for everyone. Off: for any key."""

    rate: Annotated[str, AfterValidator(_rate)] = ""
    """Requests that a key, or an address without one, may make: `600/minute`, `20/second; 10000/day` (sliding windows). Empty: no limit."""

    rate_store: SecretStr = SecretStr("")
    """Where processes count rates together: `redis://host:6379/0`. Empty: each process for itself."""

    trusted_proxies: Annotated[tuple[Annotated[Network, BeforeValidator(_network)], ...], NoDecode, BeforeValidator(_items)] = ()
    """Networks of the proxies before the service, with commas between: only what they add to X-Forwarded-For tells a client's address."""

    origins: Annotated[tuple[Annotated[str, AfterValidator(_origin)], ...], NoDecode, BeforeValidator(_items)] = ()
    """Origins whose pages may call the service (CORS), with commas between: `https://cards.example`. `*` is any. Never with cookies."""

    at_once: Annotated[int, Field(ge=1, le=1_000_000)] = 1000
    """Requests under way at once in a process; one more is told to come back later."""

    connections: Annotated[int, Field(ge=1, le=1_000_000)] = 10_000
    """Connections to a process of `lipai serve`; one more is told to come back later and closed."""

    header_s: Annotated[float, Field(gt=0, le=3600)] = 10
    """Seconds that a client of `lipai serve` may take to send a request's headers."""

    body_s: Annotated[float, Field(gt=0, le=3600)] = 20
    """Seconds that a client may take to send the body of a single request."""

    batch_rate: Annotated[int, Field(ge=0, le=1 << 40)] = 4096
    """Bytes a second that a client must send of a batch, taken over all its time but the first `patience_s`."""

    queue_s: Annotated[float, Field(gt=0, le=3600)] = 10
    """Seconds that a request waits for a thread before it is told to come back later."""

    grace_s: Annotated[float, Field(gt=0, le=86_400)] = 30
    """Seconds that `lipai serve` gives requests under way to end when it is told to stop; ten seconds later it ends anyhow."""

    metrics: Literal["keys", "open", "off"] = "keys"
    """Who may read /metrics: who has a key of that scope (where there are keys, else everyone), everyone, nobody."""

    log_format: Literal["auto", "json", "console"] = "auto"
    """How log lines look: JSON, or for eyes. auto: for eyes in a terminal, else JSON."""

    access_log: Annotated[float, Field(ge=0, le=1)] = 0
    """The share of requests that get a log line, 0 to 1. Failures (5xx) and requests slower than `slow_s` always get one."""

    slow_s: Annotated[float, Field(gt=0, le=3600)] = 12
    """Seconds after which a request counts as slow."""

    telemetry: bool = False
    """Send spans by OpenTelemetry (extra `telemetry`); OTEL_EXPORTER_OTLP_ENDPOINT and the other OTEL_ variables say where."""

    @property
    def guarded(self) -> bool:
        """Whether operations need a key."""
        return bool(self.keys_file or self.keys.get_secret_value())
