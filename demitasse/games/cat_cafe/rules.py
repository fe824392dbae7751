"""The rules of Cat Café, as numbered CC-1 … CC-31."""

from demitasse.core.bits import highest, lowest, size_of
from demitasse.core.draws import below
from demitasse.core.rule import rule, who_acts
from demitasse.core.tables import Score
from demitasse.core.words import later
from demitasse.games.cat_cafe.box import CELLS, FLOORS, ITEMS, LONGEST_CHAIN, MAX_CELLS, TOWERS
from demitasse.games.cat_cafe.state import (
    CHOOSE,
    DRAWS,
    ENDED,
    FACES,
    FIRST_TAKES_ALL,
    LARGER,
    LAST_ROUND,
    ROLL,
    SEATS,
    SMALLER,
    TAKE,
)
from demitasse.games.cat_cafe.verbs import ACTIONS, FIRST_THING, MARK_HOUSE, MARK_THING, OUTCOMES, PASS, TAKE_DIE

# Items; a die shows item + 1, and cats are numbered by what they like
HOUSE = 0
YARN = 1
BUTTERFLY = 2
BOWL = 3
CUSHION = 4
MOUSE = 5

PAWS_OF_A_PASS = 3
PAWS_OF_A_BUTTERFLY = 2
LAST_TOWERS = 3  # full towers that end the game
ONE_TOWER = (1 << FLOORS) - 1
# Times the floors of one: the floors of all
ALL_TOWERS = 1 | 1 << FLOORS | 1 << 2 * FLOORS | 1 << 3 * FLOORS | 1 << 4 * FLOORS

NUM_ACTIONS = len(ACTIONS)
NUM_OUTCOMES = len(OUTCOMES)
MAX_LEGAL = MAX_CELLS * (ITEMS + ITEMS - 1) + 1  # every cell free and every cat to be had, and the pass
MAX_PLIES = LAST_ROUND * (SEATS + 1 + SEATS + SEATS)

SCORE = Score()
HOUSE_LINE = SCORE.add(later("house"))
YARN_LINE = SCORE.add(later("yarn"))
BUTTERFLY_LINE = SCORE.add(later("butterfly"))
BOWL_LINE = SCORE.add(later("bowl"))
CUSHION_LINE = SCORE.add(later("cushion"))
MOUSE_LINE = SCORE.add(later("mouse"))
TOWERS_LINE = SCORE.add(later("towers"))
TOTAL = SCORE.add(later("total"))

# The search for the best chains keeps its way in two numbers, 6 bits a step
STEP = 6
STEP_MASK = (1 << STEP) - 1
TOP_STEP = 9 * STEP
LOWER_STEPS = (1 << TOP_STEP) - 1


# Set-up ---------------------------------------------------------------------------------------------------------------


@rule
def setup(b, s, seats, options):
    s.seats = seats
    s.first_takes_all = options[FIRST_TAKES_ALL]
    for seat in range(seats):  # CC-3
        s.paws[seat] = b.paws_at_start
        s.paws_left[seat] = b.paws - b.paws_at_start
    s.phase = ROLL


# Who acts, what is legal ----------------------------------------------------------------------------------------------


@rule
def actor(b, s):
    return who_acts(int(s.phase), DRAWS, ENDED, int(s.seat))


@rule
def legal(b, s, out):
    """Writes the legal action ids, ascending, into out; returns how many."""
    if s.phase == CHOOSE:
        return legal_choices(b, s, out)
    count = 0
    for face in range(FACES):  # CC-10
        if s.phase == TAKE and s.dice[face] > 0:
            out[count] = TAKE_DIE + face
            count += 1
    return count


@rule
def legal_choices(b, s, out):
    seat = int(s.seat)
    free = free_cells(b, s, seat)
    count = legal_houses(s, seat, free & floors_in_reach(s, seat, HOUSE) * ALL_TOWERS, out)
    for item in range(FIRST_THING, ITEMS):
        marks = free & floors_in_reach(s, seat, item) * ALL_TOWERS  # CC-11: any tower
        first = MARK_THING + (item - FIRST_THING) * CELLS
        while marks:
            if marks & ONE_TOWER:
                for floor in range(FLOORS):  # written first, then counted if it is legal: faster than a branch
                    out[count] = first + floor
                    count += marks >> floor & 1
            marks >>= FLOORS
            first += FLOORS
    out[count] = PASS  # CC-13
    return count + 1


@rule
def legal_houses(s, seat, marks, out):
    """CC-14: a house is marked with a cat not chosen before."""
    count = 0
    while marks:
        first = MARK_HOUSE + lowest(marks) * ITEMS
        marks &= marks - 1
        for cat in range(ITEMS):  # written first, then counted if it is legal: faster than a branch
            out[count] = first + cat
            count += 1 - int(s.cat[seat, cat])
    return count


