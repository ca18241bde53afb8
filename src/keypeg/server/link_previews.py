"""What a link to a page shows where it is posted: a title, a sentence and a picture, as Open Graph tags.

A link is posted more widely than its table may be seen. So a preview names the people of public tables only, and of
others the edition. It says nothing else about a match. What follows the `#` in a link never reaches the server.
"""

from html import escape
from typing import NamedTuple
from urllib.parse import quote

from keypeg.editions import RULEBOOKS
from keypeg.i18n.catalogue import say
from keypeg.i18n.edition_text import edition_line, edition_name
from keypeg.i18n.seat_text import person_name
from keypeg.service.errors import TableError
from keypeg.service.live_tables import LiveTables
from keypeg.service.table import Table

PICTURE_WIDTH, PICTURE_HEIGHT = 600, 315

DEFAULT_PICTURE = "keypeg"
"""The picture of pages that belong to no edition."""

EDITION_PAGES = ("new", "learn", "solver")
"""Pages whose address may name an edition."""

TABLE_TITLES = {
    "table": "preview-table",
    "join": "preview-table",
    "watch": "preview-watch",
    "review": "preview-review",
}
"""For each page of a table, the key of its title."""

PAGE_TEXTS = {
    "daily": ("daily", "daily-card-line"),
    "review": ("review-title", "old-matches-line"),
    "learn": ("learn", "learn-line"),
    "solver": ("solver", "solver-line"),
}
"""For other pages with a preview of their own, the keys of their title and sentence."""


class LinkPreview(NamedTuple):
    """What a link shows."""

    title: str
    line: str
    picture: str = DEFAULT_PICTURE
    """The edition whose board is drawn, or the default."""


async def preview_link(path: str, tables: LiveTables, lang: str) -> LinkPreview:
    """Return the preview of the page at this path."""
    page, _, name = path.strip("/").partition("/")
    if page in TABLE_TITLES and name:
        try:
            table = (await tables.load(name)).table
        except TableError:
            return _preview_page(page, lang)
        return _preview_table(page, table, lang)
    if page in EDITION_PAGES and name in RULEBOOKS:
        book = RULEBOOKS[name]
        return LinkPreview(edition_name(book, lang), edition_line(book, lang), name)
    return _preview_page(page, lang)


def _preview_page(page: str, lang: str) -> LinkPreview:
    if page not in PAGE_TEXTS:
        return LinkPreview("Keypeg", say(lang, "tagline"))
    title, line = PAGE_TEXTS[page]
    return LinkPreview(say(lang, title), say(lang, line))


def _preview_table(page: str, table: Table, lang: str) -> LinkPreview:
    book = RULEBOOKS[table.edition.id]
    title = say(lang, TABLE_TITLES[page], edition=edition_name(book, lang))
    names = [person_name(occupant.name, seat, lang) for seat, occupant in enumerate(table.occupants, 1) if occupant]
    if table.open_entry.public and names:
        return LinkPreview(title, say(lang, "preview-people", who=", ".join(names)), book.id)
    return LinkPreview(title, edition_line(book, lang), book.id)


def preview_tags(preview: LinkPreview, origin: str, path: str) -> str:
    """Write the tags of a preview, with the addresses of the page and of the picture at this origin."""
    properties = {
        "og:type": "website",
        "og:site_name": "Keypeg",
        "og:title": preview.title,
        "og:description": preview.line,
        "og:url": origin + quote(path),
        "og:image": f"{origin}/previews/{preview.picture}.png",
        "og:image:width": str(PICTURE_WIDTH),
        "og:image:height": str(PICTURE_HEIGHT),
    }
    tags = [f'<meta property="{name}" content="{escape(content)}" />' for name, content in properties.items()]
    return "\n    ".join([*tags, '<meta name="twitter:card" content="summary_large_image" />'])
