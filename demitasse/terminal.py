"""A game in the terminal: the table as text, actions by number or by their text, several people on one screen or
against players of ours.
"""

import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path

from demitasse.bots import players as registry
from demitasse.core import advice, turns
from demitasse.core import result as results
from demitasse.core.hints import Hint
from demitasse.core.match import Match
from demitasse.core.phrases import plain
from demitasse.core.play import Ply
from demitasse.core.turns import Turn
from demitasse.core.words import Say, words

PERSON = "me"
COLUMNS = 78
HELP = """\
  a number or an action's text   make that decision
  hint (?)                       what the search would do, and what every action is worth
  undo (u)                       take back your last decision and what followed it
  table (t)                      show the table again
  log (l)                        what happened so far
  scores (s)                     the scores in detail
  save FILE                      write the game to a file; `demitasse play --load FILE` goes on with it
  help (h)                       this text
  quit (q)                       leave"""


class Quit(Exception):
    """The player leaves the table."""


def play(match: Match, players: Sequence[str]) -> None:
    """Play to the end, or until somebody leaves. Seats whose player is not "me" are played by that player."""
    others = {
        seat: registry.make(name, secrets.randbelow(2**31)) for seat, name in enumerate(players) if name != PERSON
    }
    try:
        _play(match, players, others)
    finally:
        for player in others.values():
            registry.close(player)
    print(f"\n{match}\n\n{result(match)}")


def _play(match: Match, players: Sequence[str], others: Mapping[int, registry.Player]) -> None:
    people = [seat for seat, player in enumerate(players) if player == PERSON]
    reader = people[0] if len(people) == 1 else None
    told = 0
    fresh = True  # the table is shown when somebody else did something since it was shown last
    while match.actor is not None:
        if match.actor == "*":
            match.draw()
        elif match.actor in others:
            match.play(others[match.actor].choose(match.view(match.actor)))
        else:
            news = match.plies[told:]
            _tell(match, told, reader)
            table = str(match)
            shown = table if fresh or any(ply.actor != match.actor for ply in news) else table.splitlines()[0]
            print(f"\n{shown}\n")
            told = len(match.plies)
            fresh = not _ask(match, players, reader)
            told = min(told, len(match.plies))
    _tell(match, told, reader)


def result(match: Match) -> str:
    """How it ended, as the page tells it; before the end the scores in detail."""
    if match.actor is None:
        return results.as_text(results.of(match, Say("en")))
    names = match.game.score
    width = max(len(name) for name in match.names)
    rows = [f"  {'':<{width}}  " + "  ".join(names)]
    for name, lines in zip(match.names, match.breakdown(), strict=True):
        rows.append(f"  {name:<{width}}  " + "  ".join(f"{lines[column]:>{len(column)}}" for column in names))
    return "\n".join(rows)


def sentence(match: Match, ply: Ply) -> str:
    """A ply as a line of the log."""
    return f"  {'·' if ply.actor == '*' else match.names[ply.actor] + ':'} {ply.text}"


def told(match: Match, turn: Turn, reader: int | None) -> str:
    """A turn as a line of the log, with what it made of the score."""
    found = turns.tell(match, turn, reader, words("en"))
    before, after = found.score
    return f"  {found.text}" + (f" ({before} → {after})" if before != after else "")


def advised(match: Match, hint: Hint) -> str:
    """A hint: the best ways in words, then what every action is worth."""
    view, say = match.view(match.actor if isinstance(match.actor, int) else 0), words("en")
    view.names = match.names
    found = []
    ways = advice.apart((way, advice.tell(view, way.texts, way.after, say)) for way in hint.ways)
    for number, (way, told) in enumerate(ways, 1):
        why = "; ".join(reason.text for reason in told.why)
        found.append(f"  {number}. {way.share:.0%}  {plain(told.say)}" + (f" ({why})" if why else ""))
    return "\n".join([*found, "", str(hint)])


def _tell(match: Match, since: int, reader: int | None) -> None:
    """The turns that ended since so many plies lay, and what was drawn in the one that goes on."""
    for turn in match.turns():
        if turn.ended and turn.last > since:
            print(told(match, turn, reader))
    for number, ply in _going_on(match):
        if ply.actor == "*" and number >= since:
            print(sentence(match, ply))


def _tell_plies(match: Match) -> None:
    """The decisions of the turn that goes on, but for those that are secret."""
    for _, ply in _going_on(match):
        if ply.actor == match.actor:
            print(sentence(match, ply))


def _going_on(match: Match) -> list[tuple[int, Ply]]:
    """The plies of the turn that has not ended, with their numbers."""
    last = match.turns()[-1:]
    first = last[0].first if last and not last[0].ended else len(match.plies)
    return list(enumerate(match.plies))[first:]


def _ask(match: Match, players: Sequence[str], reader: int | None) -> bool:
    """Ask for one decision, and carry out what is asked on the way to it. Returns False if a decision was taken back
    instead.
    """
    legal = match.legal()
    _print_choices(legal)
    while True:
        typed = _read(f"{match.names[match.actor] if isinstance(match.actor, int) else ''}> ")
        command, _, rest = typed.partition(" ")
        if typed in legal:
            match.play(typed)
        elif typed.isdecimal() and 1 <= int(typed) <= len(legal):
            match.play(legal[int(typed) - 1])
        elif command in ("undo", "u"):
            if not _undo(match, players):
                continue
            print("  taken back")
            return False
        elif command in ("table", "t"):
            print(f"\n{match}\n")
            _print_choices(legal)
            continue
        else:
            _other(match, command, rest, typed, legal, reader)
            continue
        return True


def _other(match: Match, command: str, rest: str, typed: str, legal: Sequence[str], reader: int | None) -> None:
    if command in ("quit", "q"):
        raise Quit
    if command in ("help", "h"):
        print(HELP)
    elif command in ("hint", "?"):
        print(advised(match, match.hint()))
    elif command in ("log", "l"):
        _tell(match, 0, reader)
        _tell_plies(match)
    elif command in ("scores", "s"):
        print(result(match))
    elif command == "save":
        _save(match, rest)
    elif typed:
        print(f"  {typed!r} is not possible now: type a number from 1 to {len(legal)}, an action's text, or help")


def _save(match: Match, path: str) -> None:
    if not path:
        print("  save where? type: save FILE")
        return
    try:
        Path(path).expanduser().write_text(match.record(comments=True), encoding="utf-8")
        print(f"  saved to {path}")
    except OSError as error:
        print(f"  {path!r} cannot be written: {error.strerror}")


def _undo(match: Match, players: Sequence[str]) -> bool:
    """Take back to the last decision of a person."""
    number = len(match.plies) - 1
    people = [seat for seat, player in enumerate(players) if player == PERSON]
    while number >= 0 and match.plies[number].actor not in people:
        number -= 1
    if number < 0:
        print("  there is nothing of yours to take back")
        return False
    while len(match.plies) > number:
        match.undo()
    return True


def _read(prompt: str) -> str:
    try:
        return " ".join(input(prompt).split())
    except EOFError:
        print()
        raise Quit from None


def _print_choices(legal: Sequence[str]) -> None:
    """Numbered, in as many columns as fit."""
    cells = [f"{number:>3} {text}" for number, text in enumerate(legal, 1)]
    width = max(map(len, cells)) + 3
    columns = max(1, COLUMNS // width)
    rows = -(-len(cells) // columns)
    for row in range(rows):
        print("".join(f"{cell:<{width}}" for cell in cells[row::rows]).rstrip())
