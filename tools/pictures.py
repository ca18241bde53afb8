"""Makes PNG pictures smaller: with a palette of at most 256 colours they need a third of the space."""

import struct
import zlib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

MAX_COLOURS = 256
SIGNATURE = b"\x89PNG\r\n\x1a\n"

Pixels = NDArray[np.uint8]


def read(path: Path) -> Pixels:
    """The pixels of a PNG as browsers write it: eight bits per channel, not interlaced."""
    data, index = path.read_bytes(), len(SIGNATURE)
    packed, size, channels = b"", (0, 0), 0
    while index < len(data):
        length, kind = struct.unpack_from(">I4s", data, index)
        body = data[index + 8 : index + 8 + length]
        if kind == b"IHDR":
            size = struct.unpack_from(">II", body)
            channels = {2: 3, 6: 4}[body[9]]
        elif kind == b"IDAT":
            packed += body
        index += length + 12
    width, height = size
    lines = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, 1 + width * channels)
    return _unfilter(lines, channels).reshape(height, width, channels)[:, :, :3]


def _unfilter(lines: Pixels, channels: int) -> Pixels:
    """Undo the filter of each line."""
    above = np.zeros(lines.shape[1] - 1, np.uint8)
    pixels = np.empty((len(lines), len(above)), np.uint8)
    for number, line in enumerate(lines):
        kind, unfiltered = int(line[0]), line[1:].copy()
        if kind == 2:
            unfiltered += above
        elif kind:
            _unfilter_line(unfiltered, above, kind, channels)
        pixels[number] = above = unfiltered
    return pixels


def _unfilter_line(unfiltered: Pixels, above: Pixels, kind: int, channels: int) -> None:
    """Undo a filter by which each byte depends on the one before it."""
    line, up = unfiltered.tolist(), above.tolist()
    for index in range(len(line)):
        left = line[index - channels] if index >= channels else 0
        corner = up[index - channels] if index >= channels else 0
        if kind == 1:
            prediction = left
        elif kind == 3:
            prediction = (left + up[index]) // 2
        else:
            prediction = min(
                (left, up[index], corner), key=lambda neighbour: abs(left + up[index] - corner - neighbour)
            )
        line[index] = (line[index] + prediction) & 255
    unfiltered[:] = line


def _palette(pixels: Pixels) -> tuple[Pixels, NDArray[np.intp]]:
    """The colours of a picture, most frequent first and similar ones merged; and the index of each pixel's colour."""
    flat = pixels.reshape(-1, 3)
    buckets = (flat >> 3).astype(np.int64) @ np.array([1024, 32, 1])
    _, which, counts = np.unique(buckets, return_inverse=True, return_counts=True)
    means = np.stack([np.bincount(which, flat[:, channel]) / counts for channel in range(3)], axis=1)
    most_frequent = np.argsort(-counts)[:MAX_COLOURS]
    nearest = ((means[:, None, :] - means[most_frequent][None]) ** 2).sum(axis=2).argmin(axis=1)
    return means[most_frequent].round().astype(np.uint8), nearest[which]


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def write_small(source: Path, target: Path) -> int:
    """Rewrite a picture with a palette. Returns its bytes."""
    pixels = read(source)
    height, width, _ = pixels.shape
    colours, which = _palette(pixels)
    lines = np.zeros((height, width + 1), np.uint8)
    lines[:, 1:] = which.reshape(height, width)
    target.parent.mkdir(parents=True, exist_ok=True)
    return target.write_bytes(
        SIGNATURE
        + _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0))
        + _chunk(b"PLTE", colours.tobytes())
        + _chunk(b"IDAT", zlib.compress(lines.tobytes(), 9))
        + _chunk(b"IEND", b"")
    )
