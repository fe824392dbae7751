"""Problems: every way the server says no, as problem details for programs and a kind sentence for people."""

from __future__ import annotations

import logging
from dataclasses import dataclass

import msgspec
from litestar.openapi.datastructures import ResponseSpec
from sqlalchemy.exc import DBAPIError

from demitasse.core import refusals
from demitasse.core.words import LANGUAGES, Say, later, words

log = logging.getLogger("demitasse")

# slug: (status, what a person reads)
PROBLEMS: dict[str, tuple[int, str]] = {
    "bad-request": (400, later("That could not be understood.")),
    "no-session": (401, later("Please say who you are first.")),
    "forbidden": (403, later("That is not yours to do.")),
    "foreign-origin": (403, later("This came from another site, so it was not done.")),
    "bad-csrf": (403, later("This page has grown old. Please load it again.")),
    "not-here": (403, later("This table is played without that.")),
    "not-your-turn": (403, later("It is not your turn.")),
    "not-found": (404, later("There is nothing here.")),
    "no-table": (404, later("There is no such table.")),
    "bad-method": (405, later("That cannot be done here.")),
    "too-slow": (408, later("That took too long to arrive.")),
    "stale": (409, later("The table has moved on meanwhile.")),
    "not-now": (409, later("That is not possible now.")),
    "taken": (409, later("That seat is taken.")),
    "same-name": (409, later("Somebody at the table has that name already.")),
    "damaged": (410, later("This table is damaged and cannot be shown.")),
    "too-large": (413, later("That is too large.")),
    "bad-media": (415, later("That kind of content is not read here.")),
    "wrong-host": (421, later("This server does not go by that name.")),
    "illegal": (422, later("The rules do not allow that now.")),
    "nonce-used": (422, later("This was sent before with other words.")),
    "bad-setting": (422, later("The table cannot be set like this.")),
    "bad-record": (422, later("This record cannot be read.")),
    "too-many": (429, later("That was a bit much at once. Please wait a moment.")),
    "failed": (500, later("Something broke here. Nothing of the game is lost.")),
    "unavailable": (503, later("The table cannot be kept safe just now. Please try again in a moment.")),
}
PROBLEM = "application/problem+json"


class ProblemBody(msgspec.Struct, omit_defaults=True):
    """Problem details: `type` is a short slug, `title` a sentence for a person, `detail` what exactly was wrong, in
    English, and `why` the same in the reader's language, where it can be said.
    """

    type: str
    title: str
    status: int
    detail: str
    head: int | None = None
    why: str = ""


REFUSALS = {
    status: ResponseSpec(ProblemBody, generate_examples=False, media_type=PROBLEM)
    for status in sorted({status for status, _ in PROBLEMS.values()})
}


@dataclass
class Problem(Exception):
    """Refused; `slug` names one of PROBLEMS."""

    slug: str
    detail: str
    head: int | None = None

    @property
    def status(self) -> int:
        return PROBLEMS[self.slug][0]

    def body(self, say: Say) -> ProblemBody:
        why = refusals.said(self.detail, say) or ""
        return ProblemBody(self.slug, say(PROBLEMS[self.slug][1]), self.status, self.detail, self.head, why)

    def encoded(self, accept_language: str) -> bytes:
        return msgspec.json.encode(self.body(words(language_of(accept_language))))


def problem_of(error: Exception, doing: str) -> Problem:
    """What is said of an error; what is wrong with the server itself goes to its log."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, DBAPIError):
        log.error("%s: the database failed: %s", doing, error.orig)
        return Problem("unavailable", f"the database failed: {type(error).__name__}")
    log.error("%s failed", doing, exc_info=error)
    return Problem("failed", "the server met something unexpected; it is in its log")


def language_of(accept_language: str) -> str:
    """The first language of an Accept-Language header that we speak."""
    for part in accept_language.split(","):
        language = part.split(";")[0].strip().lower()[:2]
        if language in LANGUAGES:
            return language
    return LANGUAGES[0]
