"""Keys and rates as callers meet them: who is let in, who is told what, and what nobody is told."""

from __future__ import annotations

import json
import logging
import os
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st

from api.access import admin
from api.access.keys import Key, KeysError, Ring, hash_of, new, parse_keys
from api.access.scopes import SCOPES
from api.app import create_app
from api.document import openapi
from api.problems import ProblemError
from api.settings import Settings
from tests.api.checks import JSON, problem, refused

GAME = "/v1/games/high-card"
ARRANGE = f"{GAME}/arrange"
LINES = {"content-type": "application/jsonl"}
Serve = Callable[..., TestClient]


def kept(*keys: Key) -> str:
    return json.dumps({"keys": [json.loads(key.model_dump_json(exclude_none=True)) for key in keys]})


def bearer(text: str) -> dict[str, str]:
    return {"authorization": f"Bearer {text}"}


def ask(client: TestClient, need: str, headers: dict[str, str]) -> Any:
    """A request that needs this scope."""
    if need == "batch":
        return client.post(f"{ARRANGE}/batch", content=b'{"hand": "As"}', headers=LINES | headers)
    if need == "metrics":
        return client.get("/metrics", headers=headers)
    path = ARRANGE if need == "arrange" else f"{GAME}/verify"
    return client.post(path, content=b'{"hand": "As"}', headers=JSON | headers)


def let_in(response: Any) -> bool:
    """The game read it, whatever it said of it."""
    return response.status_code in (200, 422)


@pytest.mark.parametrize("send", [bearer, lambda text: {"authorization": f"bEARER {text}"}, lambda text: {"x-api-key": text}])
def test_a_key_opens_what_its_scopes_say(serve: Serve, send: Callable[[str], dict[str, str]]) -> None:
    made = {scope: new((scope,)) for scope in SCOPES}
    client = serve(keys=kept(*(key for _, key in made.values())))
    for scope, (text, _) in made.items():
        for need in SCOPES:
            response = ask(client, need, send(text))
            if need == scope:
                assert let_in(response), (need, response.text)
            else:
                found = refused(response, 403, "scope-lacking")
                assert need in found["detail"]
                assert f'error="insufficient_scope", scope="{need}"' in response.headers["www-authenticate"]


def test_get_of_arrange_needs_its_scope_too(serve: Serve) -> None:
    text, key = new(("verify",))
    client = serve(keys=kept(key))
    refused(client.get(ARRANGE, params={"hand": "As"}), 401, "key-missing")
    refused(client.get(ARRANGE, params={"hand": "As"}, headers=bearer(text)), 403, "scope-lacking")


def test_without_a_key_only_what_is_public_answers(serve: Serve) -> None:
    client = serve(keys=kept(new(SCOPES)[1]))
    for need in SCOPES:
        response = ask(client, need, {})
        refused(response, 401, "key-missing")
        assert response.headers["www-authenticate"] == 'Bearer realm="lipai"'
    for path in ("/", "/docs", "/web/page.js", "/livez", "/readyz", "/openapi.json", "/v1/games", GAME, f"{GAME}/examples"):
        assert client.get(path).status_code == 200, path


def test_reading_can_want_a_key_too(serve: Serve) -> None:
    text, key = new(("verify",))
    client = serve(keys=kept(key), public_reads=False)
    for path in ("/openapi.json", "/v1/games", GAME, f"{GAME}/examples"):
        refused(client.get(path), 401, "key-missing")
        response = client.get(path, headers=bearer(text))
        assert response.status_code == 200
        assert response.headers["cache-control"].startswith("private")
    for path in ("/", "/docs", "/web/page.js", "/livez", "/readyz"):
        assert client.get(path).status_code == 200, path


def test_an_answer_to_a_key_is_not_kept_by_shared_caches(serve: Serve) -> None:
    text, key = new(("arrange",))
    client = serve(keys=kept(key))
    assert client.get(ARRANGE, params={"hand": "As"}, headers=bearer(text)).headers["cache-control"] == "private, max-age=86400"


