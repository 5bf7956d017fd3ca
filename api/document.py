"""The OpenAPI document: exact for each game, from the same models and types that do the work."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from api.batch import MEDIA_TYPE, MEDIA_TYPES
from api.examples import answers
from api.media import OFFERS, drawable
from api.problems import ProblemDocument
from api.query import Query
from solver.game import Game, games
from solver.version import program

REF = "#/components/schemas/{name}"
VERBS = {
    "arrange": "The optimal arrangement of a hand",
    "verify": "Is this claim right? All that is wrong with it",
    "settle": "Who pays whom",
    "advise": "What to do next",
    "prepare": "Compute what a rule set needs ahead of time",
}
ABOUT = """The best arrangement of a hand of cards, whether a claim is right, what to do next, and who pays whom.

Every error is an RFC 9457 problem document with a code, and the place of each thing wrong (JSON pointer, and the character within a text).
Answers are in English, Chinese or Vietnamese: by the field `lang`, else by Accept-Language, else English. Codes never change.
"""


class HandSizes(Struct, frozen=True):
    """How many cards `arrange` takes, and how many a full hand has."""

    fewest: int
    most: int
    full: int


class SlotSize(Struct, frozen=True):
    """A row of a split game."""

    name: str
    size: int
    names: Mapping[str, str]


class GameSummary(Struct, frozen=True):
    """What the list of games says of each."""

    id: str
    names: Mapping[str, str]
    hand_sizes: HandSizes
    slots: tuple[SlotSize, ...]
    operations: tuple[str, ...]
    presets: tuple[str, ...]
    objectives: tuple[str, ...]
    engines: tuple[str, ...]


class GameList(Struct, frozen=True):
    """All games."""

    games: tuple[GameSummary, ...]
    build: str


class RulesText(Struct, frozen=True):
    """The presets' values, and the JSON Schema of the overrides."""

    presets: Mapping[str, Any]
    schema: Mapping[str, Any]


class CardFace(Struct, frozen=True):
    """How a card is written, drawn and named, and how often the deck has it."""

    card: str
    style: str
    glyph: str
    ink: str
    mark: str
    names: Mapping[str, str]
    copies: int


class GameDescription(GameSummary, frozen=True):
    """Everything that a client needs to offer the game."""

    rules: RulesText
    notation: Mapping[str, Mapping[str, str]]
    kinds: Mapping[str, Mapping[str, str]]
    cards: tuple[CardFace, ...]
    words: Mapping[str, Mapping[str, Mapping[str, str]]]
    violations: Mapping[str, Mapping[str, str]]
    schemas: Mapping[str, Any]


class ServedExample(Struct, frozen=True):
    """A worked hand: where to POST which body, and what comes back (null for a request that is refused)."""

    id: str
    title: Mapping[str, str]
    operation: str
    path: str
    request: Mapping[str, Any]
    answer: Any


class ExampleList(Struct, frozen=True):
    """A game's worked hands."""

    examples: tuple[ServedExample, ...]


class Alive(Struct, frozen=True):
    """The process answers."""

    status: str


class Readiness(Struct, frozen=True):
    """Every game solved its stored hand."""

    status: str
    build: str
    games: tuple[str, ...]


GENERAL = (GameList, GameDescription, ExampleList, Alive, Readiness, ProblemDocument)


def openapi(ledger: bool = False) -> dict[str, Any]:
    """The whole document, OpenAPI 3.1. `ledger`: whether verdicts are stored, and the ledger's paths there."""
    found = games()
    results = [operation.result for game in found for operation in game.operations.values()]
    types = list(dict.fromkeys((*GENERAL, *results)))
    references, schemas = msgspec.json.schema_components(types, ref_template=REF)
    of = dict(zip(types, references, strict=True))
    components = {name: complete(schema) for name, schema in schemas.items()}
    paths: dict[str, Any] = {
        "/v1/games": {"get": plain_get("list-games", "All games", of[GameList])},
        "/livez": {"get": plain_get("livez", "The process answers", of[Alive], problems=())},
        "/readyz": {"get": plain_get("readyz", "Every game solves a stored hand", of[Readiness])},
    }
    for game in found:
        here = f"/v1/games/{game.id}"
        tag = {"tags": [game.names["en"]]}
        paths[here] = {"get": tag | plain_get(f"{game.id}-describe", "Rules, notation, cards and schemas", of[GameDescription])}
        paths[f"{here}/examples"] = {"get": tag | plain_get(f"{game.id}-examples", "Bodies ready to POST, with answers", of[ExampleList])}
        paths[f"{here}/cards.svg"] = {"get": tag | _sheet(game)}
        for name, operation in game.operations.items():
            body = _request_schema(game, name, components)
            paths[f"{here}/{name}"] = {"post": tag | _post(game, name, body, of[operation.result])}
        paths[f"{here}/arrange/batch"] = {"post": tag | _batch(game, "arrange", of[game.operations["arrange"].result], components)}
        paths[f"{here}/arrange"]["get"] = tag | _get(game, "arrange", of[game.operations["arrange"].result])
    if ledger:
        from api.ledger.document import add_ledger

        add_ledger(paths, components)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Lipai", "version": program(), "summary": "Hands of cards put in order", "description": ABOUT,
                 "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"}},
        "tags": [{"name": game.names["en"], "description": " · ".join(game.names.values())} for game in found],
        "paths": paths,
        "components": {"schemas": components, "responses": _problem_responses(of[ProblemDocument]), "headers": _HEADERS,
                       "parameters": {"AcceptLanguage": _ACCEPT_LANGUAGE}},
    }  # fmt: skip


