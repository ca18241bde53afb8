"""A bot that joins a table by its link and plays: `python bot.py http://127.0.0.1:8080/join/TABLE#KEY NAME`."""

import json
import random
import sys
from collections import Counter
from typing import Any
from urllib.request import Request, urlopen

from websockets.sync.client import connect


def call(path: str, body: Any = None, **headers: str) -> Any:
    """Call the server's API; return the decoded response."""
    data = json.dumps(body).encode() if body else None
    return json.load(urlopen(Request(f"{server}/api/{path}", data, {"Content-Type": "application/json", **headers})))


def mark(code: str, guess: str) -> dict[str, int]:
    """Mark a guess against a code, in key pegs and as a number; where parts are dealt, against the bot's own part."""
    own = [hole for hole, peg in enumerate(code) if peg != "." or not rules["parts"]]
    blacks = sum(code[hole] == guess[hole] for hole in own)
    both = sum(code[hole] in guess for hole in own) if rules["parts"] else (Counter(code) & Counter(guess)).total()
    return {"blacks": blacks, "whites": both - blacks, "number": both + blacks * (rules["marking"] == "sum")}


def random_code(space: Any) -> str:
    """Choose an allowed code at random."""
    holes, letters = range(1, space["holes"] + 1), [colour["letter"] for colour in rules["palette"]]
    blank = random.sample(space["blank_holes"] or holes, random.randint(space["least_blanks"], space["most_blanks"]))
    pegs = (random.choices if space["repeats"] else random.sample)(letters, k=len(holes) - len(blank))
    return "".join("." if hole in blank else pegs.pop() for hole in holes)


def choose(view: Any) -> str:
    """Choose a legal action; a guess fits all marks on its board."""
    legal = next(x for word in ("code", "mark", "guess", "pass") for x in view["legal"] if x["action"] == word)
    rows = [row for board in view["boards"] if board["breakers"][0] == legal.get("board") for row in board["rows"]]
    if legal["action"] == "mark":
        form = "mark {number}" if "number" in legal["marks"][0] else "mark {blacks}b{whites}w"
        return form.format(**mark(view["code"], rows[-1]["guess"]))
    codes = [random_code(legal["space"]) for _ in range(5_000)] if "space" in legal else [""]
    marks = [(row["guess"], given.items() - {("by", given["by"])}) for row in rows for given in row["marks"]]
    fits = (code for code in codes if rules["parts"] or all(given <= mark(code, row).items() for row, given in marks))
    return f"{legal['action']} {next(fits, codes[0])}"


server, table, link_key = sys.argv[1].replace("#", "/join/").split("/join/")
info = call(f"tables/{table}?watch={link_key}")["table"]
rules, seat = call(f"editions/{info['edition']}"), info["seats"].index(None) + 1
admission = call(f"tables/{table}/join", {"link_key": link_key, "name": sys.argv[2], "seats": [seat]})
headers, state = {"Authorization": f"Bearer {admission['token']}"}, {"view": None}
with connect(f"ws{server[4:]}/api/tables/{table}/socket?seat={seat}", additional_headers=headers) as socket:
    while not (state["view"] and state["view"]["outcome"]):
        socket.recv()  # an event: the table has changed
        state = call(f"tables/{table}?seat={seat}", **headers)
        if state["view"] and seat in state["view"]["waiting"]:
            socket.send(json.dumps({"type": "action", "action": choose(state["view"]), "key": str(state["number"])}))
print(json.dumps(state["view"]["outcome"]))
