"""Guides: how to play each game, written in Markdown beside it, as safe HTML with pictures of real positions, and as
text for the terminal.

A picture is written ![caption](picture:NAME) and is the file guide/pictures/NAME.txt: a position, after lines that say
what of it to show.
A number of a score is written [7](score:NAME/SEAT/COLUMN), so that tests can find it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from html import escape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from demitasse.core import svg
from demitasse.core.errors import BadOption
from demitasse.core.game import find
from demitasse.core.match import Match
from demitasse.core.phrases import in_a_row
from demitasse.core.scene import Action, Group, Piece, Place, Row, Scene, scene
from demitasse.core.words import LANGUAGES, Say, words

WIDTH = 480  # of a picture, so that it is read on a phone too; wider groups are drawn smaller
NAMES = ("A", "B", "C", "D", "E")  # the players in the pictures, alike in all languages
LEAST_LETTERS = 11  # px
PHONE = 372  # px that a picture has on one that is 390 wide
LARGE = 15  # px: such letters can be read on any phone (guide.css makes smaller ones as large as that)
SIGN = 11  # letters: a number or a word, for which there is room if it grows
SCALE = re.compile(r"scale\(([\d.]+)")
MARGIN = 4  # around what is cut out of a group
PICTURE = "picture:"


@dataclass(frozen=True)
class Guide:
    """How to play a game, in one language."""

    title: str
    html: str


@dataclass(frozen=True)
class Picture:
    """A position, and what of it to show: groups, all groups of a seat, or places (none: everything); the action aimed
    at; the seat that looks.
    """

    match: Match
    show: Sequence[str] = ()
    aim: str = ""
    seat: int | None = None
    ghosts: bool = True  # whether what the action would bring is shown


@cache
def guide(game: str, language: str) -> Guide:
    """The guide of a game as HTML without scripts or styles. Raises UnknownGame, or BadOption for a language that has
    none.
    """
    tokens = _markdown().parse(source(game, language))
    heading = next(
        tokens[at + 1] for at, token in enumerate(tokens) if token.type == "heading_open" and token.tag == "h1"
    )
    return Guide(heading.content, _Writer(game, language).write(tokens))


def source(game: str, language: str) -> str:
    """The Markdown of a guide."""
    if language not in LANGUAGES:
        raise BadOption(f"there is no guide in {language!r}; expected one of: {', '.join(LANGUAGES)}")
    return (folder(game) / f"{language}.md").read_text(encoding="utf-8")


def folder(game: str) -> Path:
    """Where a game's guides are; its pictures are in `pictures` beside them."""
    return find(game).folder / "guide"


def plain(game: str, language: str) -> str:
    """The Markdown of a guide for a terminal: captions in place of pictures, numbers in place of marks."""
    text = re.sub(r"!\[([^\]]*)\]\(picture:[^)]*\)", r"> \1", source(game, language))
    return re.sub(r"\[([^\]]*)\]\(score:[^)]*\)", r"**\1**", text)


# Pictures -------------------------------------------------------------------------------------------------------------


def picture(game: str, name: str) -> Picture:
    """A picture of a game's guide. Raises BadPosition or IllegalAction if it cannot be read or the action aimed at is
    not legal.
    """
    text = (folder(game) / "pictures" / f"{name}.txt").read_text(encoding="utf-8")
    said, game_line, position = text.partition("game: ")
    how = dict(line.split(": ", 1) for line in said.splitlines())
    match = Match.from_position(game_line + position)
    match.names = NAMES[: match.seats]
    seat = int(how["view"]) if "view" in how else match.actor if isinstance(match.actor, int) else None
    return Picture(match, how.get("show", "").split(), how.get("aim", ""), seat, how.get("ghosts") != "none")


@cache
def drawn(game: str, name: str, language: str) -> tuple[str, str]:
    """(a picture as SVG for a page, what is done in it in words)."""
    found = picture(game, name)
    before = scene(found.match, found.seat, language)
    aimed = [action for action in before.actions if action.text == found.aim]
    shown = _cut(replace(_with_ghosts(found, before, language), actions=aimed), found.show)
    say = words(language)
    return svg.embed(shown, _described(shown, say), f"{game.replace('_', '-')}-{name}-", WIDTH), _words(aimed, say)


def _described(shown: Scene, say: Say) -> str:
    """What a picture shows, for whoever does not see it: what lies in each of its groups."""
    named = say("{label}: {value}")
    groups = [named.format(label=group.label, value=say("; ").join(_things(group))) for group in shown.groups]
    return in_a_row(*(say("{words}.").format(words=group) for group in groups))


def _things(group: Group) -> list[str]:
    """The places of a group, which say what tokens lie in them, and its cards."""
    places = [place.label for place in group.places if place.label]
    cards = [piece for piece in group.pieces if piece.title or piece.letter or not places]
    return [*places, *(card.label for card in cards if card.label and card.layer >= 0 and card.state != "ghost")]


