"""The shapes of what is asked and answered: JSON and OpenAPI are made from these."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from demitasse.core.limits import MAX_BOX, MAX_RECORD

NAME_LENGTH = 40
TALK_LENGTH = 200

Name = Annotated[str, Meta(min_length=1, max_length=NAME_LENGTH)]
Luck = Annotated[str, Meta(max_length=64)]
Nonce = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[ -~]*$")]
SAID_LENGTH = 600  # of all that one seat decides in a turn
Text = Annotated[str, Meta(min_length=1, max_length=SAID_LENGTH)]
Seat = Annotated[
    int, Meta(gt=-1, le=15)
]  # not ge=0: Litestar leaves a bound of 0 out of the schema of what may be null
Seq = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Stage = Literal["open", "playing", "over"]
Kind = Literal["person", "open", "bot"]
MOST_OPTIONS = 32
OptionName = Annotated[str, Meta(max_length=64)]
OptionValue = Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)]
LevelName = Annotated[str, Meta(max_length=16)]


# Asked ----------------------------------------------------------------------------------------------------------------


class SessionAsked(Struct, forbid_unknown_fields=True):
    name: Name


class SeatAsked(Struct, forbid_unknown_fields=True):
    """me; open for whoever has the link; a bot of a level; or another person at my screen."""

    kind: Literal["me", "open", "bot", "screen"]
    level: LevelName | None = None
    name: Name | None = None


class Origin(Struct, forbid_unknown_fields=True):
    table: Annotated[str, Meta(max_length=32)]
    ply: Seq


class TableAsked(Struct, forbid_unknown_fields=True):
    """A game with seats and options; or a record; or a table to go on from.

    In both of these, bots take the last seats where none are named.
    """

    seats: Annotated[list[SeatAsked], Meta(max_length=16)]
    game: Annotated[str, Meta(max_length=64)] = ""
    options: Annotated[dict[OptionName, bool | OptionValue], Meta(max_length=MOST_OPTIONS)] = {}
    box: Annotated[str, Meta(max_length=MAX_BOX)] | None = None
    by_hand: bool = False
    listed: bool = False
    automatic: bool = True  # beside a real box every ply is entered in any case
    hints: bool | None = None  # unless it is said: only where no other people play
    undo: bool = True
    chat: bool = True
    record: Annotated[str, Meta(max_length=MAX_RECORD)] | None = None
    from_: Origin | None = field(name="from", default=None)


class JoinAsked(Struct, forbid_unknown_fields=True):
    seat: Seat | None = None
    luck: Luck = ""


class ListAsked(Struct, forbid_unknown_fields=True):
    """Whether a table is shown to strangers in the lobby; whoever has its link can sit down in any case."""

    listed: bool


class SettingsAsked(Struct, forbid_unknown_fields=True):
    """What may be done at a table; what is null stays as it is."""

    automatic: bool | None = None
    hints: bool | None = None
    undo: bool | None = None
    chat: bool | None = None


class TalkAsked(Struct, forbid_unknown_fields=True):
    """Words of one's own, one of a few phrases by its name, or a nudge for whom the table waits for (without text)."""

    kind: Literal["words", "phrase", "nudge"]
    text: Annotated[str, Meta(max_length=TALK_LENGTH)] = ""


class StartAsked(Struct, forbid_unknown_fields=True):
    luck: Luck = ""


class PlayAsked(Struct, forbid_unknown_fields=True):
    """The text of a decision, of several that are said at once (with " / " between them: all are made or none), or
    beside a real box of a draw; `seq` is the last row the sender knows, `nonce` names this attempt.
    """

    seat: Seat
    seq: Seq
    text: Text
    nonce: Nonce


class UndoAsked(Struct, forbid_unknown_fields=True):
    seat: Seat
    seq: Seq
    nonce: Nonce
    turn: bool = False


class SeatChangeAsked(Struct, forbid_unknown_fields=True):
    """Give a seat to a bot, take it back, or concede; before the game its host can also free a seat."""

    seat: Seat
    seq: Seq
    nonce: Nonce
    change: Literal["bot", "back", "concede", "free"]
    level: LevelName | None = None


# Answered -------------------------------------------------------------------------------------------------------------


class Constants(Struct):
    """What the page is told before it asks anything."""

    name: int  # letters of a name, at most
    box: int  # letters of a box's file, at most
    record: int  # letters of a record, at most
    level: str  # the bot that sits down where nobody says which
    talk: int  # letters of what is said at a table, at most
    phrases: list[str]  # that are said with one press, by name
    languages: dict[str, str]  # what each calls itself, by its code
    busy: dict[str, str]  # what is said where files of the page are refused, by language


class OptionShown(Struct):
    name: str
    meaning: str
    high: int


class GameShown(Struct):
    name: str
    title: str
    credits: str
    seats: list[int]
    options: list[OptionShown]
    pitch: str = ""
    minutes: int = 0


class Games(Struct):
    games: list[GameShown]
    levels: dict[str, str]


class Session(Struct):
    """`person` is null for somebody who has not said a name yet."""

    person: str | None
    name: str
    csrf: str


class SeatShown(Struct):
    seat: int
    kind: Kind
    name: str
    connected: bool
    yours: bool
    conceded: bool
    level: str | None = None


class TableLine(Struct):
    """A table in a list."""

    id: str
    game: str
    title: str
    stage: Literal["open", "playing", "over", "damaged"]
    seats: list[SeatShown]
    yours: list[int]
    waiting: list[int]
    created: int


