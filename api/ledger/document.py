"""What the OpenAPI document says of the ledger, where there is one."""

from typing import Any

import msgspec
from msgspec import Struct

from api.document import REF, complete, plain_get, told_headers, told_problems
from solver.ledger.keys import PublicKeys
from solver.ledger.receipt import TEXTS, Receipt
from solver.result import Verdict

ABOUT = "A verdict in short, signed. `stored` true: the ledger has it for good."
RESULTS = [code for code in TEXTS.codes() if code not in ("genuine", "other-claim", "receipt-missing", "no-receipt")]


class Checked(Struct, frozen=True):
    """What a check found. `genuine`: our key signed exactly this; `stored`: whether the ledger has it, null if that was not looked up."""

    id: str
    result: str
    genuine: bool
    stored: bool | None
    message: str


def add_ledger(paths: dict[str, Any], components: dict[str, Any]) -> None:
    """Add the ledger's paths, and the receipt in every verdict."""
    types = (Receipt, PublicKeys, Checked)
    references, schemas = msgspec.json.schema_components(types, ref_template=REF)
    of = dict(zip(types, references, strict=True))
    components |= {name: complete(schema) for name, schema in schemas.items()}
    components["Checked"]["properties"]["result"] = {"enum": RESULTS}
    _add_receipt(components[Verdict.__name__], of[Receipt])
    verdict = {"$ref": REF.format(name=Verdict.__name__)}
    components["VerdictRecord"] = _object(
        "A verdict as the ledger keeps it.",
        claim=_object("What was judged: the request as sent, without `lang`.", game={"type": "string"}, request={"type": "object"}),
        verdict={"type": "object", "description": "The answer as given, without `receipt`."},
        receipt=of[Receipt],
    )
    id = {"name": "id", "in": "path", "required": True, "schema": {"type": "string", "format": "uuid"}}
    one = plain_get("verdict", "A verdict by its id", {"$ref": REF.format(name="VerdictRecord")}, problems=(404, 503))
    one["parameters"] = [id, {"$ref": "#/components/parameters/AcceptLanguage"}]
    body = {"anyOf": [of[Receipt], _object("The receipt alone.", receipt=of[Receipt]), verdict]}
    answer = {"description": "What was found", "headers": told_headers("RequestId", "CacheControl"),
              "content": {"application/json": {"schema": of[Checked]}}}  # fmt: skip
    tag = {"tags": ["Ledger"]}
    paths["/v1/verdicts/{id}"] = {"get": tag | one}
    paths["/v1/verdicts/check"] = {
        "post": tag | {
            "operationId": "check-receipt",
            "summary": "Is this receipt genuine, and does the ledger hold its verdict?",
            "description": "The body is a receipt, an object with it, or a whole answer to `verify`, which is then checked too.",
            "parameters": [{"$ref": "#/components/parameters/AcceptLanguage"}],
            "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
            "responses": {"200": answer} | told_problems(400, 413, 415, 422, 503),
        }
    }  # fmt: skip
    paths["/v1/keys"] = {"get": tag | plain_get("keys", "The public keys that sign receipts, as a JWK set", of[PublicKeys])}


def _add_receipt(verdict: dict[str, Any], receipt: dict[str, Any]) -> None:
    verdict["properties"]["receipt"] = receipt
    verdict["required"] = [*verdict["required"], "receipt"]


def _object(about: str, **properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "description": about, "properties": properties, "required": list(properties)}
