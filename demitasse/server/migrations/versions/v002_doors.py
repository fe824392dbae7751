"""The house's own key, with which its tokens are marked, and tables that are listed only if their host says so."""

import secrets
import time

import sqlalchemy as sa
from alembic import op

revision = "002"
down_revision = "001"


def upgrade() -> None:
    house = op.create_table(
        "house", sa.Column("name", sa.String(32), primary_key=True), sa.Column("value", sa.Text, nullable=False)
    )
    assert house is not None
    values = {"token_key": secrets.token_hex(32), "token_key_since": str(int(time.time() * 1000))}
    op.bulk_insert(house, [{"name": name, "value": value} for name, value in values.items()])
    op.add_column("tables", sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    op.drop_column("tables", "listed")
    op.drop_table("house")