@rule
def floors_in_reach(s, seat, item):
    """CC-12: the floors, as bits, on which the seat has paws enough to mark the item, with either die as the item."""
    own = int(s.die[seat]) - 1
    centre = int(s.centre) - 1
    paws = int(s.paws[seat])
    return floors_near(centre, paws - abs(own - item)) | floors_near(own, paws - abs(centre - item))


@rule
def floors_near(floor, paws):
    """The floors a die that shows `floor` can be changed to; none if paws are lacking already."""
    if paws < 0:
        return 0
    paws = min(paws, FLOORS - 1)
    return ((2 << 2 * paws) - 1) << floor >> paws & ONE_TOWER


@rule
def paws_needed(s, seat, item, floor):
    """CC-12: the fewest paws that make own and centre die show item and floor, in either assignment."""
    own = int(s.die[seat]) - 1
    centre = int(s.centre) - 1
    return min(abs(own - item) + abs(centre - floor), abs(own - floor) + abs(centre - item))


@rule
def free_cells(b, s, seat):
    """The cells, as bits, in which nothing is drawn."""
    free = int(b.cells)
    for cell in range(CELLS):
        if s.sheet[seat, cell] > 0:
            free ^= 1 << cell
    return free


@rule
def item_of(action):
    """The item an action marks."""
    if action < MARK_THING:
        return HOUSE
    return (action - MARK_THING) // CELLS + FIRST_THING


@rule
def cell_of(action):
    """The cell an action marks."""
    if action < MARK_THING:
        return (action - MARK_HOUSE) // ITEMS
    return (action - MARK_THING) % CELLS


@rule
def cat_of(action):
    """The cat that comes to the house an action marks."""
    return (action - MARK_HOUSE) % ITEMS


# Decisions ------------------------------------------------------------------------------------------------------------


@rule
def apply(b, s, action):
    """Carries out a legal action."""
    if action < MARK_HOUSE:
        take_die(s, action - TAKE_DIE)
    else:
        choose(b, s, action)


@rule
def take_die(s, face):
    """CC-10."""
    s.die[s.seat] = face + 1
    s.dice[face] -= 1
    s.seat = next_seat(s, int(s.seat))
    if s.seat == first_player(s):
        for left in range(FACES):
            if s.dice[left] > 0:
                s.dice[left] = 0
                s.centre = left + 1
        s.phase = CHOOSE


@rule
def choose(b, s, action):
    """Keeps the choice; when all have chosen, everything is carried out."""
    s.choice[s.seat] = action + 1
    chooser = next_chooser(s)
    if chooser >= 0:
        s.seat = chooser
        return
    for seat in range(s.seats):
        carry_out(s, seat, int(s.choice[seat]) - 1)
    check_towers(b, s)
    end_round(s)


@rule
def next_chooser(s):
    """The next seat, clockwise from the first player, that has not chosen; -1 if all have."""
    seat = first_player(s)
    for _ in range(s.seats):
        if s.choice[seat] == 0:
            return seat
        seat = next_seat(s, seat)
    return -1


@rule
def carry_out(s, seat, action):
    """Marks what a seat chose, or lets it pass."""
    if action == PASS:
        circle_paws(s, seat, PAWS_OF_A_PASS)  # CC-13
        return
    item = item_of(action)
    cell = cell_of(action)
    s.sheet[seat, cell] = item + 1
    s.paws[seat] -= paws_needed(s, seat, item, cell % FLOORS)  # CC-12
    if item == BUTTERFLY:
        circle_paws(s, seat, PAWS_OF_A_BUTTERFLY)  # CC-15
    elif item == HOUSE:  # CC-14
        cat = cat_of(action)
        s.cat[seat, cat] = 1
        s.cat_score[seat, cat] = 2 * number_of(s, seat, cat)


@rule
def circle_paws(s, seat, number):
    """As many as are left."""
    number = min(number, int(s.paws_left[seat]))
    s.paws_left[seat] -= number
    s.paws[seat] += number


# The end of a round ---------------------------------------------------------------------------------------------------


@rule
def check_towers(b, s):
    """Everybody looks before anybody circles a number: so several get the larger in one round."""
    numbers = 0
    for seat in range(s.seats):
        numbers |= number_to_circle(b, s, seat) << 2 * seat
    for seat in range(s.seats):
        number = numbers >> 2 * seat & 3
        if number > 0:
            s.bonus[seat, marked_tower(s, seat)] = number


