"""Words in drawings: lines fit, and break where readers expect it."""

import pytest

from demitasse.core.fit import cut, span, wrap


@pytest.mark.parametrize(
    ("text", "room", "lines"),
    [
        ("Develop or reserve a menu card", 104, ["Develop or", "reserve a menu", "card"]),
        ("коричневий", 58, ["коричне-", "вий"]),
        ("メニューを開発または予約", 104, ["メニューを", "開発または予約"]),
        ("手番に1回：スイーツ×1", 68, ["手番に1回：", "スイーツ×1"]),
        ("スイーツビュッフェ", 66, ["スイーツ", "ビュッフェ"]),
        ("クッション", 54, ["クッ", "ション"]),
        ("ちょうちょ", 54, ["ちょう", "ちょ"]),
        ("", 50, []),
    ],
)
def test_a_text_is_broken_where_readers_expect_it(text: str, room: float, lines: list[str]) -> None:
    assert wrap(text, room, 12) == lines


@pytest.mark.parametrize("text", ["スイーツビュッフェと「英国紅茶」、フルーツプレート。", "アイスキャラメルマキアートー"])
@pytest.mark.parametrize("room", range(36, 150, 6))
def test_a_japanese_line_does_not_begin_with_what_ends_one(text: str, room: int) -> None:
    lines = wrap(text, room, 12)
    assert "".join(lines) == text
    assert not any(line[0] in "、。」ーッュョ" for line in lines)


@pytest.mark.parametrize("text", ["Розробити або відкласти карту меню", "袋も置き場も空なので、全員が材料の半分を戻します。", "Take its tokens"])
@pytest.mark.parametrize("room", [60, 100, 200])
def test_lines_fit_and_lose_nothing(text: str, room: int) -> None:
    lines = wrap(text, room, 12)
    assert all(span(line, 12) <= room + 12 for line in lines)  # a mark that closes may stand out
    assert "".join(lines).replace(" ", "").replace("-", "") == text.replace(" ", "")


def test_a_name_that_is_too_long_ends_in_dots() -> None:
    assert cut("Olha", 100, 15) == "Olha"
    assert cut("Oleksandra the Great", 90, 15) == "Oleksandr…"
    assert span(cut("とても長い名前のプレイヤー", 90, 15), 15) <= 90
