"""A player as a program of its own: reads JSON lines, answers with the first legal action it likes. docs/bots.md is the
protocol.

demitasse play coffee_rush --players "me,program:python3 examples/program_bot.py"
"""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if "hello" in message:
        answer = {"hello": 1, "name": "first serve, then pour"}
    elif "bye" in message:
        break
    else:
        legal = message["legal"]
        liked = [text for text in legal if text.startswith(("serve", "upgrade"))]
        answer = {"id": message["id"], "action": (liked or legal)[0]}
    print(json.dumps(answer), flush=True)