def test_wrong_keys_are_told_alike(serve: Serve) -> None:
    """An unknown id and a wrong secret can't be told apart, nor can a key of another form."""
    text, key = new(SCOPES)
    client = serve(keys=kept(key))
    wrong = [
        text[:-1] + ("a" if text[-1] != "a" else "b"),
        new(SCOPES)[0],
        f"lipai_{key.id}_",
        "x",
        "\xff",
        text + "a",
        text.upper(),
        key.hash,
    ]
    bodies = set()
    for given_ in wrong:
        response = client.post(ARRANGE, content=b'{"hand": "As"}', headers={**JSON, "authorization": b"Bearer " + given_.encode("latin-1")})
        refused(response, 401, "key-unknown")
        assert 'error="invalid_token"' in response.headers["www-authenticate"]
        bodies.add(re.sub(response.headers["x-request-id"], "", response.text))
    assert len(bodies) == 1


@pytest.mark.parametrize(
    "headers", [{"authorization": "Basic YTpi"}, {"authorization": "Bearer"}, {"authorization": ""}, {"cookie": "key=x"}]
)
def test_what_is_no_key_is_a_missing_one(serve: Serve, headers: dict[str, str]) -> None:
    refused(ask(serve(keys=kept(new(SCOPES)[1])), "arrange", headers), 401, "key-missing")


def test_two_keys_are_none(serve: Serve) -> None:
    """Something before the service may have looked at the other one."""
    (good, key), (other, _) = new(SCOPES), new(SCOPES)
    client = serve(keys=kept(key))
    refused(ask(client, "arrange", bearer(good) | {"x-api-key": other}), 401, "key-ambiguous")
    assert let_in(ask(client, "arrange", bearer(good) | {"x-api-key": good}))
    twice = [(b"authorization", f"Bearer {text}".encode()) for text in (good, other)]
    response = client.post(ARRANGE, content=b"{}", headers=[*twice, (b"content-type", b"application/json")])
    refused(response, 401, "key-ambiguous")


def test_a_key_expires_and_is_revoked() -> None:
    now = datetime(2026, 11, 30, tzinfo=UTC)
    text, key = new(SCOPES, expires=now)
    for then, known in ((now - timedelta(seconds=1), True), (now, False)):
        ring = Ring(kept(key), now=lambda then=then: then)
        if known:
            assert ring.find(text.encode()).id == key.id
        else:
            assert told(ring, text) == "key-expired"
    assert told(Ring(kept(key.model_copy(update={"revoked": now}))), text) == "key-revoked"
    # Only who holds the secret learns that.
    assert told(Ring(kept(key.model_copy(update={"revoked": now}))), text[:-4] + "aaaa") == "key-unknown"


def told(ring: Ring, text: str) -> str:
    with pytest.raises(ProblemError) as refusal:
        ring.find(text.encode())
    return refusal.value.faults[0].code


def test_the_key_itself_is_kept_nowhere(tmp_path: Path) -> None:
    file = tmp_path / "keys.json"
    text, key = admin.create(str(file), ["arrange"], "note", "90d", "5/minute")
    written = file.read_text()
    assert text not in written
    assert text.rpartition("_")[2] not in written
    assert key.hash == hash_of(text.encode())
    assert os.stat(file).st_mode & 0o777 == 0o600
    assert len({new(SCOPES)[0] for _ in range(1000)}) == 1000


def test_keys_are_read_again_when_their_file_changes(tmp_path: Path) -> None:
    """Within a second; a file that is broken, or gone, changes nothing."""
    file, time = tmp_path / "keys.json", [0.0]
    first, key = admin.create(str(file), [], "", None, None)
    ring = Ring(file=file, clock=lambda: time[0])
    second, _ = admin.create(str(file), [], "", None, None)
    assert told(ring, second) == "key-unknown"
    time[0] += 1
    assert ring.find(second.encode())
    admin.revoke(str(file), key.id)
    time[0] += 1
    assert told(ring, first) == "key-revoked"
    for broken in ("{", '{"keys": [{}]}', None):
        if broken is None:
            file.unlink()
        else:
            file.write_text(broken)
        time[0] += 1
        assert ring.find(second.encode())
        assert told(ring, first) == "key-revoked"
    admin.create(str(file), [], "", None, None)
    time[0] += 1
    assert told(ring, second) == "key-unknown"


