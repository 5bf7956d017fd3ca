"""What every caller can rely on, whatever the game: problems, limits, languages, caching, probes."""

from __future__ import annotations

import asyncio
import gzip
import json
import threading
import time
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from solver.game import Game
from tests.api.checks import JSON, refused

GAME = "/v1/games/high-card"
ARRANGE = f"{GAME}/arrange"


def post(client: TestClient, body: bytes | str | dict[str, Any], path: str = ARRANGE, **headers: str) -> Any:
    content = json.dumps(body) if isinstance(body, dict) else body
    return client.post(path, content=content, headers=JSON | {key.replace("_", "-"): value for key, value in headers.items()})


def test_an_answer(client: TestClient) -> None:
    response = post(client, {"hand": "2c As Td"})
    assert response.status_code == 200
    assert response.headers["content-type"] == "application/json"
    assert response.headers["cache-control"] == "no-store"
    assert "solve;dur=" in response.headers["server-timing"]
    assert response.json()["arrangements"][0]["groups"][0]["cards"] == ["As", "Td", "2c"]


NOT_JSON = [
    (b"", "empty-body", None),
    (b" \r\n", "empty-body", None),
    (b"{", "not-json", 1),
    (b"{'hand': 'As'}", "not-json", 1),
    (b'{"hand": "As"} {}', "not-json", 15),
    (b'{"top": NaN}', "not-json", 8),
    (b'{"top": -Infinity}', "not-json", 8),
    (b'{"hand": "A\ns"}', "not-json", 11),
    (b'\xef\xbb\xbf{"hand": "As"}', "not-json", 0),
    (b'{"hand": "\xff"}', "not-utf-8", 10),
    (b'{"hand": "\xed\xa0\x80"}', "not-utf-8", 10),
    (b"\x00" * 100, "not-json", 0),
    (b"hand=As", "not-json", 0),
    (b'{"hand": 01}', "not-json", 10),
    (b'{"hand": "\\ud8"}', "not-json", 11),
]


@pytest.mark.parametrize(("body", "code", "position"), NOT_JSON)
def test_what_is_no_json_is_400(client: TestClient, body: bytes, code: str, position: int | None) -> None:
    refused(post(client, body), 400, code, position=position)


@pytest.mark.parametrize(
    ("lang", "not_json", "not_utf_8"),
    [
        ("en", "this is not JSON from character 1 on", "this is not UTF-8 at byte 10"),
        ("zh", "从第 1 个字符起不是 JSON", "第 10 个字节不是 UTF-8"),
        ("vi", "từ ký tự 1 trở đi không phải là JSON", "byte 10 không phải là UTF-8"),
    ],
)
def test_where_a_body_ends_to_be_json_is_told_in_words(client: TestClient, lang: str, not_json: str, not_utf_8: str) -> None:
    for body, code, position, message in ((b"{", "not-json", 1, not_json), (b'{"hand": "\xff"}', "not-utf-8", 10, not_utf_8)):
        found = refused(post(client, body, accept_language=lang), 400, code, position=position)
        assert found["detail"] == found["errors"][0]["message"] == message


def test_a_byte_order_mark_is_told_as_one(client: TestClient) -> None:
    """Nobody sees it; `not JSON from character 0 on` would say nothing."""
    found = refused(post(client, b'\xef\xbb\xbf{"hand": "As"}'), 400, "not-json", position=0)
    assert found["detail"] == "this begins with a byte order mark, which JSON has not"


AMBIGUOUS = [
    (b'{"hand": "As", "hand": "2c"}', "duplicate-key", "/hand"),
    (b'{"hand": "As", "h\\u0061nd": "As"}', "duplicate-key", "/hand"),
    (b'{"hand": "As", "rules": {"preset": "plain", "preset": "plain"}}', "duplicate-key", "/rules/preset"),
    (b'{"hand": ["As", {"a": 1, "a": 1}]}', "duplicate-key", "/hand/1/a"),
    (b'{"hand": "As:::", "hand": "As:::"}', "duplicate-key", "/hand"),
    (b'{"hand": "As", "top": 1e999}', "number-out-of-range", "/top"),
    (b'{"hand": "As", "top": ' + b"9" * 5000 + b"}", "number-out-of-range", "/top"),
    (b'{"hand": "\\ud83d"}', "not-unicode", "/hand"),
    (b'{"hand": "\\udc00As"}', "not-unicode", "/hand"),
    (b'{"\\ud83d": "As"}', "not-unicode", ""),
    (b"[" * 30_000 + b"]" * 30_000, "too-deep", ""),
    (b"[" * 30_000, "too-deep", ""),
    (b'{"hand": ' * 5000 + b"1" + b"}" * 5000, "too-deep", ""),
    (b'{"rules": ' + b'{"a":' * 40 + b"1" + b"}" * 40 + b"}", "too-deep", "/rules" + "/a" * 31),
    (b"[" * 33 + b"]" * 33, "too-deep", "/0" * 32),
]


