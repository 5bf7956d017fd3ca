"""The page as people use it: by pointer, by keyboard, by screen reader, on a phone, by link."""

from __future__ import annotations

import contextlib
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, Route, expect

from solver.game import ids

pytestmark = [pytest.mark.browser, pytest.mark.timeout(180)]

PHONE = {"width": 390, "height": 844}
FOUL = (
    "game=chinese-poker&hand=As Qd 3h Jc Tc 7d 6s 5c 9s 9h 9d Ks Kd&view=own&lang=en"
    "&groups=front:As Qd 3h/middle:Jc Tc 7d 6s 5c/back:9s 9h 9d Ks Kd"
)
WEIGHT = """performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"))
    .reduce((sum, one) => ({ sent: sum.sent + one.encodedBodySize, plain: sum.plain + one.decodedBodySize }), { sent: 0, plain: 0 })"""
PAINTED = """new Promise((done) => new PerformanceObserver((list) => done(list.getEntries().at(-1).startTime))
    .observe({type: "largest-contentful-paint", buffered: true}))"""
LEGAL = FOUL.replace("front:As Qd 3h/middle:Jc Tc 7d 6s 5c", "front:7d Qd 3h/middle:Jc Tc As 6s 5c")
Open = Callable[..., Page]


@pytest.fixture
def open_page(context: BrowserContext, service: str) -> Iterator[Open]:
    """Opens the page at a link. At the end nothing may stand in the console, and nothing may have been asked of another host."""
    said: list[str] = []
    asked: set[str] = set()
    context.on("console", lambda message: said.append(f"{message.type}: {message.text}"))
    context.on("weberror", lambda error: said.append(str(error.error)))
    context.on("request", lambda request: asked.add("/".join(request.url.split("/")[:3])))
    context.set_default_timeout(60_000)
    expect.set_options(timeout=60_000)

    def start(link: str = "", **view: Any) -> Page:
        page = context.new_page()
        if view:
            page.set_viewport_size(view["size"])
        page.goto(f"{service}/{'#' + quote(link, safe='=&/:') if link else ''}")
        return page

    yield start
    assert said == []
    assert asked == {service}


def hold(page: Page, pattern: str) -> list[Route]:
    """Requests to such an address wait here until the test lets them go on."""
    held: list[Route] = []

    def keep(route: Route) -> None:
        held.append(route)

    page.route(pattern, keep)
    return held


def answered(page: Page) -> None:
    """Wait until the arrangement of the hand as it is now is there."""
    expect(page.locator("#view .board .card").first).to_be_visible()
    expect(page.locator("#result[aria-busy]")).to_have_count(0)


def laid(page: Page) -> list[str]:
    return page.locator("#typed").input_value().split()


@pytest.mark.parametrize("game", ids())
def test_three_ways_to_lay_a_hand(game: str, open_page: Open, stored: Any) -> None:
    """In every game the same hand is dealt, typed and pressed, and each time the same arrangement comes out."""
    about = stored(f"/v1/games/{game}")
    page = open_page(f"game={game}&lang=en")
    page.get_by_role("button", name="Deal a hand").click()
    answered(page)
    hand = laid(page)
    assert len(hand) == about["hand_sizes"]["full"]
    best = page.locator("#view .board").first.inner_text()

    page.get_by_role("button", name="Clear").click()
    expect(page.locator("#hand .card")).to_have_count(0)
    page.locator("#typed").fill(" ".join(reversed(hand)))
    expect(page.locator("#hand .card")).to_have_count(len(hand))
    answered(page)
    assert page.locator("#view .board").first.inner_text() == best

    page.locator("#typed").fill(" ".join(hand[:-3]))
    expect(page.locator("#hand .card")).to_have_count(len(hand) - 3)
    for card in hand[-3:]:
        page.locator(f'[data-key="pick{card}"]').click()
    expect(page.locator("#hand .card")).to_have_count(len(hand))
    answered(page)
    assert page.locator("#view .board").first.inner_text() == best


def test_other_scripts_and_a_typing_fault(context: BrowserContext, service: str) -> None:
    """Chinese notation is read; what can't be read is shown where it stands, and the hand stays."""
    page = context.new_page()
    page.goto(f"{service}/#game=si-se-pai&lang=en")
    page.locator("#typed").fill("紅將將士象 綠卒白卒黃卒")
    expect(page.locator("#hand .card")).to_have_count(7, timeout=60_000)
    answered(page)
    page.locator("#typed").fill("Kr Kr Xr")
    expect(page.locator("#typed-fault mark")).to_have_text("X")
    expect(page.locator("#hand .card")).to_have_count(7)


