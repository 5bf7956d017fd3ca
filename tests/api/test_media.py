"""An answer as JSON or as a picture: who gets which, and what the picture's headers allow."""

from __future__ import annotations

import base64
import hashlib
from xml.etree import ElementTree

import pytest
from fastapi.testclient import TestClient

from api.media import preferred
from tests.api.checks import refused
from tests.api.test_service import ARRANGE, GAME, post

SVG = "image/svg+xml"
QUERY = {"hand": "As Td 2c"}


@pytest.mark.parametrize(
    ("accept", "kind"),
    [
        ("*/*", "json"),
        ("application/json", "json"),
        ("image/svg+xml", "svg"),
        ("IMAGE/SVG+XML", "svg"),
        ("image/*", "svg"),
        ("application/*", "json"),
        # What browsers send for a page, and for an <img>.
        ("text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8", "json"),
        ("image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8", "svg"),
        ("image/webp,image/avif,video/*;q=0.8,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5", "svg"),
        ("text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2", "json"),
        # The narrowest range that holds an offer counts, whatever its weight.
        ("image/*, image/svg+xml;q=0", None),
        ("image/svg+xml;q=0.1, image/*;q=0.9, application/json;q=0.5", "json"),
        ("application/json;q=0.4, image/svg+xml;q=0.5", "svg"),
        ("application/json;q=0.5, image/svg+xml;q=0.4", "json"),
        ("*/*;q=0.1, application/json;q=0", "svg"),
        ("*/*, image/svg+xml", "svg"),
        ("application/json, image/svg+xml", "json"),
        ("application/json; charset=utf-8, image/svg+xml; q=0.9", "json"),
        ("image/svg+xml;q=2, application/json", "json"),
        ("image/png", None),
        ("application/json;q=0, image/svg+xml;q=0.000", None),
        ("", "json"),
        (",;,q=1", "json"),
        ("no range at all", "json"),
    ],
)
def test_what_a_header_likes_best(accept: str, kind: str | None) -> None:
    assert preferred(accept.encode()) == {"json": "application/json", "svg": SVG, None: None}[kind]


def test_a_picture_by_post_and_by_query(client: TestClient) -> None:
    """One that nothing runs in, and that tells in words what it shows."""
    for response in (post(client, QUERY, accept=SVG), client.get(ARRANGE, params=QUERY, headers={"accept": SVG})):
        assert response.status_code == 200
        assert response.headers["content-type"] == SVG
        assert response.headers["x-content-type-options"] == "nosniff"
        root = ElementTree.fromstring(response.content)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert root.findtext("{http://www.w3.org/2000/svg}desc")
        style = root.findtext("{http://www.w3.org/2000/svg}style") or ""
        digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
        assert response.headers["content-security-policy"] == f"default-src 'none'; style-src 'sha256-{digest}'; sandbox"


def test_caches_keep_the_two_apart(client: TestClient) -> None:
    picture = client.get(ARRANGE, params=QUERY, headers={"accept": SVG})
    plain = client.get(ARRANGE, params=QUERY)
    for response in (picture, plain):
        assert response.headers["vary"] == "accept, accept-language"
        assert response.headers["cache-control"] == "public, max-age=86400"
    assert picture.headers["etag"] != plain.headers["etag"]
    again = client.get(ARRANGE, params=QUERY, headers={"accept": SVG, "if-none-match": picture.headers["etag"]})
    assert (again.status_code, again.content, again.headers["vary"]) == (304, b"", "accept, accept-language")
    other = client.get(ARRANGE, params=QUERY, headers={"if-none-match": picture.headers["etag"]})
    assert other.json() == plain.json()
    assert client.head(ARRANGE, params=QUERY, headers={"accept": SVG}).headers["content-length"] == str(len(picture.content))


def test_a_header_in_several_lines_is_one(client: TestClient) -> None:
    lines = [("accept", "image/svg+xml"), ("accept", "application/json;q=0.5")]
    assert client.get(ARRANGE, params=QUERY, headers=lines).headers["content-type"] == SVG


def test_neither_is_406_and_a_fault_is_a_problem_as_ever(client: TestClient) -> None:
    refused(client.get(ARRANGE, params=QUERY, headers={"accept": "image/png"}), 406, "not-acceptable")
    refused(post(client, QUERY, accept="text/html"), 406, "not-acceptable")
    refused(client.get(ARRANGE, params={"hand": "As Xx"}, headers={"accept": SVG}), 422, "unknown-card", "/hand", 3)
    refused(post(client, "{", accept=SVG), 400, "not-json", position=1)


def test_the_faces_of_a_game(client: TestClient) -> None:
    """One sheet that a page keeps: every card of the deck once, under its id."""
    response = client.get(f"{GAME}/cards.svg")
    assert response.headers["content-type"] == SVG
    assert "max-age" in response.headers["cache-control"]
    ids = [node.get("id") for node in ElementTree.fromstring(response.content).iter() if (node.get("id") or "").startswith("f-")]
    assert ids == [f"f-{face['card']}" for face in client.get(GAME).json()["cards"]]
    assert client.get(f"{GAME}/cards.svg", headers={"if-none-match": response.headers["etag"]}).status_code == 304


def test_the_document_says_so(client: TestClient) -> None:
    paths = client.get("/openapi.json").json()["paths"]
    for method in ("get", "post"):
        responses = paths[ARRANGE][method]["responses"]
        assert set(responses["200"]["content"]) == {"application/json", SVG}
        assert "406" in responses
    assert SVG in paths[f"{GAME}/cards.svg"]["get"]["responses"]["200"]["content"]


@pytest.mark.parametrize(
    ("accept", "packed"),
    [
        ("gzip, deflate, br", True),
        ("identity", False),
        ("gzip;q=0", False),
        ("*", True),
        ("*;q=0", False),
        ("gzip;q=0, *", False),
        ("", False),
    ],
)
def test_documents_come_packed_to_those_who_unpack(client: TestClient, accept: str, packed: bool) -> None:
    """The same document either way, each with its own ETag."""
    for path in ("/", "/v1/games", "/web/page.js", f"{GAME}/cards.svg"):
        response = client.get(path, headers={"accept-encoding": accept})
        assert response.headers["vary"] == "accept-encoding"
        assert (response.headers.get("content-encoding") == "gzip") is packed
        other = client.get(path, headers={"accept-encoding": "identity" if packed else "gzip"})
        assert response.content == other.content
        assert response.headers["etag"] != other.headers["etag"]
        assert client.get(path, headers={"accept-encoding": accept, "if-none-match": response.headers["etag"]}).status_code == 304
    assert "content-encoding" not in client.get("/web/fonts/words.woff2").headers
