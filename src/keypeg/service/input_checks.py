"""Checks of texts that clients send: link keys, idempotency keys and table ids."""

import hmac

from keypeg.service.errors import TableError

MAX_KEY_LENGTH = 200
"""Characters of an action's idempotency key."""

MAX_ID_LENGTH = 32
"""Characters of a table's id."""


def is_same_link_key(text: str, link_key: str) -> bool:
    """Compare a link's key in constant time, so that the duration says nothing about the key."""
    return hmac.compare_digest(text.encode(errors="surrogatepass"), link_key.encode())


def check_idempotency_key(key: str) -> None:
    """Raise `TableError` if an action with this key could not be stored."""
    if not key:
        raise TableError("key-needed")
    if len(key) > MAX_KEY_LENGTH or any("\ud800" <= sign <= "\udfff" for sign in key):
        raise TableError("unreadable", why=f"a key is a text of at most {MAX_KEY_LENGTH} signs")


def is_possible_id(text: str) -> bool:
    """Whether a table could have this id. Other texts never reach a database, which might not accept them."""
    return text.isascii() and text.isalnum() and len(text) <= MAX_ID_LENGTH
