"""Tables over the API: making, sitting down, playing, taking back, leaving, coming back, playing again; against both
databases.
"""

from __future__ import annotations

import asyncio
import gzip
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import brotli
import pytest

import demitasse
from demitasse.core.draws import commitment
from tests.server.client import Refused, hear, refusal
from tests.server.conftest import House
from tests.server.playing import SCREEN, play_until

HAND = {"game": "coffee_rush", "by_hand": True, "seats": [{"kind": "me"}, {"kind": "screen", "name": "Taras"}]}


@pytest.mark.parametrize("game", demitasse.game_names())
def test_a_whole_game_against_a_bot_and_a_friend_at_the_same_screen(house: House, game: str) -> None:
    async def work() -> None:
        olha = await house.guest()
        seats = [{"kind": "me"}, {"kind": "screen", "name": "Taras"}, {"kind": "bot", "level": "guest"}]
        table = await olha.table({"game": game, "seats": seats})
        over = await play_until(olha, table, [0, 1], lambda now: False)
        assert over["stage"] == "over"
        assert over["winners"]
        assert [seat["name"] for seat in over["seats"]] == ["Olha", "Taras", "Arabica"]
        assert commitment(over["seed"]) == over["commit"]
        text = await olha.get(f"/api/tables/{table}/record")
        assert any("draws follow from the seed" in line for line in demitasse.verify(text))
        match = demitasse.load(text)
        assert match.names == ("Olha", "Taras", "Arabica")
        assert over["scores"] == match.breakdown()
        assert over["winners"] == match.winners()
        places = over["result"]["places"]
        assert [place["seat"] for place in places if place["place"] == 1] == match.winners()
        assert [place["total"] for place in places] == sorted(match.scores(), reverse=True)
        assert (await olha.get(f"/api/tables/{table}/result.svg")).startswith("<svg")

    house.run(work())


def test_friends_join_by_link_watch_and_leave(either: House) -> None:
    async def work() -> None:
        olha, taras, passer = await either.guest("Olha"), await either.guest("Taras"), either.client()
        table = await olha.table(
            {"game": "kanban_menu", "seats": [{"kind": "me"}, {"kind": "open"}], "listed": True}, start=False
        )
        with refusal("not-now"):
            await olha.post(f"/api/tables/{table}/start", {})
        assert [line["id"] for line in await passer.get("/api/tables")] == [table]
        joined = await taras.post(f"/api/tables/{table}/join", {"luck": "three cats"})
        assert joined["yours"] == [1]
        assert joined["luck"] == ["", "three cats"]
        with pytest.raises(Refused) as refused:
            await taras.post(f"/api/tables/{table}/start", {})
        assert refused.value.status == 403
        begun = await olha.post(f"/api/tables/{table}/start", {"luck": "green"})
        assert begun["stage"] == "playing"
        assert begun["luck"] == ["green", "three cats"]
        watching = await passer.shown(table)
        assert watching["seat"] is None
        assert watching["scene"]["actions"] == []
        await taras.post(f"/api/tables/{table}/leave")
        assert (await olha.shown(table))["seats"][1]["level"] == "regular"
        now = await olha.shown(table)
        await taras.post(f"/api/tables/{table}/seat", {"seat": 1, "seq": now["head"], "nonce": "b", "change": "back"})
        assert (await olha.shown(table))["seats"][1]["level"] is None

    either.run(work())


def test_a_seat_left_before_the_game_is_open_again(house: House) -> None:
    async def work() -> None:
        olha, taras = await house.guest("Olha"), await house.guest("Taras")
        table = await olha.table({"game": "kanban_menu", "seats": [{"kind": "me"}, {"kind": "open"}]}, start=False)
        await taras.post(f"/api/tables/{table}/join", {})
        left = await taras.post(f"/api/tables/{table}/leave")
        assert [seat["kind"] for seat in left["seats"]] == ["person", "open"]
        await olha.post(
            f"/api/tables/{table}/seat", {"seat": 1, "seq": 0, "nonce": "n", "change": "bot", "level": "guest"}
        )
        assert [(seat["kind"], seat["name"]) for seat in (await olha.shown(table))["seats"]] == [
            ("person", "Olha"),
            ("bot", "Arabica"),
        ]

    house.run(work())


