"""The command `lipai`: every operation of every game, readable in a terminal, plain in a pipe, the contract's JSON with `--json`.

Exit codes: 0 yes, 1 a claim that is wrong, 2 bad input, 70 a fault of the program. Nothing heavy is imported at the top, so that
`lipai --help` is instant; each command imports what it needs.
"""

import sys
import traceback

import typer

from solver.cli import commands, completion, keys, ledger, tasks
from solver.cli.batch import batch
from solver.cli.bench import bench
from solver.cli.explain import explain
from solver.cli.mcp import mcp
from solver.cli.output import OUR_FAULT
from solver.cli.serve import serve
from solver.cli.warm import warm

__all__ = ["app", "main"]

app = typer.Typer(
    help="Put a hand of cards in order: the best arrangement, whether a claim is right, what to do next, and who pays whom.",
    epilog="Begin with `lipai games`. A hand of `-` is read from standard input.",
    no_args_is_help=True,
    add_completion=False,  # `completion.options` are the same, and quicker
    add_help_option=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # its panels take longer to draw than all the rest
    context_settings={"help_option_names": ["-h", "--help"]},
)

completion.prepare()
app.callback()(completion.options)
for command in (
    commands.games,
    commands.arrange,
    commands.verify,
    commands.settle,
    commands.advise,
    explain,
    commands.prepare,
    commands.deal,
    batch,
    bench,
    serve,
    warm,
    mcp,
):
    app.command()(command)
app.add_typer(tasks.group("Make the data that a game's answers are computed from."), name="build")
app.add_typer(keys.app, name="keys")
app.add_typer(ledger.app, name="ledger")
app.add_typer(tasks.group("How much a policy can be exploited."), name="exploit")


def main() -> None:
    """Run the command. A fault of the program must not look like a wrong claim, so it has an exit code of its own."""
    try:
        app()
    except Exception:
        traceback.print_exc()
        sys.exit(OUR_FAULT)
