"""Telling turns: what a game puts the deeds of a turn into words with, for one reader in one language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Container, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from demitasse.core.box import Box
from demitasse.core.phrases import ADVICE, THEY, YOU, Filling, Icon, Phrase, fill, in_form, plain, together
from demitasse.core.words import SHORT, Counted, Say, later

THINGS = later(", ", SHORT)  # between the things of one deed: Japanese has a comma between the deeds alone
LAST_THING = later(" and ", SHORT)


@dataclass(frozen=True)
class TurnWords:
    """A turn as its game puts it into words: what somebody did, piece by piece, and what came of it for others."""

    deeds: Sequence[Phrase]
    so: Sequence[str] = ()
    touches: Container[int | None] = ()  # the other seats that it concerns
    trail: Sequence[str] = ()  # the places that a piece was led over, by id
    good: Sequence[str] = ()  # beside the score and `so`, what speaks for doing it
    bad: Sequence[str] = ()  # and against it
    brief: Sequence[Phrase] = ()  # of the deeds, those that matter where there is no room for all; none: all of them


@dataclass(frozen=True)
class Teller:
    """What a game tells a turn with: whose it was, who reads, and the language."""

    say: Say
    box: Box
    names: Sequence[str]
    seat: int | None
    kind: str
    reader: int | None
    seats: int
    advises: bool = False  # tells what the seat could do, not what it did
    goes_on: bool = False  # the turn has not ended: what is not done yet may still be

    @property
    def b(self) -> Any:
        return self.box.records[0]

    def does(self, text: str, **values: Filling) -> Phrase:
        """What the seat did, without saying who: "took||take {things}"; the forms of the verb are those of in_form."""
        form = ADVICE if self.advises else YOU if self.is_reader else THEY
        return fill(in_form(self.say(text), form), **values)

    @property
    def is_reader(self) -> bool:
        return self.seat is not None and self.seat == self.reader

    def name(self, seat: int) -> str:
        """Who sits there, in the midst of a sentence."""
        return self.say("you") if seat == self.reader else self.names[seat]

    def all(self, seats: Iterable[int]) -> str:
        """Who sits there, the reader first."""
        return plain(self.together([self.name(seat) for seat in self.in_order(seats)]))

    def in_order(self, seats: Iterable[int]) -> list[int]:
        return sorted(seats, key=lambda seat: (seat != self.reader, seat))

    def amounts(self, counts: Iterable[int], things: Sequence[str], prefix: str, case: str = "") -> Phrase:
        """So many of each of these things, as symbols with the words for them."""
        return self.together([
            self.amount(int(number), Icon(f"{prefix}{name}", self.say(name, case)))
            for number, name in zip(counts, things, strict=False)
            if number
        ])  # fmt: skip

    def amount(self, number: int, icon: Icon) -> Phrase:
        return fill(self.say("{number} {kind}"), number=number, kind=icon) if number > 1 else (icon,)

    def alike(self, things: Iterable[Filling]) -> list[Phrase]:
        """Things, each told once, with how many there are of it."""
        words = self.say("{thing} ×{number}")
        return [
            fill(words if number > 1 else "{thing}", thing=thing, number=number)
            for thing, number in Counter(things).items()
        ]

    def count(self, thing: Counted, number: int, symbol: str, case: str = "") -> Phrase:
        """So many of a thing: the number, and a symbol for the rest of the words."""
        return self.numbered(self.say.ngettext(thing.one, thing.many, number, case), number, symbol)

    def numbered(self, text: str, number: int, symbol: str) -> Phrase:
        """A text with a {number}: that, and a symbol for the rest of the words, which stand before or behind it."""
        before, _, after = text.partition("{number}")
        if before.strip():
            return fill("{icon}{rest}", icon=Icon(symbol, before), rest=f"{number}{after}")
        gap = after[: len(after) - len(after.lstrip())]
        return fill("{number}{gap}{icon}", number=number, gap=gap, icon=Icon(symbol, after.lstrip()))

    def of_seats(self, seats: Collection[int], you: str, one: str, several: str, **values: object) -> str:
        """What came of a turn for some seats, by who they are: the reader alone, another one, or {names}."""
        text = several if len(seats) > 1 else you if self.reader in seats else one
        return self.say(text).format(names=self.all(seats), **values)

    def called(self, name: str) -> str:
        """A name of the box, as it is set off in a sentence."""
        return self.say("{title}").format(title=self.say(name))

    def together(self, things: Sequence[Filling]) -> Phrase:
        """Things one after the other, the last one after an "and"."""
        return together(things, self.say(THINGS, SHORT), self.say(LAST_THING, SHORT))

    def listed(self, things: Sequence[Filling]) -> Phrase:
        """Things that have others in them, as `together` otherwise."""
        return together(things, self.say.between, self.say.last)

    def apart(self, things: Sequence[Filling]) -> Phrase:
        """Things that are lists, or sentences, themselves."""
        return together(things, self.say("; "), self.say("; "))

    def chained(self, deeds: Sequence[Phrase]) -> Phrase:
        """What was done, one after the other; where nothing is to be told, that the turn ended."""
        found = deeds or [self.does("ended||end the turn")]
        return together(found, self.say.between, self.say(", and "))
