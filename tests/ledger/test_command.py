"""`lipai ledger`: what an operator and a player with a receipt do, without a service."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from solver import game as registry
from solver.cli import app
from solver.ledger import clock, keys, migrate, replay
from solver.ledger.canonical import canonical, digest
from solver.ledger.database import Database
from solver.ledger.receipt import sign
from solver.ledger.store import Record, Store
from tests.ledger.records import RIGHT, record


def lipai(*words: str, stdin: str = "", **env: str) -> Any:
    return CliRunner().invoke(app, ["ledger", *words], input=stdin, env={"LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"} | env)


@pytest.fixture
def signing(tmp_path: Path) -> keys.Keys:
    return keys.create(tmp_path / "key")


@pytest.fixture
def public(tmp_path: Path, signing: keys.Keys) -> Path:
    path = tmp_path / "keys.json"
    path.write_text(lipai("key", "public", str(tmp_path / "key")).stdout)
    return path


def whole(held: Record) -> dict[str, Any]:
    """An answer to `verify` as the service gives it."""
    answer: dict[str, Any] = json.loads(held.verdict) | {"receipt": msgspec.to_builtins(held.receipt)}
    return answer


def test_a_receipt_is_checked_offline(tmp_path: Path, signing: keys.Keys, public: Path) -> None:
    """By a player who has the service's keys, in any of the forms that he may have kept it in."""
    held = record(signing)
    for body in (whole(held), {"receipt": whole(held)["receipt"]}, whole(held)["receipt"]):
        done = lipai("check", "-", "--keys", str(public), stdin=json.dumps(body))
        assert done.exit_code == 0, done.stderr
        assert done.stdout.startswith("✔ this receipt is genuine\n")
        assert held.receipt.id in done.stdout
    (tmp_path / "request.json").write_text(json.dumps(RIGHT | {"lang": "vi"}))
    (tmp_path / "receipt.json").write_text(json.dumps(whole(held)))
    words = ("check", str(tmp_path / "receipt.json"), "--keys", str(public), "--request", str(tmp_path / "request.json"))
    assert lipai(*words).exit_code == 0
    (tmp_path / "request.json").write_text(json.dumps(RIGHT | {"label": "another"}))
    done = lipai(*words, "--json")
    assert (done.exit_code, json.loads(done.stdout)["result"]) == (1, "other-claim")


@pytest.mark.parametrize(
    ("change", "result"), [({"points": 9}, "altered"), ({"key_id": "x"}, "unknown-key"), ({"stored": False}, "altered")]
)
def test_a_changed_receipt_is_wrong(signing: keys.Keys, public: Path, change: dict[str, Any], result: str) -> None:
    body = whole(record(signing))["receipt"] | change
    done = lipai("check", "-", "--keys", str(public), "--json", stdin=json.dumps(body))
    assert (done.exit_code, json.loads(done.stdout)["result"]) == (1, result)


def test_what_can_not_be_read_is_told(tmp_path: Path, signing: keys.Keys, public: Path) -> None:
    text = json.dumps(whole(record(signing))["receipt"])
    twice = text[:-1] + ', "valid": true}'
    (tmp_path / "no-keys.json").write_text('{"keys": [{"kid": "x"}]}')
    for stdin, words, message in (
        ("{", ("-", "--keys", str(public)), "-: "),
        (twice, ("-", "--keys", str(public)), "given more than once"),
        ("[]", ("-", "--keys", str(public)), "this is no receipt"),
        (text, ("-", "--keys", str(tmp_path / "none")), "no such file"),
        (text, ("-", "--keys", str(tmp_path / "no-keys.json")), "these are no keys"),
        (text, ("-", "--keys", str(public), "--request", str(tmp_path / "none")), "no such file"),
    ):
        done = lipai("check", *words, stdin=stdin)
        assert done.exit_code == 2, done.stdout
        assert message in done.stderr


