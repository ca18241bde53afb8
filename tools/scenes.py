"""The moments of play shown in screenshots: every edition, and every state of a board."""

from dataclasses import dataclass

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")


@dataclass(frozen=True)
class Scene:
    """A moment at a table: the actions before it, and what the viewer then types."""

    name: str
    edition: str
    moves: str
    """The actions before it: `1 code RRBY; 2 guess RBYG`."""
    seat: int = 2
    """The viewer's seat; 0 for a spectator."""
    keys: str = ""
    press: str = ""
    """The text of a button to press first."""
    late: str = ""
    """Actions played while the page is open: the picture is taken while they arrive."""
    cut: bool = False
    """Whether the connection is lost."""
    machine: bool = False
    """Whether the others are shown as bots: real bots would have played before the picture is taken."""
    shared: bool = False
    """Whether all players share one device."""
    agreed: bool = False
    """Whether hints are allowed."""
    lang: str = "en-GB"


CLASSIC = "1 code GWKR; 2 guess RBYG; 2 guess RWBK; 2 guess WWGR; 2 guess KWGR"
TWO_ROWS = "1 code GWKR; 2 guess RBYG; 2 guess GWKR"
FAMILY = "1 code WPGR; 2 guess OSYB; 3 guess WPOS; 2 guess WPYG; 3 guess WGPR; 2 guess WPGR"
DUEL = (
    "1 code RBYGO; 2 code VWKRB; 1 guess RBYGO; 2 guess WKVRO; 1 guess VVRBK; 2 guess RRBYG; "
    "1 guess VWRKB; 2 guess RGYBO"
)
SECOND = "1 code VVKO; 2 guess RBYG; 2 guess OVWK; 2 guess VVKO; 2 code RBRB; 1 guess RRYB"
FACING = "1 code RBY; 2 code GOW; 1 guess GGO; 2 guess RRB"
ROAD = "1 code RBYP; 2 guess YVYR; 2 guess RRBB; 2 guess RBGP"
MASTER = "1 guess RBYGW; 2 guess BBRKW; 3 guess RYGWK; 4 guess WKRBY; 1 guess KGRBY; 2 guess RYWKB; 3 guess BRYGK"

SCENES = (
    Scene("classic", "classic", CLASSIC, keys="gw"),
    Scene("classic-empty", "classic", "1 code GWKR"),
    Scene("classic-setting", "classic", "", seat=1, keys="gw"),
    Scene("classic-why", "classic", "1 code GWKR; 2 guess RBYG", keys="r\n"),
    Scene("classic-waiting", "classic", ""),
    Scene("classic-thinking", "classic", CLASSIC, seat=1, machine=True),
    Scene("classic-arriving", "classic", CLASSIC.rpartition(";")[0], late="2 guess KWGR"),
    Scene("classic-cut", "classic", CLASSIC, keys="g", cut=True),
    Scene("classic-handed-over", "classic", "1 code GWKR", seat=1, shared=True),
    Scene("classic-drawn", "classic", f"{TWO_ROWS}; 2 code RRBB; 1 guess RBYG; 1 guess RRBB"),
    Scene(
        "classic-wrong-mark",
        "classic~by-hand_yes",
        "1 code GWKR; 2 guess RBYG; 1 mark 1b1w; 2 guess GWKR; 1 mark 4b0w",
    ),
    Scene("classic-french", "classic", CLASSIC, keys="g", lang="fr-FR"),
    Scene("classic-maker", "classic", CLASSIC, seat=1),
    Scene("classic-won", "classic", f"{CLASSIC}; 2 guess GWKR"),
    Scene("classic-lost", "classic", "1 code GWKR" + "; 2 guess RBYG" * 10),
    Scene("classic-over", "classic", f"{CLASSIC}; 2 guess GWKR; 2 code RRBB; 1 guess RBYG; 1 guess RRBB"),
    Scene("classic-rules", "classic", CLASSIC, press="How to play"),
    Scene("classic-watch-link", "classic", CLASSIC, press="Link to watch"),
    Scene("classic-practice", "classic~practice_yes", f"{CLASSIC}; 2 guess GWKR"),
    Scene("classic-watching", "classic", CLASSIC, seat=0),
    Scene("classic-by-hand", "classic~by-hand_yes", "1 code GWKR; 2 guess RBYG; 1 mark 0b2w; 2 guess GWRB", seat=1),
    Scene(
        "hasbro-2000",
        "hasbro-2000",
        SECOND,
        keys="vo",
    ),
    Scene(
        "hasbro-2000-next",
        "hasbro-2000",
        SECOND,
        seat=1,
        keys="rb",
    ),
    Scene("hasbro-2000-advanced", "hasbro-2000-advanced", "1 code V.KO; 2 guess RBYG; 2 guess .VWK; 2 guess V..O"),
    Scene(
        "parker-1974",
        "parker-1974",
        f"{FACING}; 1 guess WOG; 2 guess BYO",
        seat=1,
        keys="go",
    ),
    Scene(
        "parker-1974-won",
        "parker-1974",
        f"{FACING}; 1 guess GOW; 2 guess BYO",
        seat=1,
    ),
    Scene("challenge-2001", "challenge-2001", DUEL, seat=1, keys="vw"),
    Scene("challenge-2001-waiting", "challenge-2001", f"{DUEL}; 1 guess RBYGO", seat=1),
    Scene("challenge-2001-void", "challenge-2001", f"{DUEL}; 1 guess VWKRB; 2 guess RBYGO", seat=1),
    Scene("challenge-2001-practice", "challenge-2001~practice_yes", f"{DUEL}; 1 guess VWKRB; 2 guess RBYGG", seat=1),
    Scene("traffic-jam-2000", "traffic-jam-2000", ROAD, keys="rby"),
    Scene("traffic-jam-2000-setting", "traffic-jam-2000", "", seat=1, keys="rb"),
    Scene("traffic-jam-2000-by-hand", "traffic-jam-2000~by-hand_yes", "1 code RBYP; 2 guess YVYR", seat=1),
    Scene("traffic-jam-2000-won", "traffic-jam-2000", f"{ROAD}; 2 guess RBYP"),
    Scene("hasbro-2004", "hasbro-2004", "1 code WPGR; 2 guess OSYB; 2 guess WPYG; 2 guess WGPR", keys="wp"),
    Scene(
        "hasbro-2004-family",
        "hasbro-2004~seats_3",
        f"{FAMILY}; 2 code OSYB; 3 guess WPGR; 1 guess OSRR; 3 guess OYBS",
        seat=1,
        keys="os",
        press="Next round",
    ),
    Scene("hasbro-2004-family-end", "hasbro-2004~seats_3", FAMILY),
    Scene("mastermind-44", "mastermind-44", MASTER, seat=4, keys="rb"),
    Scene("mastermind-44-answer", "mastermind-44", f"{MASTER}; 4 call", seat=4, keys="rb"),
    Scene("mastermind-44-waiting", "mastermind-44", MASTER, seat=1),
    Scene("mastermind-44-practice", "mastermind-44~practice_yes", MASTER, seat=4),
    Scene("mastermind-44-two", "mastermind-44~seats_2~parts_2", "1 guess RBYGW; 2 guess BBRKW", seat=1, keys="rb"),
    Scene("house", "house", "1 code RBYG; 2 guess RBOV; 2 guess VOYG", keys="r"),
    Scene(
        "house-wide",
        "house~holes_8~colours_20~rows_14",
        "1 code RBYGOVPW; 2 guess RBYGKSNT; 2 guess LMDEIJUA",
        keys="r",
    ),
)
