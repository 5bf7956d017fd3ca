"""The colours of cards and pictures. Cards look alike by day and by night; what stands around them has a colour for each."""

PAPER = "#fcfaf4"
EDGE = "#c9c5ba"
INKS = {"red": "#b3231f", "green": "#17693a", "blue": "#2457b0", "black": "#1f2126", "white": "#1f2126"}
"""Inks on plain paper."""

GROUNDS = {
    "red": ("#fff6ef", "#b5403a"),
    "yellow": ("#382a00", "#ecc65a"),
    "green": ("#f4fff2", "#37794c"),
    "white": ("#262626", "#f3f1ea"),
    "black": ("#f4f1ea", "#3a3d45"),
    "blue": ("#f0f6ff", "#3d6ba8"),
}
"""(ink, ground) of cards that are signs on a coloured ground, by the name of the ground."""

PIP, RED_PIP, DIVIDE = "#1f2126", "#c2352f", "#b9b3a2"

THEME = {
    "panel": ("#fffefb", "#1f2124"),
    "felt": ("#e9efe9", "#1a2724"),
    "line": ("#dcd8cc", "#383b40"),
    "ink": ("#23221f", "#eae7df"),
    "soft": ("#5d5a52", "#a9a69d"),
    "accent": ("#0c6152", "#74cdb9"),
    "good": ("#17663a", "#85d3a0"),
    "good-back": ("#e2f1e6", "#1b3325"),
    "bad": ("#a3231d", "#ff9d93"),
    "bad-back": ("#fbe7e4", "#402220"),
    "calm-back": ("#f6f4ee", "#161719"),
}
"""Colours of a picture around its cards: by day, by night."""

WRONG = "#d5251c"
"""The rim of a card that breaks a rule; the same on every paper and by night."""


def style() -> str:
    """The style sheet of every picture: the night's colours. By day the elements' own attributes hold, so that any reader draws it."""
    night = "".join(f".{name}{{fill:{dark};color:{dark}}}" for name, (_, dark) in THEME.items())
    return f"@media (prefers-color-scheme:dark){{{night}}}"
