"""What Keypeg says of contests among computers, in both languages side by side."""

from keypeg.editions.options import Text

CONTESTS = {
    "contest-head": Text(
        "{edition}: {rounds} in {matches}, seed {seed}", "{edition} : {rounds} en {matches}, graine {seed}"
    ),
    "contest-bar": Text("{done} of {matches}", "{done} sur {matches}"),
    "contest-won": Text("matches won", "parties gagnées"),
    "contest-rounds-won": Text("rounds won", "manches gagnées"),
    "contest-points": Text("points a round", "points par manche"),
    "contest-guesses": Text("guesses a round", "essais par manche"),
    "contest-share": Text("{value} % ({low}–{high})", "{value} % ({low}–{high})"),
    "contest-mean": Text("{value} ± {margin}", "{value} ± {margin}"),
    "contest-beats": Text("{name} beats {others}, clear of chance.", "{name} bat {others}, au-delà du hasard."),
    "contest-even": Text("No difference is clear of chance.", "Aucune différence ne va au-delà du hasard."),
    "contest-note": Text("A draw is shared. Intervals of 95 %.", "Un match nul se partage. Intervalles à 95 %."),
    "contest-stopped": Text(
        "Stopped: this is what was played of {matches}.", "Arrêté : voici ce qui a été joué, sur {matches}."
    ),
    "contest-nothing": Text("Stopped before the first match was over.", "Arrêté avant la fin de la première partie."),
}
"""Every sentence about contests, by its key."""
