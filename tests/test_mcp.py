"""`lipai mcp` as a model's host sees it: the mcp package's own client, over standard input and output, to the real command."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import jsonschema
import msgspec
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp.shared.exceptions import MCPError

import solver
from solver.errors import InputError
from solver.game import games, ids
from solver.toolbox import OPERATIONS, Toolbox

LIPAI = Path(sys.executable).with_name("lipai")
ROOT = Path(__file__).resolve().parents[1]
T = TypeVar("T")
EXAMPLES = [(game.id, example) for game in games() for example in game.examples if example.operation in OPERATIONS]
OF = [(id, example.operation) for id, example in EXAMPLES]
FEW = [each for at, each in enumerate(EXAMPLES) if OF[:at].count(OF[at]) < 2]
"""Two of each operation of each game."""


def talk(do: Callable[[Client], Awaitable[T]], *arguments: str, mode: str = "auto") -> T:
    """One conversation with the command."""

    async def conversation() -> T:
        command = StdioServerParameters(command=str(LIPAI), args=["mcp", *arguments], cwd=str(ROOT))
        async with Client(command, mode=mode, read_timeout_seconds=60) as client:
            return await do(client)

    return asyncio.run(conversation())


def plain(answer: Any) -> Any:
    return json.loads(msgspec.json.encode(answer))


def by_library(id: str, example: Any) -> Any:
    try:
        return solver.perform(id, example.operation, dict(example.request))
    except InputError as error:
        return error


def test_worked_hands_come_out_as_from_the_library() -> None:
    """The client holds each answer against the tool's output schema; a refusal says what is wrong and where."""

    async def ask(client: Client) -> list[Any]:
        await client.list_tools()
        return [await client.call_tool(example.operation, {"game": id, **example.request}) for id, example in FEW]

    for (id, example), told in zip(FEW, talk(ask), strict=True):
        answer = by_library(id, example)
        if isinstance(answer, InputError):
            assert told.is_error, example.id
            errors = json.loads(told.content[0].text)["errors"]
            assert [(each["pointer"], each["code"]) for each in errors] == [(fault.pointer, fault.code) for fault in answer.faults]
        else:
            assert not told.is_error, (example.id, told.content)
            assert told.structured_content == plain(answer) == json.loads(told.content[0].text), example.id


def test_what_a_model_is_shown_first() -> None:
    """With nothing but the tools' words one comes from the name of a game to an arranged hand and its explanation."""

    async def ask(client: Client) -> tuple[Any, ...]:
        assert "games" in (client.session.instructions or "games")
        tools = (await client.list_tools()).tools
        listed = (await client.call_tool("games", {})).structured_content
        told = [(await client.call_tool("games", {"game": game["id"], "lang": "vi"})).structured_content for game in listed["games"]]
        arranged = [await client.call_tool("arrange", game["requests"]["arrange"]) for game in told]
        explained = [await client.call_tool("explain", game["requests"]["arrange"]) for game in told]
        pages = [json.loads((await client.read_resource(each.uri)).contents[0].text) for each in (await client.list_resources()).resources]
        with pytest.raises(MCPError, match="there is no"):
            await client.read_resource("lipai://games/none")
        return tools, listed, told, arranged, explained, pages

    tools, listed, told, arranged, explained, pages = talk(ask, mode="legacy")
    assert [tool.name for tool in tools] == ["games", "arrange", "verify", "settle", "advise", "explain"]
    assert all(tool.description and tool.annotations.read_only_hint for tool in tools)
    assert [game["id"] for game in listed["games"]] == list(ids()) == [page["id"] for page in pages]
    assert all(game["notation"] and game["deck"] and game["kinds"] for game in told)
    assert not any(result.is_error for result in (*arranged, *explained))
    assert all(result.structured_content["arrangements"] for result in arranged)
    assert all(len(result.structured_content["sections"]) >= 3 for result in explained)


def test_one_game_alone_has_exact_schemas() -> None:
    async def ask(client: Client) -> tuple[Any, ...]:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        rows = [{"slot": "front", "cards": "8s 8h"}, {"slot": "back", "cards": "Kd Ac"}]
        answers = (
            await client.call_tool("arrange", {"hand": "8s8hKdAc"}),
            await client.call_tool("explain", {"claim": rows}),
            await client.call_tool("explain", {"claim": "8s8h"}),
            await client.call_tool("arrange", {"game": ids()[-1], "hand": "x"}),
            await client.call_tool("shuffle", {}),
        )
        return tools, *answers

    tools, arranged, wrong, no_claim, other, unknown = talk(ask, "si-ki-pi")
    assert set(tools) == {"games", "arrange", "verify", "settle", "explain"}
    assert tools["arrange"].input_schema["required"] == ["hand"]
    assert tools["arrange"].input_schema["properties"]["rules"]["properties"]["pair_ace"]["enum"] == ["high", "low"]
    assert arranged.structured_content["arrangements"][0]["value"] == pytest.approx(1.201, abs=5e-4)
    assert wrong.structured_content["verdict"]["valid"] is False
    assert [json.loads(each.content[0].text)["code"] for each in (no_claim, other, unknown)] == [
        "wrong-type",
        "unknown-game",
        "unknown-tool",
    ]
    assert no_claim.is_error
    assert other.is_error
    assert unknown.is_error


@pytest.mark.parametrize(
    "box", [Toolbox(games()), *(Toolbox([game]) for game in games())], ids=lambda box: f"{len(box.games)}-{box.games[0].id}"
)
def test_worked_requests_are_of_the_schema(box: Toolbox) -> None:
    """And a field that no game has is not; nothing refers to what is not there."""
    schemas = {tool.name: dict(tool.input_schema) for tool in box.tools()}
    for schema in schemas.values():
        jsonschema.Draft202012Validator.check_schema(schema)
        assert schema["type"] == "object"
        assert "$ref" not in json.dumps(schema)
    for id, example in EXAMPLES:
        if id in {game.id for game in box.games}:
            request = {name: value for name, value in example.request.items() if value is not None}
            if not isinstance(by_library(id, example), InputError):
                jsonschema.validate({"game": id, **request}, schemas[example.operation])
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"game": box.games[0].id, "hand": "x", "colour": "red"}, schemas["arrange"])


def test_without_the_extra_it_is_said_what_to_install() -> None:
    code = "import sys; sys.modules['mcp'] = None; import solver.cli; solver.cli.main()"
    done = subprocess.run([sys.executable, "-c", code, "mcp"], cwd=ROOT, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "`lipai mcp` needs the extra `mcp`: pip install 'lipai[mcp]'\n"


def test_an_unknown_game_is_bad_input() -> None:
    done = subprocess.run([LIPAI, "mcp", "no-such-game"], cwd=ROOT, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert (done.returncode, done.stdout) == (2, "")
    assert "no-such-game" in done.stderr
