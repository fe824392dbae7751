"""P10 to P12 and the limits: tokens, origins, CSRF, names full of markup, too much at once."""

from __future__ import annotations

import asyncio
import json
import time
import xml.etree.ElementTree as ET
from collections import Counter
from typing import Any

import pytest
import websockets
from websockets.asyncio.client import ClientConnection

import demitasse
from demitasse.core import svg
from demitasse.core.scene import scene
from demitasse.server import people
from demitasse.server.people import People
from demitasse.server.store import Store
from demitasse.server.writer import Writer
from tests.server.client import Client, Refused, hear
from tests.server.conftest import House
from tests.server.playing import SCREEN
from tests.server.test_wires import with_and_without

FOREIGN = (
    "https://evil.example",
    "null",
    "http://localhost:1",
    "http://localhost.evil.example",
    "https://localhost:{port}.evil.example",
)
TWO = {"game": "kanban_menu", "seats": [{"kind": "me"}, {"kind": "screen", "name": "Taras"}]}


async def routes(client: Client) -> list[tuple[str, str]]:
    """(method, path) of every route that the OpenAPI document has."""
    schema = await client.get("/docs/openapi.json")
    return [(method.upper(), path) for path, item in schema["paths"].items() for method in item]


# P10: sessions --------------------------------------------------------------------------------------------------------


async def opened_by_anothers_token(house: House) -> list[tuple[str, int]]:
    """The doors of one table that a token for another opens."""
    olha = await house.guest()
    here, there = await olha.table(SCREEN), await olha.table(TWO)
    token = (await olha.post(f"/api/tables/{here}/tokens"))["token"]
    program = house.client()
    program.headers = {"authorization": f"Bearer {token}"}
    assert (await program.shown(here))["yours"] == [0, 1]
    found = []
    now = await olha.shown(there)
    for method, path in await routes(olha):
        if method == "POST" and "{id}" in path:
            body: dict[str, Any] = {"seat": now["seat"], "seq": now["head"], "nonce": path}
            if path.endswith("/plays"):
                body["text"] = now["scene"]["actions"][0]["text"]
            elif path.endswith("/seat"):
                body["change"] = "concede"
            elif path.endswith("/list"):
                body = {"listed": True}
            elif path.endswith("/talk"):
                body = {"kind": "words", "text": "Hello"}
            elif path.endswith("/settings"):
                body = {"chat": False}
            elif path.endswith(("/join", "/start")):
                body = {}
            status, _ = await program.raw("POST", path.replace("{id}", there), json.dumps(body).encode())
            found.append((path, status))
    found.append(("/api/tables", (await program.raw("POST", "/api/tables", json.dumps(TWO).encode()))[0]))
    assert (await program.shown(there))["yours"] == []
    return found


def test_a_token_is_good_for_its_table_only(house: House) -> None:
    async def work() -> None:
        found = await opened_by_anothers_token(house)
        assert len(found) >= 9
        assert {status for _, status in found} == {403}

    house.run(work())


def test_tokens_are_taken_back(house: House) -> None:
    async def work() -> None:
        olha, ivan = await house.guest(), await house.guest("Ivan")
        table = await olha.table(SCREEN)
        program = house.client()
        program.headers = {"authorization": f"Bearer {(await olha.post(f'/api/tables/{table}/tokens'))['token']}"}
        assert (await program.shown(table))["yours"] == [0, 1]
        assert await ivan.ask("DELETE", f"/api/tables/{table}/tokens") == {"revoked": 0}
        assert (await program.shown(table))["yours"] == [0, 1]
        assert await olha.ask("DELETE", f"/api/tables/{table}/tokens") == {"revoked": 1}
        assert (await program.shown(table))["yours"] == []
        assert (await olha.shown(table))["yours"] == [0, 1]

    house.run(work())


def test_a_token_that_opens_every_table_is_noticed(house: House) -> None:
    async def work() -> None:
        with pytest.raises(AssertionError):
            assert {status for _, status in await opened_by_anothers_token(house)} == {403}

    house.open("no_table_check")
    house.run(work())


