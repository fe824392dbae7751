"""Contracts: the rules and policy of every game, handed over as what core/game.py asks of them.

So the type checker holds them to it, although they are compiled code without types: a function that is missing, or
takes more or fewer arguments, is an error of `make check`.
"""

from demitasse import game, game_names
from demitasse.core.game import ChoosyPolicy, NotingPolicy, Policy, Rules, SecretRules, StackingRules
from demitasse.games.cafe import policy as cafe_policy
from demitasse.games.cafe import rules as cafe
from demitasse.games.cat_cafe import policy as cat_cafe_policy
from demitasse.games.cat_cafe import rules as cat_cafe
from demitasse.games.coffee_rush import policy as coffee_rush_policy
from demitasse.games.coffee_rush import rules as coffee_rush
from demitasse.games.kanban_menu import policy as kanban_menu_policy
from demitasse.games.kanban_menu import rules as kanban_menu

SECRET: dict[str, SecretRules] = {"cat_cafe": cat_cafe}
STACKING: dict[str, StackingRules] = {"cafe": cafe}
OPEN: dict[str, Rules] = {"coffee_rush": coffee_rush, "kanban_menu": kanban_menu}
CHOOSY: dict[str, ChoosyPolicy] = {"cafe": cafe_policy}
NOTING: dict[str, NotingPolicy] = {
    "cat_cafe": cat_cafe_policy,
    "coffee_rush": coffee_rush_policy,
}
PLAIN: dict[str, Policy] = {
    "kanban_menu": kanban_menu_policy,
}


def test_no_game_is_left_out() -> None:
    """And one that has something to hide, to sort, to note or to leave out is held to that."""
    rules, policies = {**OPEN, **SECRET, **STACKING}, {**PLAIN, **NOTING, **CHOOSY}
    for name in game_names():
        assert rules[name] is game(name).rules
        assert policies[name] is game(name).policy
        assert hasattr(rules[name], "view") == (name in SECRET)
        assert hasattr(rules[name], "stack") == (name in STACKING)
        assert hasattr(policies[name], "note") == (name in NOTING or name in CHOOSY)
        assert hasattr(policies[name], "shortlist") == (name in CHOOSY)
