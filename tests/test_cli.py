"""The command: what it takes, what it shows, and the exit code. A toy game shows every feature; every real game goes through it too."""

from __future__ import annotations

import importlib
import inspect
import json
import os
import re
import subprocess
import sys
import threading
import tomllib
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

import solver
from api import serving
from api.settings import Settings
from solver import game as registry
from solver.cli import app
from solver.cli.arguments import takes_text
from solver.cli.output import _underline
from solver.result import to_json
from solver.text import LANGS

ROOT = Path(__file__).resolve().parent.parent
COLOURS = {"FORCE_COLOR": "1", "TERM": "xterm-256color", "COLORTERM": "truecolor", "COLUMNS": "90"}
EXAMPLES = [(game.id, example.id) for game in solver.games() if (game.home / "examples.toml").exists() for example in game.examples]


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")


@pytest.fixture
def toy() -> Iterator[str]:
    """A game in a folder of its own: that it runs shows that the command names no game."""
    path = importlib.import_module("solver.games").__path__
    path.append(str(ROOT / "tests" / "toys"))
    registry.ids.cache_clear()
    yield "toy-pairs"
    path.pop()
    registry.ids.cache_clear()
    registry.game.cache_clear()


def lipai(*arguments: str, stdin: str = "", **env: str) -> Any:
    return CliRunner().invoke(app, [*arguments], input=stdin, env=env)


# It starts at once


def test_the_command_imports_nothing_heavy_to_show_its_help() -> None:
    """`lipai --help` is instant: what an operation needs is imported when one runs."""
    code = "import sys, solver.cli; print(*sys.modules)"
    loaded = set(subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True).stdout.split())
    assert (
        loaded & {"numpy", "numba", "ortools", "pydantic", "msgspec", "fastapi", "uvicorn", "solver.game", "solver.render", "solver.sheets"}
        == set()
    )


def test_help_lists_the_commands() -> None:
    shown = lipai("--help").output
    for command in ("games", "arrange", "verify", "settle", "advise", "prepare", "deal", "serve"):
        assert re.search(rf"\b{command}\b", shown)


def test_no_game_is_named_in_the_command() -> None:
    """Adding a game touches nothing but its folder."""
    files = [
        *(ROOT / "solver" / "cli").glob("*.py"),
        *(ROOT / "solver" / name for name in ("render.py", "render.toml", "sheets.py", "tiles.py")),
    ]
    names = [name for id in registry.ids() for name in (id, id.replace("-", "_"))]
    assert len(files) > 5
    assert [(path.name, name) for path in files for name in names if name in path.read_text()] == []


# arrange


def test_arrange_in_a_pipe_is_plain_and_aligned(toy: str) -> None:
    result = lipai("arrange", toy, "dacb", "--top", "2")
    assert result.exit_code == 0
    assert result.output == (
        "Toy pairs  ·  plain  ·  sum\n"
        "\n"
        "low row   a b  two cards  wins 50 %  1\n"
        "high row  c d  two cards  wins 25 %  1\n"
        "\n"
        "2 points   sum +0.250   ✔ wins\n"
        "proven optimal  ·  1,234 arrangements  ·  sort\n"
        "\n"
        " #  points   value  low row  high row\n"
        " 1       2  +0.250  a b      c d\n"
        " 2       2  +0.250  a b      c d\n"
    )


def test_arrange_on_a_terminal_draws_tiles(toy: str) -> None:
    """Glyph and mark on the paper of the card's colour; the mark tells the colour to who sees none."""
    shown = lipai("arrange", toy, "dacb", **COLOURS).output
    assert "\x1b[" in shown
    assert re.search(r"甲.*●.*乙.*▲", shown)
    assert "48;2;184;67;61" in shown, "the paper of a red card"


def test_without_colours_cards_are_notation(toy: str) -> None:
    """A tile can't be seen without its ground, so NO_COLOR gets what a pipe gets, bold and dim aside."""
    shown = lipai("arrange", toy, "dacb", **COLOURS, NO_COLOR="1").output
    assert re.sub("\x1b\\[[012]m", "", shown) == lipai("arrange", toy, "dacb").output


def test_json_is_the_answer_of_the_library_and_nothing_else(toy: str) -> None:
    shown = lipai("arrange", toy, "dacb", "--json", "--label", "x").output
    assert shown == to_json(solver.arrange(toy, hand="dacb", label="x")).decode() + "\n"