def test_undo_restart_of_a_turn_concession_and_another_game(either: House) -> None:
    async def work() -> None:
        olha = await either.guest()
        table = await olha.table(SCREEN)
        now = await play_until(olha, table, [0, 1], lambda now: bool(now["restart"]))
        seat = now["undo_seat"]
        assert now["undo"]
        done = await olha.post(f"/api/tables/{table}/undo", {"seat": seat, "seq": now["head"], "nonce": "u"})
        assert done == {"seq": now["head"] + 1, "head": now["head"] + 1}
        after = await olha.shown(table, seat)
        assert after["ply"] == now["ply"] - 1
        await olha.post(f"/api/tables/{table}/undo", {"seat": seat, "seq": after["head"], "nonce": "v", "turn": True})
        after = await olha.shown(table, seat)
        assert after["undo_seat"] != seat
        with refusal("not-now"):
            await olha.post(f"/api/tables/{table}/undo", {"seat": seat, "seq": after["head"], "nonce": "w"})
        await olha.post(
            f"/api/tables/{table}/seat", {"seat": 0, "seq": after["head"], "nonce": "c", "change": "concede"}
        )
        over = await olha.shown(table)
        assert (over["stage"], over["winners"], over["seats"][0]["conceded"]) == ("over", [1], True)
        assert commitment(over["seed"]) == over["commit"]
        record = await olha.get(f"/api/tables/{table}/record")
        assert "conceded: 0" in record
        assert any("draws follow from the seed" in line for line in demitasse.verify(record))
        again = await olha.post(f"/api/tables/{table}/rematch")
        assert (await olha.post(f"/api/tables/{table}/rematch"))["id"] == again["id"]
        assert [seat["name"] for seat in again["seats"]] == ["Taras", "Olha"]
        assert (await olha.shown(table))["rematch"] == again["id"]

    either.run(work())


def test_beside_a_real_box_draws_are_entered_and_taken_back(house: House) -> None:
    async def work() -> None:
        olha = await house.guest()
        table = await olha.table(HAND)
        now = await olha.shown(table)
        assert now["waiting"] == []
        assert now["head"] == 0
        draws = now["draws"]
        assert len(draws) > 1
        assert all(draw["label"] and draw["weight"] > 0 for draw in draws)
        await olha.play(table, 1, 0, draws[0]["text"], "d")
        assert (await olha.play(table, 1, 0, draws[0]["text"], "d")) == {"seq": 1, "head": 1}
        await olha.post(f"/api/tables/{table}/undo", {"seat": 1, "seq": 1, "nonce": "u"})
        again = await olha.shown(table)
        assert (again["ply"], again["head"], again["draws"]) == (0, 2, draws)
        with refusal("illegal"):
            await olha.play(table, 0, 2, "order Ambrosia", "x")

    house.run(work())


def test_a_nonce_gets_its_old_answer_and_an_old_number_the_head(either: House) -> None:
    async def work() -> None:
        olha = await either.guest()
        table = await olha.table(SCREEN)
        now = await olha.shown(table)
        seat, text = now["seat"], now["scene"]["actions"][0]["text"]
        first = await olha.play(table, seat, now["head"], text, "once")
        assert await olha.play(table, seat, now["head"], text, "once") == first
        with pytest.raises(Refused) as refused:
            await olha.play(table, seat, now["head"], text, "twice")
        assert (refused.value.status, refused.value.problem["type"], refused.value.problem["head"]) == (
            409,
            "stale",
            first["head"],
        )
        either.restart()
        assert await olha.play(table, seat, now["head"], text, "once") == first

    either.run(work())