def _words(aimed: Sequence[Action], say: Say) -> str:
    return say("; ").join(
        f"{action.label} · {action.price}" if action.price not in action.label else action.label for action in aimed
    )


def _with_ghosts(found: Picture, before: Scene, language: str) -> Scene:
    """The scene, and pale what the action aimed at would bring."""
    if not found.aim or not found.ghosts:
        return before
    match = found.match.copy()
    match.play(found.aim)
    there = {piece.id: piece for group in before.groups for piece in group.pieces}
    new: dict[str, list[Piece]] = {}
    for group in scene(match, found.seat, language).groups:
        moved = [piece for piece in group.pieces if piece != there.get(piece.id)]
        new[group.id] = [
            replace(piece, id=f"{piece.id}-then", state="ghost", layer=99)
            for piece in moved
            if not _is_at(piece, there.get(piece.id))
        ]
    return replace(
        before, groups=[replace(group, pieces=[*group.pieces, *new.get(group.id, ())]) for group in before.groups]
    )


def _is_at(piece: Piece, before: Piece | None) -> bool:
    return before is not None and (piece.x, piece.y, piece.symbol) == (before.x, before.y, before.symbol)


def _cut(whole: Scene, show: Sequence[str]) -> Scene:
    """The scene with the groups named only; a group of which places are named, cut down to them."""
    if not show:
        return whole
    groups = {group.id: _trim(group) for group in whole.groups}
    owner = {place.id: group.id for group in whole.groups for place in group.places}
    kept: dict[str, list[str]] = {}
    for name in show:
        for id in [group.id for group in whole.groups if name in (group.id, f"seat-{group.seat}")] or [owner[name]]:
            kept.setdefault(id, []).append(name)
    return replace(
        whole,
        groups=[_part(groups[id], names) if owner.get(names[0]) == id else groups[id] for id, names in kept.items()],
    )


def _trim(group: Group) -> Group:
    """A group without the empty room around what lies in it."""
    things: list[Place | Piece] = [
        *(place for place in group.places if place.shape != "bare" or place.text),
        *group.pieces,
    ]
    if not things:
        return group
    left, top = min(thing.x for thing in things) - MARGIN, min(thing.y for thing in things) - MARGIN
    right, bottom = (
        max(thing.x + thing.w for thing in things) + MARGIN,
        max(thing.y + thing.h for thing in things) + MARGIN,
    )
    left, top = max(left, group.left), max(top, group.top)
    right, bottom = min(right, group.left + group.width), min(bottom, group.top + group.height)
    return replace(group, left=left, top=top, width=right - left, height=bottom - top)


def _part(group: Group, names: Sequence[str]) -> Group:
    """A group cut down to the box around some of its places."""
    boxes = [(place.x, place.y, place.x + place.w, place.y + place.h) for place in group.places if place.id in names]
    left, top = (min(box[at] for box in boxes) - MARGIN for at in (0, 1))
    right, bottom = (max(box[at] for box in boxes) + MARGIN for at in (2, 3))

    def inside(thing: Place | Piece) -> bool:
        return left <= thing.x + thing.w / 2 <= right and top <= thing.y + thing.h / 2 <= bottom

    places, pieces = (
        [place for place in group.places if inside(place)],
        [piece for piece in group.pieces if inside(piece)],
    )
    return replace(group, left=left, top=top, width=right - left, height=bottom - top, places=places, pieces=pieces)


def _readable(drawing: str) -> str:
    """A picture so large that its smallest letters can be read: a page shows it no smaller on a phone, unless it fits
    there and they can be read all the same, or are numbers and single words that grow.
    """
    root = ElementTree.fromstring(drawing)
    texts = list(_texts(root))
    smallest = min((size for size, _ in texts), default=LEAST_LETTERS)
    larger = max(1, LEAST_LETTERS / smallest)
    sizes = {name: float(root.attrib[name]) * larger for name in ("width", "height")}
    found = re.sub(r' (width|height)="[^"]*"', lambda found: f' {found[1]}="{sizes[found[1]]:g}"', drawing, count=2)
    grows = larger == 1 and all(size >= LARGE or len(words) <= SIGN for size, words in texts)
    fits = sizes["width"] * LEAST_LETTERS <= PHONE * smallest * larger
    shown = "grows" if grows else "fits" if fits else "moved"
    return found.replace("<svg", f'<svg class="{shown}"', 1)


def _texts(drawn: ElementTree.Element, scale: float = 1) -> Iterator[tuple[float, str]]:
    """(how large its letters are, a text) for all texts of a drawing."""
    if found := SCALE.search(drawn.get("transform", "")):
        scale *= float(found[1])
    if size := drawn.get("font-size"):
        yield float(size.removesuffix("px")) * scale, drawn.text or ""
    for part in drawn:
        yield from _texts(part, scale)


