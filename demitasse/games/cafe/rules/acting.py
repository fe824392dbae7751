"""Acting in Café: growing, drying, roasting, delivering, dropping, and the end of a turn."""

from demitasse.core.bits import lowest
from demitasse.core.rule import rule
from demitasse.games.cafe.box import ANY_COLOUR, CAFE, COLOURS, DRY, ESPRESSO, FACE, GROW, ROAST
from demitasse.games.cafe.rules.cubes import clear, fill, has_all, has_supply, put, to_supply
from demitasse.games.cafe.rules.district import first_in_reading, is_open, kind_of
from demitasse.games.cafe.rules.rounds import begin_turn, end_round
from demitasse.games.cafe.state import ACT, COLOUR, DELIVER, SECTIONS
from demitasse.games.cafe.verbs import (
    CHOOSE,
    DELIVER_FROM,
    DROP,
    DRY_INTO,
    END,
    GROW_GROUP,
    ROAST_INTO,
    TARGETS,
    WAREHOUSE,
)


@rule
def legal_acts(b, s, out):
    """CF-16."""
    seat = int(s.seat)
    filled = int(s.filled[seat])
    grown = int(s.seen[seat, GROW]) & filled  # sections as bits
    dried = int(s.seen[seat, DRY]) & filled
    roasted = int(s.seen[seat, ROAST]) & filled
    count = 0
    if s.points > 0:
        count = add_sections(groups_to_grow(b, s, seat), GROW_GROUP, out, count)
    if grown:
        count = add_moves(s, seat, DRY_INTO, open_sections(s, seat, DRY), grown, out, count)
    if dried:
        count = add_moves(s, seat, ROAST_INTO, open_sections(s, seat, ROAST), dried, out, count)
    if s.points > 0 or s.opened == DELIVER:
        count = add_all_deliveries(b, s, roasted, out, count)
    count = add_sections(grown | dried | roasted, DROP, out, count)  # CF-26
    out[count] = END
    return count + 1


