"""Jobs over files: stopped and gone on with, workers that die, hands that kill, disks that are full; and the same digest every time."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from solver.batch import arrange_rows
from solver.cli import app, batch_answers, batch_job
from solver.cli.batch_digest import Digest
from solver.cli.batch_files import Piece
from solver.cli.batch_questions import Index, keys
from solver.games.si_se_pai.cards import DECK
from tests.cluster import DaskCluster, cluster
from tests.worker_functions import poisoned

GAME = "si-se-pai"
LIPAI = Path(sys.executable).with_name("lipai")


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setattr(batch_job, "PART", 64)


def lipai(*arguments: object) -> Any:
    """In this process where nothing else is said."""
    apart = {"--workers", "--dask"} & set(arguments)
    return CliRunner().invoke(app, ["batch", *map(str, arguments), *([] if apart else ["--workers", "1"]), "--json"])


def told(result: Any) -> dict[str, Any]:
    assert result.exit_code in (0, 2), result.stderr
    return json.loads(result.stdout)  # type: ignore[no-any-return]


def hands(number: int, seed: int = 1) -> list[str]:
    random = Random(seed)
    return [" ".join(random.sample(DECK, 21)) for _ in range(number)]


def lines(path: Path, given: list[Any]) -> Path:
    path.write_text("".join((one if isinstance(one, str) else json.dumps(one)) + "\n" for one in given))
    return path


def table(path: Path, given: list[str], **more: Any) -> Path:
    pq.write_table(pa.table({"game": [GAME] * len(given), "hand": given, **more}), path, row_group_size=150)
    return path


def digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()


def test_the_counts_add_up_and_stand_in_the_manifest(tmp_path: Path) -> None:
    """Lines in are answered or refused, different or repeated; the manifest says so, and what came in and went out."""
    good = [{"game": GAME, "hand": hand, "label": str(at)} for at, hand in enumerate(hands(150))]
    bad = [
        "{",
        "{",
        '{"game": "si-se-pai", "hand": "Kx"}',
        '{"game": "si-se-pai", "hand": "Kr", "label": 7}',
        '{"game": "si-se-pai", "hand": "Kr"}',
    ]
    source, target = lines(tmp_path / "in.jsonl", [*good, *bad, *good[:20]]), tmp_path / "out.jsonl"
    found = told(lipai(source, target))
    counts = {"rows": 175, "answered": 171, "refused": 4, "different": 154}
    assert {name: found[name] for name in counts} == counts
    manifest = json.loads((tmp_path / "out.jsonl.manifest.json").read_text())
    assert manifest["counts"] == counts
    assert manifest["input"] == {"file": "in.jsonl", "bytes": source.stat().st_size, "sha256": digest(source)}
    assert manifest["output"] == {"file": "out.jsonl", "bytes": target.stat().st_size, "sha256": digest(target)}
    assert manifest["answers"] == found["answers"]
    assert sum(part["rows"] for part in manifest["parts"]) == 154
    assert sum(part["refused"] for part in manifest["parts"]) == 3  # of the two lines `{` one
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.jsonl", "out.jsonl", "out.jsonl.manifest.json"]
    rows = [json.loads(line) for line in target.read_text().splitlines()]
    assert [row.get("label") for row in rows[:150]] == [str(at) for at in range(150)]
    assert [row["error"] is None for row in rows[150:155]] == [False, False, False, False, True]
    assert rows[155:] == rows[:20]


@pytest.mark.parametrize("kind", ["jsonl", "parquet"])
def test_each_question_is_answered_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    """However it is labelled and wherever it stands, in this part or an earlier one; every row gets its answer."""
    answered: list[str] = []
    few = hands(300)
    asked = [Random(5).choice(few) for _ in range(3000)]

    def counted(piece: Piece, groups: bool) -> Any:
        answered.extend(piece.lines.column("hand").to_pylist() if isinstance(piece.lines, pa.RecordBatch) else map(str, piece.lines))
        return batch_answers.solve_piece(piece, groups)

    monkeypatch.setattr(batch_job, "solve_piece", counted)
    labels = [str(at) for at in range(3000)]
    if kind == "jsonl":
        source = lines(
            tmp_path / "in.jsonl", [{"game": GAME, "hand": hand, "label": label} for hand, label in zip(asked, labels, strict=True)]
        )
    else:
        source = table(tmp_path / "in.parquet", asked, label=labels)
    target = tmp_path / "out.parquet"
    assert told(lipai(source, target, "--workers", 1))["different"] == len(set(asked)) == len(answered)
    found = pq.read_table(target)
    wanted = arrange_rows(pa.RecordBatch.from_pydict({"game": [GAME] * 3000, "hand": asked}))
    assert found["label"].to_pylist() == labels
    for name in ("hand", "points", "groups"):
        assert found[name].to_pylist() == wanted.column(name).to_pylist()


def test_one_digest_whoever_works_and_whatever_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One process, two, parts of another size, lines or tables in or out: the answers are the same, and the digest says so."""
    given = [*hands(500), "Kx", "", "Kr", *hands(30)]
    ways = [(table(tmp_path / "in.parquet", given), "one.parquet", 1), (tmp_path / "in.parquet", "two.parquet", 2)]
    ways += [
        (lines(tmp_path / "in.jsonl", [{"game": GAME, "hand": hand} for hand in given]), "one.jsonl", 1),
        (tmp_path / "in.jsonl", "cross.parquet", 1),
    ]
    digests = {told(lipai(source, tmp_path / target, "--workers", number))["answers"] for source, target, number in ways}
    assert digest(tmp_path / "one.parquet") == digest(tmp_path / "two.parquet")
    monkeypatch.setattr(batch_job, "PART", 77)
    digests.add(told(lipai(tmp_path / "in.parquet", tmp_path / "other.parquet"))["answers"])
    assert len(digests) == 1
    assert told(lipai(table(tmp_path / "b.parquet", [*given[1:], given[0]]), tmp_path / "b.jsonl"))["answers"] not in digests, (
        "order counts"
    )


