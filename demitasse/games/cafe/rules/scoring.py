"""The score of Café: cafés, tarts and the warehouse."""

from demitasse.core.bits import lowest
from demitasse.core.rule import rule
from demitasse.core.tables import Score
from demitasse.core.words import later
from demitasse.games.cafe.box import CAFE, COLOURS, DRY, ESPRESSO, FACE, ROAST, SHIP, TART
from demitasse.games.cafe.rules.cubes import cubes_of, cubes_on
from demitasse.games.cafe.rules.district import beside, cards, is_complete, kind_of

SHELF = 15  # bits of a number of cubes
BEST_TART = 9

SCORE = Score()
CAFES_LINE = SCORE.add(later("cafés"))
TARTS_LINE = SCORE.add(later("tarts"))
WAREHOUSE_LINE = SCORE.add(later("warehouse"))
TOTAL = SCORE.add(later("total"))
ROASTING_LINE = SCORE.add(later("roasting cubes"))
DRYING_LINE = SCORE.add(later("drying cubes"))


@rule
def score(b, s, out):
    for seat in range(s.seats):
        out[seat, CAFES_LINE] = 0
        for slot in range(cards(s, seat)):  # CF-30
            if is_complete(b, s, seat, slot):
                out[seat, CAFES_LINE] += b.vp[s.card[seat, slot] - 1]
        out[seat, TARTS_LINE] = tart_points(b, s, seat)
        out[seat, WAREHOUSE_LINE] = warehouse_points(s, seat)
        out[seat, ROASTING_LINE] = cubes_on(s, seat, ROAST)  # CF-32
        out[seat, DRYING_LINE] = cubes_on(s, seat, DRY)
        out[seat, TOTAL] = out[seat, CAFES_LINE] + out[seat, TARTS_LINE] + out[seat, WAREHOUSE_LINE]


@rule
def warehouse_points(s, seat):
    """CF-31, with the cubes on ships (CF-43) and those that espresso sections become (CF-51)."""
    held = 0  # the cubes of each colour, on shelves of one number
    room = 0  # and how many of each the espresso cubes may become: the supply, where they themselves go first
    espressos = 0
    for colour in range(COLOURS):
        poured = cubes_of(s, seat, ESPRESSO, colour)
        held |= (int(s.warehouse[seat, colour]) + cubes_of(s, seat, SHIP, colour)) << SHELF * colour
        room |= (int(s.supply[colour]) + poured) << SHELF * colour
        espressos += poured
    for _ in range(espressos):  # each becomes the fewest that can be had: no other choice makes the two fewest higher
        fewest = -1
        for colour in range(COLOURS):
            if on_shelf(room, colour) > 0 and (fewest < 0 or on_shelf(held, colour) < on_shelf(held, fewest)):
                fewest = colour
        held += 1 << SHELF * fewest
        room -= 1 << SHELF * fewest
    return two_fewest(held)


@rule
def on_shelf(numbers, colour):
    """One of four numbers that stand one above the other."""
    return numbers >> SHELF * colour & (1 << SHELF) - 1


@rule
def two_fewest(held):
    """CF-31: twice the fewest and once the second fewest."""
    fewest = 1 << SHELF
    second = 1 << SHELF
    for colour in range(COLOURS):
        number = on_shelf(held, colour)
        second = min(second, max(number, fewest))
        fewest = min(fewest, number)
    return 2 * fewest + second


@rule
def tart_points(b, s, seat):
    """CF-54: the dearest tarts first, each kept if it and those kept before can all have a café of their own; no choice
    is better.
    """
    kept = 0
    total = 0
    if s.seen[seat, TART] == 0:
        return 0
    for vp in range(BEST_TART, 0, -1):
        tarts = int(s.seen[seat, TART])
        while tarts:
            section = lowest(tarts)
            tarts &= tarts - 1
            if b.tart[s.card[seat, section // FACE] - 1, section % FACE] == vp:
                if cafes_beside(b, s, seat, section) and have_cafes(b, s, seat, kept | 1 << section):
                    kept |= 1 << section
                    total += vp
    return total


@rule
def have_cafes(b, s, seat, tarts):
    """Whether each tart of a set can have a café of its own: no set of cafés is all that too many tarts have (Hall's
    theorem).
    """
    number = cards(s, seat)
    for cafes in range(1 << number):
        room = 0
        for slot in range(number):
            room += cafes >> slot & 1
        for section in range(FACE * number):
            if tarts >> section & 1 and cafes_beside(b, s, seat, section) & ~cafes == 0:
                room -= 1
        if room < 0:
            return False
    return True


@rule
def cafes_beside(b, s, seat, section):
    """The slots of the complete cafés orthogonally next to a section, as bits."""
    number = cards(s, seat)
    found = 0
    for direction in range(4):
        other = beside(b, s, seat, number, section, direction)
        if other >= 0 and kind_of(b, s, seat, other) == CAFE and is_complete(b, s, seat, other // FACE):
            found |= 1 << (other // FACE)
    return found
