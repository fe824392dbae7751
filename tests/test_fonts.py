"""The page's fonts: small, free, and with every letter that the texts have."""

import re

from demitasse.core.measures import MEASURES, WEB, letters
from tools.letters import texts

FONTS = sorted((WEB / "fonts").glob("*.woff2"))


def test_the_fonts_are_small() -> None:
    assert 0 < sum(path.stat().st_size for path in FONTS) <= 120_000


def test_the_licence_lies_beside_them() -> None:
    assert "SIL OPEN FONT LICENSE Version 1.1" in (WEB / "fonts" / "OFL.txt").read_text(encoding="utf-8")


def test_every_letter_of_the_texts_is_in_the_fonts() -> None:
    """If not: `make fonts`."""
    for look in MEASURES["letters"].values():
        known = letters(f"{look['family']}-{look['weight']}")
        assert {chr(code) for code in texts()} - set(known) == set()


def test_every_font_is_loaded_by_a_rule_and_every_rule_finds_one() -> None:
    css = (WEB / "styles" / "fonts.css").read_text(encoding="utf-8")
    assert set(re.findall(r'url\("([^"]+)"\)', css)) == {f"../fonts/{path.name}" for path in FONTS}
