"""The command over files of hands, and over the long work of the games."""

import json
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Annotated, Any, Literal

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pydantic import BaseModel, Field
from typer.testing import CliRunner

import solver
from solver.batch import ANSWERS, ColumnError, arrange_batch, describe
from solver.cli import app, batch_answers, batch_files
from solver.errors import InputError, LipaiError
from solver.game import Progress, Task, game
from solver.games.si_se_pai.cards import DECK
from solver.result import to_json

GAME = "si-se-pai"
LIPAI = Path(sys.executable).with_name("lipai")


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")


def lipai(*arguments: object, stdin: str | bytes = "") -> Any:
    return CliRunner().invoke(app, [*map(str, arguments)], input=stdin)


def summary(result: Any) -> list[str]:
    """Hands, answered, refused, as the last line says."""
    return re.findall(r"[\d,]+(?= hands?| answered| refused)", result.stderr.splitlines()[-1])


def hands(number: int) -> list[str]:
    random = Random(number)
    return [" ".join(random.sample(DECK, 21)) for _ in range(number)]


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


BAD = [
    ("{", "not-json: this is not JSON from character 2 on"),
    ("[1]", "wrong-type: "),
    ("", "empty-line: this line is empty"),
    ("[" * 5000, "too-deep: "),
    ('{"game": "si-se-pai", "hand": "Kr", "hand": "Gr"}', "duplicate-key: /hand: "),
    ('{"game": "si-se-pai"}', "missing-field: /hand"),
    ('{"hand": "Kr"}', "unknown-game: "),
    ('{"game": 3, "hand": "Kr"}', "wrong-type: /game"),
    ('{"game": "si-se-pai", "hand": "Kr", "label": 3}', "wrong-type: /label"),
    ('{"game": "si-se-pai", "hand": "Kx"}', "unknown-card: /hand at 1"),
    ('{"game": "si-se-pai", "hand": 3}', "wrong-type: /hand"),
    ('{"game": "si-se-pai", "hand": ["Kr", 3]}', "wrong-type: /hand/1"),
    ('{"game": "si-se-pai", "hand": "Kr", "colour": 1}', "unknown-key: /colour"),
    ('{"game": "si-se-pai", "hand": "Kr", "request": "{"}', "not-json: /request at 1: this is not JSON from character 1 on"),
    ('{"game": "si-se-pai", "hand": "Kr", "request": [1]}', "wrong-type: /request"),
    ('{"game": "si-se-pai", "hand": "Kr", "request": {"hand": "Gr"}}', "wrong-type: /request"),
    ('{"game": "si-se-pai", "hand": "Kr", "request": "{", "top": 1}', "not-json: /request at 1: "),
    ('{"game": "nope", "hand": {}}', "unknown-game: "),
    ('"\\ud800"', ""),
]
GOOD = [
    {"game": GAME, "hand": "KGEr GGy"},
    {"game": GAME, "hand": ["Kr", "Gr", "Er"], "label": "x"},
    {"game": GAME, "hand": "KGEr", "request": {"rules": {"preset": "taiwan"}}},
    {"game": GAME, "hand": "KGEr", "request": '{"rules": {"preset": "taiwan"}}'},
    {"game": GAME, "hand": "KGEr", "rules": {"preset": "taiwan"}, "drawn": {"card": "Ky", "source": "draw"}},
    {"game": "si-ki-pi", "hand": "Ah Kh 2d 3d"},
]