def test_tokens_are_kept_hashed_and_a_session_can_end(house: House, sqlite: str) -> None:
    async def work() -> None:
        olha = await house.guest("Olha")
        assert (await olha.get("/api/session"))["name"] == "Olha"
        assert "HttpOnly" in (cookie := (await _set_cookie(house)))
        assert "samesite=lax" in cookie.lower()
        for file in (sqlite.removeprefix("sqlite:///"), sqlite.removeprefix("sqlite:///") + "-wal"):
            with open(file, "rb") as kept:
                assert olha.token.encode() not in kept.read()
        await olha.ask("DELETE", "/api/session")
        assert (await olha.get("/api/session"))["person"] is None
        with pytest.raises(Refused) as refused:
            await olha.post("/api/tables", TWO)
        assert refused.value.status == 401

    house.run(work())


async def _set_cookie(house: House) -> str:
    client = house.client()
    await client.post("/api/session", {"name": "Bo"})
    return client.answered["set-cookie"]


# P11: origins ---------------------------------------------------------------------------------------------------------


async def let_in(house: House, origin: str) -> list[str]:
    """The doors that a page of another site gets through: routes that change something, and the live connection."""
    olha = await house.guest()
    table = await olha.table(SCREEN)
    olha.headers["origin"] = origin
    found = []
    for method, path in await routes(olha):
        if method not in ("GET", "HEAD"):
            status, said = await olha.raw(method, path.replace("{id}", table), b"{}")
            if status != 403 or json.loads(said)["type"] != "foreign-origin":
                found.append(f"{method} {path}")
    try:
        live = await olha.live(table)
        await hear(live)
        await live.close()
        found.append("live")
    except websockets.WebSocketException:
        pass
    return found


def test_other_sites_get_in_nowhere(house: House) -> None:
    async def work() -> None:
        for origin in FOREIGN:
            assert await let_in(house, origin.format(port=house.port)) == []
        olha = await house.guest()
        own = await let_in(house, f"http://localhost:{house.port}")
        assert "live" in own
        assert "POST /api/tables" in own
        status, said = await olha.raw("POST", "/api/session", b'{"name":"x"}', sec_fetch_site="cross-site")
        assert (status, json.loads(said)["type"]) == (403, "foreign-origin")

    house.run(work())


def test_a_server_that_lets_other_sites_in_is_noticed(house: House) -> None:
    async def work() -> None:
        assert await let_in(house, FOREIGN[0])

    house.open("no_origin_check")
    house.run(work())


@pytest.mark.parametrize(("broken", "refused"), [((), True), (("no_csrf_check",), False)])
def test_a_cookie_alone_is_not_enough(house: House, broken: tuple[str, ...], refused: bool) -> None:
    async def work() -> None:
        olha = await house.guest()
        for csrf in ("", "0" * 32):
            olha.headers["x-csrf-token"] = csrf
            status, said = await olha.raw("POST", "/api/tables", json.dumps(TWO).encode())
            assert (status == 403 and json.loads(said)["type"] == "bad-csrf") == refused

    house.open(*broken)
    house.run(work())


def test_every_answer_carries_the_security_headers(house: House) -> None:
    async def work() -> None:
        olha = await house.guest()
        for path in (
            "/",
            "/api/games",
            "/docs",
            "/docs/openapi.json",
            "/nowhere",
            "/web/symbols.svg",
            "/api/tables/none",
        ):
            await olha.raw("GET", path)
            assert "default-src 'self'" in olha.answered["content-security-policy"], path
            assert "unsafe" not in olha.answered["content-security-policy"]
            assert olha.answered["x-content-type-options"] == "nosniff"
            assert "server" not in olha.answered
        _, page = await olha.raw("GET", "/docs")
        assert b"/api/tables/{id}/plays" in page
        assert b"http://" not in page.replace(f"http://localhost:{house.port}".encode(), b"")
        assert b"https://" not in page

    house.run(work())


