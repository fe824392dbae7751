"""Settings: what is played, made and checked in one place."""

import pickle
from pathlib import Path

import pytest

from demitasse import BadOption, Batch, Match, Setting, Walk, game
from tests.positions import changed_box

OWN = pytest.mark.filterwarnings("ignore::demitasse.BoxWarning")


def test_a_setting_is_what_a_match_a_batch_and_a_walk_of_it_play() -> None:
    setting = Setting.of("coffee_rush", 3, {"less_luck": True})
    assert Setting.of(setting) is setting
    for made in (Match(setting), Batch(setting, 2), Walk(setting)):
        assert made.setting is setting
    assert (setting.seats, setting.options, setting.numbers.tolist()) == (3, {"less_luck": 1}, [1])
    assert Setting.of("coffee_rush").seats == 2


def test_a_setting_is_told_once() -> None:
    setting = Setting.of("coffee_rush")
    with pytest.raises(BadOption, match="says seats and options already"):
        Match(setting, 3)
    with pytest.raises(BadOption, match="says seats and options already"):
        Batch(setting, 2, options={})


@OWN
def test_another_process_has_the_same_setting(tmp_path: Path) -> None:
    ours = Setting.of("coffee_rush", 4, {"less_luck": 1})
    again = pickle.loads(pickle.dumps(ours))
    assert (again.game, again.seats, again.options) == (ours.game, 4, {"less_luck": 1})
    assert again.box is ours.game.box
    own = Setting.of("coffee_rush", 2, changed_box(game("coffee_rush"), tmp_path, ("copies = 2", "copies = 1")))
    assert own.own_box is not None
    assert pickle.loads(pickle.dumps(own)).box.text == own.own_box != game("coffee_rush").box.text


@OWN
def test_a_box_is_given_by_its_path_itself_or_its_text(tmp_path: Path) -> None:
    options = changed_box(game("coffee_rush"), tmp_path, ("copies = 2", "copies = 1"))
    by_path = Setting.of("coffee_rush", 2, options)
    by_itself = Setting.of("coffee_rush", 2, {"box": by_path.box})
    by_text = Setting.of("coffee_rush", 2, {}, by_path.box.text)
    assert by_itself.box is by_path.box
    assert by_text.own_box == by_path.own_box
    with pytest.raises(BadOption, match="box is the path of a TOML file; got 7"):
        Setting.of("coffee_rush", 2, {"box": 7})
