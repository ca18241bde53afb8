"""The page that a browser shows in place of one that was refused: what happened, and what to do.

It is whole in itself, because the files of the other pages might be refused as well: when a limit is met, or when the
server does not know the host name in the address.
"""

import base64
import hashlib
from html import escape
from http import HTTPStatus

from keypeg.core.errors import KeypegError
from keypeg.i18n.catalogue import LANGUAGES, say
from keypeg.i18n.error_text import explain
from keypeg.server.problem_documents import TOO_MANY_REQUESTS, http_status
from keypeg.server.request_context import Scope, language_of, read_header

LIMIT_TITLE, FAILURE_TITLE = "limit-title", "failure-title"
"""The keys of the page's title: where a limit is met, and otherwise."""

SHORT_SECONDS = 60
"""After a shorter time the page loads again by itself."""

BUSY_SECONDS = 5
"""When to try again after a connection that had no room."""

STYLE = """
:root{color-scheme:light dark;font:1rem/1.5rem 'Figtree Variable',system-ui,sans-serif;
background:light-dark(#efe9dd,#1d1a17);color:light-dark(#2a211b,#f1eadf)}
main{max-width:420px;margin:48px auto;padding:0 16px;text-align:center}
h1{font-size:1.75rem;line-height:2rem;margin:16px 0 8px}
a{color:light-dark(#0b5c8a,#7cc4ef)}
p:last-child{color:light-dark(#62564c,#b8ab9c)}
"""
"""As the other pages look; their colours are in web/src/styles/tokens.css."""

LOGO = (
    '<svg width="64" height="64" viewBox="0 0 32 32" aria-hidden="true">'
    '<rect width="32" height="32" rx="7" fill="#4a3326"/>'
    '<circle cx="11" cy="11" r="5" fill="#f2ead8"/><circle cx="21" cy="11" r="5" fill="#111"/>'
    '<circle cx="11" cy="21" r="5" fill="#111"/><circle cx="21" cy="21" r="5" fill="#f2ead8"/></svg>'
)

POLICY = (
    b"content-security-policy",
    b"default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; style-src 'sha256-%s'"
    % base64.b64encode(hashlib.sha256(STYLE.encode()).digest()),
)
"""Allows the style of this page and nothing else."""

HEADERS = [(b"content-type", b"text/html; charset=utf-8"), (b"cache-control", b"no-store"), POLICY]


def is_for_browser(scope: Scope) -> bool:
    """Whether a browser opens a page with this request, and would show the answer to a person."""
    is_page = scope["method"] == "GET" and not scope["path"].startswith("/api/")
    return is_page and "text/html" in read_header(scope, b"accept")


def write_error_page(scope: Scope, error: KeypegError) -> bytes:
    """Write the page that says why a request was refused, in the language of the browser."""
    lang, why = language_of(scope), explain(error, language_of(scope))
    if http_status(error) != TOO_MANY_REQUESTS:
        return _page(_article(lang, FAILURE_TITLE, why), lang, FAILURE_TITLE, None)
    seconds = error.details.get("seconds")
    return _limit_page(_limit_article(lang, why), lang, seconds if isinstance(seconds, int) else None)


def busy_response() -> bytes:
    """Write the response to a connection for which there is no room: the page in every language.

    The request, which names the language, has not been read then.
    """
    articles = (_limit_article(lang, say(lang, "limit-busy")) for lang in LANGUAGES)
    page = _limit_page("<hr>".join(articles), LANGUAGES[0], BUSY_SECONDS)
    status = HTTPStatus.TOO_MANY_REQUESTS
    more = [(b"retry-after", b"%d" % BUSY_SECONDS), (b"connection", b"close"), (b"content-length", b"%d" % len(page))]
    lines = [b"HTTP/1.1 %d %s" % (status.value, status.phrase.encode())]
    return b"\r\n".join([*lines, *(b"%s: %s" % header for header in (*HEADERS, *more)), b"", page])


def _limit_article(lang: str, why: str) -> str:
    return _article(lang, LIMIT_TITLE, why, f"<p>{say(lang, 'limit-shared')}</p>")


def _article(lang: str, title: str, why: str, more: str = "") -> str:
    again = f'<p><a href="">{say(lang, "ask-again")}</a></p>'
    return f'<article lang="{lang}"><h1>{say(lang, title)}</h1><p>{escape(why)}</p>{again}{more}</article>'


def _limit_page(content: str, lang: str, seconds: int | None) -> bytes:
    return _page(content, lang, LIMIT_TITLE, seconds)


def _page(content: str, lang: str, title: str, seconds: int | None) -> bytes:
    refresh = f'<meta http-equiv="refresh" content="{seconds}">' if seconds and seconds < SHORT_SECONDS else ""
    named = f"<title>{say(lang, title)} – Keypeg</title>"
    viewport = '<meta name="viewport" content="width=device-width, initial-scale=1">'
    head = f'<meta charset="utf-8">{viewport}{refresh}{named}<style>{STYLE}</style>'
    body = f"<main>{LOGO}{content}</main>"
    return f'<!doctype html><html lang="{lang}"><head>{head}</head><body>{body}</body></html>'.encode()
