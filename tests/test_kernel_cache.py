"""Kernels that are brought along, and the sign that all are compiled."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from solver import kernel_cache


def test_kernels_are_brought_once_and_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By many at once, from a folder that can't be written; what is there is left alone."""
    brought, kept = tmp_path / "brought", tmp_path / "run" / "kernels"
    (brought / "sub").mkdir(parents=True)
    (brought / "sub" / "one.nbi").write_text("index")
    brought.chmod(0o555)
    monkeypatch.setenv(kernel_cache.BROUGHT, str(brought))
    monkeypatch.setenv(kernel_cache.KEPT, str(kept))
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda _: kernel_cache.bring(), range(8)))
    assert (kept / "sub" / "one.nbi").read_text() == "index"
    assert [path.name for path in kept.parent.iterdir()] == ["kernels"]
    (kept / "more.nbi").touch()
    (brought / "sub" / "one.nbi").write_text("other")
    kernel_cache.bring()
    assert sorted(path.name for path in kept.rglob("*.nbi")) == ["more.nbi", "one.nbi"]
    assert (kept / "sub" / "one.nbi").read_text() == "index"


@pytest.mark.parametrize("missing", [kernel_cache.BROUGHT, kernel_cache.KEPT])
def test_without_both_nothing_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    for name in (kernel_cache.BROUGHT, kernel_cache.KEPT):
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.delenv(missing)
    kernel_cache.bring()
    assert list(tmp_path.iterdir()) == []


def test_warm_is_of_this_source_and_processor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(kernel_cache.KEPT, str(tmp_path))
    assert not kernel_cache.is_warm()
    kernel_cache.mark_warm()
    assert kernel_cache.is_warm()
    monkeypatch.setenv("NUMBA_CPU_NAME", "another")
    assert not kernel_cache.is_warm()
