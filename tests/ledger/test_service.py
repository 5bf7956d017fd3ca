"""The service with a ledger: every verdict has a receipt, and the ledger's paths answer as the document says."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest
from fastapi.testclient import TestClient

from api import document
from api.app import create_app
from api.ledger.service import Ledger
from api.settings import Settings
from solver import perform
from solver.errors import LipaiError
from solver.game import games
from solver.ledger import clock, keys, migrate, receipt
from solver.ledger.database import Database
from solver.ledger.errors import LedgerError, SchemaError
from solver.ledger.store import Store
from tests.ledger.records import GAME, RIGHT, record

CLAIMS = [(game.id, dict(example.request)) for game in games() for example in game.examples if example.operation == "verify"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("ledger")


@pytest.fixture(scope="module")
def service(folder: Path) -> Iterator[TestClient]:
    with TestClient(create_app(Settings(warm_up=False, ledger_patience_ms=20_000, ledger=str(folder / "ledger.db")))) as client:
        yield client


@pytest.fixture(scope="module")
def plain() -> Iterator[TestClient]:
    with TestClient(create_app(Settings(warm_up=False))) as client:
        yield client


def verify(service: TestClient, game: str = GAME, fields: Any = None, **headers: str) -> Any:
    return service.post(f"/v1/games/{game}/verify", json=fields or RIGHT, headers=headers)


@cache
def schemas() -> dict[str, Any]:
    """The document's components."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(document, "answers", lambda game: {})  # examples take long, and are no matter here
        found: dict[str, Any] = json.loads(json.dumps(document.openapi(ledger=True)))["components"]
    return found


def valid(body: Any, schema: str) -> None:
    jsonschema.validate(body, {"$ref": f"#/components/schemas/{schema}", "components": schemas()})


@pytest.mark.parametrize(("game", "fields"), CLAIMS)
def test_a_verdict_is_as_ever_and_has_a_receipt(service: TestClient, plain: TestClient, game: str, fields: dict[str, Any]) -> None:
    without, response = (verify(client, game, fields) for client in (plain, service))
    if without.status_code != 200:
        assert (response.status_code, "receipt" in response.json()) == (without.status_code, False)
        return
    answer = response.json()
    valid(answer, "Verdict")
    assert response.content.startswith(without.content[:-1] + b',"receipt":{"format":"lipai-verdict-1",')
    signed = answer["receipt"]
    assert signed["stored"] is True
    assert [signed[key] for key in ("game", "valid", "points", "rules_hash", "build")] == [
        answer["game"], answer["valid"], answer["points"], answer["rules"]["hash"], answer["build"],
    ]  # fmt: skip
    held = service.get(f"/v1/verdicts/{signed['id']}")
    valid(held.json(), "VerdictRecord")
    assert held.json() == {
        "claim": {"game": game, "request": {key: value for key, value in fields.items() if key != "lang"}},
        "verdict": without.json(),
        "receipt": signed,
    }
    checked = service.post("/v1/verdicts/check", json=answer)
    valid(checked.json(), "Checked")
    assert checked.json()["result"] == "fine"


def test_the_hash_of_a_claim_is_of_what_was_sent(service: TestClient) -> None:
    """However it is spelled, but for the language: the caller can compute it."""
    one, other = (verify(service, **{"accept-language": lang}).json()["receipt"] for lang in ("en", "zh"))
    spelled = service.post(
        f"/v1/games/{GAME}/verify", content=json.dumps(dict(reversed(RIGHT.items())) | {"lang": "vi"}, indent=3),
        headers={"content-type": "application/json"},
    )  # fmt: skip
    assert one["claim_hash"] == other["claim_hash"] == spelled.json()["receipt"]["claim_hash"]
    assert one["verdict_hash"] != other["verdict_hash"]  # words are part of the answer
    assert one["claim_hash"] != verify(service, fields=RIGHT | {"label": "second"}).json()["receipt"]["claim_hash"]


def test_the_same_claim_again_is_a_verdict_of_its_own(service: TestClient) -> None:
    first, second = (verify(service).json()["receipt"] for _ in range(2))
    assert first["id"] != second["id"]
    assert first["issued_at"] < second["issued_at"]
    assert all(service.get(f"/v1/verdicts/{each['id']}").status_code == 200 for each in (first, second))


