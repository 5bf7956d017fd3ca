"""The ledger's tables. The migrations make them; a test holds both together."""

from sqlalchemy import BigInteger, Boolean, Column, Index, MetaData, String, Table, Text, Uuid

META = MetaData()

VERDICTS = Table(
    "verdicts",
    META,
    Column("id", Uuid(as_uuid=False), primary_key=True),
    Column("issued_at", BigInteger, nullable=False),  # microseconds since 1970, UTC: the same exact number in every database
    Column("game", String(64), nullable=False),
    Column("claim_hash", String(64), nullable=False),
    Column("rules_hash", String(64), nullable=False),
    Column("build", String(128), nullable=False),
    Column("valid", Boolean, nullable=False),
    Column("key_id", String(64), nullable=False),
    Column("caller", String(128)),  # the access key that asked, where there are such
    # Canonical JSON. What is hashed and signed is text, so it is kept as text.
    Column("claim", Text, nullable=False),
    Column("verdict", Text, nullable=False),
    Column("receipt", Text, nullable=False),
    Index("verdicts_by_time", "issued_at"),
    Index("verdicts_by_claim", "claim_hash"),
)

KEYS = Table(
    "signing_keys",
    META,
    Column("kid", String(64), primary_key=True),
    Column("jwk", Text, nullable=False),  # the public key as /v1/keys lists it
)

PRUNED = Table(
    "pruned",
    META,
    Column("one", Boolean, primary_key=True),  # a single row
    Column("before", BigInteger, nullable=False),  # verdicts issued before this may be gone by retention
)
