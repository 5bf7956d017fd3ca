"""The gate in front of every path: may this caller, and not too often?"""

from starlette.types import Scope as AsgiScope

from api.access.address import client_address
from api.access.keys import Key, Ring, unauthorized
from api.access.rates import Rates
from api.access.scopes import SCOPES, Need
from api.http import Call
from api.problems import problem
from api.settings import Settings

ASKED = ("authorization", "x-api-key", "content-type", "x-request-id", "if-none-match", "traceparent", "tracestate")
"""Headers that a page of another origin may send."""

TOLD = ("etag", "link", "retry-after", "ratelimit", "ratelimit-policy", "server-timing", "www-authenticate", "x-request-id")
"""Headers that it may read."""


class Guard:
    """Keys and rates as the settings have them."""

    def __init__(self, settings: Settings) -> None:
        """Raises KeysError for keys that can't be read."""
        self.ring = ring_of(settings)
        self._rates = Rates(settings.rate, settings.rate_store.get_secret_value()) if settings.rate or self.ring is not None else None
        self._public = settings.public_reads
        self._metrics_open = settings.metrics == "open"
        self._trusted = settings.trusted_proxies

    @property
    def idle(self) -> bool:
        """Whether there is nothing to guard."""
        return self.ring is None and self._rates is None

    def count(self) -> int:
        """How many keys are known."""
        return 0 if self.ring is None else len(self.ring)

    async def admit(self, call: Call, need: Need) -> None:
        """Let the call pass. Raises ProblemError 401 without a key that is known, 403 without the scope, 429 when it is too often."""
        if need == "open" or (need == "metrics" and self._metrics_open):
            return
        key: Key | None = None
        refusal = None
        if self.ring is not None:
            given = credentials(call)
            if given:
                try:
                    key = self.ring.find(given.pop()) if len(given) == 1 else None
                except Exception as error:
                    refusal = error
                if key is None and refusal is None:
                    refusal = unauthorized("key-ambiguous")
            elif need != "read" or not self._public:
                refusal = unauthorized("key-missing")
        if key:
            call.key = key.id
        if self._rates is not None:
            # Guesses count by address, so a limit holds for them too.
            name = f"key:{key.id}" if key else f"address:{self._address(call.scope)}"
            call.added, too_many = await self._rates.hit(name, key.rate if key else None)
            refusal = too_many or refusal
        if refusal is not None:
            raise refusal
        if key and need != "read" and (lacking := [scope for scope in (SCOPES if need == "all" else (need,)) if scope not in key.scopes]):
            challenge = b'Bearer realm="lipai", error="insufficient_scope", scope="%b"' % " ".join(lacking).encode()
            raise problem(403, "scope-lacking", headers=[(b"www-authenticate", challenge)], scope=", ".join(lacking))

    def _address(self, scope: AsgiScope) -> str:
        client = scope.get("client")
        forwarded = [value for name, value in scope["headers"] if name == b"x-forwarded-for"] if self._trusted else []
        return client_address(client[0] if client else "", forwarded, self._trusted)


def ring_of(settings: Settings) -> Ring | None:
    """The keys that the settings name; None where they name none. Raises KeysError."""
    inline = settings.keys.get_secret_value()
    return Ring(inline, settings.keys_file) if inline or settings.keys_file else None


def credentials(call: Call) -> set[bytes]:
    """Every key that the headers hold: more than one is no key, for someone before us may have looked at another."""
    found = set()
    for name, value in call.scope["headers"]:
        if name == b"authorization" and value[:7].lower() == b"bearer ":
            found.add(value[7:].strip())
        elif name == b"x-api-key":
            found.add(value.strip())
    return found
