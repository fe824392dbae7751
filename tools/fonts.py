"""Makes the page's fonts: subsets in demitasse/web/fonts, the rules that load them, and the widths of their letters.

python -m tools.fonts    writes everything anew; run it when a text has a letter that the fonts lack (a test tells)

The fonts come from npm packages of pinned versions, so that every machine makes the same bytes.
"""

from __future__ import annotations

import json
import re
import subprocess
import tarfile
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

from tools.letters import MARGIN, WEB, texts

FEATURES = ["kern", "locl"]
UNSEEN = re.compile("[\u00a0\u00ad\u2009\u202f]")  # spaces and the soft hyphen: written as codes


class Face(NamedTuple):
    """One file of the page, made of one file of a package."""

    name: str
    package: str
    source: str
    family: str = ""  # none: for what the letters of both families lack
    weight: int = 0


SERIF, SANS = "Noto Serif", "Noto Sans"
FACES = (
    Face("serif-500", "@expo-google-fonts/noto-serif@0.4.2", "500Medium/NotoSerif_500Medium.ttf", SERIF, 500),
    Face("serif-600", "@expo-google-fonts/noto-serif@0.4.2", "600SemiBold/NotoSerif_600SemiBold.ttf", SERIF, 600),
    Face("sans-400", "@expo-google-fonts/noto-sans@0.4.2", "400Regular/NotoSans_400Regular.ttf", SANS, 400),
    Face("sans-600", "@expo-google-fonts/noto-sans@0.4.2", "600SemiBold/NotoSans_600SemiBold.ttf", SANS, 600),
    Face("signs", "@expo-google-fonts/noto-sans-math@0.4.2", "400Regular/NotoSansMath_400Regular.ttf"),
    Face("rings", "@expo-google-fonts/noto-sans-symbols@0.4.1", "400Regular/NotoSansSymbols_400Regular.ttf"),
)
LETTERS = [face for face in FACES if face.family]
LICENCE = "LICENSE_FONT"
JAPANESE_SIGNS = ("U+2E80-2FDF", "U+3000-33FF", "U+3400-4DBF", "U+4E00-9FFF", "U+F900-FAFF", "U+FF00-FFEF")
MINCHO = (
    "Hiragino Mincho ProN W6",
    "HiraMinProN-W6",
    "Noto Serif CJK JP Bold",
    "NotoSerifCJKjp-Bold",
    "Noto Serif JP SemiBold",
    "Noto Serif JP Bold",
    "Yu Mincho Demibold",
    "YuMincho-Demibold",
    "Hiragino Mincho ProN W3",
    "Noto Serif CJK JP",
    "Yu Mincho",
)
JAPANESE = {  # fonts that systems have, by family and weight; the first one that is there is taken
    (SANS, 400): (
        "Hiragino Sans W3",
        "HiraginoSans-W3",
        "Hiragino Kaku Gothic ProN W3",
        "Noto Sans CJK JP Regular",
        "NotoSansCJKjp-Regular",
        "Noto Sans CJK JP",
        "Noto Sans JP",
        "Yu Gothic Medium",
        "YuGothic-Medium",
        "Meiryo",
        "Source Han Sans JP",
        "IPAGothic",
        "VL Gothic Regular",
        "VL-Gothic-Regular",
    ),
    (SANS, 600): (
        "Hiragino Sans W6",
        "HiraginoSans-W6",
        "Hiragino Kaku Gothic ProN W6",
        "Noto Sans CJK JP Bold",
        "NotoSansCJKjp-Bold",
        "Noto Sans JP Bold",
        "Yu Gothic Bold",
        "YuGothic-Bold",
        "Meiryo Bold",
    ),
    (SERIF, 500): MINCHO,
    (SERIF, 600): MINCHO,
}


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        packages = {package: fetched(package, Path(folder)) for package in sorted({face.package for face in FACES})}
        fonts = cut_all(packages, frozenset({*MARGIN, *texts()}))
        licence = (packages[FACES[0].package] / LICENCE).read_text(encoding="utf-8")
    (WEB / "fonts").mkdir(exist_ok=True)
    for face, font in fonts.items():
        font.save(WEB / "fonts" / f"{face.name}.woff2")
    (WEB / "fonts" / "OFL.txt").write_text(licence, encoding="utf-8")
    (WEB / "styles" / "fonts.css").write_text(style(fonts), encoding="utf-8")
    (WEB / "table" / "advances.js").write_text(advances(fonts), encoding="utf-8")


def fetched(package: str, folder: Path) -> Path:
    """The package, unpacked."""
    packed = subprocess.run(
        ["npm", "pack", "--silent", package], cwd=folder, check=True, capture_output=True, text=True
    ).stdout.strip()
    target = folder / packed.removesuffix(".tgz")
    with tarfile.open(folder / packed) as archive:
        archive.extractall(target, filter="data")
    return target / "package"