class StopError(Exception):
    """The power goes."""


def stopped_after(monkeypatch: pytest.MonkeyPatch, parts: int, how: BaseException) -> None:
    kept = batch_job.Job.keep

    def keep(self: batch_job.Job, part: int, answers: pa.RecordBatch) -> None:
        if len(self.parts) == parts:
            raise how
        kept(self, part, answers)

    monkeypatch.setattr(batch_job.Job, "keep", keep)


@pytest.mark.parametrize("how", [KeyboardInterrupt(), StopError(), OSError(errno.ENOSPC, "no space")], ids=["ctrl-c", "crash", "full"])
def test_a_second_run_goes_on(tmp_path: Path, how: BaseException) -> None:
    """The parts that are there are not answered again; the file is the same as that of one run."""
    source, target = table(tmp_path / "in.parquet", hands(700)), tmp_path / "out.parquet"
    whole = told(lipai(source, tmp_path / "whole.parquet"))
    with pytest.MonkeyPatch.context() as patch:
        stopped_after(patch, 4, how)
        result = lipai(source, target, "--workers", 1)
    assert not target.exists()
    if isinstance(how, KeyboardInterrupt):
        assert (result.exit_code, result.stderr) == (130, "stopped; the same command goes on from here\n")
    elif isinstance(how, OSError):
        assert (result.exit_code, "no space left in" in result.stderr, str(tmp_path) in result.stderr) == (2, True, True)
    with (tmp_path / "out.parquet.parts" / "parts.jsonl").open("a") as journal:
        journal.write('{"part": 4, "ro')  # the line that was being written
    (tmp_path / "out.parquet.parts" / "000001.arrow").write_bytes(b"damaged")
    again = told(lipai(source, target))
    assert (again["resumed"], again["answers"], again["rows"]) == (3, whole["answers"], 700)
    assert digest(target) == digest(tmp_path / "whole.parquet")
    assert not (tmp_path / "out.parquet.parts").exists()