@cache
def blank_sheet(game: str, language: str) -> tuple[str, Sequence[Row]]:
    """(the sheet that a player on paper begins with, as SVG for a page; how what is drawn on it scores)."""
    whole = scene(Match(game), 0, language)
    groups = [
        replace(group, label="", facts=(), places=_uncounted(group), pieces=_clear(group)) for group in whole.groups
    ]
    shown = _cut(replace(whole, actions=[], groups=groups), ["seat-0"])
    rows = [row for panel in whole.panels for row in panel.rows if not re.fullmatch(r"-?\d+", row.value)]
    return svg.embed(shown, whole.title, f"{game.replace('_', '-')}-paper-", WIDTH), rows


def _clear(group: Group) -> list[Piece]:
    """Pieces that are not faint because their time has not come: there is one print for the whole game."""
    return [replace(piece, state="" if piece.state == "dim" else piece.state) for piece in group.pieces]


def _uncounted(group: Group) -> list[Place]:
    """Places without what is counted in them: one counts with a pencil."""
    return [replace(place, text="" if place.text == "0" else place.text) for place in group.places]


# HTML -----------------------------------------------------------------------------------------------------------------


def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")


class _Writer(RendererHTML):
    """Writes the tokens of a guide: headings with ids and a table of them, pictures as figures, marked numbers bold."""

    def __init__(self, game: str, language: str) -> None:
        super().__init__()
        self.game, self.language = game, language
        self.headings: list[tuple[str, str]] = []

    def write(self, tokens: Sequence[Token]) -> str:
        self.headings = list(_number_headings(tokens))
        _open_figures(tokens)
        text = self.render(tokens, _markdown().options, {})
        return f'<article class="guide" lang="{self.language}">{text}{self._paper()}</article>'

    def heading_close(
        self, tokens: Sequence[Token], at: int, options: Mapping[str, Any], env: Mapping[str, Any]
    ) -> str:
        return f"</{tokens[at].tag}>\n" + (self._contents() if tokens[at].tag == "h1" else "")

    def _contents(self) -> str:
        lines = "".join(f'<li><a href="#{id}">{escape(text)}</a></li>' for id, text in self.headings)
        return f'<nav class="guide-contents"><ol>{lines}</ol></nav>\n{self._paper_link()}'

    def _paper_link(self) -> str:
        """Where an empty sheet is, of a game that is played on paper."""
        if not find(self.game).on_paper:
            return ""
        say = words(self.language)
        return f'<p><a href="#guide-paper">{escape(say("An empty sheet to print"))}</a></p>\n'

    def _paper(self) -> str:
        """An empty sheet, with how it scores."""
        if not find(self.game).on_paper:
            return ""
        drawing, rows = blank_sheet(self.game, self.language)
        say = words(self.language)
        lines = "".join(
            f"<li>{escape(say('{label}: {value}').format(label=row.label, value=row.value))}</li>" for row in rows
        )
        about = escape(say("Printed from here, this page is the sheet alone."))
        return (
            f'<figure class="guide-picture" id="guide-paper" tabindex="0">{_readable(drawing)}'
            f'<figcaption><p class="guide-about">{about}</p><ul>{lines}</ul></figcaption></figure>'
        )

    def image(self, tokens: Sequence[Token], at: int, options: Mapping[str, Any], env: Mapping[str, Any]) -> str:
        token = tokens[at]
        drawing, action = drawn(self.game, str(token.attrs["src"]).removeprefix(PICTURE), self.language)
        drawing = _readable(drawing)
        caption = self.renderInline(token.children or [], _markdown().options, {})
        done = f'<strong class="guide-action">{escape(action)}</strong> ' if action else ""
        return f'<figure class="guide-picture" tabindex="0">{drawing}<figcaption>{done}{caption}</figcaption></figure>'

    def link_open(self, tokens: Sequence[Token], at: int, options: Mapping[str, Any], env: Mapping[str, Any]) -> str:
        return '<b class="guide-score">'

    def link_close(self, tokens: Sequence[Token], at: int, options: Mapping[str, Any], env: Mapping[str, Any]) -> str:
        return "</b>"


def _number_headings(tokens: Sequence[Token]) -> Iterator[tuple[str, str]]:
    """Gives every second-level heading an id that is the same in all languages; yields (id, text)."""
    for at, token in enumerate(tokens):
        if token.type == "heading_open" and token.tag == "h2":
            number = (
                f"guide-{sum(1 for other in tokens[:at] if other.type == 'heading_open' and other.tag == 'h2') + 1}"
            )
            token.attrSet("id", number)
            yield number, tokens[at + 1].content


def _open_figures(tokens: Sequence[Token]) -> None:
    """A paragraph that is a picture is no paragraph."""
    for at, token in enumerate(tokens):
        if token.type == "inline" and token.children and [child.type for child in token.children] == ["image"]:
            tokens[at - 1].hidden = tokens[at + 1].hidden = True
