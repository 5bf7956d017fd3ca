"""The yardstick: a FastAPI service that reads the same requests, does nothing, and answers the same records.

POST /{case} for every case of `bench.load.cases`. Its body is the game's own request model, its answer always that to the first hand, sent
through a response model with the fields of ours.
"""

from __future__ import annotations

import json
import types
from collections.abc import Callable, Coroutine
from functools import cache, reduce
from operator import or_
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec
from fastapi import FastAPI
from pydantic import BaseModel, create_model

from bench.load.cases import CASES, Case
from solver import perform
from solver.game import game


@cache
def model(record: type[msgspec.Struct]) -> type[BaseModel]:
    """A pydantic model with the fields of one of our records, and of the records in it."""
    fields: dict[str, Any] = {name: (_modelled(hint), ...) for name, hint in get_type_hints(record).items()}
    return create_model(record.__name__, **fields)


def _modelled(hint: Any) -> Any:
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return model(hint)
    origin, parts = get_origin(hint), tuple(map(_modelled, get_args(hint)))
    if origin in (types.UnionType, Union):
        return reduce(or_, parts)
    return origin[parts] if origin else hint


def endpoint(case: Case) -> Callable[[Any], Coroutine[Any, Any, BaseModel]]:
    """An endpoint that answers the same whatever it is asked."""
    operation = game(case.game).operations["arrange"]
    answered = model(operation.result)
    answer = answered.model_validate(msgspec.to_builtins(perform(case.game, "arrange", json.loads(case.bodies()[0]))))

    async def answer_the_same(request: Any) -> BaseModel:
        return answer

    answer_the_same.__annotations__ = {"request": operation.request, "return": answered}
    return answer_the_same


async def livez() -> dict[str, str]:
    """Started."""
    return {"status": "ok"}


app = FastAPI()
app.get("/livez")(livez)
for one in CASES:
    app.post(f"/{one.name}")(endpoint(one))
