"""What all tests share: hypothesis profiles, the reference data, and the system programs that some tests need."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any, NoReturn

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent
CI = bool(os.environ.get("CI"))
REQUIRE_SYSTEM = CI or os.environ.get("LIPAI_REQUIRE_SYSTEM") == "1"

# Deadlines are off everywhere: the first example compiles with numba, and the machine may be busy.
settings.register_profile("dev", deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("dev"), derandomize=True, database=None)
settings.register_profile("soak", settings.get_profile("dev"), max_examples=5_000)
settings.load_profile(os.environ.get("LIPAI_HYPOTHESIS", "ci" if CI else "dev"))


@pytest.fixture(scope="session")
def root() -> Path:
    """The root of the repository."""
    return ROOT


@pytest.fixture(scope="session")
def reference() -> Path:
    """The folder of reference data, which does not travel with the code: LIPAI_REFERENCE, or ../shared/data."""
    named = os.environ.get("LIPAI_REFERENCE")
    folder = Path(named or ROOT.parent / "shared" / "data")
    if not folder.is_dir():
        if named:
            pytest.fail(f"LIPAI_REFERENCE: {folder} is no folder")
        pytest.skip(f"NO REFERENCE DATA: {folder} is no folder; set LIPAI_REFERENCE to run this test")
    return folder


def lacking(message: str) -> NoReturn:
    """Skip the test that wants what is not there, or fail it where nothing may be missing: under CI or LIPAI_REQUIRE_SYSTEM=1."""
    if REQUIRE_SYSTEM:
        pytest.fail(message)
    pytest.skip(message)


def system_program(*names: str) -> str:
    """The path of the first of these programs found; without one the test skips, or fails where nothing may be missing."""
    for name in names:
        if path := shutil.which(name):
            return path
    lacking(f"MISSING PROGRAM: {names[0]}; `bash tools/system_packages.sh {names[0]}` installs it")


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of Debian's chromium."""
    return system_program("chromium", "chromium-browser")


@pytest.fixture(scope="session")
def wrk() -> str:
    """The path of the load generator wrk."""
    return system_program("wrk")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], chromium: str) -> dict[str, Any]:
    """Playwright drives the system's chromium, which looks nothing up on any network."""
    quiet = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
    quiet += ["--disable-component-update", "--disable-sync"]
    return {**browser_type_launch_args, "executable_path": chromium, "args": quiet}