_TEXT = {"type": "string"}
_HEADERS = {
    "RequestId": {
        "description": "The request's number: yours, if it is of 1 to 64 letters, digits, `.`, `_`, `-`.",
        "schema": _TEXT,
    },
    "ServerTiming": {"description": "Milliseconds spent: `read` the request, `solve` it.", "schema": _TEXT},
    "CacheControl": {"description": "How long the answer may be kept.", "schema": _TEXT},
    "ETag": {"description": "Changes with the answer; send it back as If-None-Match.", "schema": _TEXT},
    "Vary": {"description": "The request's headers that the answer depends on.", "schema": _TEXT},
    "RetryAfter": {"description": "Seconds after which to try again.", "schema": {"type": "integer"}},
}
_ACCEPT_LANGUAGE = {
    "name": "Accept-Language",
    "in": "header",
    "description": "Language of names and messages where the request has no `lang`.",
    "schema": {"type": "string"},
    "example": "vi",
}
_PROBLEMS = {
    400: "The body is not JSON, or a text not UTF-8",
    401: "A key is needed, and none is known by what was sent",
    403: "The key lacks the scope",
    404: "There is no such thing",
    406: "Neither JSON nor, where there are pictures, image/svg+xml is acceptable to the caller",
    408: "The body stopped coming",
    413: "The body is too large",
    415: "The body must be JSON, and the header content-type say so",
    422: "The request is understood and can't be accepted",
    429: "Too many requests; try again later",
    503: "All workers are taken; try again later",
}


def _problem_responses(reference: dict[str, Any]) -> dict[str, Any]:
    media = {"application/problem+json": {"schema": reference}}
    responses: dict[str, Any] = {}
    for status, description in _PROBLEMS.items():
        responses[f"Problem{status}"] = {"description": description, "headers": told_headers("RequestId"), "content": media}
    for status in (429, 503):
        responses[f"Problem{status}"]["headers"] = told_headers("RequestId", "RetryAfter")
    return responses


def told_headers(*names: str) -> dict[str, Any]:
    """References to these headers, by their written names."""
    written = {"RequestId": "x-request-id", "ServerTiming": "server-timing", "CacheControl": "cache-control", "RetryAfter": "retry-after"}
    return {written.get(name, name.lower()): {"$ref": f"#/components/headers/{name}"} for name in names}


def told_problems(*statuses: int) -> dict[str, Any]:
    """References to the responses that tell problems of these statuses."""
    return {str(status): {"$ref": f"#/components/responses/Problem{status}"} for status in statuses}


def plain_get(id: str, summary: str, reference: dict[str, Any], problems: Iterable[int] = (503,)) -> dict[str, Any]:
    """A GET that takes nothing and answers what `reference` says."""
    ok = {
        "description": summary,
        "headers": told_headers("RequestId", "CacheControl"),
        "content": {"application/json": {"schema": reference}},
    }
    return {"operationId": id, "summary": summary, "responses": {"200": ok, **told_problems(*problems)}}


def _sheet(game: Game) -> dict[str, Any]:
    about = "The faces of the cards, each a definition with the id `f-` and the card, to be shown by `<use>`"
    content = {OFFERS[1]: {"schema": {"type": "string"}}}
    ok = {"description": about, "headers": told_headers("RequestId", "CacheControl", "ETag"), "content": content}
    unchanged = {"description": "The sheet is the one you hold", "headers": told_headers("RequestId", "ETag", "CacheControl")}
    return {"operationId": f"{game.id}-cards", "summary": "The faces of the cards as SVG", "responses": {"200": ok, "304": unchanged}}


