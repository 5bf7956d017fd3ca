"""Batches on one core: hands as text in, Arrow or a file's lines out."""

from __future__ import annotations

import json

import pyarrow as pa
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bench.hands import dealt
from bench.timing import each, times_faster
from solver.batch import arrange_batch, one_by_one
from solver.cli.batch_answers import answer_piece
from solver.cli.batch_files import Piece

NUMBER = 20_000


def batch(id: str, number: int) -> pa.RecordBatch:
    hands = dealt(id, number)
    return pa.RecordBatch.from_pydict({"game": [id] * number, "hand": hands})


@pytest.mark.parametrize("groups", [False, True], ids=["values", "groups"])
def test_batch_si_se_pai_20000(benchmark: BenchmarkFixture, groups: bool) -> None:
    each(benchmark, lambda rows: arrange_batch(rows, groups=groups), [batch("si-se-pai", NUMBER)], rounds=12)


@pytest.mark.parametrize("id", ["si-ki-pi", "chinese-poker"])
def test_batch_of_other_games_30(benchmark: BenchmarkFixture, id: str) -> None:
    each(benchmark, arrange_batch, [batch(id, 30)], rounds=6)


def test_batch_json_lines_8192(benchmark: BenchmarkFixture) -> None:
    """As the command answers them: bytes in, bytes out, groups and all."""
    lines = [json.dumps({"game": "si-se-pai", "hand": hand}).encode() for hand in dealt("si-se-pai", 8192)]
    each(benchmark, lambda piece: answer_piece(piece, True, False), [Piece(lines, None, 0)], rounds=6)


def test_batch_beats_one_by_one(benchmark: BenchmarkFixture) -> None:
    """The columnar path against the ordinary one on the same hands, groups and all."""
    rows = batch("si-se-pai", 2000)
    hands = rows.column("hand").to_pylist()
    ratio = times_faster(lambda _: arrange_batch(rows), lambda _: one_by_one("si-se-pai", hands, {}, True), [None] * 3)
    benchmark.extra_info["times_faster"] = ratio
    each(benchmark, arrange_batch, [rows], rounds=10)
    assert ratio >= 5
