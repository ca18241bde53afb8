"""Headers that every response carries."""

OWN_PAGES_ONLY = (b"cross-origin-resource-policy", b"same-origin")
ALL_PAGES = (b"cross-origin-resource-policy", b"cross-origin")
"""Who may show what a response holds."""

HEADERS = [
    (b"content-security-policy", b"default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    OWN_PAGES_ONLY,
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
"""Tell the browser to load nothing from other servers, and not to show these pages in a frame."""

NO_STORE = (b"cache-control", b"no-store")
"""Responses about tables are valid only for this client and only now."""


HeaderList = list[tuple[bytes, bytes]]


def complete_headers(headers: HeaderList, path: str) -> HeaderList:
    """Return the headers of a response with those that every response at this path has; what it has itself counts."""
    names = {name for name, _ in headers}
    return [*headers, *(header for header in headers_for(path) if header[0] not in names)]


def headers_for(path: str) -> HeaderList:
    """Return the headers of every response at this path."""
    if path.startswith("/previews/"):  # pictures for the sites on which links are posted
        return [ALL_PAGES if header is OWN_PAGES_ONLY else header for header in HEADERS]
    return [*HEADERS, NO_STORE] if path.startswith("/api/") else HEADERS