def test_what_is_typed_before_the_game_is_there_is_read(context: BrowserContext, service: str) -> None:
    page = context.new_page()
    held = hold(page, "**/cards.svg")
    page.goto(f"{service}/#game=si-se-pai&lang=en")
    expect(page.get_by_role("button", name="Deal a hand")).to_be_disabled()
    page.locator("#typed").fill("紅將將士象 綠卒白卒黃卒")
    page.wait_for_timeout(600)
    held.pop().continue_()
    expect(page.locator("#hand .card")).to_have_count(7)
    answered(page)


def test_an_answer_that_comes_after_clear_is_not_shown(context: BrowserContext, service: str) -> None:
    page = context.new_page()
    page.goto(f"{service}/#game=si-se-pai&lang=en&hand=Kr Kr Kg")
    answered(page)
    held = hold(page, "**/arrange")
    page.locator("#hand .card").first.click()
    expect(page.locator("#hand .card")).to_have_count(2)
    page.wait_for_timeout(300)
    assert held
    page.get_by_role("button", name="Clear").click()
    page.wait_for_timeout(300)
    with contextlib.suppress(Error):  # it was called off
        held.pop().continue_()
    page.wait_for_timeout(500)
    expect(page.locator("#hand .card")).to_have_count(0)
    expect(page.locator("#view .board .card")).to_have_count(0)
    expect(page.locator("#result[aria-busy]")).to_have_count(0)


def test_a_failure_that_comes_after_another_game_was_chosen_is_not_shown(context: BrowserContext, service: str) -> None:
    """It is that of a question nobody asks any more."""
    page = context.new_page()
    page.goto(f"{service}/#game=si-se-pai&lang=en&hand=Kr Kr Kg")
    answered(page)
    asked, opened = hold(page, "**/si-se-pai/arrange"), hold(page, "**/v1/games/si-ki-pi")
    page.locator("#hand .card").first.click()
    page.wait_for_timeout(300)
    page.get_by_role("button", name="Si Ki Pi").click()
    page.wait_for_timeout(300)
    assert (len(asked), len(opened)) == (1, 1)
    asked.pop().abort()
    page.wait_for_timeout(300)
    expect(page.locator("#view .notice.bad")).to_have_count(0)
    opened.pop().continue_()
    expect(page.locator("#hand .card")).to_have_count(4)
    answered(page)


def test_first_visit_shows_an_arrangement_at_once(open_page: Open) -> None:
    """Who knows nothing sees a dealt hand in its best order, and can step through what else there is and what it costs."""
    page = open_page()
    answered(page)
    assert page.locator(".way").count() > 1
    page.get_by_role("button", name="Next way").click()
    expect(page.locator(".way").nth(1)).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#view .moved, #view .changed").first).to_be_visible()
    assert re.fullmatch(r"−[\d.]+|as good", page.locator(".way .cost").nth(1).inner_text())


def test_own_setting_by_keyboard_and_by_pointer(open_page: Open) -> None:
    """Two cards change places by keys, then back by drag: legal becomes a foul with its violation on the cards, and legal again."""
    page = open_page(LEGAL)
    verdict = page.locator(".verdict .notice")
    expect(verdict).to_contain_text("Legal")
    card = page.locator(".own").get_by_role("button", name="seven of diamonds")
    card.focus()
    page.keyboard.press("Enter")
    expect(card).to_have_attribute("aria-pressed", "true")
    page.locator(".own").get_by_role("button", name="ace of spades").focus()
    page.keyboard.press("Enter")
    expect(verdict).to_contain_text("Not legal")
    expect(verdict).to_contain_text("gives away")
    expect(page.locator(".own .group.bad .badge")).to_have_text("1")
    assert page.locator(".own .card.wrong").count() >= 5

    page.locator(".own").get_by_role("button", name="ace of spades").drag_to(
        page.locator(".own").get_by_role("button", name="seven of diamonds")
    )
    expect(verdict).to_contain_text(re.compile("^Legal"))


def test_alt_arrow_moves_a_card_to_the_next_group(open_page: Open) -> None:
    """In a grouping game a single card leaves its group by one key."""
    page = open_page("game=si-se-pai&hand=Kg Gg Gg Eg Eg&view=own&lang=en")
    groups = page.locator(".own .group:has(.card)")
    expect(groups).to_have_count(3)
    page.locator('.own [aria-label="green king"]').focus()
    page.keyboard.press("Alt+ArrowDown")
    expect(groups).to_have_count(2)
    expect(page.locator(".verdict .notice")).to_contain_text("gives away")


def test_a_claim_with_two_violations(open_page: Open) -> None:
    """A foul that also claims a bonus it has not: both are listed by number."""
    page = open_page(FOUL)
    expect(page.locator(".violations .badge")).to_have_count(1)
    page.get_by_text("What the player claims").click()
    page.locator("#claim-declared-dragon").check()
    expect(page.locator(".violations .badge")).to_have_count(2)
    expect(page.locator(".verdict .notice")).to_contain_text("Not legal")


