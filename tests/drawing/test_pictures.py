"""Pictures of answers: sound SVG of every worked hand, that says what the answer says, and that no text of others can break."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import solver
from solver.drawing.canvas import Canvas
from solver.drawing.faces import Parts, sheet
from solver.drawing.outlines import outlines
from solver.drawing.pictures import picture
from solver.game import Game, games
from solver.text import LANGS
from tools import glyphs

SVG = "{http://www.w3.org/2000/svg}"
ALLOWED = {"svg", "g", "defs", "use", "path", "rect", "circle", "text", "title", "desc", "style"}
GAMES = games()


def worked(game: Game, lang: str = "en", **more: Any) -> Iterator[tuple[str, Any, Any]]:
    """Each worked hand of `arrange` and `verify`, all of which are answered: its name, the request and the result."""
    for example in game.examples:
        if example.operation in ("arrange", "verify"):
            operation = game.operations[example.operation]
            request = operation.request.model_validate({**example.request, "lang": lang, **more})
            yield example.id, request, operation.run(request)


def drawn(svg: bytes) -> ElementTree.Element:
    """The picture's root; everything in it is a shape or a text, every reference is to something in it."""
    root = ElementTree.fromstring(svg)
    assert {node.tag for node in root.iter()} <= {SVG + name for name in ALLOWED}
    ids = {node.get("id") for node in root.iter()} - {None}
    assert {node.get("href") for node in root.iter(f"{SVG}use")} <= {f"#{id}" for id in ids}
    assert {name for node in root.iter() for name in node.attrib if name.startswith("on") or name == "style"} == set()
    return root


def cards_in(root: ElementTree.Element) -> Counter[str]:
    """How often each face is shown."""
    return Counter((node.get("href") or "")[3:] for node in root.iter(f"{SVG}use") if (node.get("href") or "").startswith("#f-"))


def rimmed(root: ElementTree.Element) -> Counter[str]:
    """How often each card has a broken rim: the rim lies where the card does."""
    at = {}
    for node in root.iter(f"{SVG}use"):
        place = re.fullmatch(r"translate\((\S+) (\S+)\) scale\(\S+\)", node.get("transform") or "")
        if place and (node.get("href") or "").startswith("#f-"):
            at[place.groups()] = (node.get("href") or "")[3:]
    return Counter(at[node.get("x"), node.get("y")] for node in root.iter(f"{SVG}rect") if node.get("stroke-dasharray"))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_worked_hand_is_drawn_with_all_its_cards(game: Game) -> None:
    """In each language: the cards of the best arrangement, or of the claim; and the words of the answer, as text."""
    found = 0
    for lang in LANGS:
        for id, request, result in worked(game, lang):
            root = drawn(picture(game, request, result))
            told = root.findtext(f"{SVG}desc") or ""
            assert root.findtext(f"{SVG}title") == game.names[lang], id
            if hasattr(result, "arrangements"):
                best = result.arrangements[:1]
                shown = Counter(card for one in best for group in one.groups for card in group.cards) + Counter(
                    card for one in best for card in one.loose
                )
                if result.natural:
                    shown += Counter(card for group in result.natural.groups for card in group.cards)
                assert cards_in(root) == shown, id
                assert all(group.name in told for one in best for group in one.groups), id
            else:
                assert all(violation.message in told for violation in result.violations), id
                assert cards_in(root), id
            found += 1
    assert found >= 6


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_each_violation_is_marked_at_its_cards(game: Game) -> None:
    """A wrong claim has its violations numbered, and a broken rim on just the cards that they name, each as often as it is named."""
    wrong = [(id, request, verdict) for id, request, verdict in worked(game) if getattr(verdict, "violations", ())]
    assert wrong
    for id, request, verdict in wrong:
        root = drawn(picture(game, request, verdict))
        numbers = {node.text for node in root.iter(f"{SVG}text") if node.get("text-anchor") == "middle"}
        assert numbers == {str(index) for index in range(1, len(verdict.violations) + 1)}, id
        named: Counter[str] = Counter()
        for violation in verdict.violations:
            named |= Counter(violation.cards)
        assert rimmed(root) == named, id


def test_only_the_wrong_cards_are_marked() -> None:
    """Of a dealt triplet that is split over two groups, all three cards in both; nothing else."""
    game = next(game for game in GAMES if game.id == "si-se-pai")
    request, verdict = next((request, verdict) for id, request, verdict in worked(game) if id == "claim-triplet-split")
    assert [violation.code for violation in verdict.violations] == ["dealt-triplet-split"]
    root = drawn(picture(game, request, verdict))
    assert rimmed(root) == {"Rr": 3}


HOSTILE = {
    "<script>alert(1)</script>": "·<script>alert(1)</script>",
    '"><svg onload=alert(1)>': '·"><svgonload=alert(1)>',
    "]]>&lt;!--": "·]]>&lt;!--",
    "&amp;&#x3c;script&#62;": "·&amp;&#x3c;script&#62;",
    "\x00\x08\x1f": "·\ufffd\ufffd",  # to Python the last is white space
    "\ufffe\uffff": "·\ufffd\ufffd",
    "\u202eevil\u202c": "·\ufffdevil\ufffd",
    "x" * 200: f"·{'x' * 41}…",
    "🀄" * 50: f"·{'🀄' * 41}…",
    "a\u0301\u0301\u0301": "·a\u0301\u0301\u0301",
    "'; drop": "·';drop",
    "  \n\t ": "",
    "🃏 王 ♠": "·🃏王♠",
}
"""Labels, and what is written of them after the objective, white space aside."""


