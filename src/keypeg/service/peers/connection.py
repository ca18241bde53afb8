"""One end of a link between two processes: each proves that it knows the owner's secret, then they exchange messages.

The secret is in the database alone, so the two trust each other because both use the same database. What is sent
afterwards is not encrypted, as it is not on the way to the database either.

    owner ─ nonce ─▶ asker;   asker ─ nonce, proof ─▶ owner;   owner ─ proof ─▶ asker
"""

import asyncio
import hmac
import secrets
from collections import deque
from collections.abc import Callable
from enum import Enum, auto
from typing import Generic, TypeVar, cast

import msgspec

from keypeg.service.peers.messages import LENGTH_BYTES, MAX_BATCH_BYTES, FromOwner, ToOwner, encode

NONCE_BYTES = 32
PROOF_BYTES = 32

ASKER, OWNER = b"keypeg asker 2", b"keypeg owner 2"
"""What each end proves to be, so that neither can send back the proof of the other.

The number is that of the messages' format: processes of versions with different formats cannot reach each other, and
take tables from one another instead.
"""

MAX_UNSENT_BYTES = 64 * 2**20
"""A process that leaves more unread is disconnected. When it comes back it finds what it has missed in the log."""

MAX_BATCH_MESSAGES = 128
"""How many messages are encoded at once."""

MAX_FRAME_BYTES = 2**18
"""When the frames of a turn of the event loop are longer, they are sent before it ends, in several batches."""

MESSAGES_PER_TURN = 32
"""How many messages are handled in one turn of the event loop; each may be a move."""

Received = TypeVar("Received", ToOwner, FromOwner)


class Stage(Enum):
    """What an end waits for."""

    NONCE = auto()
    """The owner's nonce."""
    ASKER_PROOF = auto()
    """The asker's nonce and proof."""
    OWNER_PROOF = auto()
    """The owner's proof."""
    MESSAGES = auto()
    CLOSED = auto()


EXPECTED_BYTES = {
    Stage.NONCE: NONCE_BYTES,
    Stage.ASKER_PROOF: NONCE_BYTES + PROOF_BYTES,
    Stage.OWNER_PROOF: PROOF_BYTES,
}


def _prove(role: bytes, secret: bytes, owner_nonce: bytes, asker_nonce: bytes) -> bytes:
    return hmac.digest(secret, role + owner_nonce + asker_nonce, "sha256")


class PeerConnection(asyncio.Protocol, Generic[Received]):
    """One end of a link."""

    def __init__(self, secret: bytes, decode: Callable[[bytearray], list[Received]], *, is_owner: bool) -> None:
        self._secret = secret
        self._decode: Callable[[bytearray], list[Received]] = decode
        self._stage = Stage.ASKER_PROOF if is_owner else Stage.NONCE
        self._nonce, self._owner_nonce = secrets.token_bytes(NONCE_BYTES), b""
        self._received = bytearray()
        self._messages: deque[Received] = deque()
        self.unsent: list[ToOwner | FromOwner] = []
        """The messages of this turn of the event loop."""
        self._unsent_bytes = 0
        """The size of the frames among them."""
        self._transport: asyncio.Transport | None = None
        self._loop = asyncio.get_running_loop()
        self.heard_at = self._loop.time()
        """When anything was last received."""

    # What an end does with the connection

    def on_ready(self) -> None:
        """Called when each end has proved who it is."""

    def on_message(self, message: Received) -> None:
        """Called with each message."""

    def on_closed(self) -> None:
        """Called once when the connection is lost or closed."""

    # Sending

    @property
    def is_ready(self) -> bool:
        """Whether messages can be sent."""
        return self._stage is Stage.MESSAGES

    def send(self, message: ToOwner | FromOwner, frame_bytes: int = 0) -> None:
        """Send a message together with all others of this turn of the event loop, unless its frame is too long."""
        if not self.unsent:
            self._loop.call_soon(self._flush)
        self.unsent.append(message)
        self._unsent_bytes += frame_bytes
        if self._unsent_bytes > MAX_FRAME_BYTES:
            self._flush()

    def _flush(self) -> None:
        messages, self.unsent, self._unsent_bytes = self.unsent, [], 0
        if self._transport is None or self._stage is not Stage.MESSAGES:
            return
        for begin in range(0, len(messages), MAX_BATCH_MESSAGES):
            self._transport.write(encode(messages[begin : begin + MAX_BATCH_MESSAGES]))
        if self._transport.get_write_buffer_size() > MAX_UNSENT_BYTES:
            self.close()

    def close(self) -> None:
        """Close the connection at once; the other end finds out what it has missed."""
        if self._transport is not None:
            self._transport.abort()
        self._end()

    def finish(self) -> None:
        """Close the connection after what was sent."""
        self._flush()
        if self._transport is not None:
            self._transport.close()

    def _end(self) -> None:
        if self._stage is not Stage.CLOSED:
            self._stage = Stage.CLOSED
            self.on_closed()

    # Receiving

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin: the owner sends its nonce."""
        self._transport = cast("asyncio.Transport", transport)
        if self._stage is Stage.ASKER_PROOF:
            self._transport.write(self._nonce)

    def connection_lost(self, error: Exception | None) -> None:
        """Note that the connection is gone."""
        self._transport = None
        self._end()

    def data_received(self, data: bytes) -> None:
        """Read proofs and messages as they come."""
        self.heard_at = self._loop.time()
        self._received += data
        try:
            while (expected := EXPECTED_BYTES.get(self._stage)) and len(self._received) >= expected:
                content = bytes(self._received[:expected])
                del self._received[:expected]
                self._shake_hands(content)
            if self._stage is Stage.MESSAGES:
                self._read_messages()
        except (msgspec.DecodeError, ValueError):
            self.close()

    def _shake_hands(self, content: bytes) -> None:
        assert self._transport is not None
        if self._stage is Stage.NONCE:
            self._owner_nonce = content
            self._transport.write(self._nonce + _prove(ASKER, self._secret, content, self._nonce))
            self._stage = Stage.OWNER_PROOF
            return
        is_owner = self._stage is Stage.ASKER_PROOF
        asker_nonce = content[:NONCE_BYTES] if is_owner else self._nonce
        nonces = (self._nonce, asker_nonce) if is_owner else (self._owner_nonce, asker_nonce)
        proof = content[-PROOF_BYTES:]
        if not hmac.compare_digest(proof, _prove(ASKER if is_owner else OWNER, self._secret, *nonces)):
            raise ValueError("wrong proof")
        if is_owner:
            self._transport.write(_prove(OWNER, self._secret, *nonces))
        self._stage = Stage.MESSAGES
        self.on_ready()

    def _read_messages(self) -> None:
        received, begin, is_handling = self._received, 0, bool(self._messages)
        while len(received) >= begin + LENGTH_BYTES:
            length = int.from_bytes(received[begin : begin + LENGTH_BYTES])
            if length > MAX_BATCH_BYTES:
                raise ValueError("the batch is too long")
            end = begin + LENGTH_BYTES + length
            if len(received) < end:
                break
            self._messages += self._decode(received[begin + LENGTH_BYTES : end])
            begin = end
        del received[:begin]
        if not is_handling:
            self._handle_messages()

    def _handle_messages(self) -> None:
        for _ in range(min(len(self._messages), MESSAGES_PER_TURN)):
            if self._stage is not Stage.MESSAGES:
                self._messages.clear()
                return
            self.on_message(self._messages.popleft())
        if self._messages:
            self._loop.call_soon(self._handle_messages)