def test_a_record_becomes_a_table_to_look_at_or_to_go_on_with(house: House) -> None:
    async def work() -> None:
        olha = await house.guest()
        match = demitasse.Match("kanban_menu", 2, seed=3, auto_draw=True, names=["Ada", "Bo"])
        while match.actor is not None and len(match.plies) < 60:
            match.play(match.legal()[0])
        seats: list[dict[str, Any]] = [{"kind": "me"}, {"kind": "bot", "level": "guest"}]
        table = await olha.table({"seats": seats, "record": match.record()})
        now = await olha.shown(table)
        assert now["ply"] >= len(match.plies)
        log = await olha.get(f"/api/tables/{table}/log")
        assert [row["text"] for row in log["rows"][: len(match.plies)]] == [ply.text for ply in match.plies]
        alone = await olha.post("/api/tables", {"seats": seats[:1], "record": match.record()})
        assert [(seat["kind"], seat["level"]) for seat in alone["seats"]] == [("person", None), ("bot", "regular")]
        with refusal("bad-setting"):
            await olha.post("/api/tables", {"seats": [], "record": match.record()})
        while match.actor is not None:
            match.play(match.legal()[-1])
        looked_at = await olha.post("/api/tables", {"seats": [], "record": match.record()})
        assert looked_at["stage"] == "over"
        assert [seat["name"] for seat in looked_at["seats"]] == ["Ada", "Bo"]
        with refusal("bad-record"):
            await olha.post("/api/tables", {"seats": seats, "record": match.record().replace("kanban_menu", "kanban")})
        fork = await olha.post("/api/tables", {"seats": seats, "from": {"table": looked_at["id"], "ply": 20}})
        assert (fork["ply"], fork["stage"]) == (20, "open")
        begun = await olha.post(f"/api/tables/{fork['id']}/start", {})
        assert begun["stage"] == "playing"

    house.run(work())


WHY = {  # what is wrong with a record and with a setting
    "en": ("there is no game 'chess'", "Coffee Rush is played by 2 to 4; got 1 seats"),
    "uk": ("гри 'chess' немає", "Моя Кав'ярня: гравців від 2 до 4, а тут 1"),
    "ru": ("игры 'chess' нет", "Время кофе: игроков от 2 до 4, а здесь 1"),
    "ja": ("'chess'というゲームはありません", "コーヒーラッシュは2〜4人用です（1人）"),
}


def test_what_is_refused_is_said_in_the_readers_language(house: House) -> None:
    async def work() -> None:
        olha = await house.guest()
        asked: list[dict[str, Any]] = [
            {"seats": [{"kind": "me"}], "record": "game: chess\nseats: 2\n"},
            {"seats": [{"kind": "me"}], "game": "coffee_rush"},
        ]
        for language, sentences in WHY.items():
            olha.headers["accept-language"] = language
            for body, sentence in zip(asked, sentences, strict=True):
                with pytest.raises(Refused) as refused:
                    await olha.post("/api/tables", body)
                assert refused.value.problem["why"].startswith(sentence)
                assert re.search("there is no game|is played by", refused.value.problem["detail"]), "for programs"

    house.run(work())


def test_replays_previews_hints_pictures_and_words(house: House) -> None:
    async def work() -> None:
        olha = await house.guest()
        table = await olha.table({**SCREEN, "hints": True})
        now = await play_until(olha, table, [0, 1], lambda now: now["ply"] > 12)
        place = f"/api/tables/{table}"
        replay = await olha.get(f"{place}/replay", ply=9, language="uk")
        assert (replay["ply"], replay["plies"]) == (9, now["ply"])
        assert replay["scene"]["groups"]
        now = await olha.shown(table)
        text = now["scene"]["actions"][0]["text"]
        preview = await olha.get(f"{place}/preview", seat=now["seat"], text=text)
        assert len(preview["scores"]) == 2
        hint = await olha.get(f"{place}/hint", seat=now["seat"])
        assert {action["text"] for action in hint["actions"]} == {action["text"] for action in now["scene"]["actions"]}
        assert hint["best"] == hint["actions"][0]["text"] == hint["ways"][0]["plies"][0]
        assert all(way["say"] and way["path"] and way["after"]["furniture"] for way in hint["ways"])
        assert all(0 <= way["chance"] <= 1 for way in hint["ways"])
        assert (await olha.get(f"{place}/qr.svg")).startswith("<?xml")
        assert (await olha.get("/api/words", language="uk"))["plural"] == ["one", "few", "many"]
        assert "<h1" in (await olha.get("/api/guide/cafe", language="ja"))["html"]
        games = await olha.get("/api/games", language="uk")
        assert [game["name"] for game in games["games"]] == demitasse.game_names()
        status, page = await olha.raw("GET", f"/table/{table}")
        assert (status, b"<!doctype html>" in page.lower()) == (200, True)
        status, _ = await olha.raw("GET", "/web/symbols.svg", if_none_match=await _tag(olha))
        assert status == 304
        assert (await olha.raw("GET", "/web/../server/app.py"))[0] == 404
        _, plain = await olha.raw("GET", "/web/main.js")
        assert "content-encoding" not in olha.answered
        for accepted, encoding, unpack in (
            ("gzip, deflate, br", "br", brotli.decompress),
            ("gzip", "gzip", gzip.decompress),
        ):
            _, packed = await olha.raw("GET", "/web/main.js", accept_encoding=accepted)
            assert (olha.answered["content-encoding"], unpack(packed)) == (encoding, plain)

    house.run(work())