def test_every_line_is_answered_in_its_place(tmp_path: Path) -> None:
    """Good lines between bad ones; the counts add up, and the exit code says that some were refused."""
    written = [
        text for bad, good in zip(BAD, [*GOOD, *[None] * len(BAD)], strict=False) for text in (bad[0], json.dumps(good)) if text != "null"
    ]
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text("\n".join(written))
    result = lipai("batch", source, target)
    found = lines(target)
    assert len(found) == len(written)
    faults = dict(BAD)
    for text, row in zip(written, found, strict=True):
        if text in faults:
            assert row["error"].startswith(faults[text])
            assert row["status"] is None
        else:
            body = json.loads(text)
            fields = {key: value for key, value in body.items() if key not in ("game", "request", "label")}
            request = body.get("request") or {}
            answer = solver.arrange(body["game"], **fields, **(json.loads(request) if isinstance(request, str) else request))
            assert (row["error"], row["status"], row["points"]) == (None, "optimal", answer.arrangements[0].points)
            kept = [{"slot": group.slot, "kind": group.kind, "cards": list(group.cards)} for group in answer.arrangements[0].groups]
            assert row["groups"] == kept
            assert (row["game"], row["hand"], row.get("label")) == (body["game"], body["hand"], body.get("label"))
    assert result.exit_code == 2
    assert summary(result) == [str(len(written)), str(len(GOOD)), str(len(BAD))]


def test_bodies_of_the_service_are_lines_where_the_game_is_named(tmp_path: Path) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    bodies = [{"hand": hand, "rules": {"preset": "vietnam"}, "label": str(at)} for at, hand in enumerate(hands(30))]
    source.write_text("".join(json.dumps(body) + "\n" for body in bodies))
    result = lipai("batch", source, target, "--game", GAME, "--json")
    assert result.exit_code == 0
    assert {key: json.loads(result.stdout)[key] for key in ("rows", "answered", "refused")} == {"rows": 30, "answered": 30, "refused": 0}
    for row, body in zip(lines(target), bodies, strict=True):
        answer = solver.arrange(GAME, **body)
        assert (row["points"], row["label"], row["game"]) == (answer.arrangements[0].points, body["label"], GAME)
        assert row["request"] == {"rules": {"preset": "vietnam"}}


def table(path: Path, **columns: Any) -> Path:
    pq.write_table(pa.table(columns), path, row_group_size=50)
    return path


def test_parquet_goes_in_and_comes_out(tmp_path: Path) -> None:
    """The columns that came and those of the answers; the same rows as the library's own batch. Its answers may come in again."""
    rows = {"game": [GAME] * 130, "hand": hands(130), "label": [*map(str, range(130))]}
    source = table(tmp_path / "in.parquet", __index_level_0__=[1] * 130, **rows)
    assert lipai("batch", source, tmp_path / "out.parquet").exit_code == 0
    found = pq.read_table(tmp_path / "out.parquet")
    assert found.column_names == ["game", "hand", "label", *ANSWERS.names]
    assert found.to_pylist() == arrange_batch(pa.RecordBatch.from_pydict(rows)).to_pylist()
    assert lipai("batch", tmp_path / "out.parquet", tmp_path / "again.parquet").exit_code == 0
    assert pq.read_table(tmp_path / "again.parquet").equals(found)


@pytest.mark.parametrize("names", [["objective"], ["rules", "id"]])
def test_a_table_with_columns_that_would_be_lost_is_refused(tmp_path: Path, names: list[str]) -> None:
    """A field of the request as a column of its own would be answered under default rules; said with the place where it goes."""
    columns = {"game": [GAME], "hand": ["Kr"], **{name: ["x"] for name in names}}
    result = lipai("batch", table(tmp_path / "in.parquet", **columns), tmp_path / "out.jsonl")
    assert result.exit_code == 2
    told = f"in.parquet: unknown column{'s' if len(names) > 1 else ''} {', '.join(names)}; known are game, hand, request, label"
    assert told in result.stderr
    assert "the column request" in result.stderr
    assert not (tmp_path / "out.jsonl").exists()
    with pytest.raises(ColumnError, match=f"unknown columns: {', '.join(names)}; .* the column request"):
        arrange_batch(pa.RecordBatch.from_pydict(columns))