def test_parts_of_another_job_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another input, other settings, another build: said in words, nothing is touched; --restart begins anew."""
    source, target = table(tmp_path / "in.parquet", hands(300)), tmp_path / "out.parquet"
    with pytest.MonkeyPatch.context() as patch:
        stopped_after(patch, 2, KeyboardInterrupt())
        assert lipai(source, target).exit_code == 130
    table(source, hands(300, seed=2))
    result = lipai(source, target)
    assert result.exit_code == 2
    assert "its input differs" in result.stderr
    assert "--restart" in result.stderr
    table(source, hands(300))
    assert "its settings differ;" in lipai(source, target, "--no-groups").stderr
    assert "thiết lập khác nhau" in lipai(source, target, "--no-groups", "--lang", "vi").stderr
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(batch_job, "build", lambda: "0.0.0+data.other")
        assert "its build differs;" in lipai(source, target).stderr
        assert "its build and settings differ;" in lipai(source, target, "--no-groups").stderr
    assert len(list((tmp_path / "out.parquet.parts").glob("*.arrow"))) == 2
    table(source, hands(300, seed=2))
    assert told(lipai(source, target, "--restart"))["resumed"] == 0
    assert pq.read_table(target)["hand"].to_pylist() == hands(300, seed=2)


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[1]", b"{}", b"\xff", b"[" * 100_000], ids=["empty", "cut", "list", "bare", "bytes", "deep"]
)
def test_a_damaged_job_is_told(tmp_path: Path, content: bytes) -> None:
    """Which file it is and what to do; then it begins anew."""
    source, target = table(tmp_path / "in.parquet", hands(300)), tmp_path / "out.parquet"
    with pytest.MonkeyPatch.context() as patch:
        stopped_after(patch, 2, KeyboardInterrupt())
        lipai(source, target)
    about = tmp_path / "out.parquet.parts" / "job.json"
    about.write_bytes(content)
    result = lipai(source, target)
    assert result.exit_code == 2
    assert result.stderr == f"{about} is damaged, so what is done can't be gone on with; begin anew with --restart\n"
    assert told(lipai(source, target, "--restart"))["rows"] == 300


def test_lines_of_the_journal_that_say_nothing_are_passed_over(tmp_path: Path) -> None:
    """Those parts are done again."""
    source, target = table(tmp_path / "in.parquet", hands(300)), tmp_path / "out.parquet"
    with pytest.MonkeyPatch.context() as patch:
        stopped_after(patch, 2, KeyboardInterrupt())
        lipai(source, target)
    with (tmp_path / "out.parquet.parts" / "parts.jsonl").open("ab") as journal:
        journal.write(b'1\n"x"\nnull\n{}\n{"part": 1}\n{"part": []}\n\xff\n')
    assert told(lipai(source, target))["resumed"] == 2


def test_an_input_that_changes_meanwhile_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, target = lines(tmp_path / "in.jsonl", [{"game": GAME, "hand": "Kr"}]), tmp_path / "out.jsonl"
    written = batch_job.write

    def changing(*arguments: Any) -> Any:
        yield from ()
        with source.open("a") as file:
            file.write('{"hand": "Gr"}\n')
        yield from written(*arguments)

    monkeypatch.setattr(batch_job, "write", changing)
    result = lipai(source, target)
    assert (result.exit_code, "has changed while it was read" in result.stderr, target.exists()) == (2, True, False)


def test_two_runs_of_one_job_do_not_meet(tmp_path: Path) -> None:
    source = lines(tmp_path / "in.jsonl", [{"game": GAME, "hand": "Kr"}])
    with batch_job.job(str(source), str(tmp_path / "out.jsonl"), None, True, False):
        assert "another run of this job is under way" in lipai(source, tmp_path / "out.jsonl").stderr
    assert lipai(source, tmp_path / "out.jsonl").exit_code == 0


def test_a_hand_that_kills_is_answered_as_such(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two of them among 200: they get an error, all others their answers, and the job ends well."""
    monkeypatch.setattr(batch_job, "solve_piece", poisoned)
    given = [*hands(100), "1r", *hands(30, seed=3), "2r", *hands(68, seed=4)]
    source = lines(tmp_path / "in.jsonl", [{"game": GAME, "hand": hand} for hand in given])
    found = told(lipai(source, tmp_path / "out.jsonl", "--workers", 2))
    assert (found["rows"], found["answered"], found["refused"]) == (200, 198, 2)
    errors = [json.loads(line)["error"] for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert [at for at, error in enumerate(errors) if error] == [100, 131]
    assert errors[100] == "internal-error: this hand ends the process that answers it"


def test_a_fault_of_the_program_stays_with_its_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = batch_answers._answers

    def faulty(read: Any, groups: bool) -> Any:
        if any(row.echo["hand"] == "3r" for row in read):
            raise RuntimeError("boom")
        return answers(read, groups)

    monkeypatch.setattr(batch_answers, "_answers", faulty)
    source = lines(tmp_path / "in.jsonl", [{"game": GAME, "hand": f"{number}r"} for number in range(1, 8)])
    assert told(lipai(source, tmp_path / "out.jsonl"))["refused"] == 1
    errors = [json.loads(line)["error"] for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert errors == [None, None, "internal-error: RuntimeError: boom", None, None, None, None]


@pytest.mark.parametrize(
    "signal_", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.soak), pytest.param(signal.SIGKILL, marks=pytest.mark.soak)]
)
def test_a_real_process_is_stopped_and_goes_on(tmp_path: Path, signal_: signal.Signals) -> None:
    """At whatever moment the signal comes."""
    source, target = table(tmp_path / "in.parquet", hands(40_000)), tmp_path / "out.parquet"
    command = [str(LIPAI), "batch", str(source), str(target), "--workers", "2", "--json"]
    process = subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a test run in the background may ignore it
    )
    parts = tmp_path / "out.parquet.parts"
    deadline = time.monotonic() + 60
    while len(list(parts.glob("*.arrow")) if parts.exists() else ()) < 2 and time.monotonic() < deadline:
        time.sleep(0.005)
    process.send_signal(signal_)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == (-signal.SIGKILL if signal_ == signal.SIGKILL else 130), errors
    assert not target.exists()
    assert (signal_ == signal.SIGKILL) or errors == "stopped; the same command goes on from here\n"
    found = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    assert found["rows"] == found["answered"] == 40_000
    assert found["resumed"] >= 1  # the second part may have been written, and not yet noted


