"""The Python client against a real service: every operation of every game, and the same from the sync and the async client."""

from __future__ import annotations

import asyncio
import inspect
import json
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import msgspec
import pytest

import api.client as package
from api import document, problems
from api.client import Answer, AsyncClient, Client, ProblemError, UnreachableError, results
from api.client.retry import NEVER
from api.ledger.document import Checked
from solver import result as served
from solver.game import games, ids
from solver.ledger.keys import PublicKey, PublicKeys
from solver.ledger.receipt import Receipt
from tests.client.conftest import Scripted, scripted
from tests.contract.server import running

ROOT = Path(__file__).resolve().parents[2]
OPERATIONS = ("arrange", "verify", "settle", "advise", "prepare")


def ask(client: Any, operation: str, game: str, request: dict[str, Any]) -> Any:
    return getattr(client, operation)(game, **request)


def whole(result: Any) -> Any:
    """A record as the JSON it was read from."""
    return json.loads(msgspec.json.encode(result))


def lacks(read: Any, sent: Any, place: str = "") -> list[str]:
    """Where a record does not hold what was sent; what the record has besides are neutral values."""
    if isinstance(sent, dict):
        missing = [f"{place}/{key}" for key in sent if key not in read]
        return missing + [fault for key in sent if key in read for fault in lacks(read[key], sent[key], f"{place}/{key}")]
    if isinstance(sent, list):
        return [fault for at, (mine, value) in enumerate(zip(read, sent, strict=True)) for fault in lacks(mine, value, f"{place}/{at}")]
    return [] if read == sent else [f"{place}: {read!r} for {sent!r}"]


def posted(url: str, request: Any) -> Any:
    """The answer as another client reads it."""
    with urllib.request.urlopen(urllib.request.Request(url, json.dumps(request).encode(), {"content-type": "application/json"})) as got:
        return json.load(got)


@pytest.mark.parametrize("game", ids())
def test_every_worked_hand_comes_out_whole(url: str, game: str) -> None:
    """The records hold all that the service answers, sync and async alike; what it refuses is an exception."""
    with Client(url) as client:
        examples = client.examples(game)
        assert examples
        found = [ask(client, each.operation, game, dict(each.request)) for each in examples if each.answer is not None]
        refusals = []
        for each in examples:
            if each.answer is None:
                with pytest.raises(ProblemError) as caught:
                    ask(client, each.operation, game, dict(each.request))
                refusals.append(caught.value.errors)
    answered = [each for each in examples if each.answer is not None]
    for each, result in zip(answered, found, strict=True):
        assert lacks(whole(result), posted(url + each.path, each.request)) == [], each.id
    assert all(refusals)

    async def again() -> list[Any]:
        async with AsyncClient(url) as client:
            return list(await asyncio.gather(*(ask(client, each.operation, game, dict(each.request)) for each in answered)))

    assert asyncio.run(again()) == found


def test_the_games_are_told(url: str) -> None:
    with Client(url) as client:
        assert [game.id for game in client.games()] == list(ids())
        for game in games():
            told = client.game(game.id)
            assert (told.names, told.hand_sizes.full, tuple(told.violations)) == (game.names, game.full, game.violations)
            assert lacks(whole(told), json.loads(msgspec.json.encode(game.describe()))) == []


def test_the_records_are_those_of_the_service() -> None:
    """A field that the service gains is gained here too: names, order and defaults aside."""
    mine = {name: kind for name, kind in vars(results).items() if isinstance(kind, type) and issubclass(kind, msgspec.Struct)}
    twins = {
        "Example": document.ServedExample, "Problem": problems.ProblemDocument,
        "Receipt": Receipt, "Checked": Checked, "PublicKey": PublicKey, "PublicKeys": PublicKeys,
    }  # fmt: skip
    compared = 0
    for name, kind in mine.items():
        theirs = twins.get(name) or getattr(served, name, None) or getattr(document, name, None) or getattr(problems, name, None)
        if theirs is None or kind is msgspec.Struct or name == "GameList":
            continue
        compared += 1
        assert set(theirs.__struct_fields__) <= set(kind.__struct_fields__), name
    assert compared > 20
    for game in games():
        for name in OPERATIONS:
            if name in game.operations:
                own = {"arrange": "Answer", "verify": "Verdict", "settle": "Settlement", "advise": "Advice", "prepare": "Preparation"}[name]
                assert set(game.operations[name].result.__struct_fields__) <= set(mine[own].__struct_fields__), (game.id, name)
    assert set(package.__all__) <= set(vars(package))