@pytest.mark.parametrize(("body", "code", "pointer"), AMBIGUOUS)
def test_json_that_readers_take_differently_is_422(client: TestClient, body: bytes, code: str, pointer: str) -> None:
    refused(post(client, body), 422, code, pointer)


WRONG = [
    ("[]", "wrong-type", ""),
    ("null", "wrong-type", ""),
    ('"As"', "wrong-type", ""),
    ("7", "wrong-type", ""),
    ("{}", "missing-field", "/hand"),
    ('{"hand": null}', "wrong-type", "/hand"),
    ('{"hand": 7}', "wrong-type", "/hand"),
    ('{"hand": ["As", 7]}', "wrong-type", "/hand/1"),
    ('{"hand": "As", "top": "1"}', "wrong-type", "/top"),
    ('{"hand": "As", "top": 1.5}', "wrong-type", "/top"),
    ('{"hand": "As", "top": true}', "wrong-type", "/top"),
    ('{"hand": "As", "top": 0}', "out-of-range", "/top"),
    ('{"hand": "As", "top": ' + "9" * 200 + "}", "out-of-range", "/top"),
    ('{"hand": "As", "deadline_ms": 10001}', "out-of-range", "/deadline_ms"),
    ('{"hand": "As", "lang": "fr"}', "unknown-value", "/lang"),
    ('{"hand": "As", "engine": "magic"}', "unknown-value", "/engine"),
    ('{"hand": "As", "objective": "expected"}', "unknown-value", "/objective"),
    ('{"hand": "As", "extra": 1}', "unknown-key", "/extra"),
    ('{"hand": "As", "a/b~c": 1}', "unknown-key", "/a~1b~0c"),
    ('{"hand": "As", "rules": {"preset": "nope"}}', "unknown-value", "/rules/preset"),
    ('{"hand": "As", "rules": {"nope": 1}}', "unknown-key", "/rules/nope"),
    ('{"hand": "As", "rules": {"ace": "1"}}', "wrong-type", "/rules/ace"),
    ('{"hand": "As", "rules": {"ace": 101}}', "out-of-range", "/rules/ace"),
    ('{"hand": "As", "rules": "plain"}', "wrong-type", "/rules"),
    ('{"hand": "As", "label": "' + "x" * 201 + '"}', "out-of-range", "/label"),
]


@pytest.mark.parametrize(("body", "code", "pointer"), WRONG)
def test_what_can_not_be_is_422(client: TestClient, body: str, code: str, pointer: str) -> None:
    refused(post(client, body), 422, code, pointer)


def test_every_fault_is_named(client: TestClient) -> None:
    body = refused(post(client, {"hand": "As", "top": 0, "foo": 1}), 422, "out-of-range", "/top")
    assert [error["code"] for error in body["errors"]] == ["out-of-range", "unknown-key"]
    assert "/foo" in body["detail"]


def test_a_problem_stays_small_whatever_it_quotes(client: TestClient) -> None:
    key = "k" * 30_000
    assert len(post(client, {key: 1, "hand": "x" * 1900}).content) < 5_000
    numbers = ",".join(["1e999"] * 5000)
    assert len(post(client, f'{{"{key}": [{numbers}]}}').content) < 100_000


@pytest.mark.parametrize(
    "media_type", ["text/plain", "application/x-www-form-urlencoded", "", "application/json; charset=utf-16", "application/jsonx"]
)
def test_another_type_is_415(client: TestClient, media_type: str) -> None:
    refused(client.post(ARRANGE, content=b'{"hand": "As"}', headers={"content-type": media_type}), 415, "unsupported-media-type")


