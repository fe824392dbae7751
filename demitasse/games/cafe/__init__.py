"""Café: a district of cards, where coffee is grown, dried, roasted and delivered, for 1 to 4."""

from collections.abc import Mapping

from demitasse.core.game import Game
from demitasse.core.tables import Option
from demitasse.core.words import later
from demitasse.games.cafe import box, notation, policy, rules
from demitasse.games.cafe.look import counts
from demitasse.games.cafe.notation import rating
from demitasse.games.cafe.scene import scene
from demitasse.games.cafe.state import FIELDS
from demitasse.games.cafe.summary import summary
from demitasse.games.cafe.table import table
from demitasse.games.cafe.words import tell

__all__ = ["GAME", "rating"]


def refuse(seats: int, options: Mapping[str, int]) -> str | None:
    """Why a combination is not played."""
    if "auction" in options and "expresso" in options:  # CF-50
        return "auction and expresso cannot be played together: the rulebook does not say how"
    if "auction" in options and seats == 1:  # CF-40
        return "an auction needs 2 to 4 players; got 1 seat"
    return None


GAME = Game(
    name="cafe",
    title=later("Café"),
    credits=later("Designed by Rôla and Costa, published by Pythagoras"),
    seats=range(1, 5),
    options=(
        Option(
            "auction", later("the advanced variant: an auction for the master's token in every round, cards are free")
        ),
        Option("expresso", later("the eight Expresso cards: espresso, batches, surplus and custard tarts")),
        Option("promos", later("so many promo cards in the deck"), high=3),
    ),
    score=(
        later("cafés"),
        later("tarts"),
        later("warehouse"),
        later("total"),
        later("roasting cubes"),
        later("drying cubes"),
    ),
    fields=FIELDS,
    rules=rules,
    uneven=True,
    policy=policy,
    notation=notation,
    table=table,
    scene=scene,
    summary=summary,
    counts=counts,
    tell=tell,
    box_fields=box.FIELDS,
    read_box=box.read,
    pitch=later("Grow, dry, roast and deliver coffee to the cafés of Portugal."),
    minutes=45,
    texts_need_state=True,
    refuse=refuse,
    heaviest=1,
)