def test_the_hand_comes_from_standard_input_where_asked(toy: str) -> None:
    assert lipai("arrange", toy, "-", stdin="d a\nc b\n").output == lipai("arrange", toy, "dacb").output


def test_a_json_list_of_cards_is_a_hand(toy: str) -> None:
    assert lipai("arrange", toy, '["d","a","c","b"]').output == lipai("arrange", toy, "dacb").output


def test_single_rules_are_put_over_the_preset(toy: str) -> None:
    """`double` makes the high row worth 2; 7 for the low row makes 9."""
    shown = lipai("arrange", toy, "dacb", "--preset", "double", "--rules", "worth.low=7", "--json").output
    assert json.loads(shown)["arrangements"][0]["points"] == 9


def test_any_field_of_the_game_can_be_given(toy: str) -> None:
    assert lipai("arrange", toy, "dacb", "--field", "mirror=true").exit_code == 0
    wrong = lipai("arrange", toy, "dacb", "--field", "mirror=perhaps")
    assert wrong.exit_code == 2
    assert wrong.stderr == "mirror: this must be true or false\n"


def test_a_card_that_looks_like_a_number_stays_a_card(toy: str) -> None:
    """`--field` values are JSON where they can be, but not where the request wants a text."""
    schema = registry.game(toy).operations["advise"].request.model_json_schema()
    assert takes_text(schema, ("seen",))
    assert takes_text(schema, ("label",))
    assert not takes_text(schema, ("nothing", "here"))
    assert not takes_text(registry.game(toy).operations["verify"].request.model_json_schema(), ("claimed_points",))
    assert json.loads(lipai("arrange", toy, "dacb", "--field", "label=35", "--json").output)["label"] == "35"


def test_a_whole_request_is_read_and_options_add_to_it(toy: str, tmp_path: Path) -> None:
    request = tmp_path / "request.json"
    request.write_text(json.dumps({"hand": "dacb", "rules": {"preset": "double"}, "label": "from the file"}))
    shown = json.loads(lipai("arrange", toy, "--json-request", str(request), "--rules", "worth.low=0", "--label", "mine", "--json").output)
    assert (shown["label"], shown["rules"]["preset"], shown["arrangements"][0]["points"]) == ("mine", "double", 2)
    assert lipai("arrange", toy, "--json-request", "-", stdin='{"hand": "dacb"}').exit_code == 0


@pytest.mark.parametrize("text", ["", "{", "[1]", "[" * 100_000])
def test_a_request_that_is_no_json_object_is_bad_input(toy: str, text: str) -> None:
    result = lipai("arrange", toy, "--json-request", "-", stdin=text)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--json-request" in result.stderr


# Bad input


def test_a_caret_stands_under_the_wrong_card(toy: str) -> None:
    result = lipai("arrange", toy, "daxb")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "hand: 'x' is no card here\n  daxb\n    ^\n"


def test_the_caret_is_as_wide_as_the_characters_above(toy: str) -> None:
    """A Chinese character takes two columns."""
    assert lipai("arrange", toy, "a東b").stderr == "hand: '東' is no card here\n  a東b\n   ^^\n"
    assert _underline("東b西x", 3, 1) == ("東b西x", "     ^")


def test_only_the_line_with_the_fault_is_shown(toy: str) -> None:
    assert lipai("arrange", toy, "-", stdin="da\n cxb\nd\n").stderr == "hand: 'x' is no card here\n   cxb\n    ^\n"


def test_a_fault_within_a_group_points_into_that_group(toy: str) -> None:
    assert lipai("verify", toy, "ab", "cq").stderr == "groups.1.cards: 'q' is no card here\n  cq\n   ^\n"


def test_every_fault_is_shown(toy: str) -> None:
    result = lipai("arrange", toy, "dacb", "--field", "mirror=1", "--field", "colour=red", "--top", "99")
    assert result.exit_code == 2
    assert sorted(line.split(":")[0] for line in result.stderr.splitlines()) == ["colour", "mirror", "top"]


@pytest.mark.parametrize(("lang", "message"), [("en", "there is no game"), ("zh", "没有游戏"), ("vi", "không có trò chơi")])
def test_an_unknown_game_is_bad_input_in_each_language(lang: str, message: str) -> None:
    for command in ("arrange", "verify", "settle", "advise", "prepare", "games", "deal"):
        result = lipai(command, "no-such-game", "--lang", lang)
        assert (result.exit_code, result.stdout) == (2, "")
        assert message in result.stderr


