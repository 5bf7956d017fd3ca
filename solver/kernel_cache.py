"""Where compiled kernels lie between runs, so that they are compiled once and not by every process.

numba keeps them beside the source, or in NUMBA_CACHE_DIR, and wants to write there. An image whose files can't be written brings them
along: LIPAI_KERNELS names the folder that `lipai warm` filled while the image was built; the first process copies it to NUMBA_CACHE_DIR.
"""

import hashlib
import os
import shutil
import tempfile
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

BROUGHT = "LIPAI_KERNELS"
KEPT = "NUMBA_CACHE_DIR"
_SOURCE = Path(__file__).parent


def bring() -> None:
    """Copy the kernels that were brought along to where numba keeps them, unless they are there. The copy appears whole or not at all."""
    brought, kept = os.environ.get(BROUGHT), os.environ.get(KEPT)
    if not brought or not kept or Path(kept).exists() or not Path(brought).is_dir():
        return
    target = Path(kept)
    with suppress(OSError):  # then numba says what it can't do
        target.parent.mkdir(parents=True, exist_ok=True)
        part = Path(tempfile.mkdtemp(prefix=".kernels-", dir=target.parent))
        try:
            shutil.copytree(brought, part, dirs_exist_ok=True)
            part.chmod(0o755)
            part.rename(target)  # fails where another process was first
        finally:
            shutil.rmtree(part, ignore_errors=True)


def _mark() -> Path:
    """The file that says that all kernels of this source are compiled for this processor."""
    import llvmlite.binding as llvm

    digest = hashlib.sha256(version("numba").encode())
    digest.update(f"{os.environ.get('NUMBA_CPU_NAME') or llvm.get_host_cpu_name()} {os.environ.get('NUMBA_CPU_FEATURES')}".encode())
    for path in sorted(_SOURCE.rglob("*.py")):
        digest.update(path.read_bytes())
    return Path(os.environ.get(KEPT) or _SOURCE / "__pycache__") / f"lipai-{digest.hexdigest()[:16]}.warm"


def is_warm() -> bool:
    """Whether `lipai warm` has been here."""
    return _mark().exists()


def mark_warm() -> None:
    """All kernels are compiled."""
    with suppress(OSError):
        path = _mark()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