# A cluster


@pytest.fixture(scope="module")
def dask() -> Iterator[DaskCluster]:
    with cluster() as made:
        yield made


def killing(monkeypatch: pytest.MonkeyPatch, dask: DaskCluster, after: int) -> None:
    """A worker dies when so many parts are there."""
    kept = batch_job.Job.keep

    def keep(self: batch_job.Job, part: int, answers: pa.RecordBatch) -> None:
        if len(self.parts) == after:
            dask.kill_a_worker()
        kept(self, part, answers)

    monkeypatch.setattr(batch_job.Job, "keep", keep)


def on_both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dask: DaskCluster, number: int) -> None:
    """So many hands on two processes here, and on a cluster of which a worker is killed half-way: one digest."""
    source = table(tmp_path / "in.parquet", hands(number))
    here = told(lipai(source, tmp_path / "here.parquet", "--workers", 2))
    before = dask.pids()
    killing(monkeypatch, dask, number // batch_job.PART // 2)
    there = told(lipai(source, tmp_path / "there.parquet", "--dask", dask.address))
    assert dask.pids() != before
    assert {name: here[name] for name in ("rows", "answered", "different", "answers")} == {
        name: there[name] for name in ("rows", "answered", "different", "answers")
    }
    assert (here["rows"], here["answered"]) == (number, number)
    assert digest(tmp_path / "here.parquet") == digest(tmp_path / "there.parquet")
    print(f"{number} hands: {here['seconds']} s on two processes, {there['seconds']} s on the cluster; {here['answers']}")


def test_a_cluster_gives_the_same_though_a_worker_dies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dask: DaskCluster) -> None:
    on_both(tmp_path, monkeypatch, dask, 3000)


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_a_million_hands_here_and_on_a_cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dask: DaskCluster) -> None:
    monkeypatch.setattr(batch_job, "PART", 2048)
    on_both(tmp_path, monkeypatch, dask, 1_000_000)


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_a_hand_that_kills_is_found_on_a_cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dask: DaskCluster) -> None:
    """The scheduler gives up on a call after some workers died of it; then it is sought alone."""
    monkeypatch.setattr(batch_job, "solve_piece", poisoned)
    source = lines(tmp_path / "in.jsonl", [{"game": GAME, "hand": hand} for hand in [*hands(100), "1r", *hands(99, seed=3)]])
    found = told(lipai(source, tmp_path / "out.jsonl", "--dask", dask.address))
    assert (found["answered"], found["refused"]) == (199, 1)


@pytest.mark.soak
def test_a_cluster_that_is_lost_is_told_and_gone_on_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, target = table(tmp_path / "in.parquet", hands(2000)), tmp_path / "out.parquet"
    with cluster() as made, pytest.MonkeyPatch.context() as patch:
        kept = batch_job.Job.keep

        def keep(self: batch_job.Job, part: int, answers: pa.RecordBatch) -> None:
            if len(self.parts) == 5:
                made.scheduler.kill()
            kept(self, part, answers)

        patch.setattr(batch_job.Job, "keep", keep)
        result = lipai(source, target, "--dask", made.address)
        assert (result.exit_code, "the cluster was lost" in result.stderr) == (2, True)
    assert told(lipai(source, target))["resumed"] >= 5


