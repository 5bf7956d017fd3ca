"""The web component on a page of another site, as a site would use it."""

from __future__ import annotations

import json
import re
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from playwright.sync_api import Page, expect

from api.access.keys import new
from api.component import WEB, bundle, modules
from solver.game import ids
from tests.browser.conftest import running

pytestmark = [pytest.mark.browser, pytest.mark.timeout(180)]

ROOT = Path(__file__).resolve().parents[2]
Site = Callable[[str], str]


@pytest.fixture
def site() -> Iterator[Site]:
    """Serves a page with this body from a host of its own, and gives its address."""
    body = ""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200 if self.path == "/" else 204)
            self.send_header("content-type", "text/html; charset=utf-8")
            # A strict site: nothing inline runs, and nothing inline is styled.
            self.send_header("content-security-policy", "default-src 'none'; script-src http:; connect-src http:; img-src data:")
            self.end_headers()
            self.wfile.write(body.encode() if self.path == "/" else b"")

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def serve(content: str) -> str:
        nonlocal body
        body = f"<!doctype html><html lang=en><title>A site</title><link rel=icon href=data:,>{content}"
        return f"http://127.0.0.1:{server.server_port}/"

    yield serve
    server.shutdown()
    server.server_close()


@pytest.fixture
def said(page: Page) -> Iterator[list[str]]:
    """What stands in the console; nothing may, at the end."""
    found: list[str] = []
    page.on("console", lambda message: found.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: found.append(str(error)))
    expect.set_options(timeout=60_000)
    yield found
    assert found == []


def two_lines(service: str, game: str, hand: str, more: str = "") -> str:
    return f'<script type="module" src="{service}/lipai-hand.js"></script>\n<lipai-hand game="{game}" hand="{hand}" {more}></lipai-hand>'


def test_two_lines_show_an_arranged_hand(page: Page, open_service: str, site: Site, said: list[str]) -> None:
    """The snippet of docs: the rows, their chances, and a way to the service's page; and the answer as an event."""
    page.add_init_script("addEventListener('lipai-arranged', ({ detail }) => { window.answered = detail; })")
    two = re.search(r"```html[^\n]*\n(.*?)```", (ROOT / "docs" / "pictures-and-component.md").read_text(encoding="utf-8"), re.DOTALL)
    assert two
    assert len(two[1].splitlines()) == 2
    page.goto(site(two[1].replace("http://127.0.0.1:8000", open_service)))
    hand = page.locator("lipai-hand")
    expect(hand.locator(".group")).to_have_count(3)
    expect(hand.locator(".bar").first).to_be_visible()
    assert hand.locator(".card").count() == 13
    assert hand.get_by_role("img", name="ace of spades").bounding_box()["height"] > 60  # type: ignore[index]
    answer = page.evaluate("window.answered")
    assert [group["name"] for group in answer["arrangements"][0]["groups"]] == hand.locator(".name").all_inner_texts()
    assert page.evaluate("document.querySelector('lipai-hand').answer.value") == answer["value"]
    assert hand.get_by_role("link").get_attribute("href").startswith(f"{open_service}/#game=chinese-poker&hand=")  # type: ignore[union-attr]


@pytest.mark.parametrize("game", ids())
def test_every_game(game: str, page: Page, open_service: str, site: Site, said: list[str], stored: Any) -> None:
    """Every card that is shown is a picture, not a text."""
    examples = stored(f"/v1/games/{game}/examples")["examples"]
    hand = next(one["request"]["hand"] for one in examples if one["operation"] == "arrange" and isinstance(one["request"]["hand"], str))
    page.goto(site(two_lines(open_service, game, hand, "lang=vi theme=dark")))
    cards = page.locator("lipai-hand .card")
    expect(cards.first).to_be_visible()
    assert cards.locator("use").count() == cards.count()
    assert page.evaluate("document.querySelector('lipai-hand').answer.game") == game


