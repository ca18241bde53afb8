"""What every answer says to a browser, whatever it answers."""

HEADERS = [
    (b"content-security-policy", b"default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
"""What every answer says to a browser: nothing comes from elsewhere, and nobody shows this in a frame."""

NOT_KEPT = (b"cache-control", b"no-store")
"""What is said of tables holds for who asks, and for now."""


def headers_for(path: str) -> list[tuple[bytes, bytes]]:
    """The headers of any answer at this address."""
    return [*HEADERS, NOT_KEPT] if path.startswith("/api/") else HEADERS
