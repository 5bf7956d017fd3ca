"""The operations as tools of a Model Context Protocol server, over standard input and output."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from solver.cli import completion
from solver.cli.output import Screen

if TYPE_CHECKING:
    from mcp.server import Server

    from solver.toolbox import Toolbox


def mcp(
    game: Annotated[
        list[str] | None,
        typer.Argument(metavar="GAME…", help="These games only, with exact schemas; all without.", autocompletion=completion.game),
    ] = None,
) -> None:
    """Serve the operations as tools for language models: MCP by standard input and output. Needs the extra `mcp`."""
    screen = Screen(None, False)
    chosen = [screen.game(id) for id in dict.fromkeys(game or ())]
    try:
        import anyio
        from mcp.server.stdio import stdio_server
    except ImportError:
        raise screen.fail("`lipai mcp` needs the extra `mcp`: pip install 'lipai[mcp]'") from None
    import solver
    from solver.toolbox import Toolbox

    served = server(Toolbox(chosen or solver.games()))

    async def run() -> None:
        async with stdio_server() as (read, write):
            await served.run(read, write, served.create_initialization_options())

    anyio.run(run)


def server(toolbox: "Toolbox") -> "Server[Any]":
    """The server over these tools, and each game's page as a resource."""
    import json
    from functools import partial

    from anyio import to_thread
    from mcp import types
    from mcp.server import Server
    from mcp.shared.exceptions import MCPError

    from solver.toolbox import INSTRUCTIONS, CallError, about
    from solver.version import program

    hints = types.ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
    tools = [
        types.Tool(
            name=tool.name,
            description=tool.description,
            input_schema=dict(tool.input_schema),
            output_schema=dict(tool.output_schema),
            annotations=hints,
        )
        for tool in toolbox.tools()
    ]
    pages = {f"lipai://games/{game.id}": game for game in toolbox.games}

    async def list_tools(context: Any, params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=tools)

    async def call_tool(context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        try:
            answer = await to_thread.run_sync(partial(toolbox.call, params.name, params.arguments or {}))
        except CallError as error:
            return types.CallToolResult(content=[types.TextContent(type="text", text=str(error))], is_error=True)
        text = json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
        return types.CallToolResult(content=[types.TextContent(type="text", text=text)], structured_content=answer)

    resources = [
        types.Resource(uri=uri, name=game.id, title=game.names["en"], description="How to write requests.", mime_type="application/json")
        for uri, game in pages.items()
    ]

    async def list_resources(context: Any, params: Any) -> types.ListResourcesResult:
        return types.ListResourcesResult(resources=resources)

    async def read_resource(context: Any, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        game = pages.get(str(params.uri))
        if game is None:
            raise MCPError(types.INVALID_PARAMS, f"there is no {params.uri}; there are: {', '.join(pages)}")
        text = json.dumps(about(game, "en"), ensure_ascii=False)
        return types.ReadResourceResult(contents=[types.TextResourceContents(uri=params.uri, mime_type="application/json", text=text)])

    return Server(
        "lipai",
        version=program(),
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_read_resource=read_resource,
    )
