"""One example of each command, for its `--help`. A test runs them."""

EXAMPLES = {
    "analyse": "keypeg analyse game.keypeg --svg chart.svg",
    "arena": "keypeg arena classic casual beginner --rounds 200",
    "book": "keypeg book verify parker-1974",
    "completion": 'eval "$(keypeg completion bash)"',
    "db": "keypeg db upgrade --database tables.sqlite",
    "editions": "keypeg editions",
    "mark": "keypeg mark classic RRBY BRYG",
    "play": "keypeg play classic --players person,casual",
    "puzzle": "keypeg puzzle classic --difficulty easy",
    "replay": "keypeg replay game.keypeg --as 2",
    "rules": "keypeg rules classic --option rows=12",
    "schema": "keypeg schema solve",
    "serve": "keypeg serve --port 8080 --open",
    "solve": "keypeg solve classic --row RRBB:1b0w",
    "strategy": "keypeg strategy parker-1974",
}