@pytest.mark.parametrize("way", ["same", "path", "link", "hard link"])
def test_the_input_is_not_written_over(tmp_path: Path, way: str) -> None:
    """Whatever name it is given by; neither by what is written on the way."""
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text(text := json.dumps({"game": GAME, "hand": "Kr"}) + "\n")
    if way == "same":
        target = source
    elif way == "path":
        (tmp_path / "more").mkdir()
        target = tmp_path / "more" / ".." / "in.jsonl"
    elif way == "link":
        target.symlink_to(source)
    else:
        target.hardlink_to(source)
    before = sorted(tmp_path.iterdir())
    result = lipai("batch", source, target)
    assert (result.exit_code, f"{target} would be written over {source}" in result.stderr) == (2, True)
    assert source.read_text() == text
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize("name", ["out.jsonl.part", "out.jsonl.manifest.json", "out.jsonl.parts/parts.jsonl"])
def test_what_is_written_on_the_way_is_not_the_input(tmp_path: Path, name: str) -> None:
    source, target, own = tmp_path / "in.jsonl", tmp_path / "out.jsonl", tmp_path / name
    own.parent.mkdir(exist_ok=True)
    own.write_text(text := json.dumps({"game": GAME, "hand": "Kr"}) + "\n")
    if own.suffix == ".jsonl":
        source = own
    else:
        source.symlink_to(own)
    result = lipai("batch", source, target, "--restart")
    assert (result.exit_code, "would be written over" in result.stderr, own.read_text()) == (2, True, text)


def test_a_pipe_is_not_its_own_input(tmp_path: Path) -> None:
    """Appending to what is read would never end."""
    source = tmp_path / "in.jsonl"
    source.write_text(text := json.dumps({"game": GAME, "hand": "Kr"}) + "\n")
    for source_name, target_name in ((source, "-"), ("-", source), ("-", "-")):
        with source.open("rb") as given, source.open("ab") as taken:
            command = [LIPAI, "batch", source_name, target_name]
            done = subprocess.run(command, stdin=given, stdout=taken, stderr=subprocess.PIPE, timeout=60, text=True)
        assert (done.returncode, "would be written over" in done.stderr, source.read_text()) == (2, True, text)