@pytest.mark.soak
@pytest.mark.skipif(os.geteuid() != 0, reason="mounts a small disk")
def test_a_disk_that_is_full(tmp_path: Path) -> None:
    """A real one, of a megabyte: plain words, and with more room the same command goes on."""
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "none", disk], stderr=subprocess.DEVNULL, check=False).returncode:
        pytest.skip("NO MOUNT: nothing can be mounted here")
    try:
        source, target = table(tmp_path / "in.parquet", hands(20_000)), disk / "out.parquet"
        result = lipai(source, target)
        assert (result.exit_code, f"no space left in {disk}" in result.stderr) == (2, True)
        subprocess.run(["mount", "-o", "remount,size=60m", disk], check=True)
        assert told(lipai(source, target))["resumed"] > 0
    finally:
        subprocess.run(["umount", disk], check=True)


# What it is made of


@given(st.lists(st.lists(st.integers(0, 40), max_size=12), max_size=12))
def test_the_index_numbers_as_a_dictionary_does(pieces: list[list[int]]) -> None:
    """In order of first sight; new rows are those that open a number. Keys that share their first half are told apart, at worst twice."""
    index, known = Index(), dict[int, int]()
    for piece in pieces:
        numbers, new = index.number(np.array([(value % 7, value) for value in piece], np.uint64).reshape(-1, 2))
        for at, value in enumerate(piece):
            if value not in known or at in new:
                known[value] = int(numbers[at])
            assert numbers[at] <= known[value]
        assert len(new) == len({int(numbers[at]) for at in new})
    index, distinct = Index(), dict[int, int]()
    for piece in pieces:
        numbers, _ = index.number(np.array([(value, value) for value in piece], np.uint64).reshape(-1, 2))
        assert numbers.tolist() == [distinct.setdefault(value, len(distinct)) for value in piece]


def test_what_asks_the_same_has_one_key() -> None:
    """Order, blanks and label don't matter, all else does; what can't be read is itself."""
    alike = ['{"hand": "Kr", "game": "g"}', '{"game":"g","label":"x","hand":"Kr"}', '{"hand":"Kr"}', '{"hand":"Kr","label":null}']
    apart = [
        '{"hand":"Kr","game":null}',
        '{"hand":"Kr","label":1}',
        '{"hand":"Gr","hand":"Kr"}',
        '{"hand":"K r"}',
        '{"hand":["Kr"]}',
        '{"hand":"Kr","top":2}',
        "{",
        "{ ",
        "[]",
    ]
    found = [tuple(key) for key in keys(Piece([line.encode() for line in [*alike, *apart]], "g", 0)).tolist()]
    assert len(set(found[: len(alike)])) == 1
    assert len(set(found)) == 1 + len(apart)
    batch = pa.RecordBatch.from_pydict(
        {"hand": ["Kr", "Kr", "Gr", None], "request": [None, "{}", None, None], "label": ["a", "b", "c", "d"]}
    )
    assert len(set(map(tuple, keys(Piece(batch, "g", 0)).tolist()))) == 4


def test_the_digest_does_not_depend_on_how_rows_come() -> None:
    """Slices, takes, nulls with something behind them: one digest; any other value: another."""
    rows = arrange_rows(pa.RecordBatch.from_pydict({"game": [GAME] * 40, "hand": [*hands(37), "Kx", "", "Kr"]}))

    def of(*batches: pa.RecordBatch) -> str:
        digest = Digest()
        for batch in batches:
            digest.add(batch)
        return digest.hex()

    whole = of(rows)
    assert of(rows.slice(0, 11), rows.slice(11, 1), rows.slice(12, 0), rows.slice(12)) == whole
    assert of(rows.take(pa.array(range(40)))) == whole
    assert of(pa.RecordBatch.from_pylist(rows.to_pylist(), schema=rows.schema)) == whole
    assert of(rows.take(pa.array([1, 0, *range(2, 40)]))) != whole
    assert of(rows.slice(0, 39)) != whole
    values = rows.to_pylist()
    values[3]["groups"][0]["cards"] = [*reversed(values[3]["groups"][0]["cards"]), "Kr"]
    assert of(pa.RecordBatch.from_pylist(values, schema=rows.schema)) != whole
