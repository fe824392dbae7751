"""A game in the terminal: the table as text, actions by number or by their text, several people on one screen or
against players of ours.
"""

import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path

from demitasse.bots import players as registry
from demitasse.core import result as results
from demitasse.core.match import Match
from demitasse.core.play import Ply
from demitasse.core.words import Say

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
    told = 0
    fresh = True  # the table is shown when somebody else did something since it was shown last
    while match.actor is not None:
        if match.actor == "*":
            match.draw()
        elif match.actor in others:
            match.play(others[match.actor].choose(match.view(match.actor)))
        else:
            news = match.plies[told:]
            _tell(match, news)
            table = str(match)
            shown = table if fresh or any(ply.actor != match.actor for ply in news) else table.splitlines()[0]
            print(f"\n{shown}\n")
            told = len(match.plies)
            fresh = not _ask(match, players)
            told = min(told, len(match.plies))
    _tell(match, match.plies[told:])


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
    """One line of the log."""
    return f"  {'·' if ply.actor == '*' else match.names[ply.actor] + ':'} {ply.text}"


def _tell(match: Match, plies: Sequence[Ply]) -> None:
    for ply in plies:
        print(sentence(match, ply))


def _ask(match: Match, players: Sequence[str]) -> bool:
    """Ask for one decision, and carry out what is asked on the way to it. Returns False if a decision was taken back
    instead.
    """
    legal = match.legal()
    _print_choices(legal)
    while True:
        words = _read(f"{match.names[match.actor] if isinstance(match.actor, int) else ''}> ")
        command, _, rest = words.partition(" ")
        if words in legal:
            match.play(words)
        elif words.isdecimal() and 1 <= int(words) <= len(legal):
            match.play(legal[int(words) - 1])
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
            _other(match, command, rest, words, legal)
            continue
        return True


def _other(match: Match, command: str, rest: str, words: str, legal: Sequence[str]) -> None:
    if command in ("quit", "q"):
        raise Quit
    if command in ("help", "h"):
        print(HELP)
    elif command in ("hint", "?"):
        print(match.hint())
    elif command in ("log", "l"):
        _tell(match, match.plies)
    elif command in ("scores", "s"):
        print(result(match))
    elif command == "save":
        _save(match, rest)
    elif words:
        print(f"  {words!r} is not possible now: type a number from 1 to {len(legal)}, an action's text, or help")


def _save(match: Match, path: str) -> None:
    if not path:
        print("  save where? type: save FILE")
        return
    try:
        Path(path).expanduser().write_text(match.record(), encoding="utf-8")
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
