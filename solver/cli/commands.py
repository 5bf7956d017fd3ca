"""The commands, one a function. None names a game."""

from typing import Annotated, Any

import typer

from solver.cli import completion
from solver.cli.arguments import (
    Engine,
    Field,
    GameId,
    Hand,
    Json,
    Label,
    Language,
    Objective,
    Preset,
    Request,
    Rule,
    cards,
    groups,
    request,
    value,
)
from solver.cli.output import WRONG_CLAIM, YES, Screen


def games(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="One game: its cards and how to write them.", autocompletion=completion.game)
    ] = None,
    lang: Language = None,
    as_json: Json = False,
) -> None:
    """List the games, or show one: its cards, its notation, its rules' names."""
    screen = Screen(lang, as_json)
    if game is not None:
        from solver import sheets

        found = screen.game(game)
        return screen.dump(found.describe()) if as_json else screen.show(sheets.page(screen.view(found)))
    import solver
    from solver.version import build

    if as_json:
        return screen.dump({"games": [each.summary() for each in solver.games()], "build": build()})
    from solver.sheets import overview

    return screen.show(overview(solver.games(), screen.lang))


def arrange(
    game: GameId,
    hand: Hand = None,
    rules: Rule = None,
    preset: Preset = None,
    objective: Objective = None,
    top: Annotated[int | None, typer.Option(metavar="N", help="The N best, 1 to 20.")] = None,
    engine: Engine = None,
    deadline_ms: Annotated[int | None, typer.Option(metavar="MS", help="The most milliseconds to spend.")] = None,
    field: Field = None,
    json_request: Request = None,
    label: Label = None,
    lang: Language = None,
    as_json: Json = False,
) -> None:
    """The best arrangement of a hand."""
    screen = Screen(lang, as_json)
    given = {"objective": objective, "top": top, "engine": engine, "deadline_ms": deadline_ms, "label": label, "lang": lang}
    body = request(screen.schema(game, "arrange"), json_request, rules, preset, field, hand=cards(hand), **given)
    answer = screen.perform(game, "arrange", body)
    screen.answer(answer, game, lambda view: view.answer(answer))


def verify(
    game: GameId,
    shown: Annotated[
        list[str] | None, typer.Argument(metavar="GROUP...", help="The groups as shown, one an argument; rows as SLOT=CARDS or in order.")
    ] = None,
    hand: Annotated[str | None, typer.Option(metavar="CARDS", help="The concealed cards, where the game needs them; - reads them.")] = None,
    claimed_points: Annotated[int | None, typer.Option(metavar="N", help="The points claimed.")] = None,
    rules: Rule = None,
    preset: Preset = None,
    field: Field = None,
    json_request: Request = None,
    label: Label = None,
    lang: Language = None,
    as_json: Json = False,
) -> None:
    """Is this claim right? Everything that is wrong with it; exit code 1 when anything is."""
    screen = Screen(lang, as_json)
    found = screen.game(game)
    given = {"groups": groups(found, shown) if shown else None, "claimed_points": claimed_points, "label": label, "lang": lang}
    body = request(screen.schema(game, "verify"), json_request, rules, preset, field, hand=cards(hand), **given)
    verdict = screen.perform(game, "verify", body)
    if as_json:
        screen.dump(verdict)
    else:
        table = [(group.get("slot"), found.parse(group["cards"])) for group in body.get("groups") or ()]
        screen.show(screen.view(found).verdict(verdict, table))
    raise typer.Exit(YES if verdict.valid else WRONG_CLAIM)


def settle(
    game: GameId,
    player: Annotated[
        list[str] | None, typer.Option(metavar="NAME=CARDS", help="A player's cards; several groups with | between them. Repeatable.")
    ] = None,
    stake: Annotated[str | None, typer.Option(metavar="N", help="What a point is worth.")] = None,
    rules: Rule = None,
    preset: Preset = None,
    field: Field = None,
    json_request: Request = None,
    label: Label = None,
    lang: Language = None,
    as_json: Json = False,
) -> None:
    """Who pays whom."""
    from solver import sheets

    screen = Screen(lang, as_json)
    found = screen.game(game)
    players: list[dict[str, Any]] = []
    for text in player or ():
        name, equals, written = text.partition("=")
        if not equals:
            raise typer.BadParameter(f"{text!r} is not NAME=CARDS", param_hint="--player")
        shown = {"groups": groups(found, written.split("|"))} if "|" in written else {"hand": written}
        players.append({"name": name, **shown})
    given = {"players": players or None, "stake": None if stake is None else value(stake), "label": label, "lang": lang}
    settlement = screen.perform(game, "settle", request(screen.schema(game, "settle"), json_request, rules, preset, field, **given))
    screen.answer(settlement, game, lambda view: sheets.settlement(view, settlement))


def advise(
    game: GameId,
    hand: Hand = None,
    seen: Annotated[str | None, typer.Option(metavar="CARDS", help="Every other card that is face up.")] = None,
    offered: Annotated[str | None, typer.Option(metavar="CARD:SOURCE", help="A card on offer, and how: draw, take or steal.")] = None,
    rules: Rule = None,
    preset: Preset = None,
    field: Field = None,
    json_request: Request = None,
    label: Label = None,
    lang: Language = None,
    as_json: Json = False,
) -> None:
    """What to do next: how far the hand is, what it waits for, what to discard, what to do with a card on offer."""
    import msgspec

    from solver import sheets

    screen = Screen(lang, as_json)
    card, _, source = (offered or "").partition(":")
    offer = {"card": card, "source": source} if source else {"card": card} if card else None
    given = {"seen": cards(seen), "offered": offer, "label": label, "lang": lang}
    advice = screen.perform(
        game, "advise", request(screen.schema(game, "advise"), json_request, rules, preset, field, hand=cards(hand), **given)
    )
    screen.answer(advice, game, lambda view: sheets.advice(view, msgspec.to_builtins(advice)))


def prepare(
    game: GameId,
    rules: Rule = None,
    preset: Preset = None,
    field: Field = None,
    json_request: Request = None,
    lang: Language = None,
    as_json: Json = False,
) -> None:
    """Compute ahead what a rule set needs, and wait for it."""
    from time import sleep

    import msgspec

    from solver import sheets

    screen = Screen(lang, as_json)
    body = request(screen.schema(game, "prepare"), json_request, rules, preset, field, lang=lang)
    answer = screen.perform(game, "prepare", body)
    if getattr(answer, "retry_after", None) is not None:
        with screen.busy(f"{game} …"):
            while answer.retry_after is not None:
                sleep(0.2)
                answer = screen.perform(game, "prepare", body)
    screen.answer(answer, game, lambda view: sheets.facts(view, msgspec.to_builtins(answer)))


def deal(
    game: GameId,
    count: Annotated[int, typer.Option("--count", "-n", min=1, metavar="N", help="So many hands, each from a full deck.")] = 1,
    seed: Annotated[int | None, typer.Option(metavar="N", help="The same seed deals the same hands.")] = None,
    lang: Language = None,
    as_json: Json = False,
) -> None:
    """Deal a hand; a pipe gets its notation, ready for `lipai arrange GAME -`."""
    from random import Random

    from solver import sheets

    screen, random = Screen(lang, as_json), Random(seed)
    found = screen.game(game)
    place = {card: index for index, card in enumerate(dict.fromkeys(found.deck))}
    for _ in range(count):
        hand = sorted(random.sample(found.deck, found.full), key=place.__getitem__)
        if as_json:
            screen.dump({"game": game, "hand": hand})
        else:
            screen.show(sheets.hand(screen.view(found), hand))