@rule
def number_to_circle(b, s, seat):
    """CC-16: SMALLER or LARGER if the seat filled a tower in this round, else 0."""
    tower = marked_tower(s, seat)
    if tower < 0 or not is_full(b, s, seat, tower):
        return 0
    return LARGER if has_item(s, seat, tower, HOUSE) and not is_larger_gone(s, tower) else SMALLER


@rule
def marked_tower(s, seat):
    """The tower a seat marked an item in, or -1 if it passed."""
    action = int(s.choice[seat]) - 1
    return -1 if action == PASS else cell_of(action) // FLOORS


@rule
def is_larger_gone(s, tower):
    """CC-17: crossed out wherever it is not circled, as soon as it is circled; with the option, when anybody has filled
    the tower.
    """
    for seat in range(s.seats):
        if s.bonus[seat, tower] == LARGER or (s.first_takes_all and s.bonus[seat, tower] > 0):
            return True
    return False


@rule
def end_round(s):
    s.rounds += 1
    s.seat = first_player(s)
    s.centre = 0
    for seat in range(s.seats):
        s.die[seat] = 0
        s.choice[seat] = 0
    s.phase = ENDED if is_last_round(s) else ROLL


@rule
def is_last_round(s):
    """Whether the game ends with the rounds played so far."""
    for seat in range(s.seats):
        if full_towers(s, seat) >= LAST_TOWERS:  # CC-18
            return True
    return s.rounds >= LAST_ROUND  # CC-31


@rule
def full_towers(s, seat):
    full = 0
    for tower in range(TOWERS):
        full += s.bonus[seat, tower] > 0
    return full


@rule
def first_player(s):
    """CC-18: the seat after the last round's."""
    return int(s.rounds) % int(s.seats)


@rule
def next_seat(s, seat):
    """Clockwise."""
    return seat + 1 if seat + 1 < s.seats else 0


# Draws ----------------------------------------------------------------------------------------------------------------


@rule
def chances(b, s, weight):
    """Every face of a die is equally likely."""
    for face in range(FACES):
        weight[face] = 1
    return FACES


@rule
def pick(b, s, random, weight):
    """The face that `chances` and the generator's state give."""
    return below(random, FACES)


@rule
def settle(b, s, outcome):
    """CC-10: one more die lies on the table."""
    s.dice[outcome] += 1
    if dice_on_table(s) == s.seats + 1:
        s.phase = TAKE


@rule
def dice_on_table(s):
    number = 0
    for face in range(FACES):
        number += int(s.dice[face])
    return number


# Score ----------------------------------------------------------------------------------------------------------------


@rule
def score(b, s, out):
    for seat in range(s.seats):
        for line in range(TOTAL):
            out[seat, line] = 0
        for cat in range(ITEMS):  # CC-20
            out[seat, HOUSE_LINE] += s.cat_score[seat, cat]
        for tower in range(TOWERS):
            out[seat, YARN_LINE] += yarn_points(s, seat, tower)
            if s.bonus[seat, tower] > 0:  # CC-26
                out[seat, TOWERS_LINE] += b.bonus[tower, s.bonus[seat, tower] - 1]
        for cell in range(CELLS):
            item = s.sheet[seat, cell] - 1
            if item == BUTTERFLY:  # CC-22
                out[seat, BUTTERFLY_LINE] += 3
            elif item == BOWL:
                out[seat, BOWL_LINE] += kinds_beside(b, s, seat, cell)
            elif item == CUSHION:  # CC-24
                out[seat, CUSHION_LINE] += cell % FLOORS + 1
        out[seat, MOUSE_LINE] = mouse_points(b, cells_with(s, seat, MOUSE))
        out[seat, TOTAL] = 0  # CC-27: paws score nothing
        for line in range(TOTAL):
            out[seat, TOTAL] += out[seat, line]


@rule
def yarn_points(s, seat, tower):
    """CC-21."""
    own = yarns(s, seat, tower)
    if own == 0:
        return 0
    for other in range(s.seats):
        if yarns(s, other, tower) > own:
            return 3
    return 8


@rule
def yarns(s, seat, tower):
    number = 0
    for cell in range(tower * FLOORS, tower * FLOORS + FLOORS):
        number += s.sheet[seat, cell] == YARN + 1
    return number


@rule
def kinds_beside(b, s, seat, bowl):
    """CC-23: how many different kinds of item share an edge with a cell."""
    kinds = 0
    beside = int(b.beside[bowl])
    while beside:
        kinds |= 1 << int(s.sheet[seat, lowest(beside)])
        beside &= beside - 1
    return size_of(kinds & ~1)


