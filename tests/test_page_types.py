"""The page's types are the server's shapes."""

from __future__ import annotations

from tests import page_types


def test_the_types_of_the_page_are_those_of_the_server() -> None:
    assert page_types.PATH.read_text(encoding="utf-8") == page_types.text(), "run `make types`"


def test_a_shape_is_written_as_the_page_gets_it() -> None:
    text = page_types.text()
    for line in (
        "export interface Piece {",
        "  w?: number;",  # a default is left out of a scene
        "  seat: number | null;",
        "  count?: number;",  # and so null never comes
        '  stage: "open" | "playing" | "over";',
        "  scores: Record<string, number>[];",
        "  from?: Origin;",  # by its name in JSON
    ):
        assert f"{line}\n" in text
