"""Verdicts, the public keys that signed them, and what retention has forgotten."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "verdicts",
        sa.Column("id", sa.Uuid(as_uuid=False), primary_key=True),
        sa.Column("issued_at", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("claim_hash", sa.String(64), nullable=False),
        sa.Column("rules_hash", sa.String(64), nullable=False),
        sa.Column("build", sa.String(128), nullable=False),
        sa.Column("valid", sa.Boolean, nullable=False),
        sa.Column("key_id", sa.String(64), nullable=False),
        sa.Column("caller", sa.String(128)),
        sa.Column("claim", sa.Text, nullable=False),
        sa.Column("verdict", sa.Text, nullable=False),
        sa.Column("receipt", sa.Text, nullable=False),
    )
    op.create_index("verdicts_by_time", "verdicts", ["issued_at"])
    op.create_index("verdicts_by_claim", "verdicts", ["claim_hash"])
    op.create_table("signing_keys", sa.Column("kid", sa.String(64), primary_key=True), sa.Column("jwk", sa.Text, nullable=False))
    op.create_table("pruned", sa.Column("one", sa.Boolean, primary_key=True), sa.Column("before", sa.BigInteger, nullable=False))


def downgrade() -> None:
    """Drop the tables with all that they hold."""
    for table in ("pruned", "signing_keys", "verdicts"):
        op.drop_table(table)