def test_standard_output_that_takes_no_more(tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text(json.dumps({"game": GAME, "hand": "Kr"}) + "\n")
    with open("/dev/full", "wb") as full:
        done = subprocess.run([LIPAI, "batch", source, "-"], stdout=full, stderr=subprocess.PIPE, timeout=60, text=True)
    assert done.returncode == 2
    assert done.stderr == "standard output takes no more, there is no space left behind it; nothing is kept\n"


def test_a_reader_that_has_enough(tmp_path: Path) -> None:
    """As `head` has: told in words, not by the system's number."""
    source = tmp_path / "in.jsonl"
    source.write_text((json.dumps({"game": GAME, "hand": "Kr"}) + "\n") * 20_000)
    command = [LIPAI, "batch", source, "-", "--workers", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout
        assert running.stderr
        running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == "stopped: what reads standard output has closed it\n"
        assert running.wait(60) == 2


def test_a_byte_order_mark_costs_no_hand(tmp_path: Path) -> None:
    """Some programs begin every file with one; a file that holds nothing else holds no hand."""
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    text = "".join(json.dumps({"game": GAME, "hand": hand}) + "\n" for hand in ("Kr", "Gr"))
    for given, answered in ((text, ["Kr", "Gr"]), ("", []), ("\n", [None])):
        source.write_text(f"\ufeff{given}", encoding="utf-8")
        lipai("batch", source, target)
        assert [row["hand"] for row in lines(target)] == answered
    source.write_text(f"\ufeff{text}", encoding="utf-8")
    assert summary(lipai("batch", source, target)) == ["2", "2", "0"]


@pytest.mark.parametrize("groups", [True, False])
def test_each_kind_of_file_becomes_the_other(tmp_path: Path, groups: bool) -> None:
    option = "--groups" if groups else "--no-groups"
    texts, cards = hands(20), [hand.split() for hand in hands(21)]
    source = tmp_path / "in.jsonl"
    source.write_text("".join(json.dumps({"game": GAME, "hand": hand}) + "\n" for hand in [*texts, *cards]) + "{\n")
    assert lipai("batch", source, tmp_path / "out.parquet", option).exit_code == 2
    found = pq.read_table(tmp_path / "out.parquet")
    assert found.column_names == ["game", "hand", "request", "label", *ANSWERS.names]
    assert found["hand"].to_pylist() == [*texts, *map(" ".join, cards), None]
    assert lipai("batch", tmp_path / "out.parquet", tmp_path / "again.jsonl", option).exit_code == 2
    again = lines(tmp_path / "again.jsonl")
    assert [row["points"] for row in again] == found["points"].to_pylist()
    assert all((row["groups"] is not None) == (groups and row["error"] is None) for row in again)


def test_several_processes_give_the_same_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """More pieces than processes, small ones here; order is kept."""
    monkeypatch.setattr(batch_files, "ROWS", 40)
    source = tmp_path / "in.jsonl"
    source.write_text("".join(json.dumps({"game": GAME, "hand": hand}) + "\n" for hand in hands(500)))
    for number in (1, 2):
        assert lipai("batch", source, tmp_path / f"{number}.jsonl", "--workers", number).exit_code == 0
    assert (tmp_path / "1.jsonl").read_bytes() == (tmp_path / "2.jsonl").read_bytes()
    assert [row["hand"] for row in lines(tmp_path / "1.jsonl")] == hands(500)


def test_standard_input_and_output() -> None:
    given = json.dumps({"game": GAME, "hand": "KGEr"}) + "\n"
    result = lipai("batch", "-", "-", stdin=given)
    assert result.exit_code == 0
    assert json.loads(result.stdout)["points"] == 1
    assert summary(result) == ["1", "1", "0"]


def test_a_line_too_long_is_answered_and_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_files, "LINE", 100)
    good = json.dumps({"game": GAME, "hand": "Kr"})
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    exact = good + " " * (99 - len(good))
    source.write_text("\n".join([good, "x" * 1000, exact, "x" * 100, "y" * 99, exact]))
    lipai("batch", source, target)
    errors = [(row["error"] or "").split(":")[0] for row in lines(target)]
    assert errors == ["", "too-long-line", "", "too-long-line", "not-json", ""]


def test_pieces_are_bounded() -> None:
    """However many lines, no piece holds more than so many lines or bytes."""
    import io

    stream = io.BytesIO(b'{"hand": "Kr"}\n' * 50_000 + (b"x" * 900_000 + b"\n") * 20)
    sizes = [(len(piece.lines), sum(map(len, piece.lines))) for piece in batch_files._Lines(stream, None, None)]  # type: ignore[arg-type]
    assert max(rows for rows, _ in sizes) == batch_files.ROWS
    assert max(size for _, size in sizes) < batch_files.PIECE + batch_files.LINE
    assert sum(rows for rows, _ in sizes) == 50_020


def test_an_empty_file(tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").touch()
    for name in ("out.jsonl", "out.parquet"):
        result = lipai("batch", tmp_path / "in.jsonl", tmp_path / name)
        assert (result.exit_code, summary(result)) == (0, ["0", "0", "0"])
    assert pq.read_table(tmp_path / "out.parquet").num_rows == 0


def test_files_that_are_none(tmp_path: Path) -> None:
    """Exit code 2, a line that says why, and no half a file left behind."""
    (tmp_path / "bad.parquet").write_bytes(b"PAR1 no table")
    (tmp_path / "in.jsonl").write_text('{"hand": "Kr"}\n')
    (tmp_path / "folder.jsonl").mkdir()
    numbers = table(tmp_path / "numbers.parquet", game=[GAME], hand=[1])
    nameless = table(tmp_path / "nameless.parquet", hand=["Kr"])
    other = table(tmp_path / "other.parquet", game=[GAME])
    twice = tmp_path / "twice.parquet"
    pq.write_table(pa.Table.from_arrays([pa.array(["Kr"])] * 3, ["game", "hand", "hand"]), twice)
    (tmp_path / "empty.parquet").touch()
    whole = table(tmp_path / "cut.parquet", game=[GAME] * 200, hand=hands(200))
    content = bytearray(whole.read_bytes())
    content[200:3000] = bytes(2800)
    whole.write_bytes(content)
    (tmp_path / "folder.parquet").mkdir()
    out = tmp_path / "out.jsonl"
    for source, target, words in (
        (tmp_path / "none.jsonl", out, "none.jsonl: there is no such file"),
        (tmp_path / "bad.parquet", out, "bad.parquet: this is no Parquet file, or it is damaged or cut off\n"),
        (tmp_path / "empty.parquet", out, "empty.parquet: this is no Parquet file"),
        (tmp_path / "cut.parquet", out, "cut.parquet: this is no Parquet file"),
        (tmp_path / "no.parquet", out, "no.parquet: there is no such file"),
        (tmp_path / "folder.parquet", out, "folder.parquet: this is a folder, not a file"),
        (other, out, "other.parquet: there is no column hand"),
        (twice, out, "twice.parquet: there is more than one column hand"),
        (tmp_path / "in.csv", out, "not .jsonl nor .parquet"),
        (tmp_path / "in.jsonl", tmp_path / "out.csv", "not .jsonl nor .parquet"),
        (tmp_path / "in.jsonl", tmp_path / "no" / "out.jsonl", f"there is no folder {tmp_path / 'no'}"),
        (tmp_path / "folder.jsonl", out, "folder.jsonl: this is a folder, not a file"),
        (tmp_path / "in.jsonl", tmp_path / "in.jsonl" / "out.jsonl", "a file stands where a folder must be"),
        (numbers, out, "numbers.parquet: column hand holds int64"),
        (nameless, out, "nameless.parquet: there is no column game; name the game with --game"),
    ):
        result = lipai("batch", source, target)
        assert result.exit_code == 2
        assert words in result.stderr
        assert "Errno" not in result.stderr
    names = "bad cut empty folder nameless numbers other twice"
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        [*(f"{name}.parquet" for name in names.split()), "in.jsonl", "folder.jsonl"]
    )
    assert lipai("batch", nameless, out, "--game", GAME).exit_code == 0
    assert lipai("batch", tmp_path / "in.jsonl", out, "--game", "nope").exit_code == 2


# Long work


class Options(BaseModel):
    preset: Annotated[str, Field(description="The rules.")] = "plain"
    rounds: Annotated[int, Field(ge=1, description="How many rounds.")] = 3
    way: Annotated[Literal["up", "down"], Field(description="Which way.")] = "up"
    deep: Annotated[bool, Field(description="All of it.")] = False
    out: Annotated[Path | None, Field(description="Where to.")] = None


@pytest.fixture
def task(monkeypatch: pytest.MonkeyPatch) -> str:
    """A task of a game that has none."""

    def run(options: Options, progress: Progress) -> dict[str, Any]:
        for at in range(options.rounds):
            progress("counting", (at + 1) / options.rounds)
        if options.way == "down":
            raise LipaiError("there is no way down")
        if options.preset != "plain":
            game(GAME).presets.resolve({"preset": options.preset}, pointer="")
        return options.model_dump(mode="json")

    monkeypatch.setitem(game(GAME).tasks, "build", Task("Count.", Options, run))  # type: ignore[arg-type]
    return GAME


def test_the_options_are_those_of_the_task(task: str) -> None:
    """Names, types and bounds come from the model."""
    result = lipai("build", task, "--rounds", 5, "--deep", "--out", "x", "--json")
    assert json.loads(result.stdout) == {"preset": "plain", "rounds": 5, "way": "up", "deep": True, "out": "x"}
    assert "counting" in result.stderr
    shown = lipai("build", task, "--help").output
    assert all(name in shown for name in ("--preset", "--rounds", "--way", "--deep", "--out", "How many rounds"))
    assert "rounds  5" in lipai("build", task, "--rounds", 5).output


def test_what_a_task_refuses(task: str) -> None:
    for options, words in (
        (("--rounds", 0), "rounds: this must be at least 1"),
        (("--way", "left"), "left"),
        (("--way", "down"), "there is no way down"),
        (("--preset", "nope"), "preset: 'nope' is not one of"),
        (("--colour", "red"), "--colour"),
    ):
        result = lipai("build", task, *options)
        assert (result.exit_code, result.stdout) == (2, "")
        assert words in result.stderr


def test_only_games_with_the_task_are_offered() -> None:
    shown = lipai("build", "--help").output
    offered = [each.id for each in solver.games() if "build" in each.tasks]
    assert offered
    assert [each.id for each in solver.games() if each.id in shown] == offered
    assert lipai("build", "nope").exit_code == 2
    assert lipai("exploit", GAME).exit_code == 2


def test_every_option_has_a_default_and_words() -> None:
    """Else the command could not offer it."""
    for each in solver.games():
        for task in each.tasks.values():
            assert task.help
            for name, field in task.options.model_fields.items():
                assert not field.is_required(), name
                assert field.description, name


def test_the_help_of_the_command_imports_no_game() -> None:
    code = "import sys, solver.cli; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split()
    assert {"pyarrow", "numpy", "solver.game", "solver.batch"} & set(loaded) == set()


def test_describe_names_code_and_place() -> None:
    with pytest.raises(InputError) as error:
        solver.arrange(GAME, hand="Kx", top=1)
    assert describe(error.value).startswith("unknown-card: /hand at 1: ")
    assert to_json(solver.arrange(GAME, hand="Kr"))


def test_rows_are_those_of_arrow() -> None:
    """Nulls, slices, no groups: the quick way to rows gives what Arrow's own does."""
    batch = arrange_batch(pa.RecordBatch.from_pydict({"game": [GAME] * 6, "hand": ["KGEr", "Kx", "Ry", "", *hands(2)]}))
    for part in (batch, batch.slice(1, 3), batch.slice(0, 0), arrange_batch(batch.select(["game", "hand"]), groups=False)):
        assert batch_answers._rows(part) == part.to_pylist()


def test_bench_times_every_operation_of_a_game() -> None:
    """Those with worked hands, in order; the table and JSON say the same."""
    shown = json.loads(lipai("bench", GAME, "--seconds", "0.01", "--json").stdout)
    known = {example.operation for example in game(GAME).examples}
    assert [line["operation"] for line in shown["timed"]] == [name for name in game(GAME).operations if name in known]
    assert all(0 < line["seconds"] < 60 and line["work"] > 0 and line["game"] == GAME for line in shown["timed"])
    drawn = lipai("bench", GAME, "--seconds", "0.01")
    assert drawn.exit_code == 0
    assert all(line["operation"] in drawn.stdout for line in shown["timed"])
    assert lipai("bench", "nope").exit_code == 2


def test_a_policy_is_measured() -> None:
    """The equilibrium can't be exploited, a mere house way can; exact, so without a standard error."""
    gains = {}
    for policy in ("expected", "house"):
        told = json.loads(lipai("exploit", "si-ki-pi", "--policy", policy, "--json").stdout)
        assert (told["policy"], told["standard_error"]) == (policy, 0)
        gains[policy] = told["gain"]
    assert abs(gains["expected"]) < 1e-9 < 0.01 < gains["house"]


def test_a_table_is_built_where_asked(tmp_path: Path) -> None:
    """The file is one that the program reads, and the answer says how good it is."""
    from solver.games.si_ki_pi import tables

    path = tmp_path / "table.tsv"
    told = json.loads(lipai("build", "si-ki-pi", "--out", path, "--json").stdout)
    table = tables.Table.from_text(path.read_text(encoding="utf-8"), "custom")
    assert (told["file"], told["hash"]) == ("table.tsv", table.hash)
    assert told["exploitability"] < 1e-9
