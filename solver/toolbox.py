"""The operations as tools for a language model: names, descriptions, JSON Schemas, and calls with plain data in and out.

A tool takes the game's id and the fields of its request. Over several games a field's schema allows what any of them takes; what this
game takes is checked by its own model, and a fault is answered with its place, so that the model can mend its call.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

import solver
from solver.errors import Fault, InputError, UnknownGameError, UnknownOperationError
from solver.explain import Explanation, explain
from solver.explain.claims import plays
from solver.game import Game
from solver.game import game as find
from solver.text import LANGS, Lang

OPERATIONS = {
    "arrange": "Find the best arrangement of a hand of cards, proven optimal for the objective asked for. `top` lists the next best too.",
    "verify": "Judge a claim: is this arrangement legal, what is it worth, which rules does it break, and what would have been best?",
    "settle": "Settle a table: who pays whom, from every player's cards.",
    "advise": "Say what to do next: what a hand waits for, what to discard, what to do with a card on offer, what can be played.",
}
EXPLAIN = """Arrange a hand and explain in words why that is the best: each group and its rule, what is settled by history, what \
alternatives cost, why the hand wins or not. With `claim` (groups as `verify` takes them) also what is wrong with the claim."""
GAMES = """How a game's cards are written, its objectives, presets and rules, and a request to copy for each operation. Call it with the \
game's id before the first call of another tool; without an id it lists the games."""
INSTRUCTIONS = (
    "Card hands put in order and proven best. First `games` with the game's id: it tells the notation and shows requests to copy."
)

_COMMON_RULES = {
    "type": "object",
    "description": 'House rules: {"preset": name} and single values that differ from it; `games` shows both.',
    "properties": {"preset": {"type": "string"}},
}


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool: its name, what it does, and the JSON Schemas of what it takes and answers."""

    name: str
    description: str
    input_schema: Mapping[str, Any]
    output_schema: Mapping[str, Any]


class CallError(Exception):
    """A call that can't be answered. `told` says what is wrong and where."""

    def __init__(self, told: Mapping[str, Any]) -> None:
        self.told = told
        super().__init__(json.dumps(told, ensure_ascii=False))


