"""`lipai ledger`: what an operator and a player with a receipt do, without a service."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
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
    (tmp_path / "nan.json").write_text('{"claimed_points": NaN}')
    for stdin, words, message in (
        (text, ("-", "--keys", str(public), "--request", str(tmp_path / "nan.json")), "NaN is nothing"),
        ("{", ("-", "--keys", str(public)), "-: "),
        (twice, ("-", "--keys", str(public)), "given more than once"),
        ("[]", ("-", "--keys", str(public)), "this is no receipt"),
        (DEEP, ("-", "--keys", str(public)), "-: nested too deeply"),
        ('{"x": NaN}', ("-", "--keys", str(public)), "-: NaN is nothing that JSON has"),
        ('{"x": 1e999}', ("-", "--keys", str(public)), "-: "),
        ('{"x": "\\ud800"}', ("-", "--keys", str(public)), "-: not a text in UTF-8"),
        (text, ("-", "--keys", str(tmp_path / "none")), "no such file"),
        (text, ("-", "--keys", str(tmp_path / "no-keys.json")), "these are no keys"),
        (text, ("-", "--keys", str(public), "--request", str(tmp_path / "none")), "no such file"),
    ):
        done = lipai("check", *words, stdin=stdin)
        assert done.exit_code == 2, done.stdout
        assert message in done.stderr


def test_a_mark_before_the_text_is_no_part_of_it(tmp_path: Path, signing: keys.Keys, public: Path) -> None:
    """Some editors put one (BOM) before the first character of all that they save."""
    text = json.dumps(whole(record(signing)))
    files = {name: tmp_path / f"{name}.json" for name in ("answer", "keys", "request")}
    for file, content in zip(files.values(), (text, public.read_text(), json.dumps(RIGHT)), strict=True):
        file.write_text(content, encoding="utf-8-sig")
    for source, stdin in ((str(files["answer"]), ""), ("-", "\ufeff" + text)):
        done = lipai("check", source, "--keys", str(files["keys"]), "--request", str(files["request"]), stdin=stdin)
        assert done.exit_code == 0, done.stderr
    files["answer"].write_bytes(text.encode("utf-16"))
    done = lipai("check", str(files["answer"]), "--keys", str(files["keys"]))
    assert (done.exit_code, " ".join(done.stderr.split())) == (2, f"{files['answer']}: not a text in UTF-8")


def test_an_answer_without_a_receipt_is_told_so(signing: keys.Keys, public: Path) -> None:
    done = lipai("check", "-", "--keys", str(public), stdin=record(signing).verdict)
    assert (done.exit_code, "there is no receipt in this" in done.stderr) == (2, True)


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
    *lines, counts = done.stdout.splitlines()
    found = {(each["id"], each["field"]): (each["was"], each["now"]) for each in map(json.loads, lines)}
    assert found == {
        (more.receipt.id, "points"): (verdict["points"] + 1, verdict["points"]),
        (fewer.receipt.id, "valid"): (True, False),
        (fewer.receipt.id, "violations"): ([], [{k: v for k, v in each.items() if k != "message"} for each in verdict["violations"]]),
        (rules.receipt.id, "rules"): ("0" * 16, verdict["rules"]["hash"]),
        (tampered.receipt.id, "record"): ("genuine", "other-verdict"),
    }
    assert (json.loads(counts), done.stderr) == ({"judged": 6, "differ": 4}, "")
    text = lipai("replay", LIPAI_LEDGER=ledger)
    assert (text.exit_code, len(text.stdout.splitlines())) == (1, 5)
    assert "6 claims judged again, 4 came out otherwise" in text.stderr
    assert f"{fewer.receipt.id}  si-se-pai  violations: none → {verdict['violations'][0]['code']}" in text.stdout
    later = lipai("replay", "--ledger", ledger, "--since", clock.written(clock.now() + clock.SECOND))
    assert (later.exit_code, "0 claims judged again" in later.stderr) == (0, True)
    later = lipai("replay", "--ledger", ledger, "--since", clock.written(clock.now() + clock.SECOND), "--json")
    assert (later.exit_code, json.loads(later.stdout)) == (0, {"judged": 0, "differ": 0})
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
    *lines, counts = done.stdout.splitlines()
    assert [(each["id"], each["field"], each["was"], each["now"]) for each in map(json.loads, lines)] == [
        (damaged.receipt.id, "record", "genuine", "damaged"),
        (after.receipt.id, "points", points + 1, points),
    ]
    assert json.loads(counts) == {"judged": 3, "differ": 2}
    text = lipai("replay", "--ledger", ledger)
    assert (text.exit_code, "Traceback" in text.output) == (1, False)
    assert f"{damaged.receipt.id}  si-se-pai  record: genuine → damaged" in text.stdout


DEEP = "[" * 100_000
DAMAGES: list[dict[str, Any]] = [
    {"receipt": "'{bad'"}, {"receipt": "''"}, {"receipt": "'[]'"}, {"receipt": "x'00ff'"}, {"receipt": "CAST(x'7bff' AS TEXT)"},
    {"receipt": f"'{DEEP}'"}, {"claim": f"'{DEEP}'"}, {"verdict": "x'00'"}, {"claim": "CAST(x'ff' AS TEXT)"},
    {"receipt": "replace(receipt, '2026', 'year')"}, {"receipt": "replace(receipt, '20', '19')", "id": "'none'"},
]  # fmt: skip


def changed(ledger: str, id: str, columns: dict[str, str]) -> None:
    """Change columns of one record behind the ledger's back."""
    with contextlib.closing(sqlite3.connect(ledger)) as connection, connection:
        sets = ", ".join(f"{name} = {value}" for name, value in columns.items())
        assert connection.execute(f"UPDATE verdicts SET {sets} WHERE id = ?", (id.replace("-", ""),)).rowcount == 1