def test_receipts_come_back(ledger_url: str) -> None:
    """A verdict's receipt is fine, as it is and within its whole answer; the record and the keys are those of the service."""
    rows = [{"slot": "front", "cards": "8s 8h"}, {"slot": "back", "cards": "Kd Ac"}]
    answer = posted(f"{ledger_url}/v1/games/si-ki-pi/verify", {"groups": rows})

    async def again(id: str) -> Any:
        async with AsyncClient(ledger_url) as client:
            return await asyncio.gather(client.verdict(id), client.keys(), client.check_receipt(answer))

    with Client(ledger_url) as client:
        receipt = client.verify("si-ki-pi", rows).receipt
        assert receipt
        held, keys = client.verdict(receipt.id), client.keys()
        assert (held.claim.game, held.claim.request, held.receipt) == ("si-ki-pi", {"groups": rows}, receipt)
        assert held.verdict == {name: value for name, value in answer.items() if name != "receipt"}
        assert [key.kid for key in keys] == [receipt.key_id]
        assert client.check_receipt(receipt).result == client.check_receipt(answer).result == "fine"
        assert client.check_receipt({**answer, "points": 99}).result == "other-verdict"
        assert asyncio.run(again(receipt.id)) == [held, keys, client.check_receipt(answer)]
        with pytest.raises(ProblemError) as caught:
            client.verdict("no/id")
        assert caught.value.status == 404


def test_both_clients_take_the_same() -> None:
    """One page of documentation serves both."""
    public = [name for name in vars(Client) if not name.startswith("_")]
    assert public == [name for name in vars(AsyncClient) if not name.startswith("_")]
    for name in public:
        sync, other = (inspect.signature(getattr(kind, name)) for kind in (Client, AsyncClient))
        assert list(sync.parameters) == list(other.parameters), name
        assert [each.kind for each in sync.parameters.values()] == [each.kind for each in other.parameters.values()], name


def test_a_refusal_carries_the_problem(url: str) -> None:
    with Client(url, lang="vi") as client:
        with pytest.raises(ProblemError) as caught:
            client.arrange("si-se-pai", "1123r 4x67y")
        told = caught.value
        assert (told.status, told.code, told.passing) == (422, "unknown-card", False)
        assert [(error.pointer, error.position, error.code) for error in told.errors] == [("/hand", 7, "unknown-card")]
        assert "/hand: " in str(told)
        with pytest.raises(ProblemError) as caught:
            client.arrange("no such game/…", "x")
        assert (caught.value.status, caught.value.code) == (404, "unknown-game")


def test_names_come_in_the_language_of_the_client_or_the_request(url: str) -> None:
    def name(client: Client, **fields: str) -> str:
        return client.arrange("si-se-pai", "1r", **fields).arrangements[0].groups[0].name

    with Client(url, lang="vi") as client:
        assert (name(client), name(client, lang="zh")) == ("tướng đỏ", "红将")


def test_a_hand_may_be_a_list(url: str) -> None:
    with Client(url) as client:
        assert client.arrange("si-se-pai", ["1r", "2r", "3r"]) == client.arrange("si-se-pai", "123r")


def test_nobody_there() -> None:
    with Client("http://127.0.0.1:9", retry=NEVER) as client:
        assert client.ready() is False
        with pytest.raises(UnreachableError, match="127"):
            client.games()
    with pytest.raises(ValueError, match="http://"):
        Client("127.0.0.1:8000")


