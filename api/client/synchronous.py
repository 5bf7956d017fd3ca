"""The client that waits: `Client`."""

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from api.client import calls
from api.client.batches import Cutter, Piece, Splitter, Wanted, refuse_one
from api.client.calls import Call, Cards
from api.client.errors import ClientError, TooSlowError, UnreachableError, refusal
from api.client.http import httpx2, told
from api.client.results import (
    Advice,
    Answer,
    BatchLine,
    Checked,
    Example,
    GameDescription,
    GameSummary,
    Preparation,
    PublicKey,
    Receipt,
    Settlement,
    Verdict,
    VerdictRecord,
)
from api.client.retry import NEVER, Retry

T = TypeVar("T")


class Client:
    """Asks a Lipai service. Threads may share one; close it, or use it in a `with` block.

    url: where the service is; else the environment's LIPAI_URL, else http://127.0.0.1:8000. key: sent as `Authorization: Bearer …`; else
    LIPAI_API_KEY. lang: en, zh or vi, for names and messages of requests without a `lang`. timeout: seconds for connecting, and for each
    wait for data. retry: how often a busy or unreachable service is asked again. transport: another way to send, for tests.

    Every operation takes the fields of the contract by name, raises ProblemError for what the service refuses (its `errors` say what and
    where), BusyError when it has no time even after all attempts, UnreachableError, TooSlowError, UnexpectedAnswerError.
    """

    def __init__(
        self,
        url: str | None = None,
        *,
        key: str | None = None,
        lang: str | None = None,
        timeout: float = 30.0,
        retry: Retry | None = None,
        transport: httpx2.BaseTransport | None = None,
    ) -> None:
        self.retry = retry or Retry()
        self.http = httpx2.Client(base_url=calls.base_url(url), headers=calls.headers(key, lang), timeout=timeout, transport=transport)

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Client({str(self.http.base_url)!r})"

    def close(self) -> None:
        """Close the connections."""
        self.http.close()

    # What there is

    def games(self) -> tuple[GameSummary, ...]:
        """All games in short."""
        return self._ask(calls.list_games()).games

    def game(self, game: str) -> GameDescription:
        """One game: rules as data, notation, cards, violation codes, JSON Schemas."""
        return self._ask(calls.describe(game))

    def examples(self, game: str) -> tuple[Example, ...]:
        """A game's worked hands, with their answers."""
        return self._ask(calls.list_examples(game)).examples

    def ready(self) -> bool:
        """Whether the service answers, and answers rightly. Asks once."""
        try:
            return bool(self._send(calls.readiness(), NEVER))
        except ClientError:
            return False

    # Operations

    def arrange(
        self,
        game: str,
        hand: Cards,
        *,
        rules: Mapping[str, Any] | None = None,
        objective: str | None = None,
        top: int | None = None,
        engine: str | None = None,
        deadline_ms: int | None = None,
        lang: str | None = None,
        label: str | None = None,
        **fields: Any,
    ) -> Answer:
        """The optimal arrangement of a hand."""
        common = {"hand": hand, "rules": rules, "objective": objective, "top": top, "engine": engine, "deadline_ms": deadline_ms}
        return self._ask(calls.perform(game, "arrange", common | {"lang": lang, "label": label} | fields, Answer))

    def verify(
        self,
        game: str,
        groups: Sequence[Mapping[str, Any]] | None = None,
        *,
        hand: Cards | None = None,
        claimed_points: int | None = None,
        rules: Mapping[str, Any] | None = None,
        lang: str | None = None,
        label: str | None = None,
        **fields: Any,
    ) -> Verdict:
        """Is this claim right? All that is wrong with it. A group is `{"cards": …}`, with its `slot` where there are rows."""
        common = {"groups": groups, "hand": hand, "claimed_points": claimed_points, "rules": rules, "lang": lang, "label": label}
        return self._ask(calls.perform(game, "verify", common | fields, Verdict))

    def settle(
        self,
        game: str,
        players: Sequence[Mapping[str, Any]],
        *,
        stake: float | None = None,
        rules: Mapping[str, Any] | None = None,
        lang: str | None = None,
        label: str | None = None,
        **fields: Any,
    ) -> Settlement:
        """Who pays whom. A player is `{"name": …, "groups": …}` or what else the game asks for."""
        common = {"players": players, "stake": stake, "rules": rules, "lang": lang, "label": label}
        return self._ask(calls.perform(game, "settle", common | fields, Settlement))

    def advise(
        self,
        game: str,
        hand: Cards,
        *,
        seen: Cards | None = None,
        rules: Mapping[str, Any] | None = None,
        lang: str | None = None,
        label: str | None = None,
        **fields: Any,
    ) -> Advice:
        """What to do next."""
        common = {"hand": hand, "seen": seen, "rules": rules, "lang": lang, "label": label}
        return self._ask(calls.perform(game, "advise", common | fields, Advice))

    def prepare(
        self,
        game: str,
        *,
        rules: Mapping[str, Any] | None = None,
        lang: str | None = None,
        label: str | None = None,
        wait_s: float = 600.0,
        **fields: Any,
    ) -> Preparation:
        """Compute ahead what a rule set needs, and wait until it is ready; at most wait_s seconds, then TooSlowError.

        With `wait_s=0` it is only begun: the answer's `status` is `running` or `ready`.
        """
        call = calls.perform(game, "prepare", {"rules": rules, "lang": lang, "label": label} | fields, Preparation)
        until = time.monotonic() + wait_s
        while (state := self._ask(call)).retry_after is not None and wait_s > 0:
            if time.monotonic() + state.retry_after > until:
                raise TooSlowError(f"not ready within {wait_s:g} seconds; the service goes on computing")
            time.sleep(state.retry_after)
        return state

    # The ledger; a service without one answers 404

    def check_receipt(self, receipt: Receipt | Mapping[str, Any]) -> Checked:
        """Whether the service signed this receipt of a verdict, and its ledger has it.

        A whole answer to `verify`, as the JSON that came over the line, has its verdict checked too.
        """
        return self._ask(calls.check_receipt(receipt))

    def verdict(self, id: str) -> VerdictRecord:
        """A verdict by the id of its receipt: claim, verdict and receipt as they were."""
        return self._ask(calls.find_verdict(id))

    def keys(self) -> tuple[PublicKey, ...]:
        """The public keys that sign receipts, the one that signs now first."""
        return self._ask(calls.list_keys()).keys

    # Many

    def arrange_batch(self, game: str, requests: Iterable[Wanted], *, at_once: int = 2000, **common: Any) -> Iterator[BatchLine]:
        """Arrange any number of hands, a line for each, in their order: `Answered`, or `Refused` with the problem of that one.

        requests: fields, or hands alone; taken as needed, at_once at a time, so that neither side ever holds more. common: fields of all.
        What a broken connection left unanswered is asked again. Close the iterator to stop early.
        """
        refuse_one(requests)
        cutter = Cutter(at_once, common)
        for request in requests:
            if piece := cutter.add(request):
                yield from self._lines(game, piece)
        if piece := cutter.take():
            yield from self._lines(game, piece)

    def _lines(self, game: str, piece: Piece) -> Iterator[BatchLine]:
        failures = 0
        while piece.open:
            before = piece.done
            failure: ClientError
            try:
                call = calls.batch(game, piece.body())
                with self.http.stream(call.method, call.path, content=call.body, headers=call.headers) as response:
                    if response.status_code == 200:
                        split = Splitter()
                        for chunk in response.iter_bytes():
                            for line in split.feed(chunk):
                                yield piece.take(line)
                        failure = piece.broken_off()
                    else:
                        failure = refusal(response.status_code, response.headers, response.read())
            except httpx2.RequestError as error:
                failure = told(error)
            except UnreachableError as error:
                failure = error
            if piece.open:
                failures = failures + 1 if piece.done == before else 1
                self._pause(self.retry, failure, failures)

    # Sending

    def _ask(self, call: Call[T]) -> T:
        return calls.decode(self._send(call, self.retry), call.answer)

    def _send(self, call: Call[Any], retry: Retry) -> bytes:
        """The body of the answer, after as many tries as it takes."""
        failures = 0
        while True:
            try:
                response = self.http.request(call.method, call.path, content=call.body, headers=call.headers)
            except httpx2.RequestError as error:
                failure: ClientError = told(error)
            else:
                if response.is_success:
                    return response.content
                failure = refusal(response.status_code, response.headers, response.content)
            failures += 1
            self._pause(retry, failure, failures)

    @staticmethod
    def _pause(retry: Retry, failure: ClientError, failures: int) -> None:
        pause = retry.pause(failure, failures)
        if pause is None:
            raise failure
        time.sleep(pause)