class IconShown(Struct):
    """A symbol within a text, and its words."""

    symbol: str
    label: str


class MarkShown(Struct, omit_defaults=True):
    """Something that a turn changed: a place or a piece by its id, or what a summary says, by where it stands in it:
    `summary-SEAT-facts-NUMBER`, `summary-SEAT-LINE-NUMBER`, `summary-SEAT-score`.
    """

    on: str
    kind: Literal["trail", "changed", "new", "gone"]
    delta: str = ""  # +1, −2: by how much a number changed
    path: list[str] = []  # of a trail: the places it led over, by id


class TurnShown(Struct):
    """A turn in a sentence or two: what was done (`say`, with symbols), what came of it (`so`); a log shows both."""

    turn: int
    round: int | None
    seat: int | None
    first: int  # its plies: from here
    last: int  # up to here, without it
    say: list[str | IconShown]
    so: str
    mine: bool  # whether it touches the reader
    score: list[int]  # of its seat, before and after
    marks: list[MarkShown]  # what it changed on the table; only of turns since the reader's last one
    brief: list[str | IconShown]  # what was done, where there is little room; only of those, too
    ended: bool  # if not, this is what was done so far


class DrawShown(Struct):
    text: str
    label: str
    weight: int


class TableShown(Struct):
    """A table as one seat (or, with `seat` null, anybody) may see it."""

    id: str
    game: str
    title: str
    stage: Stage
    by_hand: bool
    options: dict[str, int]
    box: bool
    host: bool
    seats: list[SeatShown]
    yours: list[int]
    head: int
    ply: int
    waiting: list[int]
    draws: list[DrawShown]
    undo: bool
    restart: bool
    winners: list[int]
    scores: list[dict[str, int]]
    watching: int
    watchers: list[str]  # the names of those who watch, as far as they have said one
    luck: list[str]
    commit: str
    seed: str | None
    rematch: str | None
    seat: int | None
    created: int
    listed: bool
    variants: list[str]  # the options that are on, in words
    automatic: bool
    hints: bool  # whether one may ask for them
    undo_allowed: bool
    undo_seat: int | None  # whose last decision can be taken back: at one screen it may be another's than is shown
    chat: bool
    preparing: bool  # whether a bot waits until its game is compiled
    since: list[TurnShown] = []  # the others' turns since the reader's last ply, while the reader is asked
    scene: dict[str, Any] | None = None
    result: dict[str, Any] | None = None  # how a game ended; frames of a live connection leave it out


class Done(Struct):
    """The row that was written, and the last row then."""

    seq: int
    head: int


class Revealed(Struct):
    seq: int
    seat: int | None
    text: str
    say: str
    told: TurnShown | None = None  # the turn that ended with it


class RowShown(Struct, omit_defaults=True):
    """A row of the log; what is still secret reads "?"."""

    seq: int
    kind: Literal["play", "draw", "undo", "leave"]
    ply: int
    text: str
    say: str
    seat: int | None = None
    reveals: list[Revealed] | None = None
    turn: int = 0  # which it belongs to, from 1 on
    round: int | None = None
    told: TurnShown | None = None  # its turn up to here, once everybody may know it; of older rows only at its end
    scene: dict[str, Any] | None = None


class Log(Struct):
    head: int
    rows: list[RowShown]
    view: str


class Replay(Struct):
    ply: int
    plies: int
    say: str
    scene: dict[str, Any]
    told: TurnShown | None  # the turn that the last ply belongs to
    ends: list[int]  # the plies after which turns end


class Preview(Struct):
    pieces: list[dict[str, Any]]
    gone: list[str]
    furniture: dict[str, Any]  # what it would say
    summaries: list[dict[str, Any]]
    scores: list[int]


class AdviceShown(Struct):
    text: str
    label: str
    share: float
    lead: float


class ReasonShown(Struct):
    """Why, in words: what it gains (+), costs or leaves to the others (-), or what else is to be known."""

    text: str
    sign: Literal["+", "-", ""]


class WayShown(Struct):
    """A good way to go on, as far as one's turn goes or a draw comes between."""

    plies: list[str]  # texts in order
    path: list[str]  # the places and pieces that are clicked, by id
    walked: bool  # whether it leads a piece over them
    then: list[str]  # what is clicked after that
    say: list[str | IconShown]
    why: list[ReasonShown]
    chance: float | None  # the expected share of victory; none for who plays alone
    after: Preview  # what would be changed by all of it


class HintShown(Struct):
    actions: list[AdviceShown]
    line: list[str]
    best: str
    ways: list[WayShown] = []  # three at most, the best first


class Token(Struct):
    token: str


class TokensRevoked(Struct):
    revoked: int  # so many


class Words(Struct):
    language: str
    plural: list[str]  # the names of the plural forms, in the order of a list of forms
    words: dict[str, str | list[str]]


class GuideShown(Struct):
    title: str
    html: str


class TalkShown(Struct):
    """Something that was said at a table: words, the name of a phrase, a nudge (`text`: the seats it is for), or that
    somebody has asked for a hint.
    """

    number: int
    kind: Literal["words", "phrase", "nudge", "hint"]
    seat: int | None
    name: str
    text: str
    at: int


class Talked(Struct):
    """The number of the last line then."""

    talked: int


class Frame(Struct):
    """What a live connection says: news of the log, of the people at the table and of what they say, or that it is
    still there.
    """

    kind: Literal["rows", "table", "ping"]
    head: int | None = None
    view: str | None = None
    rows: list[RowShown] | None = None
    table: TableShown | None = None
    talk: list[TalkShown] | None = None
