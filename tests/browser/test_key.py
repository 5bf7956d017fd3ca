"""The page of a service that wants a key: it asks for one, keeps it for the tab, and goes on where it was."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from api.access.keys import new
from tests.browser.conftest import running
from tests.browser.test_page import PHONE, answered, serious

pytestmark = [pytest.mark.browser, pytest.mark.timeout(180)]

NOW = datetime.now(UTC)
MADE = {
    "right": new(("arrange", "verify"), now=NOW),
    "plays": new(("arrange",), now=NOW),
    "expired": new(("arrange", "verify"), expires=NOW - timedelta(days=1), now=NOW - timedelta(days=2)),
    "revoked": new(("arrange", "verify"), now=NOW),
}
KEY = {name: text for name, (text, _) in MADE.items()}
KEPT = [kept.model_copy(update={"revoked": NOW} if name == "revoked" else {}) for name, (_, kept) in MADE.items()]
HAND = "game=si-ki-pi&hand=8s 8h Kd Ac"
Open = Callable[..., Page]


@pytest.fixture(scope="module")
def keyed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service that wants a key for everything but the page's files."""
    keys = json.dumps({"keys": [json.loads(kept.model_dump_json(exclude_none=True)) for kept in KEPT]})
    with running(tmp_path_factory.mktemp("keyed"), LIPAI_KEYS=keys, LIPAI_PUBLIC_READS="false") as address:
        yield address