def test_next_and_settle(open_page: Open, stored: Any) -> None:
    """A hand one card short lists its waits; a table is settled from the stored example, and again when the stake changes."""
    page = open_page("game=si-se-pai&hand=Kr Kr Kr Gr Gr Er Er Rr Rr Hy Hy Cy Cy Sg Sg Sw Sw Rg Rg Hg&lang=en")
    page.get_by_role("tab", name="What next?").click()
    expect(page.locator(".advice li").first).to_contain_text("left")
    page.get_by_role("button", name="Si Ki Pi").click()
    page.get_by_role("tab", name="Settle a table").click()
    total = page.locator(".total b").first
    before = total.inner_text()
    page.get_by_label("Stake").fill("1")
    page.get_by_role("button", name="Work out who pays whom").click()
    expect(total).not_to_have_text(before)


def test_house_rules_change_the_answer(open_page: Open) -> None:
    """The form made from the schema is in force at once, and goes into the link as the difference from the preset."""
    page = open_page("game=si-se-pai&hand=Kg Gg Gg&lang=en")
    expect(page.locator(".value")).to_have_text("1 point")
    page.locator("#rules > summary").click()
    page.locator("#rules details.object summary").click()
    page.locator("#rules-points-king").fill("4")
    page.locator("#rules-points-king").press("Tab")
    expect(page.locator(".value")).to_have_text("4 points")
    page.reload()
    expect(page.locator(".value")).to_have_text("4 points")
    assert '{"points":{"king":4}}' in page.evaluate("new URLSearchParams(location.hash.slice(1)).get('rules')")


def test_link_language_and_copies(open_page: Open, context: BrowserContext) -> None:
    """A link brings everything back in its language, and the copied Python runs and answers the same."""
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = open_page("game=pai-gow-poker&hand=As Jk Qs Qh Qd 7s 2s&choice=1&lang=en")
    answered(page)
    page.locator("#language").select_option("vi")
    expect(page.locator("html")).to_have_attribute("lang", "vi")
    expect(page.get_by_role("heading", name="Bài của bạn")).to_be_visible()
    answered(page)
    board = page.locator("#view .board").inner_text()
    page.locator("#link").click()
    again = context.new_page()
    again.goto(page.evaluate("navigator.clipboard.readText()"))
    answered(again)
    assert again.locator("#view .board").inner_text() == board
    expect(again.locator(".way").nth(1)).to_have_attribute("aria-pressed", "true")

    page.bring_to_front()
    page.get_by_role("button", name="Python").click()
    code = page.evaluate("navigator.clipboard.readText()")
    answer = json.loads(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60).stdout)
    assert [group["name"] for group in answer["arrangements"][1]["groups"]] == [
        name.strip() for name in page.locator("#view .board .name").all_inner_texts()
    ]


@pytest.mark.parametrize("game", ids())
def test_light(game: str, open_page: Open, service: str) -> None:
    """All that the page loads for a game is under 200 kB, the Chinese font for machines without one in it."""
    page = open_page(f"game={game}&lang=zh")
    page.get_by_role("button", name="发一手牌").click()
    answered(page)
    loaded = page.evaluate(WEIGHT)
    font = page.evaluate("fetch('/web/fonts/words.woff2').then((answer) => answer.arrayBuffer()).then((bytes) => bytes.byteLength)")
    assert 20_000 < loaded["sent"] < 100_000, loaded
    assert loaded["sent"] + font < 200_000, (loaded, font)


def test_quick(browser: Browser, service: str) -> None:
    """A visitor sees the largest thing within a second (best of five: other work runs too)."""
    painted = []
    for _ in range(5):
        visitor = browser.new_page()
        visitor.goto(f"{service}/#{quote('game=si-se-pai&hand=Kr Kr Gr Er Rr Hr Cr&lang=en', safe='=&')}")
        answered(visitor)
        painted.append(visitor.evaluate(PAINTED))
        visitor.close()
    assert min(painted) < 1_000, painted


def test_without_the_service_the_hand_stays(context: BrowserContext, service: str) -> None:
    """Offline the page says so and keeps what was laid; back online one press goes on."""
    page = context.new_page()
    page.goto(f"{service}/#game=si-ki-pi&lang=en")
    expect(page.locator("#picker .card")).to_have_count(52, timeout=60_000)
    context.set_offline(True)
    page.get_by_role("button", name="Deal a hand").click()
    expect(page.locator("#view .notice.bad")).to_contain_text("can't be reached")
    expect(page.locator("#hand .card")).to_have_count(4)
    context.set_offline(False)
    page.get_by_role("button", name="Try again").click()
    answered(page)


