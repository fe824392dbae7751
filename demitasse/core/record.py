"""Records and positions as text: dump, load, verify.

A record is a header, an empty line and one line a ply (`seat text`, or `* text` for a draw); lines that begin with #
are comments. What cannot be said in a line stands behind the plies, opened by a line of its own: `--- box` (the TOML of
a box that is not ours), `--- position` (where the match began).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from demitasse.core import draws, limits, turns
from demitasse.core import game as registry
from demitasse.core.errors import BadPosition, BadRecord, DemitasseError
from demitasse.core.fields import Records
from demitasse.core.play import Play, Ply
from demitasse.core.setting import Setting
from demitasse.core.turns import Turn
from demitasse.core.words import words

P = TypeVar("P", bound=Play)
FORMAT = 1
COMMENT = "#"
HEADER = 2_000  # characters among which the game is looked for before a record is read
KNOWN = ("game", "format", "options", "box", "seats", "plies", "commit", "luck", "seed", "result")


def dump(match: Play, comments: bool = False) -> str:
    """The record of a match; with `comments` every turn is told behind its plies."""
    header = {
        "game": match.game.name,
        "format": str(FORMAT),
        "options": _options(match),
        "box": "" if match.setting.own_box is None else match.box.hash,
        "seats": " | ".join(match.names),
        "plies": _seal(match.plies),
        **_fairness(match),
        "result": " ".join(map(str, match.scores())) if match.actor is None else "",
        **match.headers,
    }
    lines = [f"{key}: {value}" for key, value in header.items() if value]
    lines += ["", *_plies(match, comments)]
    if not match.from_start:
        lines += ["", "--- position", start_of(match).strip()]
    if match.setting.own_box is not None:
        lines += ["", "--- box", match.box.text.rstrip("\n")]
    return "\n".join(lines) + "\n"


def _plies(match: Play, comments: bool) -> Iterator[str]:
    told: dict[int, list[Turn]] = {}
    for turn in turns.of(match) if comments else ():
        told.setdefault(turn.last if turn.ended else 0, []).append(turn)
    for number, ply in enumerate(match.plies, 1):
        yield str(ply)
        yield from (f"{COMMENT} {turns.tell(match, turn, None, words('en')).text}" for turn in told.get(number, ()))


def load(kind: type[P], text: str) -> P:
    """The match a record tells. Raises BadRecord, saying where, if it cannot be read or does not replay."""
    header, plies, sections = _parts(text)
    match = _begin(kind, header, sections)
    for number, (line, actor, said) in enumerate(plies, 1):
        expected = "*" if match.actor == "*" else str(match.actor)
        if match.actor is None:
            raise BadRecord(f"line {line}, ply {number}: {actor} {said!r} comes after the end of the game")
        if actor != expected:
            whose = "a draw (*)" if expected == "*" else f"seat {expected}"
            raise BadRecord(f"line {line}, ply {number}: {actor} {said!r}, but it is the turn of {whose}")
        try:
            match.play(said)
        except DemitasseError as error:
            raise BadRecord(f"line {line}, ply {number}: {error}") from None
    _check_seal(match, header)
    match.headers = {key: value for key, value in header.items() if key not in KNOWN}
    if "commit" in header or "seed" in header:  # as the record claims; `verify` finds out whether it is so
        match.seed, match.commit = header.get("seed"), header.get("commit")
        match.luck = _read_luck(header, match.seats)
        match.revealed = match.seed is not None
        match.plies = [ply._replace(by_seed=ply.actor == "*") for ply in match.plies]
    _check_result(match, header)
    return match


def verify(text: str) -> list[str]:
    """What a record proves, one sentence each. Raises BadRecord at the first thing that does not hold."""
    match = load(Play, text)
    header = _parts(text)[0]
    found = [f"{len(match.plies)} plies replay" + ("" if match.actor is None else "; the game is not over")]
    if "result" in header:
        found.append(f"the result is {header['result']}")
    if "seed" in header:
        _check_draws(match, header)
        found.append(f"all {sum(ply.actor == '*' for ply in match.plies)} draws follow from the seed")
    elif match.actor is None:
        found.append("no seed is given, so the draws cannot be checked")
    return found


def dump_position(match: Play) -> str:
    """The present position: game, options, seats and the fields that are not zero."""
    return (
        "\n".join(f"{key}: {value}" for key, value in _position_lines(match, match.states)) + "\n" + _box_section(match)
    )


def load_position(kind: type[P], text: str, seed: str | int | None = None, auto_draw: bool = False) -> P:
    """A match of that kind that begins in a position."""
    header, plies, sections = _parts(text, BadPosition)
    if plies:
        raise BadPosition(f"line {plies[0][0]}: a position has no plies")
    match = kind(_read_setting(header, sections, BadPosition), seed=seed)
    game = match.game
    states = game.fields.zeros()
    labels = game.notation.labels(match.box)
    for key, value in header.items():
        if key in KNOWN:
            continue
        if any(key == option.name for option in game.options):  # else it would be read and then forgotten
            raise BadPosition(f"{key!r} is an option; expected a line such as 'options: {key}'")
        try:
            game.fields.load(states[0], key, value, labels)
        except ValueError as error:
            raise BadPosition(str(error)) from None
    _same_setting(match, states)
    match.set_state(states)
    match.auto_draw = auto_draw
    match._auto()
    return match


def game_of(text: str) -> str | None:
    """The game that a record or a position says it is of; None if there is none of that name."""
    for line in text[:HEADER].splitlines():
        key, _, value = line.partition(":")
        if key.strip() == "game" and value.strip() in registry.names():
            return value.strip()
    return None


def load_start(text: str, box: str | None) -> Play:
    """The match that begins in a position `start_of` told, with the text of a box that is not ours."""
    return load_position(Play, text + "\n" + ("" if box is None else f"\n--- box\n{box}"))


# Parts of a text ------------------------------------------------------------------------------------------------------


def _parts(
    text: str, error: type[DemitasseError] = BadRecord
) -> tuple[dict[str, str], list[tuple[int, str, str]], dict[str, str]]:
    """(header, [(line number, actor, text)], sections)."""
    limits.check_record(text, error)
    header: dict[str, str] = {}
    plies: list[tuple[int, str, str]] = []
    body, sections = _split_sections(text.replace("\r\n", "\n").split("\n"))
    in_header = True
    for number, line in body:
        if not line.strip():
            in_header = in_header and not header
        elif in_header:
            key, colon, value = line.partition(":")
            if not colon or not key.strip():
                raise error(f"line {number}: {limits.brief(line)} is not of the form 'name: value'")
            if key.strip() in header:
                raise error(f"line {number}: {key.strip()!r} is given twice")
            header[key.strip()] = value.strip()
        elif not line.startswith(COMMENT):
            actor, _, said = line.partition(" ")
            if actor != "*" and not actor.isdecimal():
                raise error(f"line {number}: {limits.brief(line)} is not a ply; expected 'seat text' or '* text'")
            plies.append((number, actor, said.strip()))
    if len(plies) > limits.MAX_PLIES:
        raise error(f"the record has {len(plies)} plies; expected at most {limits.MAX_PLIES}")
    return header, plies, sections


def _split_sections(lines: list[str]) -> tuple[list[tuple[int, str]], dict[str, str]]:
    body: list[tuple[int, str]] = []
    sections: dict[str, list[str]] = {}
    current: list[str] | None = None
    for number, line in enumerate(lines, 1):
        if line in ("--- box", "--- position") and "box" not in sections:  # a box goes on to the end
            current = sections.setdefault(line[4:], [])
        elif current is not None:
            current.append(line)
        else:
            body.append((number, line))
    return body, {name: "\n".join(content).strip("\n") + "\n" for name, content in sections.items()}


def _read_setting(header: Mapping[str, str], sections: Mapping[str, str], error: type[DemitasseError]) -> Setting:
    if "game" not in header:
        raise error("the header has no 'game'; expected a line such as 'game: coffee_rush'")
    if header.get("format", str(FORMAT)) != str(FORMAT):
        raise error(f"format {header['format']!r} is not known; expected {FORMAT}")
    if "seats" not in header:
        raise error("the header has no 'seats'")
    game = registry.find(header["game"])
    options: dict[str, object] = dict(_read_option(word, error) for word in header.get("options", "").split())
    if "box" in header:
        if "box" not in sections:
            raise error("the header names a box of its own, but no '--- box' section follows the plies")
        options["box"] = box = game.open_box(sections["box"])
        if box.hash != header["box"]:
            raise error(f"the box was changed: its hash is {box.hash}, the header says {header['box']}")
    seats = header["seats"]
    number = limits.number(seats, "seats", error) if seats.isdecimal() else len(seats.split("|"))
    return Setting.of(game, number, options)


def _read_option(word: str, error: type[DemitasseError]) -> tuple[str, object]:
    name, equals, value = word.partition("=")
    if equals and not value.isdecimal():
        raise error(f"option {limits.brief(word)}: expected {limits.brief(name)[1:-1]}=number")
    return name, limits.number(value, f"option {limits.brief(name)}", error) if equals else True


def _begin(kind: type[P], header: Mapping[str, str], sections: Mapping[str, str]) -> P:
    found = _read_setting(header, sections, BadRecord)
    words = [word.strip() for word in header["seats"].split("|")]
    match = kind(found, names=None if header["seats"].isdecimal() else words)
    if "position" in sections:
        start = load_start(sections["position"], sections.get("box"))
        if (start.game, start.seats, start.options) != (match.game, match.seats, match.options):
            raise BadRecord(
                "the position the record begins from is of another game, seat count or options than its header says"
            )
        match.set_state(start.states)
    return match


# Checks ---------------------------------------------------------------------------------------------------------------


def _check_seal(match: Play, header: Mapping[str, str]) -> None:
    if "plies" not in header:
        return
    said, _, digest = header["plies"].partition(" ")
    if said != str(len(match.plies)):
        raise BadRecord(f"the record is truncated or edited: it has {len(match.plies)} plies, the header says {said}")
    if digest and header["plies"] != _seal(match.plies):
        raise BadRecord("a ply was changed: the plies replay, but they are not those the header was written for")


def _check_result(match: Play, header: Mapping[str, str]) -> None:
    if "result" not in header:
        return
    if match.actor is not None:
        raise BadRecord(
            "the header gives a result, but after the last ply the game is not over: the record is truncated"
        )
    result = " ".join(map(str, match.scores()))
    if header["result"] != result:
        raise BadRecord(f"the result does not hold: the plies give {result}, the header says {header['result']}")


def _check_draws(match: Play, header: Mapping[str, str]) -> None:
    seed = header["seed"]
    if "commit" in header and header["commit"] != draws.commitment(seed):
        raise BadRecord("the seed is not the one that was committed to before the first draw")
    again = Play(match.setting, seed=seed)
    again.luck = match.luck
    again.set_state(match._start)
    for number, ply in enumerate(match.plies, 1):
        if ply.actor == "*":
            if (drawn := again.draw()) != ply.text:
                raise BadRecord(f"ply {number}: the seed draws {drawn!r}, the record says {ply.text!r}")
        else:
            again.play(ply.text)


def _same_setting(match: Play, states: Records) -> None:
    """A position says seats and options once, in its header; the state's own fields follow it."""
    for name in ("seats", *(option.name for option in match.game.options)):
        if name in match.game.fields:
            states[0][name] = match.seats if name == "seats" else match.options.get(name, 0)