def test_it_follows_its_attributes_and_says_what_is_wrong(page: Page, open_service: str, site: Site) -> None:
    """A new hand is arranged; a wrong card, rules that are no JSON, a service that is away are told in words, and as an event."""
    page.add_init_script("window.failed = []; addEventListener('lipai-failed', ({ detail }) => { window.failed.push(detail.title); })")
    page.goto(site(two_lines(open_service, "si-ki-pi", "8s8hKdAc")))
    hand, set_to = page.locator("lipai-hand"), "([name, value]) => document.querySelector('lipai-hand').setAttribute(name, value)"
    expect(hand.locator(".group")).to_have_count(2)
    page.evaluate(set_to, ["hand", "8s8hKdXc"])
    expect(hand.locator(".notice.bad")).to_contain_text("'Xc' is no card here")
    page.evaluate(set_to, ["hand", "2c3c4c5c"])
    expect(hand.get_by_role("img", name="four of clubs")).to_be_visible()
    page.evaluate(set_to, ["lang", "zh"])
    expect(hand.get_by_role("img", name="梅花4")).to_be_visible()
    page.evaluate(set_to, ["rules", "{"])
    expect(hand.locator(".notice.bad")).to_contain_text("rules:")
    page.evaluate(set_to, ["rules", '{"pair_ace": "high"}'])
    expect(hand.locator(".group")).to_have_count(2)
    page.evaluate(set_to, ["src", "http://127.0.0.1:9"])
    expect(hand.locator(".notice.bad")).to_contain_text("http://127.0.0.1:9")
    assert len(page.evaluate("window.failed")) == 3


def test_a_key_is_a_property(page: Page, site: Site, tmp_path: Path) -> None:
    """Set before the module came or after it, it goes with every request and into no attribute; without one the element says so."""
    text, key = new(("arrange",))
    keys = json.dumps({"keys": [json.loads(key.model_dump_json(exclude_none=True))]})
    with running(tmp_path, LIPAI_KEYS=keys, LIPAI_PUBLIC_READS="false", LIPAI_ORIGINS="*") as service:
        page.goto(site(f'<lipai-hand game="si-ki-pi" hand="8s8hKdAc"></lipai-hand>\n{two_lines(service, "si-ki-pi", "2c3c4c5c")}'))
        early, late = page.locator("lipai-hand").first, page.locator("lipai-hand").last
        expect(late.locator(".notice.bad")).to_contain_text("send a key")
        late.evaluate("(hand, key) => { hand.key = key; }", text)
        expect(late.locator(".card")).to_have_count(4)
        expect(early.locator(".notice.bad")).to_contain_text("send a key")
        late.evaluate("(hand) => { hand.key = null; hand.setAttribute('hand', '2c3c4c6c'); }")
        expect(late.locator(".notice.bad")).to_contain_text("send a key")

        page.goto(site('<lipai-hand game="si-ki-pi" hand="8s8hKdAc"></lipai-hand>'))
        early.evaluate("(hand, key) => { hand.key = key; }", text)
        page.evaluate("(address) => import(address)", f"{service}/lipai-hand.js")
        expect(early.locator(".card")).to_have_count(4)
        assert text not in page.content()
        assert early.evaluate("(hand) => hand.key") == text


def test_it_is_what_the_page_is_made_of() -> None:
    """The bundle holds each module of the page as it stands; no name is defined twice, so that putting them together changes nothing."""
    source = bundle().decode()
    names = re.findall(r"^(?:async )?(?:function\*?|class|const|let) (\w+)", source, re.MULTILINE)
    assert [name for name, count in Counter(names).items() if count > 1] == []
    assert "import {" not in source
    assert "\nexport " not in source
    shared = [path.name for path in modules()]
    assert shared[-1] == "lipai-hand.js"
    page = {path.name for path in WEB.glob("*.js")}
    assert set(shared[:-1]) <= page
    for path in modules():
        code = path.read_text(encoding="utf-8")
        body = code[code.index("\n\n") :] if path == modules()[-1] else code.split(";\n\n")[-1]
        assert body.replace("\nexport ", "\n").strip() in source


def test_any_site_may_load_the_module_and_nothing_else(service: str) -> None:
    with urlopen(f"{service}/lipai-hand.js") as response:
        assert response.headers["access-control-allow-origin"] == "*"
        assert response.headers["content-type"].startswith("text/javascript")
    with urlopen(f"{service}/web/page.js") as response:
        assert response.headers["access-control-allow-origin"] is None