def test_without_the_service_all_that_needs_none_goes_on(context: BrowserContext, service: str) -> None:
    """Offline: cards are laid and moved, the language and the theme change, a game that is not there yet says so; nothing fails unseen."""
    failed: list[str] = []
    context.on("weberror", lambda error: failed.append(str(error.error)))
    context.set_default_timeout(60_000)
    page = context.new_page()
    page.goto(f"{service}/#{quote(LEGAL, safe='=&/:')}")
    expect(page.locator(".verdict .notice")).to_contain_text("Legal", timeout=60_000)
    context.set_offline(True)
    page.locator(".own").get_by_role("button", name="seven of diamonds").drag_to(
        page.locator(".own").get_by_role("button", name="ace of spades")
    )
    expect(page.locator('.own [data-group="0"]').get_by_role("button", name="ace of spades")).to_be_visible()
    expect(page.locator(".verdict .notice.bad")).to_contain_text("can't be reached")
    page.get_by_role("button", name="Zi Pai").click()
    expect(page.locator("#view .notice.bad")).to_contain_text("can't be reached")
    expect(page.locator("#hand .card")).to_have_count(13)
    page.locator("#language").select_option("zh")
    expect(page.get_by_role("heading", name="你的手牌")).to_be_visible()
    page.locator("#theme").click()
    page.locator("#hand .card").first.click()
    expect(page.locator("#hand .card")).to_have_count(12)
    context.set_offline(False)
    page.get_by_role("button", name="字牌").click()
    answered(page)
    assert failed == []


@pytest.mark.parametrize("game", ids())
def test_house_rules_speak_the_language(game: str, open_page: Open) -> None:
    """Every rule, every value to choose and every preset is named in the visitor's language."""
    page = open_page(f"game={game}&lang=en")
    expect(page.locator("#picker .card").first).to_be_visible()
    page.locator("#rules > summary").click()
    shown = "(parts) => [...document.querySelectorAll(parts)].map((one) => one.textContent)"
    parts = "#rules label, #rules legend, #rules summary, #rules option"
    english = page.evaluate(shown, parts)
    assert len(english) > 3
    for lang in ("zh", "vi"):
        page.locator("#language").select_option(lang)
        expect(page.locator("html")).to_have_attribute("lang", lang)
        words = page.evaluate(shown, parts)
        assert len(words) == len(english)
        same = {one for one, other in zip(words, english, strict=True) if one == other and one != "–"}
        # Cards and houses are called the same everywhere.
        assert {one for one in same if not re.fullmatch(r"[\dA-Z]+|Flamingo|Golden Nugget|Trump Plaza", one)} == set()


VIEWPORTS = ({"width": 390, "height": 844}, {"width": 820, "height": 1180}, {"width": 1440, "height": 900})


@pytest.mark.parametrize("game", ids())
def test_every_width_and_theme(game: str, open_page: Open, axe: str) -> None:
    """Nothing is wider than the screen, and axe finds nothing serious; the games and their views share the themes and widths."""
    page = open_page(f"game={game}&lang=zh", size=PHONE)
    page.get_by_role("button", name="发一手牌").click()
    answered(page)
    page.evaluate(axe)
    page.locator("#rules > summary").click()
    turn = ids().index(game)
    for tab in page.get_by_role("tab").all():
        tab.click()
        expect(page.locator("#view .notice, #view .board, #view .advice, #view .total").first).to_be_visible()
        for view in VIEWPORTS:
            page.set_viewport_size(view)  # type: ignore[arg-type]
            assert page.evaluate("document.documentElement.scrollWidth") <= view["width"]
        turn += 1
        scheme, view = ("light", "dark")[turn % 2], VIEWPORTS[turn % 3]
        page.set_viewport_size(view)  # type: ignore[arg-type]
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        assert serious(page) == [], (tab.inner_text(), scheme, view)


def test_the_description_of_the_service(open_page: Open, service: str, axe: str) -> None:
    """The page for programs draws the whole document, and axe finds nothing serious."""
    page = open_page()
    page.goto(f"{service}/docs")
    expect(page.locator("#paths details").nth(20)).to_be_visible()
    page.evaluate(axe)
    # The games' parts are alike, and long.
    assert serious(page, "{exclude: [['#paths > section:nth-of-type(n+2)']]}") == []


def serious(page: Page, part: str = "document") -> list[Any]:
    """What axe finds serious or critical in a part of the page, with some places of each."""
    found = page.evaluate(f"axe.run({part}, {{resultTypes: ['violations']}}).then((all) => all.violations)")
    return [(one["id"], [node["html"][:200] for node in one["nodes"][:3]]) for one in found if one["impact"] in ("serious", "critical")]
