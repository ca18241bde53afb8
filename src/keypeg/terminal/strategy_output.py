"""The output of the commands `strategy` and `book`: progress and sentences."""

from collections.abc import Mapping

from keypeg.core.codes import Code
from keypeg.core.errors import SearchInterrupted
from keypeg.i18n.catalogue import decimal, say
from keypeg.i18n.colour_letters import local_palette
from keypeg.records.notation import write_code
from keypeg.solver.strategy.book_files import Claims
from keypeg.solver.strategy.tree import Strategy, Tally
from keypeg.study.books import BookCheck
from keypeg.study.strategies import FoundStrategy, Proof, StrategyRequest, prepare_search
from keypeg.terminal.autosave import data_folder
from keypeg.terminal.progress import ProgressWatch, prepare_solver


def find_strategy(request: StrategyRequest, lang: str, environ: Mapping[str, str]) -> FoundStrategy:
    """Compute a strategy, and show how far it has come. Ctrl-C stops the search."""
    search = prepare_search(request)
    prepare_solver(search.game, lang)
    with ProgressWatch(lang).stop_on_interrupt() as watch:
        try:
            return search.run(watch, data_folder(environ) / "searches")
        except SearchInterrupted:  # there is nothing to show before its end
            raise KeyboardInterrupt from None


def opening_of(strategy: Strategy) -> Code:
    """The first guess of a strategy."""
    return strategy.game.guess(int(strategy.guess[0])) if len(strategy) else strategy.game.code(0)


def describe_strategy(result: FoundStrategy, request: StrategyRequest, lang: str) -> list[str]:
    """A strategy's figures in words, line by line."""
    tally, letters = result.tally, local_palette(request.edition.palette, lang)
    facts = (
        say(lang, "strategy-codes", codes=tally.codes),
        say(lang, "strategy-total", total=tally.total),
        say(lang, "strategy-average", average=decimal(lang, tally.average)),
        say(lang, "strategy-worst", worst=tally.worst),
    )
    return [
        ", ".join(facts),
        _histogram_line(tally, lang),
        say(lang, "strategy-first", guess=write_code(opening_of(result.strategy), letters)),
        _describe_proof(result, request, lang),
        say(lang, "took", seconds=decimal(lang, result.seconds)),
        *([say(lang, "stopped-kept")] if result.proof == Proof.STOPPED else []),
    ]


def _histogram_line(tally: Tally, lang: str) -> str:
    return say(lang, "strategy-histogram", histogram=", ".join(map(str, tally.histogram)))


def _describe_proof(result: FoundStrategy, request: StrategyRequest, lang: str) -> str:
    if result.proof == Proof.ONE_STEP:
        return say(lang, "proof-one-step", rule=request.rule, lower=result.lower)
    if result.proof != Proof.OPTIMAL:
        return say(lang, f"proof-{result.proof}", lower=result.lower)
    if request.worst is not None:
        key = "proof-proven-within" if request.opening is None else "proof-proven-both"
        return say(lang, key, worst=request.worst)
    return say(lang, "proof-proven" if request.opening is None else "proof-proven-opening")


# Books


def describe_book(name: str, claims: Claims, lang: str) -> str:
    """A book's claims on a line."""
    proof = (
        say(lang, "book-proven")
        if claims.proven
        else say(lang, "book-one-step", rule=claims.rule, lower=claims.lower_bound)
    )
    return say(
        lang,
        "book-line",
        name=name,
        codes=claims.codes,
        total=claims.total,
        average=decimal(lang, claims.total / claims.codes),
        worst=claims.worst,
        proof=proof,
    )


def describe_check(check: BookCheck, lang: str) -> list[str]:
    """What playing a book has shown, line by line."""
    name, played, claimed = check.name, check.played, check.claimed
    if played is None:
        return [say(lang, "book-wrong", name=name, claimed=claimed.total, played=check.error)]
    verdict = (
        say(lang, "book-right", name=name)
        if check.is_right
        else say(lang, "book-wrong", name=name, claimed=claimed.histogram, played=played.histogram)
    )
    return [describe_book(name, check.claims, lang), "  " + _histogram_line(played, lang), "  " + verdict]