def test_a_picture_of_a_verdict_links_to_it(service: TestClient) -> None:
    """It is a verdict given, so it is stored."""
    response = verify(service, accept="image/svg+xml")
    assert response.headers["content-type"] == "image/svg+xml"
    path = response.links["describedby"]["url"]
    assert service.get(path).json()["claim"]["request"] == RIGHT


def test_numbers_beyond_a_double_are_kept(service: TestClient) -> None:
    receipts = [verify(service, "open-face", _large(10**29 + more)).json()["receipt"] for more in (0, 1)]
    assert receipts[0]["claim_hash"] != receipts[1]["claim_hash"]
    assert all(service.post("/v1/verdicts/check", json=each).json()["result"] == "fine" for each in receipts)


def _large(points: int) -> dict[str, Any]:
    return next(fields for game, fields in CLAIMS if game == "open-face") | {"claimed_points": points}


def test_a_check_says_what_is_wrong(service: TestClient, folder: Path) -> None:
    answer = verify(service).json()
    signing = keys.load(folder / "ledger.db.key")
    ours = msgspec.convert(answer["receipt"], receipt.Receipt)
    lost = record(signing)
    bodies = {
        "altered": answer["receipt"] | {"valid": not ours.valid},
        "other-verdict": answer | {"lost": 1},
        "unknown-key": msgspec.to_builtins(record(keys.create(folder / "strange")).receipt),
        "fine": {"receipt": answer["receipt"]},
        "missing": msgspec.to_builtins(lost.receipt),
        "unstored": msgspec.to_builtins(receipt.unstored(lost.receipt, signing)),
    }
    found = {result: service.post("/v1/verdicts/check", json=body, headers={"accept-language": "vi"}) for result, body in bodies.items()}
    for response in found.values():
        valid(response.json(), "Checked")
        assert response.json()["message"] == receipt.TEXTS(response.json()["result"], "vi")
        assert response.headers["cache-control"] == "no-store"
    assert {result: response.json()["result"] for result, response in found.items()} == {result: result for result in bodies}
    assert [found[result].json()["genuine"] for result in bodies] == [False, False, False, True, True, True]
    assert [found[result].json()["stored"] for result in bodies] == [None, None, None, True, False, False]


@pytest.mark.parametrize("id", ["x", "", "check/", "0" * 32, "00000000-0000-4000-8000-000000000000", "%00", "a/b", "01A22AAB"])
def test_what_is_no_id_is_not_found(service: TestClient, id: str) -> None:
    response = service.get(f"/v1/verdicts/{id}")
    assert (response.status_code, response.json()["code"]) == (404, "not-found")


def test_an_unknown_verdict_is_not_found(service: TestClient) -> None:
    response = service.get(f"/v1/verdicts/{clock.new_id(clock.now())}", headers={"accept-language": "zh"})
    assert (response.status_code, response.json()["code"]) == (404, "verdict-unknown")
    valid(response.json(), "ProblemDocument")


def test_other_methods_are_told(service: TestClient) -> None:
    for method, path, allowed in (
        ("POST", "/v1/verdicts/x", "GET, HEAD"), ("GET", "/v1/verdicts/check", "POST"), ("DELETE", "/v1/keys", "GET, HEAD"),
    ):  # fmt: skip
        response = service.request(method, path)
        assert (response.status_code, response.headers["allow"]) == (405, allowed)


@pytest.fixture
def _quick_document(monkeypatch: pytest.MonkeyPatch) -> None:
    """The document without the answers to its examples, which take long."""
    monkeypatch.setattr(document, "answers", lambda game: {})


@pytest.mark.usefixtures("_quick_document")
def test_without_a_ledger_there_are_no_such_paths(plain: TestClient) -> None:
    assert {plain.get(path).status_code for path in ("/v1/keys", f"/v1/verdicts/{clock.new_id(0)}")} == {404}
    assert "receipt" not in verify(plain).json()
    described = plain.get("/openapi.json").json()
    assert not [path for path in described["paths"] if path.startswith(("/v1/verdicts", "/v1/keys"))]
    assert "receipt" not in described["components"]["schemas"]["Verdict"]["properties"]


@pytest.mark.usefixtures("_quick_document")
def test_the_document_has_the_paths_and_the_receipt(service: TestClient) -> None:
    described = service.get("/openapi.json").json()
    assert described["components"] == schemas()
    assert {"/v1/verdicts/{id}", "/v1/verdicts/check", "/v1/keys"} <= described["paths"].keys()
    assert "receipt" in described["components"]["schemas"]["Verdict"]["required"]
    valid(service.get("/v1/keys").json(), "PublicKeys")
    results = described["components"]["schemas"]["Checked"]["properties"]["result"]["enum"]
    assert {"fine", "altered", "expired", "damaged"} <= set(results)


