"""Counts the frames that a client sends, of every kind, without decoding them.

Decoding a frame takes a hundred times as long as walking over it. So a client that floods its socket with empty frames
is noticed before they are decoded.
"""

HEADER_BYTES = 2
"""What every frame begins with (RFC 6455, section 5.2)."""

MASK_BIT = 0x80
"""Of the second byte: four more bytes of the header are a mask."""

MASK_BYTES = 4

MAX_HEADER_BYTES = 14
"""The longest header: with eight bytes of length, and a mask."""

LENGTH_BYTES = {126: 2, 127: 8}
"""For two values of the length in the second byte, how many further bytes hold the real one."""


class FrameCounter:
    """Walks over the frames of one socket, which arrive in pieces of any size."""

    __slots__ = ("_begun_header", "_rest_of_payload")

    def __init__(self) -> None:
        self._begun_header = b""
        self._rest_of_payload = 0

    @property
    def at_frame_start(self) -> bool:
        """Whether the next byte begins a frame."""
        return not self._begun_header and not self._rest_of_payload

    def walk(self, data: bytes, at: int, most: int) -> tuple[int, int]:
        """Walk over data from here on, until so many headers are complete and the last of these frames ends.

        Return how many headers are complete, and how far it went: the next walk begins there, or with the next data.
        """
        size, frames = len(data), 0
        if begun := self._begun_header:
            header = begun + data[at : at + MAX_HEADER_BYTES]
            end = _frame_end(header, 0)
            if end is None:
                self._begun_header = header
                return 0, size
            self._begun_header, at, frames = b"", at + end - len(begun), 1
        else:
            at += self._rest_of_payload
        while at < size and frames < most:
            end = _frame_end(data, at)
            if end is None:
                self._begun_header, self._rest_of_payload = data[at:], 0
                return frames, size
            at = end
            frames += 1
        self._rest_of_payload = max(at - size, 0)
        return frames, min(at, size)


def _frame_end(data: bytes, at: int) -> int | None:
    """Where the frame that begins here ends; None if its header is not complete."""
    left = len(data) - at
    if left < HEADER_BYTES:
        return None
    second = data[at + 1]
    length = second & ~MASK_BIT
    more = LENGTH_BYTES.get(length, 0)
    header = HEADER_BYTES + more + (MASK_BYTES if second & MASK_BIT else 0)
    if left < header:
        return None
    if more:
        length = int.from_bytes(data[at + HEADER_BYTES : at + HEADER_BYTES + more], "big")
    return at + header + length
