"""What the command shows besides arrangements and claims: advice, settlements, a game's page, the list of games."""

from collections.abc import Iterable, Mapping, Sequence
from math import floor, isfinite, log10
from typing import Any

from rich.console import Group as Stack
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from solver.game import Game
from solver.render import BAD, CALM, GOOD, QUIET, WORDS, View, grid, listing, number
from solver.result import Settlement
from solver.text import Lang


def apart(*parts: RenderableType) -> Stack:
    """Parts with an empty line between them."""
    first, *others = parts
    return Stack(first, *(line for part in others for line in (Text(), part)))


def advice(view: View, told: Mapping[str, Any]) -> RenderableType:
    """What to do next: distance, waits, discards, calls, plays; each as far as the game answers it."""
    drawn = (_distance(view, told), _waits(view, told), _discards(view, told), _calls(view, told), _plays(view, told))
    return apart(view.title(), *(part for part in drawn if part is not None))


def _distance(view: View, told: Mapping[str, Any]) -> Text | None:
    distance = told.get("distance")
    if distance is None:
        return None
    line = Text.assemble((view.word(f"distance-{distance}" if distance < 2 else "distance", distance=distance), CALM))
    if told.get("distance_to_win") not in (None, distance):
        line.append(f"   {view.word('distance-to-win', distance=told['distance_to_win'])}")
    return line


def _waits(view: View, told: Mapping[str, Any]) -> Table | None:
    if not told.get("waits"):
        return None
    table = listing(view.word("waits"), view.word("left"), view.word("points"), "", right=(1, 2))
    for wait in told["waits"]:
        wins = Text(view.word("wins" if wait.get("wins") else "wins-not"), GOOD if wait.get("wins") else QUIET)
        table.add_row(view.cards((wait["card"],)), str(wait["left"]), number(wait.get("points", 0)), wins)
    return table


def _discards(view: View, told: Mapping[str, Any]) -> Table | None:
    if not told.get("discards"):
        return None
    table = listing(view.word("discards"), view.word("short"), view.word("left"), view.word("improves"), right=(1, 2))
    for discard in told["discards"]:
        improving = view.close(entry["card"] for entry in discard.get("improves", ()))
        table.add_row(view.cards((discard["card"],)), str(discard["distance"]), str(discard["left"]), improving)
    return table


def _calls(view: View, told: Mapping[str, Any]) -> Table | None:
    if not told.get("calls"):
        return None
    table = listing(view.word("calls"), view.word("cards"), view.word("short"), "", right=(2,))
    for call in told["calls"]:
        remark = view.word("forced") if call.get("forced") else ""
        if call.get("legal") is False:
            remark = f"{view.word('illegal')}: {call.get('reason') or ''}"
        distance = "" if call.get("distance") is None else str(call["distance"])
        table.add_row(view.kind(call["use"], call.get("name")), view.cards(call.get("cards") or ()), distance, remark)
    return table


def _plays(view: View, told: Mapping[str, Any]) -> Table | Text | None:
    if "plays" not in told:
        return None
    if not told["plays"]:
        return Text(view.word("pass"))
    table = listing(view.word("plays"), view.word("cards"), view.word("forced") if told.get("forced") else "")
    for play in told["plays"]:
        sure = view.word("sure") if play.get("guaranteed") else ""
        table.add_row(play.get("name") or view.kind(play["kind"]), view.cards(play["cards"]), Text(sure, QUIET))
    return table


def settlement(view: View, settled: Settlement) -> RenderableType:
    """Who pays whom: totals by player, then each pair row by row, from the view of the pair's first player."""
    totals = grid("left", "right")
    for name, points in settled.totals.items():
        totals.add_row(Text(name), Text(number(points, signed=True), GOOD if points > 0 else BAD if points < 0 else QUIET))
    pairs = grid("left", "right")
    for pair in settled.pairs:
        pairs.add_row(Text(" – ".join(pair.players)), Text(number(pair.points[0], signed=True)))
        for row in pair.rows:
            bonus = f"{view.word('bonus')} {number(row.bonus)}" if row.bonus else ""
            if row.slot or bonus:
                name = "  ".join(filter(None, (view.slot(row.slot), bonus)))
                pairs.add_row(Text(f"  {name}", QUIET), Text(number(row.points[0], signed=True), QUIET))
    return apart(view.title(settled.rules.preset, settled.label), totals, *((pairs,) if settled.pairs else ()))


def facts(view: View, told: Mapping[str, Any]) -> RenderableType:
    """Names and values, one a line; a `standard_error` stands behind the `gain` whose error it is."""
    table = grid("left", "left")
    error = told.get("standard_error") if "gain" in told else None
    for name, value in told.items():
        if value is None or name == "game" or (name == "standard_error" and error is not None):
            continue
        if isinstance(value, Mapping):
            shown = "  ".join(map(figure, value.values()))
        else:
            shown = figure(value, error or 0) if name == "gain" else figure(value)
        table.add_row(Text(name.replace("_", " "), QUIET), shown)
    return apart(view.title(), table)


def figure(value: Any, error: float = 0) -> str:
    """A value as people write it: four significant digits, or those that its standard error leaves, which then has two."""
    if not isinstance(value, float):
        return str(value)
    if not error or not isfinite(error):
        return f"{value:.4g}".replace("-", "−", 1) if value < 0 else f"{value:.4g}"
    digits = 1 - floor(log10(error))
    places = max(digits, 0)
    return f"{round(value, digits) + 0.0:.{places}f} ± {round(error, digits):.{places}f}".replace("-", "−")


def hand(view: View, cards: Sequence[str]) -> RenderableType:
    """A dealt hand: its cards, and on a terminal their notation to copy."""
    return view.cards(cards) if view.plain else apart(view.cards(cards), Text(" ".join(cards), QUIET))


def page(view: View) -> RenderableType:
    """What a newcomer needs to know of the game: its cards, how they are written, its rules' names, a line to try."""
    game, texts = view.game, view.game.texts
    notation = [texts(code, view.lang) for code in texts.codes() if code.startswith("notation-")]
    fewest, most = game.sizes
    table = grid("left", "left")
    for title, value in (
        ("cards", str(game.full) if fewest == most else f"{game.full} ({fewest}–{most})"),
        ("operations", "  ".join(game.operations)),
        ("presets", "  ".join(game.presets)),
        ("objectives", "  ".join(game.objectives)),
        ("engines", "  ".join(game.engines)),
        ("notation", "\n".join(notation)),
    ):
        table.add_row(Text(view.word(title), QUIET), Text(value))
    hands = (example.request.get("hand") for example in game.examples if example.operation == "arrange")
    written = next((cards for cards in hands if isinstance(cards, str)), None)
    line = () if written is None else (Text(f"lipai arrange {game.id} '{written}'", CALM),)
    return apart(view.title(game.id), _whole_deck(view), table, *line)


def _whole_deck(view: View) -> Table:
    """Every kind of card, a line each colour or suit."""
    lines: dict[tuple[str, str], list[str]] = {}
    for face in view.game.faces:
        lines.setdefault((face.ink, face.mark), []).append(face.card)
    table = grid("left", air=not view.plain)
    for cards in lines.values():
        table.add_row(view.cards(cards))
    return table


def overview(games: Iterable[Game], lang: Lang) -> Table:
    """One line a game."""
    table = listing(*(WORDS(code, lang) for code in ("game", "name", "cards", "operations", "objectives")), right=(2,))
    for game in games:
        table.add_row(Text(game.id, CALM), game.names[lang], str(game.full), " ".join(game.operations), " ".join(game.objectives))
    return table