# Chains of mice (CC-25) -----------------------------------------------------------------------------------------------


@rule
def mouse_points(b, mice):
    """What mice score, given as bits: group by group the split that scores most."""
    points = 0
    while mice:
        group = group_of(b, mice, lowest(mice))
        points += best_split(b, group)
        mice ^= group
    return points


@rule
def chain_points(length):
    return length * (length + 1)


@rule
def split_limit(b, mice):
    """No split scores more: each group as fours and a rest. Groups of up to four score just that."""
    limit = 0
    while mice:
        group = group_of(b, mice, lowest(mice))
        number = size_of(group)
        limit += number // LONGEST_CHAIN * chain_points(LONGEST_CHAIN) + chain_points(number % LONGEST_CHAIN)
        mice ^= group
    return limit


@rule
def best_split(b, mice):
    """The most a split scores. The search gives the first mouse of a group larger than a chain every chain there is,
    one after the other.

    First mice ascend along the way, so bits remember them; of the chain each got, its number is kept, the latest in the
    lowest bits of
    `near`, those of ten steps ago and more in `far`: room for twenty, and with 24 mice there are at most nineteen
    steps.
    """
    limit = split_limit(b, mice)
    first = first_to_split(b, mice)
    best = limit if first < 0 else 0
    points = 0
    firsts = 0
    near = 0
    far = 0
    number = 0
    while best < limit:
        number = next_chain(b, mice, first, number, best - points)
        if number >= 0:
            rest = mice ^ int(b.chain[first, number])
            gained = points + chain_points(int(b.chain_length[first, number]))
            second = first_to_split(b, rest)
            if second < 0:
                best = gained + split_limit(b, rest)
                number += 1
            else:  # a step further
                firsts |= 1 << first
                far = far << STEP | near >> TOP_STEP
                near = (near & LOWER_STEPS) << STEP | number
                mice = rest
                points = gained
                first = second
                number = 0
        elif firsts:  # all chains tried: a step back
            first = highest(firsts)
            firsts ^= 1 << first
            number = near & STEP_MASK
            near = near >> STEP | (far & STEP_MASK) << TOP_STEP
            far >>= STEP
            mice |= int(b.chain[first, number])
            points -= chain_points(int(b.chain_length[first, number]))
            number += 1
        else:
            break
    return best


@rule
def next_chain(b, mice, first, number, least):
    """The next chain, from `number` on, of the mouse `first` after which more than `least` points are not out of reach;
    or -1.
    """
    while number < b.chains[first]:
        chain = int(b.chain[first, number])
        if (
            chain & ~mice == 0
            and chain_points(int(b.chain_length[first, number])) + split_limit(b, mice ^ chain) > least
        ):
            return number
        number += 1
    return -1


@rule
def first_to_split(b, mice):
    """The first mouse of a group larger than a chain, or -1."""
    while mice:
        first = lowest(mice)
        group = group_of(b, mice, first)
        if size_of(group) > LONGEST_CHAIN:
            return first
        mice ^= group
    return -1


@rule
def group_of(b, cells, first):
    """Those of the cells that are connected with the first of them by cells behind it."""
    group = 1 << first
    edge = group
    while edge:
        reached = 0
        while edge:
            reached |= int(b.beside[lowest(edge)])
            edge &= edge - 1
        reached &= cells & ~group
        group |= reached
        edge = reached >> first << first
    return group


# What a seat knows ----------------------------------------------------------------------------------------------------


@rule
def view(b, s, seat):
    """Clears the others' choices of this round and lets `seat` choose first, if it has not chosen."""
    if s.phase == CHOOSE:
        for other in range(s.seats):
            if other != seat:
                s.choice[other] = 0
        s.seat = seat if s.choice[seat] == 0 else next_chooser(s)


# Helpers --------------------------------------------------------------------------------------------------------------


@rule
def cells_with(s, seat, item):
    """The cells, as bits, in which an item is drawn."""
    cells = 0
    for cell in range(CELLS):
        if s.sheet[seat, cell] == item + 1:
            cells |= 1 << cell
    return cells


@rule
def number_of(s, seat, item):
    """How many of an item are on a sheet."""
    number = 0
    for cell in range(CELLS):
        number += s.sheet[seat, cell] == item + 1
    return number


@rule
def has_item(s, seat, tower, item):
    for cell in range(tower * FLOORS, tower * FLOORS + FLOORS):
        if s.sheet[seat, cell] == item + 1:
            return True
    return False


@rule
def is_full(b, s, seat, tower):
    for cell in range(tower * FLOORS, tower * FLOORS + FLOORS):
        if s.sheet[seat, cell] == 0 and b.cells >> cell & 1:
            return False
    return True


