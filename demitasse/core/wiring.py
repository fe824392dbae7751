"""Wiring: a game from the files of its package, which have the same names in every game."""

from importlib import import_module
from typing import Any

from demitasse.core.game import Game
from demitasse.core.notation import VerbNotation
from demitasse.core.verbs import named


def wire(package: str, **about: Any) -> Game:
    """The game of a package; `about` is what no file of it tells, as Game names it: title, credits, pitch …"""

    def part(name: str) -> Any:
        return import_module(f"{package}.{name}")

    box, state, verbs, rules = part("box"), part("state"), part("verbs"), part("rules")
    return Game(
        name=package.rpartition(".")[2],
        seats=state.FIELDS["seats"].within,
        options=tuple(state.OPTIONS.entries),
        score=tuple(rules.SCORE.names),
        fields=state.FIELDS,
        actions=verbs.ACTIONS,
        outcomes=verbs.OUTCOMES,
        rules=rules,
        policy=part("policy"),
        features=part("features"),
        notation=VerbNotation(part("notation"), verbs.ACTIONS, verbs.OUTCOMES),
        table=part("table").table,
        counts=part("look").counts,
        tells=named(part("words"), "tell_", verbs.ACTIONS, verbs.OUTCOMES),
        clicks=named(part("actions"), "click_", verbs.ACTIONS),
        automatic=frozenset(part("actions").AUTOMATIC),
        losing=frozenset(getattr(part("actions"), "LOSING", ())),
        when_laid=getattr(part("actions"), "when_laid", Game.when_laid),
        closing=frozenset(getattr(part("actions"), "CLOSING", ())),
        details=getattr(part("actions"), "DETAILS", {}),
        scene=part("scene").scene,
        summary=part("summary").summary,
        turns=part("turns"),
        ending=part("result"),
        box_fields=box.FIELDS,
        read_box=box.read,
        **about,
    )
