"""Plain SVG: a picture of ours without what small rasterisers lack: style sheets with variables and mixed colours."""

import re
from collections.abc import Mapping
from copy import deepcopy
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"
RULE = re.compile(r"\.([\w-]+)\{([^}]*)\}")
VARIABLE = re.compile(r"var\((--[\w-]+)(?:,\s*([^()]*))?\)")
MIX = re.compile(r"color-mix\(in srgb,\s*([#\w]+) (\d+)%,\s*([#\w]+)\)")
DARK = "@media"  # what follows is for dark rooms
Style = dict[str, str]


def plain(text: str) -> str:
    """The same picture, every element with its own style."""
    ElementTree.register_namespace("", SVG[1:-1])
    root = ElementTree.fromstring(text)
    style = root.find(f"{SVG}style")
    assert style is not None
    root.remove(style)
    sheet = {name: _declared(rule) for name, rule in RULE.findall((style.text or "").partition(DARK)[0])}
    _Plainer(root, sheet).walk(root, {})
    return ElementTree.tostring(root, encoding="unicode")


class _Plainer:
    """Writes out styles; symbols that depend on a variable get a copy for each of its values."""

    def __init__(self, root: ElementTree.Element, sheet: Mapping[str, Style]) -> None:
        self._sheet, self._root = sheet, root
        self._symbols = {symbol.get("id"): symbol for symbol in root.iter(f"{SVG}symbol")}
        self._copies: dict[tuple[str, str], str] = {}

    def walk(self, element: ElementTree.Element, variables: Style) -> None:
        own = _declared(element.attrib.pop("style", ""))
        variables = variables | {name: value for name, value in own.items() if name.startswith("--")}
        classes = element.attrib.pop("class", "").split()
        style: Style = {}
        for name in (name for name in self._sheet if name in classes):  # later rules overrule earlier ones
            style |= self._sheet[name]
        style |= {name: value for name, value in own.items() if not name.startswith("--")}
        if style:
            element.set("style", ";".join(f"{name}:{_resolved(value, variables)}" for name, value in style.items()))
        for name, value in element.attrib.items():
            if name != "style" and "var(" in value:
                element.set(name, _resolved(value, variables))
        if element.tag == f"{SVG}use":
            self._use(element, variables)
        for child in list(element):
            if child.tag != f"{SVG}defs":
                self.walk(child, variables)

    def _use(self, element: ElementTree.Element, variables: Style) -> None:
        symbol = self._symbols[element.get("href", "")[1:]]
        if not any("var(" in value for each in symbol.iter() for value in each.attrib.values()):
            return
        name = symbol.get("id", "")
        key = (name, repr(sorted(variables.items())))
        if key not in self._copies:
            self._copies[key] = f"{name}-{len(self._copies)}"
            twin = deepcopy(symbol)
            twin.set("id", self._copies[key])
            self._root.insert(0, twin)
            self.walk(twin, variables)
        element.set("href", f"#{self._copies[key]}")


def _declared(text: str) -> Style:
    pairs = (part.partition(":") for part in text.split(";") if part.strip())
    return {name.strip(): value.strip() for name, _, value in pairs}


def _resolved(value: str, variables: Style) -> str:
    """Without variables and mixtures."""
    value = VARIABLE.sub(lambda found: variables.get(found[1], found[2] or "none"), value)
    return MIX.sub(lambda found: _mixed(found[1], int(found[2]) / 100, found[3]), value)


def _mixed(one: str, part: float, other: str) -> str:
    if other == "transparent":
        return "rgba({},{},{},{})".format(*_colour(one), part)
    mixture = (round(part * a + (1 - part) * b) for a, b in zip(_colour(one), _colour(other), strict=True))
    return "rgb({},{},{})".format(*mixture)


def _colour(text: str) -> tuple[int, int, int]:
    """#rgb or #rrggbb; what is no colour is black."""
    digits = text.lstrip("#")
    digits = "".join(digit * 2 for digit in digits) if len(digits) == 3 else digits
    if len(digits) != 6:
        return 0, 0, 0
    red, green, blue = bytes.fromhex(digits)
    return red, green, blue