def test_ready(url: str) -> None:
    with Client(url) as client:
        assert client.ready() is True


def test_without_the_extra_it_is_said_what_to_install() -> None:
    code = "import sys; sys.modules['httpx2'] = None; import api.client"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.endswith("ImportError: the client needs the extra `client`: pip install 'lipai[client]'\n")


def test_address_key_and_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given, else of the environment; the key goes into its header and nowhere else."""

    def script(handler: Scripted, number: int, body: bytes) -> None:
        handler.reply(200, b'{"games":[]}')

    with scripted(script) as (address, seen):
        monkeypatch.setenv("LIPAI_URL", address)
        with Client(key=" abc\r\n", lang="zh") as client:  # as read from a file
            client.games()
            assert "abc" not in repr(client)
        monkeypatch.setenv("LIPAI_API_KEY", "from the environment")
        with Client(f"{address}/behind/a/proxy/") as client:
            client.games()
        monkeypatch.delenv("LIPAI_API_KEY")
        with Client() as client:
            client.games()
    (first, sent, _), (second, of_environment, _), (_, plain, _) = seen
    assert (first, second) == ("/v1/games", "/behind/a/proxy/v1/games")
    assert (sent["authorization"], sent["accept-language"]) == ("Bearer abc", "zh")
    assert of_environment["authorization"] == "Bearer from the environment"
    assert "authorization" not in plain


@pytest.mark.parametrize("key", ["se\ncret", "se\x00cret", "geheimschlüssel", "秘密"])
@pytest.mark.parametrize("kind", [Client, AsyncClient])
def test_a_key_that_no_header_takes_is_told_at_once(kind: Any, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without showing it: such texts end in logs."""
    for given in (key, None):
        if given is None:
            if "\x00" in key:
                continue  # no environment holds that
            monkeypatch.setenv("LIPAI_API_KEY", key)
        with pytest.raises(ValueError, match="the key holds characters that no key has") as caught:
            kind("http://127.0.0.1:9", key=given)
        assert key[-3:] not in str(caught.value)


def test_fields_not_given_are_not_sent() -> None:
    def script(handler: Scripted, number: int, body: bytes) -> None:
        handler.refuse(422)

    with scripted(script) as (address, seen), Client(address) as client, pytest.raises(ProblemError):
        client.arrange("a-game", "x", top=3, melds=[{"cards": "y"}])
    assert json.loads(seen[0][2]) == {"hand": "x", "top": 3, "melds": [{"cards": "y"}]}


def test_what_a_newer_service_adds_is_passed_over() -> None:
    answer = {"game": "g", "label": None, "rules": {"preset": "p", "hash": "h", "new": 1}, "objective": "o", "build": "b", "engine": "e",
              "status": "optimal", "complete": True, "wins": None, "value": 1, "arrangements": [], "surprise": [1]}  # fmt: skip

    def script(handler: Scripted, number: int, body: bytes) -> None:
        handler.reply(200, json.dumps(answer).encode())

    with scripted(script) as (address, _), Client(address) as client:
        assert isinstance(client.arrange("g", "x"), Answer)


def test_a_key_opens_what_its_scopes_say(tmp_path: Path) -> None:
    """A real key of a real service: without it 401, with it an answer, beyond its scope 403; none of these is asked twice."""
    file = tmp_path / "keys.json"
    command = [Path(sys.executable).with_name("lipai"), "keys", "new", "--file", file, "--scope", "arrange"]
    key = subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
    with running(LIPAI_KEYS_FILE=str(file)) as started:
        with Client(started.url("")) as stranger, pytest.raises(ProblemError) as caught:
            stranger.arrange("si-se-pai", "1r")
        assert (caught.value.status, caught.value.code) == (401, "key-missing")
        with Client(started.url(""), key=key) as client:
            assert client.arrange("si-se-pai", "1r").complete
            with pytest.raises(ProblemError) as caught:
                list(client.arrange_batch("si-se-pai", ["1r"]))
            assert (caught.value.status, caught.value.code) == (403, "scope-lacking")