def test_a_revocation_is_taken_up_once_the_file_can_be_read_again(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Though nothing of the file tells that it can: what kept it from being read may have been its permissions, or a disk."""
    file, time = tmp_path / "keys.json", [0.0]
    text, key = admin.create(str(file), [], "", None, None)
    ring = Ring(file=file, clock=lambda: time[0])
    revoked = kept(key.model_copy(update={"revoked": datetime.now(UTC)}))

    def write(content: str) -> None:
        """In its place, of one size and one time."""
        file.write_text(content)
        os.utime(file, ns=(1, 1))

    write(revoked[:-1] + "!")
    for _ in range(3):
        time[0] += 1
        assert ring.find(text.encode()), "the keys stay as they were"
    assert caplog.text.count("the keys stay as they were") == 1, "it is told once, not with every look"
    before = file.stat()
    write(revoked)
    after = file.stat()
    assert (before.st_mtime_ns, before.st_size, before.st_ino) == (after.st_mtime_ns, after.st_size, after.st_ino)
    time[0] += 1
    assert told(ring, text) == "key-revoked"


@pytest.mark.parametrize("expires", ["999999w", "99999999d", "10000-01-01", "9999-99-99"])
def test_an_expiry_beyond_all_dates_is_refused_in_words(tmp_path: Path, expires: str) -> None:
    file = tmp_path / "keys.json"
    with pytest.raises(KeysError, match=re.escape(repr(expires))):
        admin.create(str(file), [], "", expires, None)
    assert not file.exists()


@pytest.mark.parametrize("change", ["create", "revoke"])
@pytest.mark.parametrize("owner", [0, 12_345])
def test_a_file_of_keys_stays_its_owner_s(tmp_path: Path, owner: int, change: str) -> None:
    """An operator who is root changes the file of a service that is not: the service must still read it, and nobody else."""
    if os.geteuid() != 0:
        pytest.skip("NOT ROOT: only root can give a file to another user")
    file = tmp_path / "keys.json"
    _, key = admin.create(str(file), [], "", None, None)
    os.chown(file, owner, 12_346)
    os.chmod(file, 0o640)
    if change == "create":
        admin.create(str(file), [], "", None, None)
    else:
        admin.revoke(str(file), key.id)
    now = file.stat()
    assert (now.st_uid, now.st_gid, now.st_mode & 0o777) == (owner, 12_346, 0o640)


@pytest.mark.parametrize("change", ["create", "revoke"])
def test_a_link_to_a_file_of_keys_stays_one(tmp_path: Path, change: str) -> None:
    (tmp_path / "elsewhere").mkdir()
    file, link = tmp_path / "elsewhere" / "keys.json", tmp_path / "keys.json"
    _, key = admin.create(str(file), [], "", None, None)
    link.symlink_to("elsewhere/keys.json")
    if change == "create":
        admin.create(str(link), [], "", None, None)
    else:
        admin.revoke(str(link), key.id)
    assert link.is_symlink()
    states = [state for _, state in admin.listed(str(file))]
    assert states == (["valid", "valid"] if change == "create" else ["revoked"])


def test_a_whole_key_can_be_revoked_and_is_not_quoted(tmp_path: Path) -> None:
    file = str(tmp_path / "keys.json")
    text, key = admin.create(file, [], "", None, None)
    assert admin.revoke(file, text).id == key.id
    assert admin.listed(file)[0][1] == "revoked"
    for wrong in (new(SCOPES)[0], text.upper(), text[1:], f"Bearer {text}"):
        with pytest.raises(KeysError) as refusal:
            admin.revoke(file, wrong)
        assert wrong[-32:] not in str(refusal.value)


@pytest.mark.parametrize("expires", ["2020-01-01", "0d", ""])
def test_a_key_that_would_be_dead_is_not_made(tmp_path: Path, expires: str) -> None:
    file = tmp_path / "keys.json"
    with pytest.raises(KeysError, match=re.escape(repr(expires))):
        admin.create(str(file), [], "", expires, None)
    assert not file.exists()


def test_what_is_advised_for_a_file_of_keys_helps(tmp_path: Path) -> None:
    said = {}
    for name in (".", "none.json", "none/keys.json"):
        for use in (admin.listed, lambda file: admin.revoke(file, "abcdefgh"), lambda file: admin.create(file, [], "", None, None)):
            if name != "none.json" or use is admin.listed:
                with pytest.raises(KeysError) as refusal:
                    use(str(tmp_path / name))
                said.setdefault(name, []).append(str(refusal.value))
    assert all("is a folder" in text for text in said["."])
    assert all("none is not there" in text for text in said["none/keys.json"])
    assert [text for texts in said.values() for text in texts if "makes it" in text] == said["none.json"]


def test_an_empty_variable_names_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """As compose files leave them."""
    monkeypatch.setenv("LIPAI_KEYS_FILE", "")
    monkeypatch.setenv("LIPAI_LEDGER_KEY_FILE", "")
    settings = Settings()
    assert (settings.keys_file, settings.ledger_key_file, settings.guarded) == (None, None, False)


SOUND = '{"keys": [{"id": "abcdefgh", "hash": "sha256:%s", "scopes": ["arrange"], "created": "2026-11-30T00:00:00Z"}]}' % (
    "0123456789abcdef" * 4
)
BROKEN = [
    "", "{", "[]", "{}x", '{"keys": {}}', '{"keys": [{"id": "abcdefgh"}]}', '{"keys": [], "more": 1}', SOUND.replace("sha256:", "md5:"),
    SOUND.replace("arrange", "root"), SOUND.replace("abcdefgh", "0bcdefgh"), SOUND.replace("Z", ""), SOUND.replace('["arrange"]', "[]"),
]  # fmt: skip


def test_a_sound_file_is_taken() -> None:
    assert list(parse_keys(SOUND, "here")) == ["abcdefgh"]


@pytest.mark.parametrize("text", BROKEN)
def test_keys_that_can_not_be_read_are_refused_with_their_place(tmp_path: Path, text: str) -> None:
    file = tmp_path / "keys.json"
    file.write_text(text)
    with pytest.raises(KeysError, match=re.escape(str(file))) as refusal:
        create_app(Settings(keys_file=file))
    assert "0123456789abcdef" not in str(refusal.value)
    if text:
        with pytest.raises(KeysError, match="LIPAI_KEYS"):
            parse_keys(text, "LIPAI_KEYS")


def test_the_same_id_twice_is_refused() -> None:
    _, key = new(SCOPES)
    with pytest.raises(KeysError, match="twice"):
        parse_keys(kept(key, key), "here")


def test_a_missing_file_is_no_open_service(tmp_path: Path) -> None:
    with pytest.raises(KeysError, match=r"none\.json"):
        create_app(Settings(keys_file=tmp_path / "none.json"))


def test_an_empty_ring_lets_nobody_in(serve: Serve) -> None:
    refused(ask(serve(keys='{"keys": []}'), "arrange", bearer(new(SCOPES)[0])), 401, "key-unknown")


@given(st.binary(max_size=80) | st.from_regex(r"lipai_[a-z2-7]{8}_[a-z2-7]{32}", fullmatch=True).map(str.encode))
def test_no_bytes_are_a_key_but_the_key(given_: bytes) -> None:
    ring = Ring(kept(*(new(SCOPES)[1] for _ in range(3))))
    with pytest.raises(ProblemError):
        ring.find(given_)


def test_a_service_with_keys_leaves_the_plain_document_alone(serve: Serve) -> None:
    """Two services in one process have each their own document."""
    before = json.dumps(openapi())
    assert "securitySchemes" in serve(keys='{"keys": []}').get("/openapi.json").json()["components"]
    assert json.dumps(openapi()) == before


def test_the_document_tells_of_keys(serve: Serve) -> None:
    document = serve(keys=kept(new(SCOPES)[1]), rate="5/second").get("/openapi.json").json()
    assert set(document["components"]["securitySchemes"]) == {"Bearer", "ApiKey"}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            wants = path == "/metrics" or method == "post" or path == ARRANGE
            assert ("security" in operation) == wants, path
            assert ({"401", "403"} <= set(operation["responses"])) == wants, path
            assert ("429" in operation["responses"]) == (path not in ("/livez", "/readyz")), path
    assert "scope `batch`" in document["paths"][f"{ARRANGE}/batch"]["post"]["description"]
    plain = serve().get("/openapi.json").json()
    assert "securitySchemes" not in plain["components"]
    assert "429" not in json.dumps(list(plain["paths"].values()))


def test_rates_are_told_and_held(serve: Serve) -> None:
    client = serve(rate="3/hour")
    for left in (2, 1, 0):
        response = client.get("/v1/games")
        assert response.status_code == 200
        assert response.headers["ratelimit-policy"] == '"hour";q=3;w=3600'
        assert re.fullmatch(rf'"hour";r={left};t=\d+', response.headers["ratelimit"])
    response = client.post(ARRANGE, content=b'{"hand": "As"}', headers=JSON)
    refused(response, 429, "too-many-requests")
    seconds = int(response.headers["retry-after"])
    assert 0 < seconds < 2 * 3600, "what was used in this window weighs in the next"
    assert response.headers["ratelimit"] == f'"hour";r=0;t={seconds}'
    for path in ("/livez", "/readyz", "/", "/docs"):
        response = client.get(path)
        assert response.status_code == 200
        assert "ratelimit" not in response.headers


def test_a_rate_is_each_key_s_own_and_guesses_count_too(serve: Serve) -> None:
    (first, one), (second, two), (third, three) = new(SCOPES), new(SCOPES), new(SCOPES, rate="1/hour")
    client = serve(keys=kept(one, two, three), rate="2/hour")
    for text in (first, second):
        assert [ask(client, "arrange", bearer(text)).status_code for _ in range(3)] == [200, 200, 429]
    assert [ask(client, "arrange", bearer(third)).status_code for _ in range(2)] == [200, 429]
    assert [ask(client, "arrange", bearer(new(SCOPES)[0])).status_code for _ in range(3)] == [401, 401, 429]
    assert ask(client, "arrange", {}).status_code == 429


def test_a_batch_that_is_too_much_is_refused_before_it_is_read(serve: Serve) -> None:
    client = serve(rate="1/hour")
    assert ask(client, "batch", {}).status_code == 200
    assert problem(ask(client, "batch", {}), 429)


def test_what_is_beyond_this_machine_wants_keys(serve: Serve, only_high_card: None) -> None:
    """Any server may be around us, so each request's own address counts."""
    text, key = new(SCOPES)
    for settings, base, allowed in [
        ({}, "http://192.0.2.7", False), ({}, "http://[2001:db8::1]", False), ({}, "http://127.0.0.1", True), ({}, "http://[::1]", True),
        ({}, "http://testserver", True), ({"open": True}, "http://192.0.2.7", True), ({"keys": kept(key)}, "http://192.0.2.7", True),
    ]:  # fmt: skip
        with TestClient(create_app(Settings(warm_up=False, **settings)), base_url=base) as client:
            for path in ("/v1/games", "/", "/readyz", f"{ARRANGE}?hand=As"):
                response = client.get(path, headers=bearer(text))
                if allowed:
                    assert response.status_code == 200
                else:
                    refused(response, 403, "not-open")
            assert client.get("/livez").status_code == 200


def test_only_so_many_at_once(serve: Serve) -> None:
    """The last place is taken by a request that is itself asking."""
    client = serve(at_once=1)
    assert client.get("/v1/games").status_code == 200
    front = client.app.middleware_stack.app.app.app  # type: ignore[attr-defined]
    front.room.left -= 1
    response = client.get("/v1/games")
    refused(response, 503, "busy")
    assert response.headers["retry-after"] == "1"
    assert client.get("/livez").status_code == 200
    front.room.left += 1
    assert client.get("/v1/games").status_code == 200


def test_every_reply_has_safe_headers(serve: Serve) -> None:
    client = serve()
    for path in (
        "/",
        "/docs",
        "/livez",
        "/v1/games",
        "/nope",
        "/v1/games/nope",
        f"{ARRANGE}?hand=As",
        f"{ARRANGE}?hand=xx",
        "/web/icon.svg",
    ):
        headers = client.get(path).headers
        assert headers["x-content-type-options"] == "nosniff", path
        assert headers["x-frame-options"] == "DENY", path
        assert headers["referrer-policy"] == "no-referrer", path
        if headers["content-type"].startswith(("text/html", "image/svg")):
            assert "default-src 'self'" in headers["content-security-policy"]
    assert ask(client, "batch", {}).headers["x-frame-options"] == "DENY"


def preflight(client: TestClient, origin: str, path: str = ARRANGE, asked: str = "authorization,content-type") -> Any:
    headers = {"origin": origin, "access-control-request-method": "POST", "access-control-request-headers": asked}
    return client.options(path, headers=headers)


def test_other_origins_only_by_setting(serve: Serve) -> None:
    plain = serve()
    assert preflight(plain, "https://cards.example").status_code == 405
    assert "access-control-allow-origin" not in plain.get("/v1/games", headers={"origin": "https://cards.example"}).headers
    text, key = new(SCOPES)
    client = serve(origins=("https://cards.example", "http://127.0.0.1:5173"), keys=kept(key), rate="1/hour")
    for _ in range(3):  # a preflight needs no key, and is not counted
        response = preflight(client, "https://cards.example")
        assert response.status_code == 200
        assert response.headers["access-control-allow-origin"] == "https://cards.example"
        assert "authorization" in response.headers["access-control-allow-headers"].lower()
        assert "access-control-allow-credentials" not in response.headers
    for origin in ("https://evil.example", "https://cards.example.evil.example", "http://cards.example", "null", "*"):
        response = preflight(client, origin)
        assert response.status_code == 400
        assert response.headers.get("access-control-allow-origin") != origin
        assert {name: response.headers.get(name) for name in ("x-content-type-options", "x-frame-options", "referrer-policy")} == {
            "x-content-type-options": "nosniff", "x-frame-options": "DENY", "referrer-policy": "no-referrer",
        }  # fmt: skip
        assert re.fullmatch("[0-9a-f]{24}", response.headers["x-request-id"])
    assert preflight(client, "https://cards.example", asked="traceparent,tracestate").status_code == 200
    allowed = ask(client, "arrange", bearer(text) | {"origin": "https://cards.example"})
    assert allowed.headers["access-control-allow-origin"] == "https://cards.example"
    assert "ratelimit" in allowed.headers["access-control-expose-headers"].lower()
    too_many = ask(client, "arrange", bearer(text) | {"origin": "https://cards.example"})
    assert too_many.status_code == 429
    assert too_many.headers["access-control-allow-origin"] == "https://cards.example", "a page can read why"


def test_any_origin_never_with_credentials(serve: Serve) -> None:
    response = serve(origins=("*",)).get("/v1/games", headers={"origin": "https://a.example", "cookie": "a=b"})
    assert response.headers["access-control-allow-origin"] == "*"
    assert "access-control-allow-credentials" not in response.headers


def test_a_path_of_the_framework_s_own_needs_every_scope(serve: Serve) -> None:
    """Whatever is mounted one day is closed to all other keys."""
    (some, one), (every, two) = new(("arrange",)), new(SCOPES)
    client = serve(keys=kept(one, two))

    async def endpoint(request: Any) -> Any:
        from starlette.responses import PlainTextResponse

        return PlainTextResponse("inside")

    client.app.router.add_route("/inside", endpoint)  # type: ignore[attr-defined]
    refused(client.get("/inside"), 401, "key-missing")
    refused(client.get("/inside", headers=bearer(some)), 403, "scope-lacking")
    response = client.get("/inside", headers=bearer(every))
    assert response.text == "inside"
    assert response.headers["x-frame-options"] == "DENY"
    refused(client.get("/outside"), 404, "not-found")


def test_no_header_and_no_key_gets_into_a_problem_or_a_log(serve: Serve, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    text, key = new(("verify",))
    client = serve(keys=kept(key), access_log=1.0)
    for headers in (bearer(text), {"x-api-key": text}, bearer(text[:-3] + "zzz")):
        for path in (ARRANGE, f"{GAME}/verify", "/nope"):
            response = client.post(path, content=b'{"hand": "As"}', headers=JSON | headers)
            assert text[15:40] not in response.text
            assert text[15:40] not in str(response.headers)
    said = caplog.text + "".join(str(record.__dict__) for record in caplog.records)
    assert text[15:40] not in said
    assert key.id in said
    assert "sha256" not in said


def test_settings_hide_their_secrets() -> None:
    told = repr(Settings(keys=kept(new(SCOPES)[1]), rate_store="redis://u:pw@h/0"))
    assert "sha256" not in told
    assert "pw" not in told


def test_a_setting_says_what_would_be_right() -> None:
    for name, value, says in [
        ("rate", "fast", "600/minute"), ("rate", "0/second", "at least 1"), ("origins", "cards.example", "https://cards.example"),
        ("origins", "https://cards.example/", "without a path"), ("trusted_proxies", "10.0.0.1/8", "host bits"),
    ]:  # fmt: skip
        with pytest.raises(ValueError, match=says):
            Settings(**{name: value})


def test_every_setting_is_described() -> None:
    assert [name for name, field in Settings.model_fields.items() if not field.description] == []