def test_a_session_that_ended_at_another_process_is_not_remembered_for_long(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        store = Store(sqlite)
        writer = Writer(store)
        here, there = People(store, writer), People(store, writer)
        who, token = await here.arrive("Olha")
        assert await there.who(token) == who
        await here.leave(who, token)
        assert await there.who(token) is None
        await writer.close()
        store.close()

    monkeypatch.setattr(people, "REMEMBERED", 0.0)
    asyncio.run(work())


def test_a_token_is_good_for_a_time(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        store = Store(sqlite)
        writer = Writer(store)
        here, there = People(store, writer), People(store, writer)
        young = (await here.arrive("Olha"))[1]
        with monkeypatch.context() as patched:
            patched.setattr(people, "now", lambda: int(1000 * (time.time() - (people.DAYS + 1) * 86_400)))
            old = (await here.arrive("Ivan"))[1]
        assert await there.who(old) is None
        assert await there.who(young) is not None
        await writer.close()
        store.close()

    asyncio.run(work())


# Hosts and headers ----------------------------------------------------------------------------------------------------


@with_and_without("any_host")
def test_the_server_answers_by_its_own_names_only(house: House, broken: tuple[str, ...]) -> None:
    async def work() -> None:
        client = house.client()
        for host in (
            "evil.example",
            f"evil.example:{house.port}",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "[",
        ):
            status, said = await client.raw("GET", "/api/session", host=host)
            assert ((status, json.loads(said).get("type")) == (421, "wrong-host")) == (not broken)
        for host in ("localhost", f"127.0.0.1:{house.port}", "[::1]:80", "192.168.1.7", "cafe.example", "me.localhost"):
            assert (await client.raw("GET", "/api/session", host=host))[0] == 200
        if not broken:
            with pytest.raises(websockets.InvalidStatus):
                await websockets.connect(
                    f"ws://evil.example:{house.port}/api/tables/x/live", host="127.0.0.1", port=house.port
                )

    house.open(*broken, hosts="cafe.example, other.example")
    house.run(work())


def test_any_name_is_answered_if_the_operator_says_so(house: House) -> None:
    async def work() -> None:
        assert (await house.client().raw("GET", "/api/session", host="evil.example"))[0] == 200

    house.open(hosts="*")
    house.run(work())


@with_and_without("stored_answers")
def test_what_a_seat_alone_may_see_is_stored_nowhere(house: House, broken: tuple[str, ...]) -> None:
    async def work() -> None:
        olha = await house.guest()
        table = await olha.table(SCREEN)
        paths = [
            "/api/session",
            "/api/tables",
            *(f"/api/tables/{table}{end}" for end in ("", "/log", "/record", "/none")),
        ]
        for path in paths:
            await olha.raw("GET", path)
            assert (olha.answered.get("cache-control") == "no-store") == (not broken)
        await olha.raw("GET", "/")
        assert olha.answered["cache-control"] == "no-cache"

    house.open(*broken)
    house.run(work())


def test_a_method_that_is_not_allowed_is_answered_with_those_that_are(house: House) -> None:
    async def work() -> None:
        client = house.client()
        for method, path, allowed in (
            ("PUT", "/api/session", {"GET", "POST", "DELETE"}),
            ("DELETE", "/api/tables/x/plays", {"POST"}),
            ("POST", "/", {"GET"}),
            ("GET", "/api/tables/x/join", {"POST"}),
        ):
            status, said = await client.raw(method, path)
            assert (status, json.loads(said)["type"]) == (405, "bad-method")
            assert allowed <= set(client.answered["allow"].split(", "))

    house.run(work())


BROKEN_REQUESTS = [
    b"NONSENSE\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET / HTTP/1.1\r\nhost: localhost\r\ncontent-length: x\r\n\r\n",
    b"GET /api/tables/x/live HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n",
    b"GET /nowhere HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
    b"BREW /api/session HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
    b"GET /docs/nothing HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
    b"GET /web/../../secrets HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
]


@pytest.mark.parametrize("request_", BROKEN_REQUESTS, ids=range(len(BROKEN_REQUESTS)))
def test_every_refusal_is_problem_details(house: House, request_: bytes) -> None:
    async def work() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
        writer.write(request_)
        head, _, body = (await asyncio.wait_for(reader.read(), 20)).partition(b"\r\n\r\n")
        assert b"application/problem+json" in head.lower()
        assert json.loads(body)["status"] == int(head.split()[1])
        writer.transport.abort()

    house.run(work())


def test_the_schema_tells_the_bounds_of_everything_that_is_sent(house: House) -> None:
    def unbounded(schema: dict[str, Any], at: str) -> list[str]:
        """Where numbers, texts, lists and objects have no bounds."""
        needs = {"integer": ("maximum",), "string": ("maxLength", "enum"), "array": ("maxItems",)}
        kinds = [schema.get("type")] + [each.get("type") for each in schema.get("oneOf", ())]
        found = [f"{at}: {kind}" for kind in kinds if kind in needs and not any(key in schema for key in needs[kind])]
        if "integer" in kinds and not {"minimum", "exclusiveMinimum"} & set(schema):
            found.append(f"{at}: no minimum")
        if (
            schema.get("type") == "object"
            and "properties" in schema
            and schema.get("additionalProperties") is not False
        ):
            found.append(f"{at}: other fields")
        for name, field in schema.get("properties", {}).items():
            found += unbounded(field, f"{at}.{name}")
        return found

    async def work() -> None:
        schema = await house.client().get("/docs/openapi.json")
        found = [
            where
            for name, shape in schema["components"]["schemas"].items()
            if name.endswith("Asked") or name == "Origin"
            for where in unbounded(shape, name)
        ]
        for path, item in schema["paths"].items():
            for method, route in item.items():
                for each in route.get("parameters", ()):
                    if each["in"] == "query" and "enum" not in each["schema"]:
                        found += unbounded(each["schema"], f"{method} {path} {each['name']}")
        assert found == []
        assert schema["components"]["schemas"]["TableAsked"]["properties"]["options"]["maxProperties"] == 32
        olha = await house.guest()
        for body in ({**TWO, "options": {f"o{n}": 1 for n in range(33)}}, {**TWO, "options": {"less_luck": 2**40}}):
            assert (await olha.raw("POST", "/api/tables", json.dumps(body).encode()))[0] == 400

    house.run(work())


# P12: names -----------------------------------------------------------------------------------------------------------

TAGS = (
    "script",
    "img src=x onerror=alert(1)",
    "svg onload=alert(1)",
    "iframe src=javascript:alert(1)",
    "a href=javascript:alert(1)",
    "style",
)
WRAPPED = (
    "<{0}>",
    "</title><{0}>",
    "'><{0}>",
    '"><{0}>',
    "-->\u003c{0}>",
    "]]><{0}>",
    "&lt;{0}&gt;",
    "<{0}/>",
    "</text><{0}>",
)
OTHERS = ('" onload="alert(1)', "' onload='alert(1)", "&#60;script&#62;", "{{7*7}}", "${7*7}", "%3Cscript%3E")
PAYLOADS = [text[:40] for text in (*(form.format(tag) for form in WRAPPED for tag in TAGS), *OTHERS)]


def drawn(names: tuple[str, str], game: str) -> str:
    """The picture of a table with people of these names."""
    match = demitasse.Match(game, 2, seed=1, auto_draw=True, names=names)
    return svg.write(scene(match, 0))


def strange(picture: str, plain: str) -> bool:
    """Whether a picture is anything but the plain one with other words in it."""
    try:
        tree, usual = ET.fromstring(picture), ET.fromstring(plain)
    except ET.ParseError:
        return True

    def shape(root: ET.Element) -> Counter[tuple[str, frozenset[str]]]:
        return Counter(
            (element.tag, frozenset(element.attrib)) for element in root.iter() if not element.tag.endswith("tspan")
        )

    return set(shape(tree)) != set(shape(usual))


def test_there_are_sixty_payloads() -> None:
    assert len(set(PAYLOADS)) >= 60


@pytest.mark.parametrize("game", demitasse.game_names())
def test_a_name_full_of_markup_is_only_words_in_a_picture(game: str) -> None:
    plain = drawn(("Olha", "Taras"), game)
    assert [payload for payload in PAYLOADS if strange(drawn((payload, "Taras"), game), plain)] == []


def test_a_label_that_is_not_escaped_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = drawn(("Olha", "Taras"), "coffee_rush")
    monkeypatch.setattr(svg, "escape", lambda text, *rest: text)
    assert [payload for payload in PAYLOADS if strange(drawn((payload, "Taras"), "coffee_rush"), plain)]


def test_a_name_full_of_markup_is_only_words_in_every_page_and_record(house: House) -> None:
    async def work() -> None:
        for payload in PAYLOADS:
            client = await house.guest(payload)
            table = await client.table(
                {"game": "coffee_rush", "seats": [{"kind": "me"}, {"kind": "screen", "name": payload[:38] + " 2"}]}
            )
            record = await client.get(f"/api/tables/{table}/record")
            assert client.answered["content-type"].startswith("text/plain")
            assert client.answered["content-disposition"].startswith("attachment")
            names = tuple(" ".join(name.split()) for name in (payload, payload[:38] + " 2"))
            assert demitasse.load(record).names == names
            assert (await client.shown(table))["seats"][1]["name"] == names[1]
            assert client.answered["content-type"] == "application/json"
            for path in ("/", f"/table/{table}", f"/replay/{table}", "/docs", f"/api/tables/{table}/qr.svg"):
                assert payload.encode() not in (await client.raw("GET", path))[1], path
            client.close()

    house.run(work())


# Limits ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("broken", "limited"), [((), True), (("no_limits",), False)])
def test_who_asks_too_often_has_to_wait(house: House, broken: tuple[str, ...], limited: bool) -> None:
    async def work() -> None:
        client = house.client()
        answers = [(await client.raw("GET", "/api/session"))[0] for _ in range(34)]
        assert answers[:20] == [200] * 20
        assert (429 in answers) == limited

    house.open(*broken, rate=0.01, burst=30, household=1)
    house.run(work())


def test_what_is_too_large_is_refused_before_it_is_read(house: House) -> None:
    async def work() -> None:
        olha = await house.guest()
        table = await olha.table(SCREEN)
        status, said = await olha.raw("POST", f"/api/tables/{table}/plays", b" " * 20_000)
        assert (status, json.loads(said)["type"]) == (413, "too-large")
        olha.close()
        status, said = await olha.raw(
            "POST", "/api/tables", json.dumps({"seats": [], "record": "x" * 1_000_001}).encode()
        )
        assert status == 400
        status, said = await olha.raw("POST", "/api/tables", json.dumps({**TWO, "box": "x" * 70_000}).encode())
        assert status == 400
        status, said = await olha.raw("POST", "/api/tables", json.dumps({**TWO, "box": "nonsense"}).encode())
        assert (status, json.loads(said)["type"]) == (422, "bad-setting")

    house.run(work())


async def _closed_after(live: ClientConnection, words: list[str]) -> int | None:
    """The code with which a connection is closed that says all this before it listens again."""
    try:
        live.transport.pause_reading()
        for word in words:
            await live.send(word)
            await asyncio.sleep(0.002)
        live.transport.resume_reading()
        while True:
            await hear(live)
    except websockets.ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


def test_a_live_connection_that_talks_too_much_is_closed(house: House) -> None:
    async def work() -> None:
        olha = await house.guest()
        table = await olha.table(SCREEN)
        for words in (["hello"] * 60, ["x" * 2000]):
            assert await _closed_after(await olha.live(table), words) == 1008
        lines = [await olha.live(table) for _ in range(3)]
        with pytest.raises(websockets.WebSocketException):
            await hear(await olha.live(table))
        for line in lines:
            await line.close()
        await asyncio.sleep(0)

    house.open(sockets=3)
    house.run(work())
