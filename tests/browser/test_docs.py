"""The documentation site in a real browser: nothing asked of another host, nothing in the console, nothing that stands out of the page."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from tools import docs_site

pytestmark = pytest.mark.browser

PAGES = (
    "index.html",
    "tutorials/referee.html",
    "rules/si-se-pai.html",
    "rules/zh/chinese-poker.html",
    "performance.html",
    "production.html",
)
WIDTHS = (360, 768, 1400)


class Quiet(SimpleHTTPRequestHandler):
    """Files of a folder, without a line for each."""

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the built site."""
    folder: Path = docs_site.build(tmp_path_factory.mktemp("docs"))
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def watched(browser: Browser, site: str) -> Iterator[Page]:
    """A page; afterwards the console must be empty, and every request must have gone to the site and been answered."""
    context = browser.new_context()
    page = context.new_page()
    said: list[str] = []
    asked: list[Request] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("response", lambda response: said.append(f"{response.status} {response.url}") if response.status >= 400 else None)
    page.on("request", lambda request: asked.append(request))
    yield page
    context.close()
    assert said == []
    assert [request.url for request in asked if not request.url.startswith((site, "data:", "blob:"))] == []
    assert asked


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("place", PAGES)
def test_a_page_fits_its_window(watched: Page, site: str, place: str, width: int) -> None:
    watched.set_viewport_size({"width": width, "height": 900})
    watched.goto(f"{site}/{place}")
    assert watched.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    broken = "[...document.images].filter((image) => image.complete && !image.naturalWidth).map((image) => image.src)"
    watched.evaluate("document.querySelectorAll('img').forEach((image) => { image.loading = 'eager'; })")
    assert watched.evaluate(broken) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(watched: Page, site: str, axe: str, scheme: str) -> None:
    """In the pages and in the theme around them."""
    watched.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    for place in ("index.html", "rules/si-se-pai.html", "rules/vi/chuo-pai.html", "how-sure.html"):
        watched.goto(f"{site}/{place}")
        watched.evaluate(axe)
        found = watched.evaluate("axe.run(document).then((result) => result.violations)")
        serious = [(place, each["id"], each["nodes"][0]["target"]) for each in found if each["impact"] in ("serious", "critical")]
        assert serious == []


def test_search_finds_a_rule(watched: Page, site: str) -> None:
    watched.goto(f"{site}/index.html", wait_until="networkidle")
    for _ in range(50):  # the page may not listen yet
        watched.keyboard.press("Control+k")
        watched.wait_for_timeout(200)
        if watched.evaluate("document.activeElement !== document.body"):  # the search lives in a tree of its own
            break
    watched.keyboard.type("dealt triplet")
    expect(watched.get_by_role("option", name="triplet").first).to_be_visible()


def test_a_language_is_a_click_away(watched: Page, site: str) -> None:
    watched.goto(f"{site}/rules/zi-pai.html")
    watched.get_by_role("article").get_by_role("link", name="中文").click()
    expect(watched.get_by_role("heading", level=1)).to_contain_text("字牌")
    assert watched.locator("article [lang]").first.get_attribute("lang") == "zh"
    watched.get_by_role("article").get_by_role("link", name="Tiếng Việt").click()
    expect(watched).to_have_url(f"{site}/rules/vi/zi-pai.html")
