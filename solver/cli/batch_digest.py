"""One digest over all answers, whatever parts they came in, in whatever order they were made and in whatever kind of file they stand.

Each column is one stream of bytes through the whole file: which values are there, how long they are, what they are. So it does not matter
where one record batch ends and the next begins, nor what Arrow keeps behind a null.
"""

from hashlib import sha256
from typing import Any

import numpy as np
import pyarrow as pa


class Digest:
    """SHA-256 over record batches as they come, by column."""

    def __init__(self) -> None:
        self._streams: dict[str, Any] = {}

    def add(self, batch: pa.RecordBatch) -> None:
        """The next rows."""
        for name, column in zip(batch.schema.names, batch.columns, strict=True):
            self._column(name, column)

    def hex(self) -> str:
        """The digest of all so far."""
        whole = sha256()
        for name, stream in sorted(self._streams.items()):
            whole.update(name.encode() + b"\0" + stream.digest())
        return whole.hexdigest()

    def _put(self, name: str, values: Any) -> None:
        self._streams.setdefault(name, sha256()).update(np.ascontiguousarray(values).tobytes())

    def _column(self, name: str, column: pa.Array) -> None:
        kind = column.type
        self._put(f"{name}?", column.is_valid().to_numpy(zero_copy_only=False))
        if pa.types.is_struct(kind):
            for field, values in zip(kind, column.flatten(), strict=True):
                self._column(f"{name}.{field.name}", values)
        elif pa.types.is_list(kind):
            self._put(f"{name}#", column.value_lengths().fill_null(0).to_numpy(zero_copy_only=False).astype("<i4"))
            self._column(f"{name}[]", column.flatten())
        elif pa.types.is_string(kind):
            filled = column.fill_null("")
            ends = (
                np.frombuffer(filled.buffers()[1], np.int32)[filled.offset : filled.offset + len(filled) + 1]
                if len(filled)
                else np.zeros(1, np.int32)
            )
            self._put(f"{name}#", np.diff(ends).astype("<i4"))
            data = filled.buffers()[2]
            if data is not None:
                self._put(name, np.frombuffer(data, np.uint8)[ends[0] : ends[-1]])
        elif pa.types.is_boolean(kind):
            self._put(name, column.fill_null(False).to_numpy(zero_copy_only=False))
        else:
            self._put(name, column.fill_null(0).to_numpy(zero_copy_only=False).astype("<f8" if pa.types.is_floating(kind) else "<i8"))
