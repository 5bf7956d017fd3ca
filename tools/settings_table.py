"""The service's settings as a Markdown table, from the fields of `api.settings.Settings` and the text that stands below each."""

from __future__ import annotations

import ast
import inspect
import re
from typing import Any

from annotated_types import Ge, Gt, Le
from pydantic import SecretStr
from pydantic.fields import FieldInfo

from api.settings import Settings


def described() -> dict[str, str]:
    """The text below each field, by the field's name."""
    (body,) = (node.body for node in ast.parse(inspect.getsource(Settings)).body if isinstance(node, ast.ClassDef))
    found: dict[str, str] = {}
    for field, below in zip(body, [*body[1:], None], strict=True):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            is_text = isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant) and isinstance(below.value.value, str)
            found[field.target.id] = " ".join(str(below.value.value).split()) if is_text else ""  # type: ignore[union-attr]
    return found


def _default(name: str, field: FieldInfo) -> str:
    if name == "threads":
        return "one a core, at least 2"
    value: Any = field.default.get_secret_value() if isinstance(field.default, SecretStr) else field.default
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return _number(value)
    return "–" if value in (None, "", ()) else f"`{value}`" if isinstance(value, str) else str(value)


def _number(value: float) -> str:
    return f"{value:,}" if value >= 10_000 else f"{value:g}"


def _bounds(field: FieldInfo) -> str:
    """Its least and its greatest value; `>` before one that is excluded."""
    least = next((f"{'>' if isinstance(each, Gt) else ''}{_number(_of(each))}" for each in field.metadata if isinstance(each, Ge | Gt)), "")
    most = next((_number(_of(each)) for each in field.metadata if isinstance(each, Le)), "")
    return f"{least} – {most}" if least or most else ""


def _of(bound: Ge | Gt | Le) -> float:
    """The number in a bound."""
    value: Any = bound.ge if isinstance(bound, Ge) else bound.gt if isinstance(bound, Gt) else bound.le
    return float(value) if isinstance(value, float) else int(value)


def table() -> str:
    """One row a setting: its variable, its default, its bounds, what it is."""
    prefix, texts = Settings.model_config["env_prefix"], described()
    rows = ["| variable | default | bounds | |", "|---|--:|--:|---|"]
    for name, field in Settings.model_fields.items():
        said = re.sub(r"`(\w+)`", lambda at: f"`{prefix}{at[1].upper()}`" if at[1] in texts else at[0], texts[name])
        rows.append(f"| `{prefix}{name.upper()}` | {_default(name, field)} | {_bounds(field)} | {said} |")
    return "\n".join(rows)