@rule
def groups_to_grow(b, s, seat):
    """The groups with an empty growing section that finds a cube in the supply (CF-20, CF-52), as bits."""
    groups = 0
    plenty = has_all(s)
    empty = int(s.seen[seat, GROW] & ~s.filled[seat])
    while empty:
        section = lowest(empty)
        empty &= empty - 1
        if plenty or can_grow(s, b.grows[s.card[seat, section // FACE] - 1, section % FACE]):
            groups |= 1 << (int(s.group[seat, section]) - 1)
    return groups


@rule
def can_grow(s, grows):
    """Whether an empty growing section finds a cube in the supply."""
    return has_supply(s) if grows == ANY_COLOUR else s.supply[grows - 1] > 0


@rule
def open_sections(s, seat, kind):
    """The sections of a kind that cubes may be put on, as bits: empty, with a point or in an open action; or filled in
    this very action (CF-25).
    """
    found = 0
    if s.points > 0:
        found = int(s.seen[seat, kind] & ~s.filled[seat])
    if s.opened == kind:
        found |= sections_of_open(s, seat)
    return found


@rule
def sections_of_open(s, seat):
    """Those of the group that drying or roasting is open on, as bits."""
    found = 0
    left = int(s.seen[seat, s.opened])
    while left:
        section = lowest(left)
        left &= left - 1
        if s.group[seat, section] == s.open_group and (s.cubes[seat, section] == 0 or s.fresh[section]):
            found |= 1 << section
    return found


@rule
def add_sections(sections, first, out, count):
    """Appends one action for each section of a set."""
    while sections:
        out[count] = first + lowest(sections)
        count += 1
        sections &= sections - 1
    return count


@rule
def add_moves(s, seat, first, targets, sources, out, count):
    """Appends the moves from filled sections into those that may be filled (CF-21, CF-22); never two colours into one
    (CF-25).
    """
    while targets and sources:
        target = lowest(targets)
        colour = s.colour[seat, target]
        left = sources
        while left:
            source = lowest(left)
            if colour == 0 or colour == s.colour[seat, source]:
                out[count] = first + target * SECTIONS + source
                count += 1
            left &= left - 1
        targets &= targets - 1
    return count


@rule
def add_deliveries(b, s, source, out, count):
    """Appends where a cube of a roasting section may go (CF-23, CF-51), the warehouse last."""
    seat = int(s.seat)
    colour = int(s.colour[seat, source]) - 1
    first = DELIVER_FROM + source * TARGETS
    targets = int(s.seen[seat, CAFE] | s.seen[seat, ESPRESSO] & ~s.filled[seat])
    while targets:
        target = lowest(targets)
        targets &= targets - 1
        if kind_of(b, s, seat, target) == ESPRESSO or needs(b, s, seat, target, colour):
            out[count] = first + target
            count += 1
    out[count] = first + WAREHOUSE
    return count + 1


@rule
def add_all_deliveries(b, s, sources, out, count):
    """Appends the deliveries from each roasting section of a set."""
    while sources:
        count = add_deliveries(b, s, lowest(sources), out, count)
        sources &= sources - 1
    return count


@rule
def needs(b, s, seat, section, colour):
    """Whether this is the first section of a café that lacks a cube of a colour."""
    slot = section // FACE
    card = s.card[seat, slot] - 1
    if b.cafe[card] != section % FACE + 1 or not is_open(b, s, seat, slot):
        return False
    return s.served[seat, slot, colour] < b.needs[card, colour]


@rule
def legal_colours(s, out):
    """CF-52."""
    count = 0
    for colour in range(COLOURS):
        if s.supply[colour] > 0:
            out[count] = CHOOSE + colour
            count += 1
    return count


@rule
def grow(b, s, seat, group):
    """CF-20: every empty section of the group, in reading order; a surplus two cubes (CF-53); batches ask for a colour
    (CF-52).
    """
    close(s)
    s.points -= 1
    batches = False
    empty = empty_fields(s, seat, group)
    while empty:
        section = first_in_reading(s, seat, empty)
        empty &= ~(1 << section)
        card = s.card[seat, section // FACE] - 1
        colour = int(b.grows[card, section % FACE]) - 1
        if colour == ANY_COLOUR - 1:
            batches = True
        else:
            amount = min(int(b.amount[card, section % FACE]), int(s.supply[colour]))
            if amount > 0:
                fill(s, seat, section, colour, amount)
    if batches:
        s.growing = group + 1
        ask_colour(b, s, seat)


@rule
def empty_fields(s, seat, group):
    """The empty sections of a growing group, as bits."""
    found = 0
    left = int(s.seen[seat, GROW] & ~s.filled[seat])
    while left:
        section = lowest(left)
        left &= left - 1
        if s.group[seat, section] == group + 1:
            found |= 1 << section
    return found


@rule
def ask_colour(b, s, seat):
    """The next empty batch of the group asks for its colour, if the supply has any."""
    s.phase = COLOUR
    if empty_batch(b, s, seat) < 0 or not has_supply(s):
        s.growing = 0
        s.phase = ACT


@rule
def grow_batch(b, s, seat, colour):
    """CF-52: the batch that asked for a colour gets its cube."""
    fill(s, seat, empty_batch(b, s, seat), colour, 1)
    ask_colour(b, s, seat)


@rule
def empty_batch(b, s, seat):
    """The first empty batch, in reading order, of the group that grows, or -1."""
    empty = empty_fields(s, seat, int(s.growing) - 1)
    while empty:
        section = first_in_reading(s, seat, empty)
        empty &= ~(1 << section)
        if b.grows[s.card[seat, section // FACE] - 1, section % FACE] == ANY_COLOUR:
            return section
    return -1


@rule
def move(s, seat, kind, target, source):
    """CF-21, CF-22: all cubes of a section into one of the next kind; the first into a group pays and opens the
    action.
    """
    group = s.group[seat, target]
    if s.opened != kind or s.open_group != group:
        close(s)
        s.points -= 1
        s.opened = kind
        s.open_group = group
    put(s, seat, target, int(s.colour[seat, source]) - 1, int(s.cubes[seat, target]) + int(s.cubes[seat, source]))
    s.fresh[target] = 1
    clear(s, seat, source)


@rule
def deliver(b, s, seat, source, target):
    """CF-23: one cube to a café or an espresso section (CF-51), or all that are left to the warehouse."""
    if s.opened != DELIVER:
        close(s)
        s.points -= 1
        s.opened = DELIVER
    colour = int(s.colour[seat, source]) - 1
    if target == WAREHOUSE:
        s.warehouse[seat, colour] += s.cubes[seat, source]
        s.cubes[seat, source] = 0
    else:
        s.cubes[seat, source] -= 1
        if kind_of(b, s, seat, target) == CAFE:
            s.served[seat, target // FACE, colour] += 1
        else:
            put(s, seat, target, colour, 1)
    s.begun = source + 1
    if s.cubes[seat, source] == 0:
        s.begun = 0
        clear(s, seat, source)


@rule
def drop(s, seat, section):
    """CF-26."""
    to_supply(s, seat, section)
    s.fresh[section] = 0


@rule
def close(s):
    """No action is open any more."""
    if s.open_group > 0:
        for section in range(SECTIONS):
            s.fresh[section] = 0
    s.opened = 0
    s.open_group = 0


@rule
def end_turn(s):
    close(s)
    s.points = 0
    s.turn += 1
    if s.turn == s.seats:
        end_round(s)
    else:
        begin_turn(s)