# Invariants -----------------------------------------------------------------------------------------------------------

INVARIANTS = (
    "all hold",
    "items are drawn where the sheet has cells, at most one a round",
    "one cat was chosen for each house, and scored 2 for each of some items of its kind",
    "paws circled are those of the start, 3 for each pass and 2 for each butterfly, as many as there are; "
    "and none is unused that was not circled",
    "a number is circled on each full tower and on no other, the larger only with a house, "
    "the smaller with a house only if it was filled before",
    "nobody has more than 3 full towers; the game ends with the third or with the 100th round, and only then",
    "as many dice are rolled and taken as the phase asks for, by the seats whose turn it was",
    "choices are made while everybody chooses, each is legal, and the seat that is asked has made none",
)


@rule
def check(b, s):
    """0, or the number of the first broken invariant."""
    for seat in range(s.seats):
        wrong = check_sheet(b, s, seat)
        if wrong:
            return wrong
    if (s.phase == ENDED) != is_last_round(s):
        return 5
    if not dice_fit(s):
        return 6
    return 0 if choices_fit(b, s) else 7


@rule
def check_sheet(b, s, seat):
    drawn = 0
    for cell in range(CELLS):
        if s.sheet[seat, cell] > 0:
            drawn += 1
            if not b.cells >> cell & 1:
                return 1
    if drawn > s.rounds:
        return 1
    if not cats_fit(s, seat):
        return 2
    passes = s.rounds - drawn
    circled = b.paws_at_start + PAWS_OF_A_PASS * passes + PAWS_OF_A_BUTTERFLY * number_of(s, seat, BUTTERFLY)
    circled = min(int(b.paws), circled)
    if s.paws_left[seat] != b.paws - circled or s.paws[seat] > circled:
        return 3
    for tower in range(TOWERS):
        if not bonus_fits(b, s, seat, tower):
            return 4
    if full_towers(s, seat) > LAST_TOWERS:
        return 5
    return 0


@rule
def cats_fit(s, seat):
    """CC-14."""
    chosen = 0
    for cat in range(ITEMS):
        points = int(s.cat_score[seat, cat])
        if points % 2 or points > 2 * number_of(s, seat, cat) * s.cat[seat, cat]:
            return False
        if cat == HOUSE and s.cat[seat, cat] and points == 0:  # its own house counts
            return False
        chosen += s.cat[seat, cat]
    return chosen == number_of(s, seat, HOUSE)


@rule
def bonus_fits(b, s, seat, tower):
    """CC-16, CC-17."""
    bonus = int(s.bonus[seat, tower])
    if (bonus > 0) != is_full(b, s, seat, tower):
        return False
    with_house = has_item(s, seat, tower, HOUSE)
    if bonus == LARGER:
        return with_house
    return bonus == 0 or not with_house or is_larger_gone_for(s, seat, tower)


@rule
def is_larger_gone_for(s, seat, tower):
    """Whether another seat may have been before this one, which circled the smaller number."""
    for other in range(s.seats):
        if other != seat and (s.bonus[other, tower] == LARGER or (s.first_takes_all and s.bonus[other, tower] > 0)):
            return True
    return False


@rule
def dice_fit(s):
    """CC-10."""
    on_table = dice_on_table(s)
    first = first_player(s)
    taken = 0
    if s.phase == TAKE:
        taken = (s.seat - first) % s.seats
    elif s.phase == CHOOSE:
        taken = int(s.seats)
    for distance in range(s.seats):
        if (s.die[(first + distance) % s.seats] > 0) != (distance < taken):
            return False
    if (s.centre > 0) != (s.phase == CHOOSE):
        return False
    if s.phase == TAKE:
        return on_table == s.seats + 1 - taken
    if s.phase == ROLL:
        return on_table <= s.seats and s.seat == first
    return on_table == 0 and (s.phase == CHOOSE or s.seat == first)


@rule
def choices_fit(b, s):
    for seat in range(s.seats):
        choice = int(s.choice[seat])
        if choice > 0 and (s.phase != CHOOSE or seat == s.seat or not is_legal_choice(b, s, seat, choice - 1)):
            return False
    return True


@rule
def is_legal_choice(b, s, seat, action):
    if action == PASS:
        return True
    if action < MARK_HOUSE:
        return False
    item = item_of(action)
    cell = cell_of(action)
    if not free_cells(b, s, seat) >> cell & 1 or (item == HOUSE and s.cat[seat, cat_of(action)]):
        return False
    return paws_needed(s, seat, item, cell % FLOORS) <= s.paws[seat]