class Toolbox:
    """The tools over some games."""

    def __init__(self, games: Sequence[Game]) -> None:
        self.games = tuple(games)

    def tools(self) -> list[Tool]:
        """Every tool; an operation that none of the games has is left out."""
        found = [Tool("games", GAMES, _listing(self.games), {"type": "object"})]
        for name, about in OPERATIONS.items():
            having = [game for game in self.games if name in game.operations]
            if having:
                results = dict.fromkeys(game.operations[name].result for game in having)
                found.append(Tool(name, about, input_schema(having, name), output_schema(results)))
        explaining = input_schema(self.games, "arrange")
        claim = {"type": "array", "items": {"type": "object"}, "description": "Groups shown, as the field `groups` of `verify`."}
        judging = input_schema([game for game in self.games if "verify" in game.operations], "verify")["properties"]
        own = {name: judging[name] for game in self.games for name in plays(game)}
        explaining["properties"] |= own | {"claim": claim, "claimed_points": {"type": "integer"}}
        found.append(Tool("explain", EXPLAIN, explaining, output_schema([Explanation])))
        return found

    def call(self, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """The answer as JSON data. Raises CallError with each fault and its place."""
        fields = dict(arguments)
        id = fields.pop("game", self.games[0].id if len(self.games) == 1 and name != "games" else None)
        lang: Any = fields.get("lang")
        spoken: Lang = lang if lang in LANGS else "en"
        try:
            if name == "games":
                return about(self._game(id), spoken) if id else {"games": [short(game, spoken) for game in self.games]}
            game = self._game(id)
            if name == "explain":
                claim = fields.pop("claim", None)
                return _plain(explain(game.id, fields, _groups(claim)))
            if name in OPERATIONS:
                return _plain(solver.perform(game.id, name, fields))
        except InputError as error:
            raise CallError(_told(error.faults, spoken)) from None
        except (UnknownGameError, UnknownOperationError) as error:
            raise CallError(_told((error.fault,), spoken)) from None
        names = ", ".join(tool.name for tool in self.tools())
        raise CallError({"code": "unknown-tool", "errors": [{"pointer": "", "message": f"there is no tool {name!r}; there are: {names}"}]})

    def _game(self, id: Any) -> Game:
        known = tuple(game.id for game in self.games)
        if id not in known:
            raise UnknownGameError(str(id), known)
        return find(id)


def short(game: Game, lang: Lang) -> dict[str, Any]:
    """A game in a line of a list."""
    return {"id": game.id, "name": game.names[lang], "cards": game.full, "operations": list(game.operations)}


def about(game: Game, lang: Lang) -> dict[str, Any]:
    """What it takes to write a request: notation and rules in words and as data, and a request to copy for each operation."""
    texts = game.texts
    requests: dict[str, Any] = {}
    for example in game.examples:
        requests.setdefault(example.operation, dict(example.request))
    fewest, most = game.sizes
    return short(game, lang) | {
        "notation": [texts(code, lang) for code in texts.codes() if code.startswith("notation-")],
        "cards_in_a_hand": {"fewest": fewest, "most": most, "full": game.full},
        "deck": list(dict.fromkeys(game.deck)),
        "rows": [{"slot": name, "cards": size, "name": texts(f"slot-{name}", lang)} for name, size in game.slots],
        "kinds": {code.removeprefix("kind-"): texts(code, lang) for code in texts.codes() if code.startswith("kind-")},
        "objectives": list(game.objectives),
        "presets": list(game.presets),
        "rules": game.presets.values[game.presets.default.preset],
        "requests": {name: {"game": game.id, **request} for name, request in requests.items()},
    }


def input_schema(games: Sequence[Game], operation: str) -> dict[str, Any]:
    """What the operation takes: of one game its request's own schema, of several what any of them takes.

    Definitions stand where they are used, and null is no choice: what is not wanted is left out. Models read that best.
    """
    fields: dict[str, dict[str, list[str]]] = {}
    required: list[set[str]] = []
    for game in games:
        schema = game.operations[operation].request.model_json_schema()
        required.append(set(schema.get("required", ())))
        for name, field in schema["properties"].items():
            plain = _COMMON_RULES if name == "rules" and len(games) > 1 else _plainly(field, schema.get("$defs", {}))
            fields.setdefault(name, {}).setdefault(json.dumps(plain), []).append(game.id)
    properties: dict[str, Any] = {"game": {"type": "string", "enum": [game.id for game in games], "description": "The game's id."}}
    properties |= {name: _either(variants, len(games)) for name, variants in fields.items()}
    needed = sorted(set.intersection(*required))
    return {
        "type": "object",
        "properties": properties,
        "required": needed if len(games) == 1 else ["game", *needed],
        "additionalProperties": False,
    }


def _plainly(schema: Any, definitions: Mapping[str, Any]) -> Any:
    """A schema without references, titles, and the choice of null."""
    if isinstance(schema, list):
        return [_plainly(each, definitions) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return _plainly(definitions[schema["$ref"].rsplit("/", 1)[1]], definitions)
    plain = {
        name: {key: _plainly(field, definitions) for key, field in value.items()} if name == "properties" else _plainly(value, definitions)
        for name, value in schema.items()
        if not (name == "title" and isinstance(value, str)) and (name, value) != ("default", None)
    }
    options = [option for option in plain.pop("anyOf", ()) if option != {"type": "null"}]
    if len(options) == 1:
        return options[0] | plain
    return plain | ({"anyOf": options} if options else {})


def _either(variants: Mapping[str, Iterable[str]], games: int) -> dict[str, Any]:
    """One field's schema over games: what any of them takes, each variant with the games that take it where not all do."""
    options = []
    for text, ids in variants.items():
        option: dict[str, Any] = json.loads(text)
        if len(list(ids)) < games:
            option["description"] = " ".join(filter(None, (f"{', '.join(ids)}.", option.get("description"))))
        options.append(option)
    return options[0] if len(options) == 1 else {"anyOf": options}


def output_schema(results: Iterable[type[Any]]) -> dict[str, Any]:
    """What the operation answers."""
    references, definitions = msgspec.json.schema_components(list(results), ref_template="#/$defs/{name}")
    options = list(references)
    root = {"type": "object"} | (options[0] if len(options) == 1 else {"anyOf": options})
    return root | {"$defs": definitions}


def _listing(games: Sequence[Game]) -> dict[str, Any]:
    game = {"type": "string", "enum": [game.id for game in games], "description": "The game's id; without it all games are listed."}
    lang = {"type": "string", "enum": list(LANGS), "description": "The language of the words."}
    return {"type": "object", "properties": {"game": game, "lang": lang}, "additionalProperties": False}


def _groups(claim: Any) -> list[Mapping[str, Any]] | None:
    if claim is None:
        return None
    if not isinstance(claim, list) or not all(isinstance(group, Mapping) and "cards" in group for group in claim):
        raise CallError({"code": "wrong-type", "errors": [{"pointer": "/claim", "message": 'a list of groups, each {"cards": …}'}]})
    return claim


def _plain(answer: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(msgspec.json.encode(answer))
    return found


def _told(faults: Sequence[Fault], lang: Lang) -> dict[str, Any]:
    errors = [
        {"pointer": fault.pointer, "position": fault.position, "code": fault.code, "message": fault.message(lang)} for fault in faults
    ]
    return {"code": faults[0].code, "errors": errors}
