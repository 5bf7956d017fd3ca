"""SVG in the small: elements with short attributes, and text of others made harmless."""

import re
from collections.abc import Iterable
from typing import TypeAlias
from xml.etree.ElementTree import Element, tostring

XMLNS = "http://www.w3.org/2000/svg"
Child: TypeAlias = "Element | str | Iterable[Child] | None"

# What XML can't hold, and what would turn the text around it: controls, half surrogates, non-characters, marks of direction.
_UNFIT = re.compile("[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")


def clean(text: str) -> str:
    """The text on one line, without characters that are no text."""
    return _UNFIT.sub("\ufffd", " ".join(text.split()))


def short(value: float) -> str:
    """A length with two places at most."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def el(tag: str, *children: Child, **attributes: str | float | None) -> Element:
    """An element: `stroke_width=2` is `stroke-width="2"`, a trailing underscore frees a word of Python; None is left out."""
    node = Element(tag)
    for name, value in attributes.items():
        if value is not None:
            node.set(name.rstrip("_").replace("_", "-"), value if isinstance(value, str) else short(value))
    _fill(node, children)
    return node


def _fill(node: Element, children: Iterable[Child]) -> None:
    for child in children:
        if isinstance(child, str):
            node.text = clean(child)
        elif isinstance(child, Element):
            node.append(child)
        elif child is not None:
            _fill(node, child)


def document(width: float, height: float, *children: Child, **attributes: str | float | None) -> Element:
    """The root of a picture of this size."""
    box = f"0 0 {short(width)} {short(height)}"
    return el("svg", *children, xmlns=XMLNS, viewBox=box, width=width, height=height, **attributes)


def encode(root: Element) -> bytes:
    """The picture as UTF-8."""
    text: str = tostring(root, encoding="unicode")
    return text.encode()