@pytest.mark.parametrize(
    "media_type", ["application/json", "Application/JSON; Charset=UTF-8", 'application/json;charset="utf-8"', "application/vnd.x+json"]
)
def test_json_by_any_name_is_taken(client: TestClient, media_type: str) -> None:
    assert client.post(ARRANGE, content=b'{"hand": "As"}', headers={"content-type": media_type}).status_code == 200


def test_a_compressed_body_is_415(client: TestClient) -> None:
    refused(post(client, gzip.compress(b'{"hand": "As"}'), content_encoding="gzip"), 415, "unsupported-media-type")


def test_a_body_over_the_limit_is_413(client: TestClient) -> None:
    fill = 65_536 - len('{"hand": "As"}')
    assert post(client, '{"hand": "As"}' + " " * fill).status_code == 200
    refused(post(client, '{"hand": "As"}' + " " * (fill + 1)), 413, "body-too-large")
    refused(post(client, b"x" * 10_000_000), 413, "body-too-large")


def test_a_streamed_body_over_the_limit_is_413(client: TestClient) -> None:
    """Without a content-length the bytes are counted as they come."""
    response = client.post(ARRANGE, content=(b" " * 5_000 for _ in range(2_000)), headers=JSON)
    refused(response, 413, "body-too-large")
    assert client.post(ARRANGE, content=iter([b'{"ha', b'nd": ', b'"As"}']), headers=JSON).status_code == 200


def test_unknown_places(client: TestClient) -> None:
    refused(client.get("/nope"), 404, "not-found")
    refused(client.get("/v1/games/nope"), 404, "unknown-game")
    refused(client.post("/v1/games/nope/arrange", content="{}", headers=JSON), 404, "unknown-game")
    refused(client.get(f"{GAME}/nope"), 404, "not-found")
    refused(client.get(f"{GAME}/"), 404, "not-found")
    refused(client.get("/v1/games/"), 404, "unknown-game")
    refused(client.get("/v1/games/%F0%9F%80%84%FF/arrange"), 404, "unknown-game")
    refused(client.get("/web/../settings.py"), 404, "not-found")
    refused(client.get("/web/%2e%2e/settings.py"), 404, "not-found")


def test_an_operation_the_game_does_not_list_is_422(client: TestClient) -> None:
    refused(client.post(f"{GAME}/settle", content="{}", headers=JSON), 422, "unknown-operation")


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"])
def test_another_method_is_405(client: TestClient, method: str) -> None:
    response = client.request(method, ARRANGE)
    refused(response, 405, "method-not-allowed")
    assert response.headers["allow"] == "GET, HEAD, POST"
    refused(client.request(method, "/livez"), 405, "method-not-allowed")


def test_a_fault_of_ours_is_500_and_tells_nothing(client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    response = post(client, {"hand": "As", "label": "break"}, x_request_id="my-number")
    refused(response, 500, "internal-error")
    assert "broken on purpose" not in response.text
    assert "my-number" in caplog.text
    assert "broken on purpose" in caplog.text


def test_the_request_has_a_number(client: TestClient) -> None:
    assert post(client, {"hand": "As"}, x_request_id="Ab1._-").headers["x-request-id"] == "Ab1._-"
    for bad in ("", "a b", "x" * 65, "é"):
        sent = client.get("/livez", headers={"x-request-id": bad.encode()}).headers["x-request-id"]
        assert len(sent) == 24
    assert len({client.get("/livez").headers["x-request-id"] for _ in range(20)}) == 20


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("vi", "hàng 1 lá"),
        ("zh-TW,zh;q=0.9,en;q=0.8", "1 张一排"),
        ("fr, vi;q=0.5, en;q=0.4", "hàng 1 lá"),
        ("en;q=0.1, zh;q=0", "row of 1"),
        ("fr", "row of 1"),
        ("*", "row of 1"),
        (";;q=,=", "row of 1"),
        ("VI-vn", "hàng 1 lá"),
    ],
)
def test_the_language_comes_from_the_header(client: TestClient, header: str, name: str) -> None:
    for response in (
        post(client, {"hand": "As"}, accept_language=header),
        client.get(ARRANGE, params={"hand": "As"}, headers={"accept-language": header}),
    ):
        assert response.json()["arrangements"][0]["groups"][0]["name"] == name