# Lines ----------------------------------------------------------------------------------------------------------------


def _position_lines(match: Play, states: Records) -> Iterator[tuple[str, str]]:
    yield "game", match.game.name
    if match.options:
        yield "options", _options(match)
    if match.setting.own_box is not None:
        yield "box", match.box.hash
    yield "seats", str(match.seats)
    said = {"seats", *(option.name for option in match.game.options)}
    for name, value in match.game.fields.dump(states[0], match.game.notation.labels(match.box)):
        if name not in said:
            yield name, value


def start_of(match: Play) -> str:
    """The position a match began from, as text without its box."""
    return "\n".join(f"{key}: {value}" for key, value in _position_lines(match, match._start))


def _box_section(match: Play) -> str:
    return "" if match.setting.own_box is None else "\n--- box\n" + match.box.text.rstrip("\n") + "\n"


def _options(match: Play) -> str:
    switches = {option.name for option in match.game.options if option.high == 1}
    return " ".join(name if name in switches else f"{name}={value}" for name, value in match.options.items())


def _seal(plies: Iterable[Ply]) -> str:
    """How many plies, and the beginning of their hash: a cut or edited record is found."""
    lines = [str(ply) for ply in plies]
    return f"{len(lines)} {hashlib.sha256(chr(10).join(lines).encode()).hexdigest()[:16]}"


def _fairness(match: Play) -> dict[str, str]:
    """The commitment, and after the end the seed: only if the seed made every draw."""
    commit = match.commit or (match.seed is not None and draws.commitment(match.seed))
    if not commit or not all(ply.by_seed for ply in match.plies if ply.actor == "*"):
        return {}
    luck = " | ".join(match.luck) if any(match.luck) else ""
    return {"commit": commit, "luck": luck, "seed": (match.seed or "") if match.actor is None or match.revealed else ""}


def _read_luck(header: Mapping[str, str], seats: int) -> tuple[str, ...]:
    if "luck" not in header:
        return ()
    luck = tuple(word.strip() for word in header["luck"].split("|"))
    if len(luck) != seats:
        raise BadRecord(f"the header gives the luck of {len(luck)} players; expected {seats}, separated by |")
    return luck