def test_without_a_ledger_nothing_of_it_is_imported() -> None:
    """Off, it costs nothing."""
    code = (
        "import sys; from fastapi.testclient import TestClient\n"
        "from api import document; from api.app import create_app; from api.settings import Settings\n"
        "document.answers = lambda game: {}; client = TestClient(create_app(Settings(warm_up=False)))\n"
        f"client.post('/v1/games/{GAME}/verify', json={RIGHT!r}); client.get('/openapi.json'); print(*sorted(sys.modules))"
    )
    loaded = set(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split())
    assert "solver.result" in loaded
    assert {name for name in loaded if name.split(".")[0] in ("sqlalchemy", "alembic", "cryptography", "asyncpg", "aiosqlite")} == set()
    assert {name for name in loaded if "ledger" in name} == {"api.ledger"}


def test_without_its_packages_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in [name for name in sys.modules if name.startswith(("api.ledger.service", "solver.ledger.database", "sqlalchemy"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "sqlalchemy", None)
    with pytest.raises(LipaiError, match=r"pip install 'lipai\[ledger\]'"):
        create_app(Settings(ledger=str(tmp_path / "ledger.db")))


def test_a_key_from_the_environment_is_used_and_never_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    made = keys.create(tmp_path / "key")
    text = (tmp_path / "key").read_text()
    settings = Settings(warm_up=False, ledger_patience_ms=20_000, ledger=str(tmp_path / "ledger.db"), ledger_key=text)  # type: ignore[arg-type]
    secret = json.loads(text)["keys"][0]["d"]
    assert secret not in repr(settings) + str(settings.model_dump())
    with TestClient(create_app(settings)) as service:
        assert verify(service).json()["receipt"]["key_id"] == made.kid
        assert secret not in service.get("/v1/keys").text
    assert secret not in caplog.text
    assert not (tmp_path / "ledger.db.key").exists()


def test_postgresql_needs_a_key_and_its_tables(server: Any, tmp_path: Path) -> None:
    """Many machines sign with one key, and none of them changes the tables under the others."""
    url = server.database("unprepared")
    with pytest.raises(LedgerError, match="LIPAI_LEDGER_KEY_FILE"):
        create_app(Settings(ledger=url))
    keys.create(tmp_path / "key")
    app = create_app(Settings(warm_up=False, ledger_patience_ms=20_000, ledger=url, ledger_key_file=tmp_path / "key"))
    with pytest.raises(SchemaError, match="run: lipai ledger migrate"), TestClient(app):
        pass


def test_a_rotated_key_is_taken_up_without_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.watched.LOOK_AGAIN_S", 0.0)
    path = tmp_path / "key"
    first = keys.create(path).kid
    with TestClient(
        create_app(Settings(warm_up=False, ledger_patience_ms=20_000, ledger=str(tmp_path / "ledger.db"), ledger_key_file=path))
    ) as service:
        old = verify(service).json()
        second = keys.rotate(path, 60).kid
        new = verify(service).json()
        assert [each["receipt"]["key_id"] for each in (old, new)] == [first, second]
        path.write_text("broken")
        assert verify(service).json()["receipt"]["key_id"] == second
        listed = service.get("/v1/keys").json()["keys"]
        assert [(key["kid"], key["used_until"] is None) for key in listed] == [(second, True), (first, False)]
        assert all(service.post("/v1/verdicts/check", json=each).json()["result"] == "fine" for each in (old, new))
    path.unlink()
    third = keys.create(path).kid  # the file is new and knows nothing of the others; the ledger does
    with TestClient(
        create_app(Settings(warm_up=False, ledger_patience_ms=20_000, ledger=str(tmp_path / "ledger.db"), ledger_key_file=path))
    ) as service:
        assert {key["kid"] for key in service.get("/v1/keys").json()["keys"]} == {first, second, third}
        assert service.post("/v1/verdicts/check", json=old).json()["result"] == "fine"


def test_a_key_file_is_read_again_once_it_can_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """Though nothing of the file tells that it can: what kept it from being read may have been its permissions, or a disk."""
    monkeypatch.setattr("api.watched.LOOK_AGAIN_S", 0.0)
    path = tmp_path / "key"
    first, second = keys.create(path).kid, keys.create(tmp_path / "second").kid

    def write(content: str) -> None:
        """In its place, of one time."""
        path.write_text(content)
        os.utime(path, ns=(1, 1))

    settings = Settings(warm_up=False, ledger_patience_ms=20_000, ledger=str(tmp_path / "ledger.db"), ledger_key_file=path)
    with TestClient(create_app(settings)) as service:
        write("broken")
        assert [verify(service).json()["receipt"]["key_id"] for _ in range(3)] == [first] * 3
        assert caplog.text.count("the signing key stays as it was") == 1, "it is told once, not with every verdict"
        write((tmp_path / "second").read_text())
        answer = verify(service).json()
        assert answer["receipt"]["key_id"] == second
        assert service.post("/v1/verdicts/check", json=answer).json()["result"] == "fine"


def test_a_key_that_comes_while_another_is_noted_is_noted_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a receipt would be signed by a key that the ledger forgets with the file."""
    monkeypatch.setattr("api.watched.LOOK_AGAIN_S", 0.0)
    path = tmp_path / "key"
    kids = [keys.create(path).kid]

    async def run() -> tuple[str, set[str]]:
        ledger = Ledger(Settings(ledger_patience_ms=20_000, ledger=str(tmp_path / "ledger.db"), ledger_key_file=path))
        remember = ledger.store.remember

        async def slowly(public: Any) -> None:
            await remember(public)
            if len(kids) == 1:  # a verdict comes meanwhile, and sees the new key
                kids.append(keys.rotate(path, 60).kid)
                await ledger.public_keys()

        monkeypatch.setattr(ledger.store, "remember", slowly)
        await ledger.open()
        issued = await ledger.record(GAME, RIGHT, perform(GAME, "verify", dict(RIGHT)))
        noted = {key.kid for key in await ledger.store.keys()}
        await ledger.close()
        return issued.key_id, noted

    signed, noted = asyncio.run(run())
    assert len(kids) == 2
    assert signed == kids[1]
    assert noted == set(kids)


@pytest.mark.parametrize("sound", [0, 100], ids=["no-database", "torn-pages"])
def test_a_damaged_database_is_told_and_verdicts_are_given(tmp_path: Path, sound: int, caplog: pytest.LogCaptureFixture) -> None:
    """503 for what it alone knows; a forgery, the service's own keys and every verdict need it not. Whole again, it is used again."""
    path, whole, torn = (tmp_path / name for name in ("ledger.db", "whole", "torn"))
    settings = Settings(warm_up=False, ledger_patience_ms=20_000, ledger=str(path))
    with TestClient(create_app(settings), raise_server_exceptions=False) as service:
        answer = verify(service).json()
        listed = service.get("/v1/keys").json()
        with contextlib.closing(sqlite3.connect(path)) as connection:
            assert connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0  # nothing of it stands elsewhere
        content = path.read_bytes()
        whole.write_bytes(content)
        torn.write_bytes(content[:sound] + b"\xa5" * (len(content) - sound))
        torn.replace(path)
        found = service.get(f"/v1/verdicts/{answer['receipt']['id']}")
        checked = service.post("/v1/verdicts/check", json=answer)
        for response in (found, checked):
            assert (response.status_code, response.json()["code"]) == (503, "ledger-unreachable"), response.text
            assert response.headers["content-type"] == "application/problem+json"
            assert response.headers["retry-after"] == "5"
            valid(response.json(), "ProblemDocument")
        assert "damaged or no database" in caplog.text
        forged = service.post("/v1/verdicts/check", json=answer["receipt"] | {"points": 99})
        assert (forged.status_code, forged.json()["result"]) == (200, "altered")
        shown = service.get("/v1/keys")
        assert (shown.status_code, shown.json()) == (200, listed)
        without = verify(service)
        assert (without.status_code, without.json()["receipt"]["stored"]) == (200, False)
        assert {key: value for key, value in without.json().items() if key != "receipt"} == {
            key: value for key, value in answer.items() if key != "receipt"
        }
        whole.replace(path)
        deadline = time.monotonic() + 30
        while not verify(service).json()["receipt"]["stored"]:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        results = [service.post("/v1/verdicts/check", json=each).json()["result"] for each in (answer, without.json())]
        assert results == ["fine", "unstored"]


@pytest.mark.parametrize(
    "change",
    [
        "receipt = '{bad'", "receipt = ''", "receipt = x'00'", "claim = '{bad'", "claim = CAST(x'ff' AS TEXT)", "game = 'open-face'",
        "valid = 1 - valid", "verdict = replace(verdict, 'false', 'true')", "claim = replace(claim, 'first', 'third')",
        "receipt = replace(receipt, '\"points\":8', '\"points\":9')",
    ],
)  # fmt: skip
def test_a_record_that_was_changed_is_never_handed_out(tmp_path: Path, change: str, caplog: pytest.LogCaptureFixture) -> None:
    """What is stored is held against its receipt: the log names the id, a check says so, and all other verdicts are there."""
    path = tmp_path / "ledger.db"
    settings = Settings(warm_up=False, ledger_patience_ms=20_000, ledger=str(path))
    with TestClient(create_app(settings), raise_server_exceptions=False) as service:
        answer, other = verify(service).json(), verify(service).json()
        id = answer["receipt"]["id"]
        with contextlib.closing(sqlite3.connect(path)) as connection, connection:
            assert connection.execute(f"UPDATE verdicts SET {change} WHERE id = ?", (id.replace("-", ""),)).rowcount == 1
        found = service.get(f"/v1/verdicts/{id}")
        assert (found.status_code, found.json()["code"]) == (503, "ledger-unreachable"), found.text
        valid(found.json(), "ProblemDocument")
        assert f"the record {id} is damaged" in caplog.text
        checked = service.post("/v1/verdicts/check", json=answer)
        result = "differs" if "points" in change else "damaged"
        assert (checked.status_code, checked.json()["result"], checked.json()["genuine"]) == (200, result, True), checked.text
        assert service.get(f"/v1/verdicts/{other['receipt']['id']}").json()["receipt"] == other["receipt"]
        assert verify(service).json()["receipt"]["stored"]


def test_a_forged_record_is_never_handed_out(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Whose hashes and columns all fit; but nobody else can sign."""
    path = tmp_path / "ledger.db"
    with TestClient(create_app(Settings(warm_up=False, ledger_patience_ms=20_000, ledger=str(path)))) as service:
        forged = record(keys.create(tmp_path / "strange"))
        claimed = msgspec.structs.replace(forged.receipt, id=clock.new_id(clock.now()), key_id=verify(service).json()["receipt"]["key_id"])
        rows = [each.row() for each in (forged, msgspec.structs.replace(forged, receipt=claimed))]
        with contextlib.closing(sqlite3.connect(path)) as connection, connection:
            for row in rows:
                names = ", ".join(row)
                values = {**row, "id": row["id"].replace("-", "")}
                connection.execute(f"INSERT INTO verdicts ({names}) VALUES ({', '.join(f':{name}' for name in row)})", values)
        assert [service.get(f"/v1/verdicts/{row['id']}").status_code for row in rows] == [503, 503]
        assert caplog.text.count("is damaged: ") == 2


def test_retention_forgets_at_start(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = str(tmp_path / "ledger.db")
    day = 86_400 * clock.SECOND
    signing = keys.create(tmp_path / "ledger.db.key")
    now = clock.now()
    document = json.loads((tmp_path / "ledger.db.key").read_text())
    document["keys"][0]["used_from"] = clock.written(now - 30 * day)
    (tmp_path / "ledger.db.key").write_text(json.dumps(document))
    old, young = record(signing, now - 10 * day), record(signing, now - 5 * day)

    async def fill() -> None:
        database = Database(path, 5)
        await migrate.migrate(database)
        await Store(database).add([old.row(), young.row()])
        await database.close()

    asyncio.run(fill())
    with TestClient(create_app(Settings(warm_up=False, ledger_patience_ms=20_000, ledger=path, ledger_retention_days=7))) as service:
        verify(service)
        forgotten = service.get(f"/v1/verdicts/{old.receipt.id}")
        assert (forgotten.status_code, forgotten.json()["code"]) == (404, "verdict-expired")
        assert service.get(f"/v1/verdicts/{young.receipt.id}").status_code == 200
        results = [service.post("/v1/verdicts/check", json=msgspec.to_builtins(each.receipt)).json()["result"] for each in (old, young)]
        assert results == ["expired", "fine"]


def test_many_who_ask_for_the_keys_at_once_share_one_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the database is slow too. A check looks no earlier than it was asked, so that a key just made elsewhere is known."""

    async def run() -> None:
        ledger = Ledger(Settings(ledger=str(tmp_path / "ledger.db"), ledger_patience_ms=20_000))
        await ledger.open()
        looks = []
        read = ledger.store.keys

        async def slowly() -> Any:
            looks.append(time.monotonic())
            await asyncio.sleep(0.2)
            return await read()

        monkeypatch.setattr(ledger.store, "keys", slowly)
        listed = await asyncio.gather(*(ledger.public_keys(60) for _ in range(50)))
        assert len(looks) == 1
        assert len(set(listed)) == len(listed[0]) == 1
        await asyncio.gather(*(ledger.public_keys() for _ in range(50)))
        assert len(looks) in (2, 3)
        asked = time.monotonic()
        await ledger.public_keys()
        assert looks[-1] >= asked
        first = asyncio.ensure_future(ledger.public_keys())
        await asyncio.sleep(0.05)
        first.cancel()  # who left keeps nobody waiting
        assert await asyncio.wait_for(ledger.public_keys(), 10) == listed[0]
        await ledger.close()

    asyncio.run(run())


def test_the_end_goes_on_when_the_ledger_fails_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What else there is to close is closed: games have processes of their own."""
    ended = []

    async def fails() -> None:
        await close()
        raise RuntimeError("no such thing")

    app = create_app(Settings(warm_up=False, ledger_patience_ms=20_000, ledger=str(tmp_path / "ledger.db")))
    close = app.state.ledger.close
    with TestClient(app):
        monkeypatch.setattr(app.state.ledger, "close", fails)
        monkeypatch.setattr("api.app.games", lambda: ended.append("games") or ())
    assert ended == ["games"]
    assert "the ledger did not close as it should" in caplog.text


def test_a_fault_while_tidying_up_keeps_nothing_from_being_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is logged, and at the end the verdict under way is waited for."""

    async def run() -> None:
        ledger = Ledger(Settings(ledger=str(tmp_path / "ledger.db"), ledger_patience_ms=20_000))

        async def fails() -> Any:
            raise RuntimeError("no such thing")
            yield

        monkeypatch.setattr(ledger, "prune", fails)
        await ledger.open()
        await asyncio.sleep(0.05)
        add = ledger.store.add

        async def slowly(rows: Any) -> None:
            await asyncio.sleep(0.2)
            await add(rows)

        monkeypatch.setattr(ledger.store, "add", slowly)
        under_way = asyncio.ensure_future(ledger.record(GAME, RIGHT, perform(GAME, "verify", dict(RIGHT))))
        await asyncio.sleep(0.05)
        await ledger.close()
        assert (await under_way).stored

    asyncio.run(run())
    assert "old verdicts are kept for now, for a fault of the program" in caplog.text


def test_an_answer_without_a_receipt_is_told_so(service: TestClient, plain: TestClient) -> None:
    """As it comes from a service that keeps no ledger."""
    for lang in ("en", "zh", "vi"):
        refused = service.post("/v1/verdicts/check", json=verify(plain).json(), headers={"accept-language": lang})
        assert (refused.status_code, refused.json()["code"]) == (422, "receipt-missing")
        assert refused.json()["detail"] == receipt.TEXTS("receipt-missing", lang)  # type: ignore[arg-type]


def test_a_clock_that_jumped_makes_nobody_forget(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """A year ahead by mistake, and a retention of a week would leave nothing."""
    app = create_app(Settings(warm_up=False, ledger_patience_ms=20_000, ledger=str(tmp_path / "ledger.db"), ledger_retention_days=7))
    true = clock.now
    with TestClient(app) as service:
        before = verify(service).json()["receipt"]
        monkeypatch.setattr(clock, "now", lambda: true() + 366 * 86_400 * clock.SECOND)
        ahead = verify(service).json()["receipt"]
        ledger = app.state.ledger

        async def prune() -> list[int]:
            return [count async for count in ledger.prune()]

        assert asyncio.run(prune()) == []
        assert "no verdict is forgotten before the next start" in caplog.text
        monkeypatch.setattr(clock, "now", true)
        after = verify(service).json()["receipt"]
        assert before["issued_at"] < after["issued_at"] < ahead["issued_at"]
        for each in (before, ahead, after):
            assert service.post("/v1/verdicts/check", json=each).json()["result"] == "fine"
