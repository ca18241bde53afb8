"""The HTTP routes of editions: all of them with their options, and the rules of one in numbers."""

from functools import cache
from typing import Annotated

from fastapi import APIRouter, Path, Query, Response
from fastapi.responses import JSONResponse

from keypeg.editions import RULEBOOKS
from keypeg.i18n.catalogue import LANGUAGES, SOURCE_LANGUAGE
from keypeg.i18n.edition_text import edition_words, rulebook_to_json
from keypeg.records.edition_links import read_chosen_options, read_edition, write_edition
from keypeg.server.problem_documents import encode
from keypeg.wire.edition_types import EditionRules, EditionWords, OfferedOptions
from keypeg.wire.edition_values import edition_to_json

EditionLine = Annotated[str, Path(max_length=400, description="Such as `classic~rows_12`.")]

router = APIRouter(prefix="/api")


@router.get("/editions", response_class=JSONResponse)
async def list_editions(
    lang: Annotated[str, Query(pattern=f"^({'|'.join(LANGUAGES)})$")] = SOURCE_LANGUAGE,
) -> Response:
    """Every edition, with its options."""
    return Response(_list_in_json(lang), media_type="application/json")


@cache
def _list_in_json(lang: str) -> bytes:
    """Write the answer in this language, which takes too long to do for every client."""
    return encode([rulebook_to_json(book, lang) for book in RULEBOOKS.values()])


@router.get("/editions/{edition}", response_model=None)
async def show_edition(edition: EditionLine) -> EditionRules:
    """The rules of one edition with its options, such as `classic~rows_12`, in numbers."""
    return edition_to_json(read_edition(edition))


@router.get("/editions/{edition}/words", response_model=None)
async def name_edition(
    edition: EditionLine, lang: Annotated[str, Query(pattern=f"^({'|'.join(LANGUAGES)})$")] = SOURCE_LANGUAGE
) -> EditionWords:
    """What an edition with its options is called, in words."""
    return edition_words(read_edition(edition), lang)


@router.get("/editions/{edition}/options", response_model=None)
def offer_options(edition: EditionLine) -> OfferedOptions:
    """The options that can be chosen beside these. Options that do not go with earlier ones are left out."""
    book, chosen = read_chosen_options(edition)
    accepted, offered = book.offer(chosen)
    return {
        "edition": write_edition(book.choose(accepted)),
        "offered": {name: list(values) for name, values in offered.items()},
        "guessing": list(book.guessing_options(accepted)),
    }