def test_the_field_lang_comes_first(client: TestClient) -> None:
    response = post(client, {"hand": "As", "lang": "vi"}, accept_language="zh")
    assert response.json()["arrangements"][0]["groups"][0]["name"] == "hàng 1 lá"
    assert post(client, {"hand": "xx", "lang": "vi"}, accept_language="zh").json()["title"] == "Không thể chấp nhận yêu cầu"
    assert post(client, {"hand": "xx", "lang": None}, accept_language="zh").json()["title"] == "无法接受该请求"


def test_get_answers_as_post_does(client: TestClient) -> None:
    fields = {
        "hand": "2c As",
        "objective": "points",
        "top": 3,
        "engine": "cp-sat",
        "deadline_ms": 50,
        "lang": "zh",
        "label": "l",
        "weight": 2.5,
        "loud": True,
    }
    posted = post(client, fields | {"rules": {"preset": "double"}})
    got = client.get(ARRANGE, params=fields | {"preset": "double", "loud": "true"})
    assert got.status_code == 200, got.text
    assert got.content == posted.content


@pytest.mark.parametrize(
    ("query", "code", "pointer"),
    [
        ("", "missing-field", "/hand"),
        ("hand=As&nope=1", "unknown-key", "/nope"),
        ("hand=As&rules=1", "unknown-key", "/rules"),
        ("hand=As&pins=As", "unknown-key", "/pins"),
        ("hand=As&hand=As", "duplicate-key", "/hand"),
        ("hand=As&top=x", "wrong-type", "/top"),
        ("hand=As&top=", "wrong-type", "/top"),
        ("hand=As&top=1.0", "wrong-type", "/top"),
        ("hand=As&top=%EF%BC%91", "wrong-type", "/top"),
        ("hand=As&top=21", "out-of-range", "/top"),
        ("hand=As&weight=1e999", "wrong-type", "/weight"),
        ("hand=As&weight=nan", "wrong-type", "/weight"),
        ("hand=As&loud=yes", "wrong-type", "/loud"),
        ("hand=As&preset=nope", "unknown-value", "/preset"),
        ("hand=As&lang=fr", "unknown-value", "/lang"),
        ("hand=", "wrong-number-of-cards", "/hand"),
    ],
)
def test_a_query_is_read_as_strictly(client: TestClient, query: str, code: str, pointer: str) -> None:
    refused(client.get(f"{ARRANGE}?{query}"), 422, code, pointer)


def test_a_query_has_so_many_fields(client: TestClient) -> None:
    refused(client.get(f"{ARRANGE}?{'&'.join(['hand=As'] * 100)}"), 422, "duplicate-key", "/hand")
    found = refused(client.get(f"{ARRANGE}?{'&'.join(['hand=As'] * 101)}"), 422, "too-many-fields")
    assert found["detail"] == "the query has more than 100 fields"


def test_a_query_that_is_no_text_is_400(client: TestClient) -> None:
    """There is no body that could be blamed."""
    found = refused(client.get(f"{ARRANGE}?hand=%FF"), 400, "not-utf-8", position=0)
    assert (found["title"], found["detail"]) == ("The request can't be read", "this is not UTF-8 at byte 0")


def test_a_proven_answer_is_kept_by_caches(client: TestClient) -> None:
    first = client.get(ARRANGE, params={"hand": "As"})
    tag = first.headers["etag"]
    assert first.headers["cache-control"] == "public, max-age=86400"
    assert first.headers["vary"] == "accept, accept-language"
    for held in (tag, f'"x", W/{tag}', "*"):
        again = client.get(ARRANGE, params={"hand": "As"}, headers={"if-none-match": held})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
        assert again.headers["cache-control"] == "public, max-age=86400"
    assert client.get(ARRANGE, params={"hand": "As"}, headers={"if-none-match": '"x"'}).status_code == 200
    assert client.get(ARRANGE, params={"hand": "As", "lang": "vi"}).headers["etag"] != tag


def test_an_unproven_answer_is_not(client: TestClient) -> None:
    for response in (client.get(ARRANGE, params={"hand": "As", "label": "feasible"}), post(client, {"hand": "As", "label": "feasible"})):
        assert response.headers["cache-control"] == "no-store"
        assert "etag" not in response.headers


