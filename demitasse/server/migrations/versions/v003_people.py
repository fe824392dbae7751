"""What may be done at a table, and what people say there."""

import sqlalchemy as sa
from alembic import op

revision = "003"
down_revision = "002"
ALLOWED = ("automatic", "hints", "undo", "chat")


def upgrade() -> None:
    for name in ALLOWED:
        op.add_column("tables", sa.Column(name, sa.Boolean, nullable=False, server_default=sa.true()))
    op.create_table(
        "talk",
        sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("seat", sa.Integer, nullable=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("talk")
    for name in reversed(ALLOWED):
        op.drop_column("tables", name)
