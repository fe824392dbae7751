"""The contents of a Coffee Rush box, checked, as tables."""

from demitasse.core.box import Box, Contents
from demitasse.core.errors import BadBox
from demitasse.core.fields import Field, Fields

INGREDIENTS = 8
CELLS = 16
ORDERS = 64  # kinds of order card a box may hold
INGREDIENT_NAMES = ("coffee", "steam", "milk", "ice", "caramel", "chocolate", "water", "tea")
EASY_NAMES = ("Ristretto", "Espresso")  # CR-5
MAX_COPIES = 100  # of a card or a token, so that no counter of the state can overflow
MAX_CARDS = 200
PRINTED_STOCK = {"coffee": 18, "rush": 15}  # and 12 of everything else
PRINTED_CARDS = 80

FIELDS = Fields(
    {"cell": CELLS, "ingredient": INGREDIENTS, "order": ORDERS},
    Field("orders", "i2", "kinds of order card"),
    Field("rush_stock", "i2", "rush tokens"),
    Field("board", "i1", "the ingredient of a cell", ("cell",)),
    Field("specialty", "i1", "1: a specialty", ("ingredient",)),
    Field("stock", "i2", "tokens of an ingredient", ("ingredient",)),
    Field("copies", "i1", "cards of an order", ("order",)),
    Field("special", "i1", "1: of the special menu", ("order",)),
    Field("easy", "i1", "1: ristretto or espresso", ("order",)),
    Field("recipe", "i1", "what an order asks for", ("order", "ingredient")),
)


def read(contents: Contents) -> Box:
    """The box in a TOML file of our form."""
    contents.only(contents.toml, ("board", "specialty", "stock", "order"), "the box")
    _read_board(contents)
    _read_stock(contents)
    orders = _read_orders(contents)
    b = contents.record
    refuses = (
        {}
        if int(b.easy.sum()) == 2
        else {"less_luck": "it needs cards named exactly Ristretto and Espresso, both of them"}
    )
    return Box(contents.records, {"order": orders}, contents.text, contents.differs, refuses)


def _read_board(contents: Contents) -> None:
    rows = contents.get(contents.toml, "board", list, "the box")
    if len(rows) != 4 or any(not isinstance(row, list) or len(row) != 4 for row in rows):
        raise BadBox("board: expected 4 rows of 4 ingredients")
    for cell, word in enumerate(word for row in rows for word in row):
        contents.record.board[cell] = contents.index(
            INGREDIENT_NAMES, word, "ingredient", f"board, row {cell // 4 + 1}"
        )
    for word in contents.get(contents.toml, "specialty", list, "the box"):
        contents.record.specialty[contents.index(INGREDIENT_NAMES, word, "ingredient", "specialty")] = 1


def _read_stock(contents: Contents) -> None:
    stock = contents.get(contents.toml, "stock", dict, "the box")
    contents.only(stock, (*INGREDIENT_NAMES, "rush"), "stock")
    for name in (*INGREDIENT_NAMES, "rush"):
        number = contents.count(stock, name, 0, MAX_COPIES, "stock")
        contents.compare(f"{name} tokens", number, PRINTED_STOCK.get(name, 12))
        if name == "rush":
            contents.record.rush_stock = number
        else:
            contents.record.stock[INGREDIENT_NAMES.index(name)] = number


def _read_orders(contents: Contents) -> list[str]:
    b = contents.record
    rows = contents.rows("order", 1, ORDERS)
    names = contents.names(rows, "order")
    b.orders = len(rows)
    for slot, (row, name) in enumerate(zip(rows, names, strict=True)):
        contents.only(row, ("name", "ingredients", "copies", "special"), f"order {name}")
        ingredients = contents.get(row, "ingredients", list, f"order {name}")
        if not 1 <= len(ingredients) <= 12:
            raise BadBox(f"order {name}: it has {len(ingredients)} ingredients; expected 1 to 12")
        for word in ingredients:
            b.recipe[slot, contents.index(INGREDIENT_NAMES, word, "ingredient", f"order {name}")] += 1
        b.copies[slot] = contents.count(row, "copies", 1, MAX_COPIES, f"order {name}")
        b.special[slot] = contents.get(row, "special", bool, f"order {name}", False)
        b.easy[slot] = name in EASY_NAMES
    total = int(b.copies.sum())
    if total > MAX_CARDS:
        raise BadBox(f"the box has {total} order cards; expected at most {MAX_CARDS}")
    contents.compare("order cards", total, PRINTED_CARDS)
    return names
