"""A bot that plays at a table of a server: `python bot.py http://127.0.0.1:8080/join/TABLE#KEY NAME`."""

import json
import random
import sys
from collections import Counter
from typing import Any
from urllib.request import Request, urlopen

from websockets.sync.client import connect


def ask(path: str, body: Any = None, **headers: str) -> Any:
    """Ask the server."""
    data = json.dumps(body).encode() if body else None
    return json.load(urlopen(Request(f"{server}/api/{path}", data, {"Content-Type": "application/json", **headers})))


def mark(code: str, guess: str) -> dict[str, int]:
    """The mark of a guess, if this is the code: in key pegs, and in one number. Where parts are dealt, of one's own."""
    own = [hole for hole, peg in enumerate(code) if peg != "." or not rules["parts"]]
    blacks = sum(code[hole] == guess[hole] for hole in own)
    both = sum(code[hole] in guess for hole in own) if rules["parts"] else (Counter(code) & Counter(guess)).total()
    return {"blacks": blacks, "whites": both - blacks, "number": both + blacks * (rules["marking"] == "sum")}


def any_code(space: Any) -> str:
    """Any code that is allowed."""
    holes, letters = range(1, space["holes"] + 1), [colour["letter"] for colour in rules["palette"]]
    blank = random.sample(space["blank_holes"] or holes, random.randint(space["least_blanks"], space["most_blanks"]))
    pegs = (random.choices if space["repeats"] else random.sample)(letters, k=len(holes) - len(blank))
    return "".join("." if hole in blank else pegs.pop() for hole in holes)


def choose(view: Any) -> str:
    """Something that is allowed now: where there is one board to break, what fits all marks on it."""
    may = next(one for word in ("code", "mark", "guess", "pass") for one in view["legal"] if one["action"] == word)
    rows = [row for board in view["boards"] if board["breakers"][0] == may.get("board") for row in board["rows"]]
    if may["action"] == "mark":
        how = "mark {number}" if "number" in may["marks"][0] else "mark {blacks}b{whites}w"
        return how.format(**mark(view["code"], rows[-1]["guess"]))
    codes = [any_code(may["space"]) for _ in range(5_000)] if "space" in may else [""]
    told = [(row["guess"], one.items() - {("by", one["by"])}) for row in rows for one in row["marks"]]
    fits = (code for code in codes if rules["parts"] or all(given <= mark(code, row).items() for row, given in told))
    return f"{may['action']} {next(fits, codes[0])}"


server, table, key = sys.argv[1].replace("#", "/join/").split("/join/")
found = ask(f"tables/{table}?watch={key}")["table"]
rules, seat = ask(f"editions/{found['edition']}"), found["seats"].index(None) + 1
entered = ask(f"tables/{table}/join", {"key": key, "name": sys.argv[2], "seats": [seat]})
shown, now = {"Authorization": f"Bearer {entered['token']}"}, {"view": None}
with connect(f"ws{server[4:]}/api/tables/{table}/socket?seat={seat}", additional_headers=shown) as socket:
    while not (now["view"] and now["view"]["outcome"]):
        socket.recv()  # something has happened
        now = ask(f"tables/{table}?seat={seat}", **shown)
        if now["view"] and seat in now["view"]["waiting"]:
            socket.send(json.dumps({"type": "act", "action": choose(now["view"]), "key": f"after-{now['number']}"}))
print(json.dumps(now["view"]["outcome"]))