def test_head_is_get_without_the_body(client: TestClient) -> None:
    got, head = client.get(ARRANGE, params={"hand": "As"}), client.head(ARRANGE, params={"hand": "As"})
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["etag"] == got.headers["etag"]
    assert head.headers["content-length"] == got.headers["content-length"]


def test_work_that_still_runs_is_202(client: TestClient) -> None:
    assert post(client, {}, f"{GAME}/prepare").status_code == 200
    later = post(client, {"label": "later"}, f"{GAME}/prepare")
    assert (later.status_code, later.headers["retry-after"]) == (202, "3")


def test_documents(client: TestClient) -> None:
    listed = client.get("/v1/games").json()["games"]
    assert [game["id"] for game in listed] == ["high-card"]
    described = client.get(GAME).json()
    assert described.items() >= listed[0].items()
    assert described["rules"]["presets"]["double"]["ace"] == 2
    examples = client.get(f"{GAME}/examples").json()["examples"]
    for example in examples:
        response = post(client, example["request"], example["path"])
        assert response.json() == example["answer"]
    tag = client.get(GAME).headers["etag"]
    assert client.get(GAME, headers={"if-none-match": tag}).status_code == 304


def test_probes(client: TestClient) -> None:
    assert client.get("/livez").json() == {"status": "ok"}
    assert client.get("/readyz").json()["games"] == ["high-card"]


def test_not_ready_when_a_stored_hand_comes_out_wrong(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.routes.first_unlike", lambda game: "/value: 1 instead of 2")
    monkeypatch.setattr("api.routes.READY_S", 0.0)  # however well all was a moment ago
    response = client.get("/readyz")
    refused(response, 503, "not-ready")
    assert response.headers["retry-after"] == "5"


def test_not_ready_when_a_game_fails_on_its_stored_hand(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A fault of one game is no fault of the probe: it is named in the answer, and told in the log."""

    def fail(game: Game) -> str | None:
        raise ZeroDivisionError("broken on purpose")

    monkeypatch.setattr("api.routes.first_unlike", fail)
    monkeypatch.setattr("api.routes.READY_S", 0.0)
    response = client.get("/readyz")
    found = refused(response, 503, "not-ready")
    assert "high-card" in found["detail"]
    assert response.headers["retry-after"] == "5"
    assert "broken on purpose" not in response.text
    assert "high-card fails on its stored hand" in caplog.text
    assert "broken on purpose" in caplog.text
    monkeypatch.undo()
    assert client.get("/readyz").status_code == 200


def test_pages_load_nothing_from_elsewhere(client: TestClient) -> None:
    for path in ("/", "/docs"):
        response = client.get(path)
        assert response.status_code == 200
        assert response.headers["content-type"] == "text/html; charset=utf-8"
        assert "://" not in response.text
        assert response.headers["content-security-policy"].startswith("default-src 'self'")
        for link in response.text.split('"'):
            if link.startswith("/web/"):
                assert client.get(link).status_code == 200


def test_slow_work_neither_holds_a_probe_nor_queues_for_ever(app: FastAPI) -> None:
    """Two threads, two waiting places: of six slow requests four are answered, two are told to come back; /livez answers meanwhile."""
    from httpx2 import ASGITransport, AsyncClient

    async def run() -> tuple[list[int], float, Any]:
        async with AsyncClient(transport=ASGITransport(app), base_url="http://test") as client:
            slow = [asyncio.create_task(client.post(ARRANGE, json={"hand": "As", "label": "slow"})) for _ in range(6)]
            await asyncio.sleep(0.05)
            begun = time.perf_counter()
            assert (await client.get("/livez")).status_code == 200
            assert (await client.post(ARRANGE, json={"hand": "As"})).status_code == 200
            waited = time.perf_counter() - begun
            answers = await asyncio.gather(*slow)
            return [one.status_code for one in answers], waited, next(one for one in answers if one.status_code == 503)

    statuses, waited, busy = asyncio.run(run())
    assert sorted(statuses) == [200] * 4 + [503] * 2
    assert waited < 0.2
    refused(busy, 503, "busy")
    assert busy.headers["retry-after"] == "1"


def test_equal_requests_have_equal_bytes(client: TestClient) -> None:
    bodies: set[bytes] = set()

    def ask() -> None:
        bodies.add(post(client, {"hand": "2c As Td"}).content)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(bodies) == 1
