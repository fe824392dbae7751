"""The border of some cells of a grid as a path, a little inside them, with rounded corners."""

from collections.abc import Sequence

Spot = tuple[int, int]


def border(cells: set[Spot], unit: int, inset: int, rounding: int) -> str:
    """An SVG path around cells of a size: clockwise from the right end of the first upper edge, holes the other way
    round.
    """
    edges: dict[Spot, list[Spot]] = {}  # where an edge begins: its directions
    for x, y in sorted(cells, key=lambda cell: cell[::-1]):
        for corner, step, other in (
            ((x, y), (1, 0), (x, y - 1)),
            ((x + 1, y), (0, 1), (x + 1, y)),
            ((x + 1, y + 1), (-1, 0), (x, y + 1)),
            ((x, y + 1), (0, -1), (x - 1, y)),
        ):
            if other not in cells:
                edges.setdefault(corner, []).append(step)
    loops = []
    while edges:
        loops.append(_loop(edges, unit, inset))
    return "".join(_rounded(loop, rounding) for loop in loops)


def seams(cells: set[Spot], unit: int, inset: int) -> str:
    """An SVG path of the lines between cells that lie beside each other."""
    long = unit - 2 * inset
    upright = [f"M{(x + 1) * unit} {y * unit + inset}v{long}" for x, y in sorted(cells) if (x + 1, y) in cells]
    flat = [f"M{x * unit + inset} {(y + 1) * unit}h{long}" for x, y in sorted(cells) if (x, y + 1) in cells]
    return "".join(upright + flat)


def _loop(edges: dict[Spot, list[Spot]], unit: int, inset: int) -> list[Spot]:
    """Takes one closed line out of the edges; its corners in a picture's coordinates."""
    start = next(iter(edges))
    at, ahead = start, edges[start][0]
    begun = ahead
    loop = []
    while True:
        edges[at].remove(ahead)
        if not edges[at]:
            del edges[at]
        at = (at[0] + ahead[0], at[1] + ahead[1])
        ways = [*edges.get(at, ()), *([begun] if at == start else ())]
        right = (-ahead[1], ahead[0])
        turn = right if right in ways else ways[0]  # where cells touch at a corner only, along the same cell
        if turn != ahead:
            inward = (-ahead[1] - turn[1], ahead[0] + turn[0])
            loop.append((at[0] * unit + inset * inward[0], at[1] * unit + inset * inward[1]))
        if at == start and turn == begun:
            return loop
        ahead = turn


def _rounded(loop: Sequence[Spot], rounding: int) -> str:
    """A closed line with rounded corners."""
    steps = []
    for k, (x, y) in enumerate(loop):
        (before_x, before_y), (after_x, after_y) = (
            _towards((x, y), loop[other % len(loop)], rounding) for other in (k - 1, k + 1)
        )
        steps.append(f"{before_x} {before_y}Q{x} {y} {after_x} {after_y}")
    return f"M{'L'.join(steps)}Z"


def _towards(corner: Spot, other: Spot, far: int) -> Spot:
    """A point so far away from a corner, on the way to another."""
    x, y = ((there > here) - (there < here) for here, there in zip(corner, other, strict=True))
    return corner[0] + far * x, corner[1] + far * y