def labelled(label: str | None) -> bytes:
    """A picture with this label."""
    game = next(game for game in GAMES if game.id == "si-ki-pi")
    operation = game.operations["arrange"]
    request = operation.request.model_validate({"hand": "8s8hKdAc", "label": label})
    return picture(game, request, operation.run(request))


def written(svg: bytes) -> str:
    """All texts of a picture without white space."""
    return "".join("".join((node.text or "").split()) for node in drawn(svg).iter(f"{SVG}text"))


@pytest.mark.parametrize("label", HOSTILE)
def test_a_hostile_label_stays_text(label: str) -> None:
    """It is shown as it is as far as it is text, and changes nothing around it."""
    svg = labelled(label)
    assert written(svg) == written(labelled(None)).replace("expectedpoints", f"expectedpoints{HOSTILE[label]}", 1)
    assert b"<script" not in svg.lower()
    assert "\u202e" not in svg.decode()


def test_a_long_chinese_label_is_drawn_and_cut() -> None:
    """As outlines: as many characters as two lines hold."""
    shown = [node.get("href") for node in drawn(labelled("理" * 200)).iter(f"{SVG}use")]
    assert shown.count(f"#w{ord('理'):x}") == 38


@given(st.text(max_size=200))
def test_any_label_makes_sound_xml(label: str) -> None:
    game = next(game for game in GAMES if game.id == "si-ki-pi")
    operation = game.operations["verify"]
    request = operation.request.model_validate({"groups": [{"cards": "8s8h"}, {"cards": "KdAc"}], "label": label})
    drawn(picture(game, request, operation.run(request)))


@given(st.text(alphabet="ab 理的，。<&-—WMil\u0301", max_size=120), st.floats(20, 400))
def test_wrapped_lines_fit_and_lose_nothing(text: str, room: float) -> None:
    canvas = Canvas(GAMES[0])
    lines = canvas.wrapped(text, 14, room, most=1000)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(canvas.text_width(line, 14) <= room or len(line) <= 2 for line in lines)


def test_a_long_text_is_cut_with_an_ellipsis() -> None:
    lines = Canvas(GAMES[0]).wrapped("word " * 100, 14, 200, most=2)
    assert len(lines) == 2
    assert lines[-1].endswith("…")


def test_the_same_answer_has_the_same_bytes() -> None:
    for game in GAMES:
        for _, request, result in worked(game):
            assert picture(game, request, result) == picture(game, request, result)
            break


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_faces_stand_on_their_own(game: Game) -> None:
    """Every card of the deck is a shape without a font, no two alike, and every sign has its outline."""
    root = drawn(sheet(game.faces))
    faces = [node for node in root.iter(f"{SVG}g") if (node.get("id") or "").startswith("f-")]
    assert {node.get("id") for node in faces} == {f"f-{card}" for card in game.deck}
    assert len({re.sub(r' id="[^"]*"', "", ElementTree.tostring(node, encoding="unicode")) for node in faces}) == len(faces)
    assert all(re.fullmatch(r"\w+", face.card) for face in game.faces)
    for face in game.faces:
        if face.style != "domino":
            assert all(character in outlines("sign" if face.style == "glyph" else "index") for character in face.glyph)


def test_colours_are_told_apart_without_colour() -> None:
    """Drawn in one ink on one paper, no two cards of a deck look alike."""
    for game in GAMES:
        bare = []
        for face in game.faces:
            shapes = ElementTree.tostring(Parts().face(face), encoding="unicode")
            bare.append(re.sub(r' (id|fill|stroke|stroke-opacity|class)="[^"]*"', "", shapes))
        assert len(set(bare)) == len(bare), game.id


def test_chinese_is_drawn_without_a_font() -> None:
    """No picture in Chinese leaves a Chinese character to the reader's fonts."""
    han = re.compile(r"[\u2e80-\u9fff\uff00-\uffef]")
    for game in GAMES:
        for id, request, result in worked(game, "zh", label=None):
            root = drawn(picture(game, request, result))
            assert [node.text for node in root.iter(f"{SVG}text") if han.search(node.text or "")] == [], (game.id, id)


def test_outlines_and_font_hold_every_character() -> None:
    """What `python tools/glyphs.py` has to be run again for."""
    from fontTools.ttLib import TTFont

    for style, wanted in (("sign", glyphs.signs()), ("word", glyphs.drawn_words())):
        assert sorted(wanted - set(outlines(style))) == [], style
    font = TTFont(glyphs.FONT)
    assert sorted(glyphs.page_words() - set(map(chr, font.getBestCmap()))) == []
    assert font["name"].getDebugName(1) == "Lipai Words"
    for folder in (glyphs.FONT.parent, glyphs.OUTLINES.parent):
        assert "SIL OPEN FONT LICENSE Version 1.1" in (folder / "OFL.txt").read_text(encoding="utf-8")


def test_the_library_draws_what_it_answers() -> None:
    answer = solver.arrange("si-ki-pi", hand="8s8hKdAc")
    game = next(game for game in GAMES if game.id == "si-ki-pi")
    request = game.operations["arrange"].request.model_validate({"hand": "8s8hKdAc"})
    assert b"<svg" in picture(game, request, answer)[:5]