@pytest.mark.parametrize("columns", DAMAGES, ids=[f"{number}-{'-'.join(each)}" for number, each in enumerate(DAMAGES)])
def test_replay_goes_on_past_a_row_that_holds_no_record(tmp_path: Path, signing: keys.Keys, columns: dict[str, str]) -> None:
    """Be it no JSON, no text, no UTF-8, or nested without end: it is told, and all others are judged."""
    held = [record(signing) for _ in range(3)]
    ledger = filled(tmp_path / "ledger.db", *held, public=signing.public)
    changed(ledger, held[1].receipt.id, columns)
    done = lipai("replay", "--ledger", ledger, "--json")
    assert done.exit_code == 1, done.output
    *lines, counts = map(json.loads, done.stdout.splitlines())
    assert counts == {"judged": 3, "differ": 1}
    told = [each for each in lines if each["field"] == "record"]
    assert [(each["id"], each["game"], each["was"]) for each in told] == [
        ("none" if "id" in columns else held[1].receipt.id, "si-se-pai", "genuine")
    ]
    assert told[0]["now"] in ("damaged", "altered", "other-claim", "other-verdict")


@pytest.mark.parametrize(
    ("column", "value", "now"),
    [
        ("valid", "1", 1), ("valid", "5", 5), ("id", "'ffffffffffff4fffbfffffffffffffff'", "ffffffff-ffff-4fff-bfff-ffffffffffff"),
        ("id", "'x'", "x"), ("issued_at", "1", 1), ("issued_at", "'noon'", "noon"), ("game", "'open-face'", "open-face"),
        ("key_id", "'another'", "another"), ("claim_hash", "'0'", "0"), ("rules_hash", "'0'", "0"), ("build", "'9'", "9"),
    ],
)  # fmt: skip
def test_replay_holds_the_columns_against_what_was_signed(tmp_path: Path, signing: keys.Keys, column: str, value: str, now: Any) -> None:
    """By them a record is found, counted and forgotten; the signature is of the receipt alone."""
    held = [record(signing) for _ in range(2)]
    ledger = filled(tmp_path / "ledger.db", *held, public=signing.public)
    changed(ledger, held[0].receipt.id, {column: value})
    done = lipai("replay", "--ledger", ledger, "--json")
    told, counts = map(json.loads, done.stdout.splitlines())
    was = clock.read(held[0].receipt.issued_at) if column == "issued_at" else getattr(held[0].receipt, column)
    assert (done.exit_code, told["field"], told["was"], told["now"]) == (1, "columns", {column: was}, {column: now})
    assert told["id"] == (now if column == "id" else held[0].receipt.id)
    assert counts == {"judged": 2, "differ": 1}
    text = lipai("replay", "--ledger", ledger)
    assert f"columns: {column} {str(was).lower()} → {column} {str(now).lower()}\n" in text.stdout


def test_replay_finds_a_record_that_stands_in_anothers_place(tmp_path: Path, signing: keys.Keys) -> None:
    """Genuine in itself, and so judged as ever, but not what was signed under that id."""
    held = [record(signing, fields=RIGHT | {"label": f"table {number}"}) for number in range(3)]
    ledger = filled(tmp_path / "ledger.db", *held, public=signing.public)
    other = f"FROM verdicts WHERE id = '{held[2].receipt.id.replace('-', '')}'"
    changed(ledger, held[0].receipt.id, {name: f"(SELECT {name} {other})" for name in ("claim", "verdict", "receipt")})
    done = lipai("replay", "--ledger", ledger, "--json")
    told, counts = map(json.loads, done.stdout.splitlines())
    assert (done.exit_code, counts) == (1, {"judged": 3, "differ": 1})
    assert (told["id"], told["was"]["id"], told["now"]["id"]) == (held[0].receipt.id, held[2].receipt.id, held[0].receipt.id)


def test_a_damaged_public_key_is_told_and_the_others_count(tmp_path: Path, signing: keys.Keys, caplog: pytest.LogCaptureFixture) -> None:
    strange = keys.create(tmp_path / "strange")
    ledger = filled(tmp_path / "ledger.db", record(signing), public=(*signing.public, *strange.public))
    with contextlib.closing(sqlite3.connect(ledger)) as connection, connection:
        connection.execute("UPDATE signing_keys SET jwk = '{bad' WHERE kid = ?", (strange.kid,))
    assert lipai("replay", "--ledger", ledger).exit_code == 0
    assert f"public key {strange.kid} is damaged" in caplog.text


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