def _post(game: Game, name: str, body: dict[str, Any], result: dict[str, Any]) -> dict[str, Any]:
    worked = [example for example in game.examples if example.operation == name]
    examples = {example.id: {"summary": example.title["en"], "value": dict(example.request)} for example in worked}
    known = answers(game.id)
    outcomes = {id: {"summary": example["summary"], "value": known[id]} for id, example in examples.items() if id in known}
    pictures = drawable(game.operations[name].result)
    answer = _answer(name, result, outcomes, pictures)
    responses = {"200": answer}
    if "retry_after" in game.operations[name].result.__struct_fields__:
        responses["202"] = answer | {"description": "The work still runs", "headers": answer["headers"] | told_headers("RetryAfter")}
    return {
        "operationId": f"{game.id}-{name}",
        "summary": VERBS[name],
        "parameters": [{"$ref": "#/components/parameters/AcceptLanguage"}],
        "requestBody": {"required": True, "content": {"application/json": {"schema": body, "examples": examples}}},
        "responses": responses | told_problems(400, *([406] if pictures else []), 408, 413, 415, 422, 503),
    }


def _batch(game: Game, name: str, result: dict[str, Any], components: dict[str, Any]) -> dict[str, Any]:
    """Many requests as JSON Lines. OpenAPI 3.1 has no word for a stream: it is a text, and `contentSchema` is that of each line."""
    index = {"type": "integer", "minimum": 0, "description": "The line it answers, from 0"}
    problem = {"type": "object", "properties": {"index": index, "problem": {"$ref": REF.format(name="ProblemDocument")}},
               "required": ["index", "problem"], "additionalProperties": False}  # fmt: skip
    answer = {"allOf": [result, {"type": "object", "properties": {"index": index}, "required": ["index"]}]}
    components[f"{game.id}.{name}-line"] = {"anyOf": [answer, problem]}

    def lines(of: str, about: str) -> dict[str, Any]:
        return {"type": "string", "description": about, "contentMediaType": MEDIA_TYPE, "contentSchema": {"$ref": REF.format(name=of)}}

    requests = {kind: {"schema": lines(f"{game.id}.{name}", "A request a line")} for kind in MEDIA_TYPES}
    worked = [dict(example.request) for example in game.examples if example.operation == name][:2]
    for media in requests.values():
        media["examples"] = {"lines": {"value": "".join(msgspec.json.encode(request).decode() + "\n" for request in worked)}}
    answers = {MEDIA_TYPE: {"schema": lines(f"{game.id}.{name}-line", "For each line, in order, its answer or its problem")}}
    return {
        "operationId": f"{game.id}-{name}-batch",
        "summary": f"{VERBS[name]}, for many at once",
        "description": "The body is taken in whole, then answered as a stream in order. A line that can't be answered gets its problem and "
        "stops nothing; a blank one is such a line. A response that ends before its last line was broken off.",
        "parameters": [{"$ref": "#/components/parameters/AcceptLanguage"}],
        "requestBody": {"required": True, "content": requests},
        "responses": {
            "200": {"description": "A line for each line", "headers": told_headers("RequestId", "CacheControl"), "content": answers}
        }
        | told_problems(408, 413, 415, 503),
    }


def _get(game: Game, name: str, result: dict[str, Any]) -> dict[str, Any]:
    query = Query(game.operations[name].request)
    parameters: list[dict[str, Any]] = [
        {"name": field, "in": "query", "required": field in query.required, "schema": schema} for field, schema in query.schemas.items()
    ]
    answer = _answer(name, result, {}, pictures=True)
    answer["headers"] |= told_headers("ETag", "Vary")
    unchanged = {"description": "The answer is the one you hold", "headers": told_headers("RequestId", "ETag", "CacheControl")}
    return {
        "operationId": f"{game.id}-{name}-by-query",
        "summary": f"{VERBS[name]}, by a query that caches can keep",
        "parameters": [*parameters, {"$ref": "#/components/parameters/AcceptLanguage"}],
        "responses": {"200": answer, "304": unchanged} | told_problems(400, 406, 422, 503),
    }


def _answer(name: str, result: dict[str, Any], examples: dict[str, Any], pictures: bool = False) -> dict[str, Any]:
    content: dict[str, Any] = {"application/json": {"schema": result} | ({"examples": examples} if examples else {})}
    if pictures:
        content[OFFERS[1]] = {"schema": {"type": "string", "description": "The answer as a picture, for `Accept: image/svg+xml`"}}
    return {"description": VERBS[name], "headers": told_headers("RequestId", "ServerTiming", "CacheControl"), "content": content}


def complete(schema: dict[str, Any]) -> dict[str, Any]:
    """A record that we answer has all its fields, those with a default too."""
    return schema | {"required": list(schema["properties"])} if schema.get("properties") else schema


def _request_schema(game: Game, name: str, components: dict[str, Any]) -> dict[str, Any]:
    """A reference to the request model's schema; its definitions become components under the game's name."""
    schema = game.operations[name].request.model_json_schema(ref_template=f"#/components/schemas/{game.id}.{{model}}")
    components |= {f"{game.id}.{model}": definition for model, definition in schema.pop("$defs", {}).items()}
    components[f"{game.id}.{name}"] = schema
    return {"$ref": REF.format(name=f"{game.id}.{name}")}