def test_who_plays_alone_is_told_no_chance_to_win(house: House) -> None:
    async def work() -> None:
        olha = await house.guest()
        table = await olha.table({"game": "cafe", "seats": [{"kind": "me"}]})
        hint = await olha.get(f"/api/tables/{table}/hint", seat=0)
        assert hint["ways"]
        assert all(way["chance"] is None for way in hint["ways"])

    house.run(work())


async def _tag(client: Any) -> str:
    await client.raw("GET", "/web/symbols.svg")
    tag: str = client.answered["etag"]
    return tag


def test_bots_go_on_after_the_server_was_killed_in_mid_thought(either: House) -> None:
    async def work() -> None:
        olha = await either.guest()
        table = await olha.table(
            {"game": "kanban_menu", "seats": [{"kind": "me"}, {"kind": "bot", "level": "barista"}]}
        )
        now = await play_until(olha, table, [0], lambda now: now["waiting"] == [1])
        either.restart()
        while (await olha.shown(table))["head"] == now["head"]:
            await asyncio.sleep(0.01)

    either.open(pace=30.0)  # the bot is still getting ready when the server dies
    either.open = _at_once(either)  # type: ignore[method-assign]
    either.run(work())


def _at_once(house: House) -> Any:
    opened = House.open
    return lambda *breaks, **settings: opened(house, *breaks, **{"pace": 0.0, **settings})


def test_a_watcher_hears_everything_in_order_with_scenes(house: House) -> None:
    async def work() -> None:
        olha = await house.guest()
        table = await olha.table(SCREEN)
        live = await olha.live(table, since=0, scenes=1)
        try:
            first = await hear(live)
            assert (first["kind"], first["head"]) == ("rows", first["rows"][-1]["seq"])
            assert [row["seq"] for row in first["rows"]] == list(range(1, first["head"] + 1))
            assert first["rows"][-1]["scene"]["groups"]
            assert first["table"]["seats"][0]["connected"]
            now = await olha.shown(table)
            done = await olha.play(table, now["seat"], now["head"], now["scene"]["actions"][0]["text"], "n")
            heard = await hear(live)
            while heard["kind"] != "rows":
                heard = await hear(live)
            assert [row["seq"] for row in heard["rows"]] == list(range(done["seq"], done["head"] + 1))
            assert (
                heard["view"]
                == (await olha.get(f"/api/tables/{table}/log", since=done["head"], seat=heard["table"]["seat"]))["view"]
            )
        finally:
            await live.close()

    house.run(work())


def test_two_processes_on_one_postgresql_tell_each_other(servers: Any, postgres_server: Any) -> None:
    database = postgres_server.database()
    here, there = House(servers, database), House(servers, database)

    async def work() -> None:
        olha = await here.guest()
        table = await olha.table(SCREEN)
        far = there.client()
        far.headers = dict(olha.headers)
        live = await far.live(table, since=0)
        try:
            heard = await hear(live)
            head = heard["head"]
            for turn in range(20):
                client = (olha, far)[turn % 2]
                now = await client.shown(table)
                while now["head"] != head:  # news travel
                    now = await client.shown(table)
                text = now["scene"]["actions"][0]["text"]
                head = (await client.play(table, now["seat"], now["head"], text, f"t{turn}"))["head"]
            seen = heard["head"]
            while seen < head:
                heard = await hear(live)
                if heard["kind"] == "rows":
                    assert heard["rows"][0]["seq"] == seen + 1
                    seen = heard["head"]
        finally:
            await live.close()

    try:
        here.open()
        there.open()
        here.run(work())
    finally:
        here.kill()
        there.kill()


def test_a_program_with_a_token_plays_a_whole_game(house: House) -> None:
    async def work() -> None:
        olha = await house.guest()
        table = await olha.table({"game": "coffee_rush", "seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}]})
        token = (await olha.post(f"/api/tables/{table}/tokens"))["token"]
        program = Path(__file__).parents[2] / "examples" / "table_bot.py"
        command = [sys.executable, str(program), f"http://localhost:{house.port}", table, token]
        done = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert (await olha.shown(table))["stage"] == "over"

    house.run(work())
