"""A program that sits at a table of a server: it picks the first action the server offers. Standard library only.

python examples/table_bot.py http://localhost:8451 TABLE TOKEN

POST /api/tables/TABLE/tokens gives the token to whoever sits there.
"""

import json
import secrets
import sys
import time
import urllib.error
import urllib.request
from typing import Any


def main(server: str, table: str, token: str) -> None:
    while True:
        now = ask(f"{server}/api/tables/{table}", token)
        if now["stage"] == "over":
            print("winners:", *(now["seats"][seat]["name"] for seat in now["winners"]))
            return
        actions = now["scene"]["actions"]
        if now["seat"] not in now["waiting"] or not actions:
            time.sleep(0.05)
            continue
        move = {"seat": now["seat"], "seq": now["head"], "text": actions[0]["text"], "nonce": secrets.token_hex(8)}
        ask(f"{server}/api/tables/{table}/plays", token, move)


def ask(address: str, token: str, body: Any = None) -> Any:
    """The answer; a move that came too late, or a table that is busy, is simply looked at again."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    try:
        with urllib.request.urlopen(urllib.request.Request(address, data, headers)) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        if error.code not in (409, 429):
            raise
        time.sleep(0.2)
        return None if body is not None else ask(address, token)


if __name__ == "__main__":
    main(*sys.argv[1:])
