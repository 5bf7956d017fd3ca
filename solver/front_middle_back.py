"""Front, middle and back as callers send them, for the games of three rows."""

from typing import Literal

from solver.request import Cards, Part

RowName = Literal["front", "middle", "back"]


class Pins(Part):
    """Cards already placed, by row."""

    front: Cards = ""
    middle: Cards = ""
    back: Cards = ""


class ShownRow(Part):
    """One row as a player shows it."""

    slot: RowName
    cards: Cards
