"""The database's tables."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    true,
)

metadata = MetaData()

house = Table(
    "house",  # what the processes of one house share
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", Text, nullable=False),
)

people = Table(
    "people",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),  # milliseconds since 1970, as everywhere here
)

tokens = Table(
    "tokens",
    metadata,
    Column("hash", String(64), primary_key=True),  # SHA-256: whoever reads the database cannot sit down as somebody
    Column("person", String(32), ForeignKey("people.id"), nullable=False, index=True),
    Column("table", String(32), nullable=True),  # the only table it is good for; none: a session
    Column("created", BigInteger, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("box", Text, nullable=True),  # TOML of a box that is not ours
    Column("start", Text, nullable=True),  # the position a record began from
    Column("given", Integer, nullable=False),  # so many rows came with a record or another table
    Column("by_hand", Boolean, nullable=False),
    Column("seed", String(64), nullable=False),
    Column("host", String(32), nullable=False),
    Column("stage", String(8), nullable=False, index=True),  # open, playing, over
    Column("created", BigInteger, nullable=False),
    Column("again_of", String(32), unique=True, nullable=True),  # the table this is the rematch of
    Column("listed", Boolean, nullable=False, server_default=false()),  # whether strangers are shown it
    Column("automatic", Boolean, nullable=False, server_default=true()),  # whether what leaves no choice is played
    Column("hints", Boolean, nullable=False, server_default=true()),
    Column("undo", Boolean, nullable=False, server_default=true()),
    Column("chat", Boolean, nullable=False, server_default=true()),
)

talk = Table(
    "talk",  # what people say at a table; the last lines are kept
    metadata,
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),  # words, phrase, nudge, hint
    Column("seat", Integer, nullable=True),
    Column("name", String(64), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)

chairs = Table(
    "chairs",
    metadata,
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),  # person, open, bot
    Column("level", String(16), nullable=True),
    Column("person", String(32), nullable=True),
    Column("name", String(64), nullable=False),
    Column("luck", String(64), nullable=False),
    Index("ix_chairs_person", "person"),
)

log = Table(
    "log",
    metadata,
    Column("table", String(32), ForeignKey("tables.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("kind", String(8), nullable=False),  # play, draw, undo, leave
    Column("ply", Integer, nullable=False),  # plies on the table after this row
    Column("seat", Integer, nullable=True),
    Column("text", Text, nullable=False),
    Column("number", Integer, nullable=True),  # the id of the action or outcome, so that a replay needs no parsing
    Column("nonce", String(64), nullable=True),
    UniqueConstraint("table", "seq", name="log_seq"),
    UniqueConstraint("table", "seat", "nonce", name="log_nonce"),
)

results = Table(
    "results",  # the scores of people in games that were played here from the start to the end, with our box
    metadata,
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("game", String(64), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("options", Text, nullable=False),  # JSON, in order of their names
    Column("person", String(32), nullable=False),
    Column("name", String(64), nullable=False),
    Column("total", Integer, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Index("ix_results_setting", "game", "seats"),
)