def test_keys_are_made_rotated_and_listed(tmp_path: Path) -> None:
    path = str(tmp_path / "key")
    assert lipai("key", "new", path).exit_code == 0
    assert lipai("key", "new", path).exit_code == 2
    first = json.loads(lipai("key", "public", path).stdout)["keys"]
    assert lipai("key", "rotate", path, "--overlap", "0").exit_code == 0
    done = lipai("key", "public", path)
    assert [key["kid"] for key in json.loads(done.stdout)["keys"][1:]] == [first[0]["kid"]]
    assert '"d"' not in done.stdout
    Path(path).chmod(0o644)
    done = lipai("key", "rotate", path)
    assert (done.exit_code, "chmod 600" in done.stderr) == (2, True)


def filled(path: Path, *records: Record, public: Any = ()) -> str:
    async def fill() -> None:
        database = Database(str(path), 20)
        await migrate.migrate(database)
        store = Store(database)
        await store.add([each.row() for each in records])
        await store.remember(public)
        await database.close()

    asyncio.run(fill())
    return str(path)


def other(signing: keys.Keys, held: Record, **change: Any) -> Record:
    """A record that is genuine and says something else, as a former version would have judged."""
    verdict = json.loads(held.verdict) | change
    fields = {name: getattr(held.receipt, name) for name in held.receipt.__struct_fields__}
    fields |= {
        "verdict_hash": digest(canonical(verdict)),
        "valid": verdict["valid"],
        "points": verdict["points"],
        "id": clock.new_id(clock.now()),
    }
    fields |= {"rules_hash": verdict["rules"]["hash"]}
    for name in ("format", "key_id", "signature"):
        del fields[name]
    return Record(held.claim, canonical(verdict), sign(signing, **fields))


def test_replay_finds_what_comes_out_otherwise(tmp_path: Path, signing: keys.Keys) -> None:
    """Verdicts of a former version: one more point, one violation less, other rules; and one that someone changed in the ledger."""
    same = record(signing)
    verdict = json.loads(same.verdict)
    assert verdict["violations"]
    more = other(signing, same, points=verdict["points"] + 1)
    fewer = other(signing, same, violations=[], valid=True)
    rules = other(signing, same, rules={"preset": "seed", "hash": "0" * 16})
    words = other(signing, same, warnings=[], lost=99, build="0.0.1")  # advice and version are no verdict
    tampered = msgspec.structs.replace(record(signing), verdict=canonical(verdict | {"points": 40}))
    ledger = filled(tmp_path / "ledger.db", same, more, fewer, rules, words, tampered, public=signing.public)
    done = lipai("replay", "--ledger", ledger, "--json")
    assert done.exit_code == 1
    found = {(each["id"], each["field"]): (each["was"], each["now"]) for each in map(json.loads, done.stdout.splitlines())}
    assert found == {
        (more.receipt.id, "points"): (verdict["points"] + 1, verdict["points"]),
        (fewer.receipt.id, "valid"): (True, False),
        (fewer.receipt.id, "violations"): ([], [{k: v for k, v in each.items() if k != "message"} for each in verdict["violations"]]),
        (rules.receipt.id, "rules"): ("0" * 16, verdict["rules"]["hash"]),
        (tampered.receipt.id, "record"): ("genuine", "other-verdict"),
    }
    assert "6 claims judged again, 4 came out otherwise" in done.stderr
    text = lipai("replay", LIPAI_LEDGER=ledger)
    assert (text.exit_code, len(text.stdout.splitlines())) == (1, 5)
    assert f"{fewer.receipt.id}  si-se-pai  violations: none → {verdict['violations'][0]['code']}" in text.stdout
    later = lipai("replay", "--ledger", ledger, "--since", clock.written(clock.now() + clock.SECOND))
    assert (later.exit_code, "0 claims judged again" in later.stderr) == (0, True)
    assert lipai("replay", "--ledger", ledger, "--since", "yesterday").exit_code == 2


