"""What a key may do, and what each path needs."""

from typing import Literal, get_args

Scope = Literal["arrange", "verify", "batch", "metrics"]
"""What a key is given: `arrange` to have hands arranged and be advised, `verify` to have claims judged and settled, `batch` for many at
once and for long work ahead of time, `metrics` to read /metrics."""

SCOPES: tuple[Scope, ...] = get_args(Scope)

Need = Literal["open", "read", "all", "arrange", "verify", "batch", "metrics"]
"""What a path needs: a scope; `open` nothing, ever; `read` nothing, or any key where the setting `public_reads` is off; `all` a key with
every scope, which is what a path gets that says nothing."""

OF_OPERATION: dict[str, Scope] = {"arrange": "arrange", "advise": "arrange", "verify": "verify", "settle": "verify", "prepare": "batch"}
"""The scope of each operation: who plays, who referees, and who makes the service work for long."""