@pytest.fixture(scope="module")
def half_open(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service whose games and rules are public; what works with a hand wants a key."""
    keys = json.dumps({"keys": [json.loads(kept.model_dump_json(exclude_none=True)) for kept in KEPT]})
    with running(tmp_path_factory.mktemp("half-open"), LIPAI_KEYS=keys) as address:
        yield address


@pytest.fixture
def open_page(context: BrowserContext) -> Iterator[Open]:
    """Opens a link of a service. At the end the console holds what the browser says of refusals (401, 403), nothing else."""
    said: list[str] = []
    context.on("console", lambda message: said.append(f"{message.type}: {message.text}"))
    context.on("weberror", lambda error: said.append(str(error.error)))
    expect.set_options(timeout=60_000)

    def start(service: str, link: str, size: Any = None) -> Page:
        page = context.new_page()
        if size:
            page.set_viewport_size(size)
        page.goto(f"{service}/#{quote(link, safe='=&/:')}")
        return page

    yield start
    assert [one for one in said if not re.fullmatch(r"error: Failed to load resource: .* (401|403) \(.*\)", one)] == []


def give(page: Page, key: str) -> None:
    page.locator("#key").fill(key)
    page.locator("#use-key").click()


def kept(page: Page) -> Any:
    """What the browser holds beyond this page, but for the language and the theme."""
    return page.evaluate(
        "[{ ...sessionStorage }, Object.keys(localStorage).filter((name) => !['lang', 'theme'].includes(name)), document.cookie]"
    )


def test_wrong_keys_are_told_and_the_right_one_goes_on(open_page: Open, keyed: str) -> None:
    """The form says why in the service's words; the page goes on at the hand of its link, a reload in the same tab asks no more."""
    page = open_page(keyed, f"{HAND}&lang=en")
    door, fault = page.locator("#door"), page.locator("#key-fault")
    expect(door).to_be_visible()
    expect(fault).to_be_hidden()
    for key, words in (
        ("lipai_aaaaaaaa_" + "a" * 32, "not known"),
        (KEY["expired"], "has expired"),
        (KEY["revoked"], "has been revoked"),
        ("理牌 理牌", "no spaces"),
    ):
        give(page, key)
        expect(fault).to_contain_text(words)
        expect(door).to_be_visible()
        assert kept(page) == [{}, [], ""]
    give(page, f"  {KEY['right']} ")
    answered(page)
    expect(door).to_be_hidden()
    assert page.locator("#typed").input_value() == "8s 8h Kd Ac"
    assert kept(page) == [{"lipai-key": KEY["right"]}, [], ""]
    assert KEY["right"] not in page.url
    assert KEY["right"] not in page.content()
    page.reload()
    answered(page)
    expect(door).to_be_hidden()


def test_a_new_tab_asks_again(context: BrowserContext, open_page: Open, keyed: str) -> None:
    page = open_page(keyed, HAND)
    give(page, KEY["right"])
    answered(page)
    expect(open_page(keyed, HAND).locator("#door")).to_be_visible()


def test_what_was_laid_while_the_key_was_missing_stays(open_page: Open, half_open: str) -> None:
    """With public games the visitor lays a hand first; what waits at the door is the last question, in every view."""
    page = open_page(half_open, f"{HAND}&lang=en")
    expect(page.locator("#door")).to_be_visible()
    expect(page.locator("#view .notice")).to_contain_text("when the key is there")
    page.locator("#hand .card").first.click()
    page.locator('[data-key="pick2c"]').click()
    hand = page.locator("#typed").input_value()
    page.get_by_role("tab", name="Settle a table").click()
    page.get_by_role("tab", name="Best").click()
    page.locator("#typed").focus()
    give(page, KEY["right"])
    answered(page)
    assert page.locator("#typed").input_value() == hand
    assert page.locator("#view .board .card").count() == 4


def test_a_key_that_is_forgotten_is_asked_for_again(open_page: Open, half_open: str) -> None:
    """Nothing of it is left, and the hand is."""
    page = open_page(half_open, f"{HAND}&lang=en")
    expect(page.locator("#forget-key")).to_be_hidden()
    give(page, KEY["right"])
    answered(page)
    page.locator("#forget-key").click()
    expect(page.locator("#door")).to_be_visible()
    expect(page.locator("#forget-key")).to_be_hidden()
    assert kept(page) == [{}, [], ""]
    assert page.locator("#key").input_value() == ""
    expect(page.locator("#hand .card")).to_have_count(4)


def test_a_key_that_ends_meanwhile(open_page: Open, half_open: str) -> None:
    """The next question says so in the language of the page, and is answered under the next key."""
    page = open_page(half_open, f"{HAND}&lang=zh")
    give(page, KEY["right"])
    answered(page)
    page.evaluate("(key) => sessionStorage.setItem('lipai-key', key)", KEY["expired"])
    page.reload()
    expect(page.locator("#door")).to_be_visible()
    expect(page.locator("#key-fault")).to_have_text("该密钥已过期")
    expect(page.get_by_role("heading", name="此服务需要密钥")).to_be_visible()
    give(page, KEY["right"])
    answered(page)


def test_what_a_key_may_not_do_is_said(open_page: Open, half_open: str) -> None:
    """A key without the scope is a key: no form, but the service's sentence where the answer would be."""
    page = open_page(half_open, f"{HAND}&lang=en")
    give(page, KEY["plays"])
    answered(page)
    page.get_by_role("tab", name="Try your own").click()
    expect(page.locator(".verdict .notice.bad")).to_contain_text("lacks the scope verify")
    expect(page.locator("#door")).to_be_hidden()
    page.get_by_role("tab", name="Settle a table").click()
    expect(page.locator(".settled .notice.bad")).to_have_text(re.compile("^this key may not do that"))


def test_copied_code_names_the_key_and_does_not_hold_it(open_page: Open, context: BrowserContext, half_open: str) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = open_page(half_open, f"{HAND}&lang=en")
    expect(page.locator("#door")).to_be_visible()
    page.get_by_role("button", name="curl").click()
    assert "LIPAI_KEY" not in page.evaluate("navigator.clipboard.readText()")
    give(page, KEY["right"])
    answered(page)
    for kind in ("curl", "Python", "JavaScript"):
        page.locator("#copies").get_by_role("button").nth(["curl", "Python", "JavaScript"].index(kind)).click()
        code = page.evaluate("navigator.clipboard.readText()")
        assert "LIPAI_KEY" in code, kind
        assert KEY["right"] not in code, kind


def test_the_description_takes_the_key_of_the_page(open_page: Open, keyed: str) -> None:
    """Where it is not public, /docs says where to give a key, and is drawn with it."""
    page = open_page(keyed, HAND)
    page.goto(f"{keyed}/docs")
    page.get_by_role("link", name="Give it on the page").click()
    give(page, KEY["right"])
    answered(page)
    page.goto(f"{keyed}/docs")
    expect(page.locator("#paths details").nth(20)).to_be_visible()


@pytest.mark.parametrize("lang", ["en", "zh", "vi"])
def test_the_form_fits_and_axe_finds_nothing(open_page: Open, keyed: str, axe: str, lang: str) -> None:
    page = open_page(keyed, f"{HAND}&lang={lang}", size=PHONE)
    give(page, "no-key")
    expect(page.locator("#key-fault")).not_to_be_empty()
    page.evaluate(axe)
    for scheme in ("light", "dark"):
        for width in (390, 1280):
            page.set_viewport_size({"width": width, "height": 844})
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert serious(page) == [], (lang, scheme, width)