@pytest.mark.parametrize("damage", [{"claim": "{"}, {"verdict": '{"valid": tr'}, {"verdict": ""}, {"claim": "", "verdict": ""}])
def test_replay_goes_on_past_a_damaged_record(tmp_path: Path, signing: keys.Keys, damage: dict[str, str]) -> None:
    """Text that is no JSON any more is told as what it is, and keeps none of the others from being judged."""
    before, damaged, after = record(signing), msgspec.structs.replace(record(signing), **damage), record(signing)
    points = json.loads(after.verdict)["points"]
    after = other(signing, after, points=points + 1)
    ledger = filled(tmp_path / "ledger.db", before, damaged, after, public=signing.public)
    done = lipai("replay", "--ledger", ledger, "--json")
    assert done.exit_code == 1, done.stderr
    assert [(each["id"], each["field"], each["was"], each["now"]) for each in map(json.loads, done.stdout.splitlines())] == [
        (damaged.receipt.id, "record", "genuine", "damaged"),
        (after.receipt.id, "points", points + 1, points),
    ]
    assert "3 claims judged again, 2 came out otherwise" in done.stderr
    text = lipai("replay", "--ledger", ledger)
    assert (text.exit_code, "Traceback" in text.output) == (1, False)
    assert f"{damaged.receipt.id}  si-se-pai  record: genuine → damaged" in text.stdout


def test_replay_tells_of_claims_that_are_none_any_more(tmp_path: Path, signing: keys.Keys, monkeypatch: pytest.MonkeyPatch) -> None:
    """A preset that was dropped, a game that is gone."""
    held = record(signing)
    monkeypatch.setattr(replay, "perform", lambda *_: registry.game("no-such-game"))
    assert [each.now for each in replay.differences(held, signing.public)] == [["unknown-game"]]
    monkeypatch.undo()
    claim = held.claim.replace('"label":"first"', '"rules":{"preset":"gone"}')
    gone = Record(claim, held.verdict, sign(signing, **_unsigned(held, claim_hash=digest(claim))))
    assert [(each.field, each.now) for each in replay.differences(gone, signing.public)] == [("refused", ["unknown-value"])]


def _unsigned(held: Record, **change: Any) -> dict[str, Any]:
    fields = {name: getattr(held.receipt, name) for name in held.receipt.__struct_fields__ if name not in ("format", "key_id", "signature")}
    return fields | change


def test_replay_makes_no_ledger(tmp_path: Path) -> None:
    done = lipai("replay", "--ledger", str(tmp_path / "typo.db"))
    assert (done.exit_code, list(tmp_path.iterdir())) == (2, [])
    (tmp_path / "empty.db").touch()
    done = lipai("replay", "--ledger", str(tmp_path / "empty.db"))
    assert (done.exit_code, "run: lipai ledger migrate" in done.stderr) == (2, True)


def test_migrate_and_prune(ledger: str, tmp_path: Path) -> None:
    assert "at version 0001 now" in lipai("migrate", LIPAI_LEDGER=ledger).stderr
    assert "at version 0001 already" in lipai("migrate", "--ledger", ledger).stderr
    signing = keys.create(tmp_path / "key")
    now = clock.now()

    async def fill() -> None:
        database = Database(ledger, 20)
        await Store(database).add([record(signing, now - age * clock.SECOND).row() for age in (0, 3600, 90_000)])
        await database.close()

    asyncio.run(fill())
    assert "1 verdict forgotten" in lipai("prune", "--ledger", ledger, "--days", "1").stderr
    assert "2 verdicts forgotten" in lipai("prune", LIPAI_LEDGER=ledger, LIPAI_LEDGER_RETENTION_DAYS="0").stderr
    assert lipai("prune", "--ledger", ledger).exit_code == 2


def test_a_server_that_is_away_is_told_without_its_password() -> None:
    done = lipai("migrate", "--ledger", "postgresql://user:hunter2@127.0.0.1:1/name")
    assert done.exit_code == 2
    assert "postgresql://user:***@127.0.0.1:1/name" in done.stderr
    assert "hunter2" not in done.stderr + done.stdout


def test_its_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; sys.argv = ['lipai', 'ledger', '--help']\nfrom solver.cli import app\ntry: app()\nfinally: print(*sorted(sys.modules))"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.splitlines()[-1].split()
    assert "solver.cli.ledger" in loaded
    assert {name for name in loaded if name.split(".")[0] in ("sqlalchemy", "alembic", "cryptography", "msgspec", "numpy")} == set()


def test_without_its_packages_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    done = lipai("migrate", "--ledger", "x")
    assert (done.exit_code, "pip install 'lipai[ledger]'" in done.stderr) == (2, True)
