"""Long work spread by the command: whoever does it, the same bytes; and what it tells reads well."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from solver.cli import app
from solver.game import games
from solver.sheets import figure
from tests.cluster import DaskCluster, cluster

SMALL = ("--hands", "256", "--rounds", "2", "--seed", "5", "--measured-hands", "64", "--opponents", "4096")


def lipai(*arguments: object) -> Any:
    return CliRunner(env={"LANG": "C.UTF-8", "LC_ALL": None, "LC_MESSAGES": None}).invoke(app, [*map(str, arguments)])


@pytest.fixture(scope="module")
def dask() -> Iterator[DaskCluster]:
    with cluster() as made:
        yield made


def built(tmp_path: Path, name: str, *options: object) -> bytes:
    result = lipai("build", "chinese-poker", *SMALL, "--out", tmp_path / name, *options, "--json")
    assert result.exit_code == 0, result.stderr
    assert json.loads(result.stdout)["hands"] == 256
    assert "round 2 of 2 …" in result.stderr
    return (tmp_path / name).read_bytes()


def test_whoever_builds_the_bytes_are_the_same(tmp_path: Path, dask: DaskCluster) -> None:
    """In this process or on a cluster; in one go, or stopped after a round and gone on with elsewhere."""
    alone = built(tmp_path, "alone", "--workers", 1)
    first = (option if option != "2" else "1" for option in SMALL)
    checkpoint = ("--checkpoint", tmp_path / "checkpoint")
    assert lipai("build", "chinese-poker", *first, "--out", tmp_path / "first", "--workers", 1, *checkpoint).exit_code == 0
    assert built(tmp_path, "there", "--dask", dask.address, *checkpoint) == alone


def test_work_that_can_be_spread_says_so() -> None:
    """--workers and --dask are options of exactly those tasks."""
    for game in games():
        for name, task in game.tasks.items():
            shown = lipai(name, game.id, "--help").output
            assert ("--dask" in shown, "--workers" in shown) == (task.spreads, task.spreads)
    result = lipai("exploit", "chinese-poker", "--dask", "tcp://127.0.0.1:x")
    assert (result.exit_code, "tcp://127.0.0.1:x" in result.stderr) == (2, True)


def test_a_gain_is_shown_with_its_error() -> None:
    """As many digits as the error leaves; as JSON all there are."""
    options = ("exploit", "chinese-poker", "--hands", 64, "--opponents", 4096, "--policy", "strength", "--workers", 1)
    shown, exact = lipai(*options), json.loads(lipai(*options, "--json").stdout)
    found = re.search(r"^gain +(−?\d\.\d+) ± (\d\.\d+)$", shown.stdout, re.M)
    assert found, shown.output
    digits = len(found[2].partition(".")[2])
    assert float(found[2]) == pytest.approx(exact["standard_error"], abs=10.0**-digits)
    assert float(found[1].replace("−", "-")) == pytest.approx(exact["gain"], abs=10.0**-digits)
    assert "standard error" not in shown.stdout
    assert len(str(exact["gain"])) > 8


@pytest.mark.parametrize(
    ("value", "shown"),
    [(0.0329974, "0.033"), (-0.02604, "−0.02604"), (1234.5678, "1235"), (0.0, "0"), (1e-12, "1e-12"), (-3.2e-10, "−3.2e-10"), (2.0, "2"),
     (7, "7"), ("text", "text"), (True, "True"), (math.inf, "inf")],
)  # fmt: skip
def test_a_number_has_as_many_digits_as_it_needs(value: Any, shown: str) -> None:
    assert figure(value) == shown


@pytest.mark.parametrize(
    ("value", "error", "shown"),
    [(-0.000213, 0.000098, "−0.000213 ± 0.000098"), (1.2534, 0.0123, "1.253 ± 0.012"), (0.1, 3.2, "0.1 ± 3.2"), (5.0, 123.0, "0 ± 120"),
     (0.033, 0.0, "0.033")],
)  # fmt: skip
def test_an_error_says_how_many_digits(value: float, error: float, shown: str) -> None:
    assert figure(value, error) == shown