def test_an_operation_the_game_has_not_is_bad_input(toy: str) -> None:
    result = lipai("prepare", toy)
    assert result.exit_code == 2
    assert result.stderr == "toy-pairs has no operation 'prepare'\n"


def test_with_json_faults_are_json_too(toy: str) -> None:
    result = lipai("arrange", toy, "daxb", "--json")
    assert (result.exit_code, result.stdout) == (2, "")
    fault = {"pointer": "/hand", "position": 2, "code": "unknown-card", "message": "'x' is no card here"}
    assert json.loads(result.stderr) == {"code": "unknown-card", "errors": [fault]}


@pytest.mark.parametrize("option", [("--rules", "worth"), ("--field", "=3"), ("--field", "hand.x=1")])
def test_an_assignment_that_is_none_is_bad_input(toy: str, option: tuple[str, str]) -> None:
    assert lipai("arrange", toy, "dacb", *option).exit_code == 2


def test_a_fault_of_the_program_is_no_wrong_claim(toy: str) -> None:
    """A crash must not exit with 1, which says that a claim is wrong."""
    code = "import solver, solver.cli\nsolver.perform = lambda *_: 1 / 0\nsolver.cli.main()"
    done = subprocess.run([sys.executable, "-c", code, "arrange", registry.ids()[0], "x"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 70
    assert "ZeroDivisionError" in done.stderr


# The language


@pytest.mark.parametrize(("env", "word"), [("zh_CN.UTF-8", "两张"), ("vi_VN", "hai lá"), ("fr_FR", "two cards"), ("", "two cards")])
def test_the_terminal_says_the_language(toy: str, env: str, word: str) -> None:
    assert word in lipai("arrange", toy, "dacb", LANG=env).output


def test_the_option_and_the_request_go_before_the_terminal(toy: str) -> None:
    assert "两张" in lipai("arrange", toy, "dacb", "--lang", "zh", LANG="vi_VN").output
    assert "两张" in lipai("arrange", toy, "--json-request", "-", stdin='{"hand":"dacb","lang":"zh"}', LANG="vi_VN").output
    assert lipai("arrange", toy, "dacb", "--lang", "tlh").exit_code == 2


def test_every_word_is_there_in_three_languages() -> None:
    table = tomllib.loads((ROOT / "solver" / "render.toml").read_text())
    for code, texts in table.items():
        assert set(texts) == set(LANGS), code
        fields = {lang: sorted(set(re.findall(r"\{(\w+)", text))) for lang, text in texts.items()}
        assert len(set(map(str, fields.values()))) == 1, code


# verify, settle, advise


def test_a_right_claim_exits_with_0(toy: str) -> None:
    result = lipai("verify", toy, "a b", "c d")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "✔ low row   a b\n✔" in re.sub(r" {2}(?=low|high)", " ", result.output)
    assert "best" not in result.output


def test_a_wrong_claim_exits_with_1_and_says_all_that_is_wrong(toy: str) -> None:
    result = lipai("verify", toy, "d c", "a b", "--claimed-points", "5")
    assert result.exit_code == 1
    assert "✘  low row   d c  the low row is above the high row\n" in result.output
    assert "✘ the points claimed are not the points found\n" in result.output
    assert "gives away 2" in result.output
    assert "best" in result.output


def test_rows_are_named_or_in_order(toy: str) -> None:
    assert lipai("verify", toy, "high=c d", "low=a b", "--json").exit_code == 1, "the toy takes its groups in the order given"
    assert json.loads(lipai("verify", toy, "a b", "c d", "--json").output)["valid"] is True


def test_settle_takes_players_by_name(toy: str) -> None:
    result = lipai("settle", toy, "--player", "east=abcd", "--player", "west=aacc", "--stake", "3")
    assert result.exit_code == 0
    assert "east  +3\nwest  −3\n" in result.output
    assert lipai("settle", toy, "--player", "east").exit_code == 2


def test_advise_shows_waits_discards_and_calls(toy: str) -> None:
    shown = lipai("advise", toy, "abc").output
    for line in ("waiting: one card short   2 to win", r"d +2 +7 +wins", r"a +1 +2 +d", r"two cards +a a +0 +forced"):
        assert re.search(line, shown), line
    assert "not allowed: it must be used" in shown


# deal, games, serve


def test_a_deal_is_a_hand_of_the_deck_and_the_seed_repeats_it(toy: str) -> None:
    first = lipai("deal", toy, "--seed", "7", "-n", "3").output
    assert first == lipai("deal", toy, "--seed", "7", "-n", "3").output
    hands = [line.split() for line in first.splitlines()]
    assert len(hands) == 3
    assert all(len(hand) == 4 and hand == sorted(hand) and max(map(hand.count, hand)) <= 2 for hand in hands)
    assert "甲" in lipai("deal", toy, "--seed", "1", **COLOURS).output + lipai("deal", toy, "--seed", "2", **COLOURS).output


def test_games_lists_one_line_a_game(toy: str) -> None:
    lines = lipai("games").output.splitlines()
    assert [line.split()[0] for line in lines[1:]] == list(registry.ids())
    assert [game["id"] for game in json.loads(lipai("games", "--json").output)["games"]] == list(registry.ids())


def test_a_game_shows_its_notation_and_a_line_to_try(toy: str) -> None:
    shown = lipai("games", toy).output
    assert "letters a to d, side by side" in shown
    assert shown.endswith("lipai arrange toy-pairs 'dacb'\n")
    assert json.loads(lipai("games", toy, "--json").output)["rules"]["presets"]["double"]["worth"] == {"low": 1, "high": 2}


def test_serve_starts_the_service_and_says_what_to_try(toy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server itself is the API's affair; here: what it is started with, and that the line to paste is a request of the contract."""
    from solver.cli.serve import example

    given: dict[str, Any] = {}
    monkeypatch.setattr(serving, "bound", lambda host, port: [])
    monkeypatch.setattr(serving, "before_many", lambda: None)
    monkeypatch.setattr(serving, "Several", lambda config, *_: SimpleNamespace(run=lambda: given.update(vars(config))))
    assert lipai("serve", "--port", "1", "--workers", "2").exit_code == 0
    started = {"app": "api.app:app", "host": "127.0.0.1", "port": 1, "workers": 2, "loop": "uvloop", "http": "api.protocol:Protocol"}
    assert given | started == given
    assert re.fullmatch(r"curl -s http://h/v1/games/[\w-]+/arrange -H 'content-type: application/json' -d '\{.*\}'", example("http://h"))


def test_the_announcement_waits_until_the_service_is_ready(toy: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Not ready twice, then ready: one announcement, with an address that can be pasted."""
    from solver.cli.serve import announce

    answers = iter((503, 503, 200, 200))

    class Service(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(next(answers) if self.path == "/readyz" else 404)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Service) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        announce("0.0.0.0", server.server_port, threading.Event())
        assert f"http://127.0.0.1:{server.server_port}/v1/games/" in capsys.readouterr().out
        announce("127.0.0.1", server.server_port, threading.Event(), as_json=True)
        server.shutdown()
    assert json.loads(capsys.readouterr().out) == {"ready": True, "url": f"http://127.0.0.1:{server.server_port}"}
    assert next(answers, None) is None


# Every game


@pytest.mark.parametrize("id", registry.ids())
def test_what_deal_deals_arrange_takes(id: str) -> None:
    hand = lipai("deal", id, "--seed", "1").output
    result = lipai("arrange", id, "-", "--json", stdin=hand)
    assert result.exit_code == 0, result.output
    answer = json.loads(result.output)
    cards = [card for group in answer["arrangements"][0]["groups"] for card in group["cards"]] + answer["arrangements"][0]["loose"]
    assert sorted(cards) == sorted(hand.split())


@pytest.mark.parametrize(("id", "name"), EXAMPLES)
def test_every_worked_example_goes_through_the_command(id: str, name: str) -> None:
    """JSON as the library gives it, and a drawing in each language, plain and in colour, with every card of the answer in it."""
    example = next(example for example in registry.game(id).examples if example.id == name)
    arguments = (example.operation, id, "--json-request", "-")
    body = dict(example.request)
    result = lipai(*arguments, "--json", stdin=json.dumps(body))
    answer = solver.perform(id, example.operation, {"lang": "en", **body})
    assert result.output == to_json(answer).decode() + "\n"
    claim_is_wrong = getattr(answer, "valid", True) is False
    for lang in LANGS:
        for env in ({}, COLOURS):
            drawn = lipai(*arguments, stdin=json.dumps(body | {"lang": lang}), **env)
            assert (drawn.exit_code, drawn.stderr) == (int(claim_is_wrong), "")
            assert registry.game(id).names[lang] in drawn.output
            if example.operation == "arrange" and not env:
                for arrangement in answer.arrangements[:1]:
                    assert all(" ".join(group.cards) in drawn.output for group in arrangement.groups)


def every_command(group: typer.Typer) -> Iterator[Callable[..., Any]]:
    """The functions of all commands, those of groups too (tasks of games make theirs when asked, with `--json`)."""
    yield from (command.callback for command in group.registered_commands if command.callback)
    for inner in group.registered_groups:
        assert inner.typer_instance is not None
        yield from every_command(inner.typer_instance)


def test_every_command_has_json() -> None:
    """But `mcp`, which speaks nothing else."""
    commands = list(every_command(app))
    assert {"arrange", "mcp", "revoke", "migrate", "rotate"} <= {command.__name__ for command in commands}
    for command in commands:
        assert command.__name__ == "mcp" or "as_json" in inspect.signature(command).parameters, command


def test_keys_and_ledger_speak_json(tmp_path: Path) -> None:
    """What a script needs of each: the key and its id, what was done."""
    held, signing, ledger = str(tmp_path / "keys.json"), str(tmp_path / "signing.json"), str(tmp_path / "ledger.db")

    def told(*arguments: str) -> dict[str, Any]:
        result = lipai(*arguments, "--json")
        assert result.exit_code == 0, result.stderr
        answer: dict[str, Any] = json.loads(result.stdout)
        return answer

    key = told("keys", "new", "--file", held, "--scope", "arrange")
    assert key["id"] in key["key"]
    assert "hash" not in key
    assert told("keys", "revoke", key["id"], "--file", held)["id"] == key["id"]
    made, turned = told("ledger", "key", "new", signing), told("ledger", "key", "rotate", signing)
    assert made["file"] == turned["file"] == signing
    assert made["kid"] != turned["kid"]
    assert {each["kid"] for each in told("ledger", "key", "public", signing)["keys"]} == {made["kid"], turned["kid"]}
    assert told("ledger", "migrate", "--ledger", ledger)["before"] != told("ledger", "migrate", "--ledger", ledger)["before"]
    assert told("ledger", "prune", "--ledger", ledger, "--days", "1") == {"forgotten": 0}


@pytest.mark.parametrize(
    ("arguments", "taken"), [((), ("127.0.0.2", 81, 3)), (("--host", "127.0.0.3", "--port", "82", "--workers", "1"), ("127.0.0.3", 82, 1))]
)
def test_serve_takes_from_the_environment_what_no_flag_says(
    arguments: tuple[str, ...], taken: tuple[str, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As containers and compose files have it."""
    given: list[Settings] = []
    monkeypatch.setattr(serving, "bound", lambda host, port: [])
    monkeypatch.setattr(serving, "run", lambda settings, *_: given.append(settings))
    environment = {"LIPAI_HOST": "127.0.0.2", "LIPAI_PORT": "81", "LIPAI_WORKERS": "3", "LIPAI_WARM_UP": "false"}
    assert lipai("serve", *arguments, **environment).exit_code == 0
    (settings,) = given
    assert (settings.host, settings.port, settings.workers) == taken


def test_serving_leaves_the_environment_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the server's processes are told stays with them: whoever calls `serve` from Python may start another one."""
    told: dict[str, str] = {}
    monkeypatch.setattr(serving, "bound", lambda host, port: [])
    monkeypatch.setattr(serving, "before_many", lambda: None)
    monkeypatch.setattr(serving, "run", lambda *_: told.update(os.environ))
    before = dict(os.environ)
    serving.serve("127.0.0.1", 8000, 2, "warning", True)
    assert told["LIPAI_OPEN"] == "true"
    assert [told[f"LIPAI_{name}"] for name in ("HOST", "PORT", "WORKERS")] == ["127.0.0.1", "8000", "2"]
    assert Path(told["PROMETHEUS_MULTIPROC_DIR"]).name
    assert dict(os.environ) == before
