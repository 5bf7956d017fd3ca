"""Pictures from the API as readers see them: in an <img>, by day and by night, with the very cards of the page."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Page, expect

from solver.drawing.palette import THEME
from solver.game import ids

pytestmark = [pytest.mark.browser, pytest.mark.timeout(180)]

SVG = "image/svg+xml"
FACE = re.compile(r'<g id="f-(\w+)".*?</g>(?=<g id="f-|</defs>)', re.DOTALL)


def picture(address: str, body: Any = None) -> str:
    """The picture at an address, by GET or by POST."""
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(address, data, {"accept": SVG, "content-type": "application/json"}), timeout=60) as response:
        assert response.headers["content-type"] == SVG
        return str(response.read().decode())


def worked(stored: Any, game: str, operation: str) -> Iterator[dict[str, Any]]:
    """The worked hands of one operation that are answered."""
    for one in stored(f"/v1/games/{game}/examples")["examples"]:
        if one["operation"] == operation and "errors" not in (one["answer"] or {}):
            yield one["request"]


def query(request: dict[str, Any]) -> str:
    """The simple fields of a request for a GET."""
    simple = {name: value for name, value in request.items() if isinstance(value, str | int) and not isinstance(value, bool)}
    return urlencode(simple | {"hand": " ".join(request["hand"]) if isinstance(request["hand"], list) else request["hand"]})


@pytest.mark.parametrize("game", ids())
def test_an_img_shows_an_arrangement(game: str, page: Page, service: str, stored: Any) -> None:
    """A page of anyone's names the address, the browser asks for a picture of its own accord, and shows one of some size."""
    request = next(worked(stored, game, "arrange"))
    page.set_content(f'<img src="{service}/v1/games/{game}/arrange?{query(request).replace("&", "&amp;")}">')
    page.wait_for_function("document.images[0].complete", timeout=60_000)
    size = page.evaluate("[document.images[0].naturalWidth, document.images[0].naturalHeight]")
    assert size[0] >= 540
    assert size[1] >= 150


@pytest.mark.parametrize("operation", ["arrange", "verify"])
@pytest.mark.parametrize("game", ids())
def test_a_picture_is_readable_by_day_and_by_night(game: str, operation: str, page: Page, service: str, stored: Any) -> None:
    """As an image: nothing lies outside it, no two texts overlap, and the ground is the theme's."""
    svg = max(
        (picture(f"{service}/v1/games/{game}/{operation}", request) for request in list(worked(stored, game, operation))[:4]), key=len
    )
    page.set_content(f"<style>body{{margin:0}}</style>{svg}")
    found = page.evaluate("""() => {
      const root = document.querySelector("svg"), frame = root.getBoundingClientRect();
      const shown = (what) => [...root.querySelectorAll(what)].filter((one) => !one.closest("defs"));
      const boxes = (what) => shown(what).map((one) => one.getBoundingClientRect());
      const outside = (box) => Math.min(box.left, box.top) < -0.5 || box.right > frame.right + 0.5 || box.bottom > frame.bottom + 0.5;
      const shared = (a, b, from, to) => Math.min(a[to], b[to]) - Math.max(a[from], b[from]);
      const over = (a) => (b) => shared(a, b, "left", "right") > 1 && shared(a, b, "top", "bottom") > 6;
      const texts = boxes("text");
      return {
        outside: boxes("text, use, rect").filter(outside).length,
        overlapping: texts.filter((one, index) => texts.slice(0, index).some(over(one))).length,
      };
    }""")
    assert found == {"outside": 0, "overlapping": 0}
    shots = set()
    for scheme, place in (("light", 0), ("dark", 1)):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        image = f"data:{SVG};base64,{base64.b64encode(svg.encode()).decode()}"
        page.set_content(f'<style>:root{{color-scheme:light dark}}body{{margin:0}}</style><img src="{image}">')
        page.wait_for_function("document.images[0].complete")
        colour = page.evaluate("""() => {
          const canvas = new OffscreenCanvas(document.images[0].width, 60), pen = canvas.getContext("2d");
          pen.drawImage(document.images[0], 0, 0);
          return "#" + [...pen.getImageData(12, 12, 1, 1).data.slice(0, 3)].map((one) => one.toString(16).padStart(2, "0")).join("");
        }""")
        shots.add(page.locator("img").screenshot())
        assert colour == THEME["panel"][place]
    assert len(shots) == 2


@pytest.mark.parametrize("game", ids())
def test_page_and_picture_show_the_same_cards(game: str, page: Page, service: str, stored: Any) -> None:
    """Each face in a picture is the page's, shape by shape; and drawn by the browser they are the same pixels."""
    with urlopen(f"{service}/v1/games/{game}/cards.svg") as response:
        sheet = {match[1]: match[0] for match in FACE.finditer(response.read().decode())}
    assert set(sheet) == {face["card"] for face in stored(f"/v1/games/{game}")["cards"]}
    request = next(worked(stored, game, "arrange"))
    svg = picture(f"{service}/v1/games/{game}/arrange", request)
    shown = {match[1]: match[0] for match in FACE.finditer(svg)}
    assert shown
    assert shown.items() <= sheet.items()

    hand = request["hand"] if isinstance(request["hand"], str) else " ".join(request["hand"])
    page.goto(f"{service}/#game={game}&lang=en")
    page.locator("#typed").fill(hand)
    expect(page.locator("#view .board .card").first).to_be_visible(timeout=60_000)
    drawn = page.evaluate("""() => {
      const card = document.querySelector("#view .board .card use"), box = card.ownerSVGElement.getAttribute("viewBox");
      return { id: card.getAttribute("href").slice(1), box, sheet: document.querySelector(".sheet").outerHTML };
    }""")
    pixels = []
    for defs in (drawn["sheet"], f"<svg>{svg[svg.index('<defs>') : svg.index('</defs>')]}</defs></svg>"):
        page.goto("about:blank")
        away = defs.replace("<svg", "<svg style=position:absolute;width:0;height:0", 1)
        card = f'<svg id=card viewBox="{drawn["box"]}" height=168 style=display:block><use href="#{drawn["id"]}"/></svg>'
        page.set_content(away + card)
        pixels.append(page.locator("#card").screenshot())
    assert pixels[0] == pixels[1]


def test_page_and_picture_have_the_same_colours(page: Page, service: str) -> None:
    page.goto(service)
    for scheme, place in (("light", 0), ("dark", 1)):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        for name, tones in THEME.items():
            if name == "calm-back":
                name = "page"
            page.evaluate("(name) => { document.body.style.color = `var(--${name})`; }", name)
            red, green, blue = (int(tones[place][at : at + 2], 16) for at in (1, 3, 5))
            assert page.evaluate("getComputedStyle(document.body).color") == f"rgb({red}, {green}, {blue})", name


def test_the_font_is_there_and_holds_what_the_page_says(page: Page, service: str) -> None:
    """On a machine without a Chinese font the page brings its own; it stands within the page's weight (see the page's tests)."""
    page.goto(service)
    drawn = page.evaluate("""async () => {
      const font = await new FontFace("Bare", "url(/web/fonts/words.woff2)").load();
      document.fonts.add(font);
      const pen = new OffscreenCanvas(40, 40).getContext("2d");
      pen.font = "30px Bare, monospace";
      pen.fillText("理", 2, 32);
      const inked = pen.getImageData(0, 0, 40, 40).data.filter((one, index) => index % 4 === 3 && one > 128);
      return [pen.measureText("理牌").width, inked.length];
    }""")
    assert drawn[0] == pytest.approx(60, abs=0.1)
    assert drawn[1] > 100