def cut_all(packages: Mapping[str, Path], wanted: frozenset[int]) -> dict[Face, TTFont]:
    fonts: dict[Face, TTFont] = {}
    for face in FACES:
        known = {code for font in fonts.values() for code in font.getBestCmap()} if not face.family else set()
        fonts[face] = cut(packages[face.package] / face.source, wanted - known)
    return fonts


def cut(path: Path, wanted: frozenset[int]) -> TTFont:
    """The font with no more than the letters that are wanted."""
    options = Options()
    options.hinting, options.layout_features = False, FEATURES
    font = TTFont(path, recalcTimestamp=False)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=wanted)
    subsetter.subset(font)
    font.flavor = "woff2"
    return font


def style(fonts: Mapping[Face, TTFont]) -> str:
    """The rules that load the fonts, and those that give Japanese fonts of the system the same lines.

    A browser looks for a sign in the faces of one family and one weight, so each of these has all of them.
    """
    line = fonts[LETTERS[0]]["hhea"]
    like_ours = {
        "ascent-override": f"{line.ascent / 10:g}%",
        "descent-override": f"{-line.descent / 10:g}%",
        "line-gap-override": "0%",
        "size-adjust": "100%",
    }
    rules = ["/* Written by tools/fonts.py: the fonts of the page, and those of the system for Japanese. */\n"]
    for letters in LETTERS:
        for face in (letters, *(face for face in FACES if not face.family)):
            url = f'url("../fonts/{face.name}.woff2") format("woff2")'
            rules.append(rule(letters, [url], spans(fonts[face].getBestCmap())))
        local = [f'local("{name}")' for name in JAPANESE[letters.family, letters.weight]]
        rules.append(rule(letters, local, JAPANESE_SIGNS, like_ours))
    return "".join(rules)


def rule(face: Face, sources: Sequence[str], ranges: Sequence[str], lines: Mapping[str, str] | None = None) -> str:
    given = {
        "font-family": [f'"{face.family}"'],
        "font-weight": [str(face.weight)],
        "font-display": ["swap"],
        "src": sources,
        "unicode-range": ranges,
        **{name: [value] for name, value in (lines or {}).items()},
    }
    return "@font-face {\n" + "".join(f"  {listed(name, values)};\n" for name, values in given.items()) + "}\n"


def listed(name: str, values: Sequence[str]) -> str:
    """As prettier writes lists in a style sheet."""
    short = f"{name}: {', '.join(values)}"
    return short if len(short) < 118 else f"{name}:\n    " + "\n    ".join(filled(values, 116))


def filled(values: Iterable[str], room: int) -> list[str]:
    """Values with commas between them, in lines that are not too long."""
    lines = [""]
    for value in values:
        if lines[-1] and len(f"{lines[-1]} {value},") > room:
            lines.append("")
        lines[-1] += f" {value}," if lines[-1] else f"{value},"
    return [*lines[:-1], lines[-1].rstrip(",")]


def spans(codes: Iterable[int]) -> list[str]:
    """The codes as ranges: U+20-7E, U+A0."""
    found: list[list[int]] = []
    for code in sorted(codes):
        if found and found[-1][1] == code - 1:
            found[-1][1] = code
        else:
            found.append([code, code])
    return [f"U+{first:X}" if first == last else f"U+{first:X}-{last:X}" for first, last in found]


def advances(fonts: Mapping[Face, TTFont]) -> str:
    """The widths of letters in thousandths of their size, as a module: {face: {width: letters}}."""
    rest = {code: width for face, font in fonts.items() if not face.family for code, width in widths(font).items()}
    rows = ",\n".join(f'"{face.name}": {{\n{row(widths(fonts[face]) | rest)}\n}}' for face in LETTERS)
    head = "/** Written by tools/fonts.py: how wide letters are, in thousandths of their size. Python reads it, too. */"
    return f"{head}\n\n// prettier-ignore\nexport default {{\n{rows}\n}};\n"


def row(widths: Mapping[int, int]) -> str:
    """ "width": "letters", in lines that are not too long."""
    found: dict[int, str] = {}
    for code, width in sorted(widths.items()):
        found[width] = found.get(width, "") + chr(code)
    pairs = (
        f'"{width}": {UNSEEN.sub(as_code, json.dumps(letters, ensure_ascii=False))}'
        for width, letters in sorted(found.items())
    )
    return "\n".join(filled(pairs, 120))


def as_code(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"


def widths(font: TTFont) -> dict[int, int]:
    return {code: font["hmtx"][glyph][0] for code, glyph in font.getBestCmap().items()}


if __name__ == "__main__":
    main()
