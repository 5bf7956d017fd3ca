"""When to ask again: as the service says, else with pauses that double, never all clients at once."""

import random
from dataclasses import dataclass

from api.client.errors import ClientError


@dataclass(frozen=True, slots=True)
class Retry:
    """How often and how patiently to try. Every operation can be repeated without harm.

    attempts: tries in all. longest_s: the longest pause; a service that asks for a longer one is not asked again. first_s: the pause after
    the first failure where the service names none; it doubles with each. jitter: the share of the pause added at random, at most.
    """

    attempts: int = 5
    longest_s: float = 30.0
    first_s: float = 0.2
    jitter: float = 0.25

    def pause(self, failure: ClientError, failures: int) -> float | None:
        """Seconds to wait after this many failures in a row, the last being this one; None to give up. Never less than Retry-After."""
        if not failure.passing or failures >= self.attempts:
            return None
        asked = failure.retry_after or 0.0
        if asked > self.longest_s:
            return None
        plain = max(asked, min(self.first_s * 2.0 ** min(failures - 1, 30), self.longest_s))
        return plain * (1.0 + self.jitter * random.random())


NEVER = Retry(attempts=1)
"""Ask once."""
