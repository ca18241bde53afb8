"""Folders and names that survive a power cut.

`os.fsync` of a file makes its contents durable, but not its name, which is in its folder; and the name of a new folder
is in the folder above it.
"""

import errno
import os
from pathlib import Path

UNSUPPORTED = (errno.EINVAL, errno.ENOTSUP, errno.EBADF)
"""The errors of file systems that cannot sync a folder. Nothing more can be done there."""


def make_folder(folder: Path) -> None:
    """Make a folder, with those above that are missing, so that a power cut leaves all of them in their places."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for each in missing:
        sync_folder(each.parent)


def sync_folder(folder: Path) -> None:
    """Wait until the names in a folder are on disk. Windows cannot, nor can a user who may not read the folder."""
    if os.name != "posix":
        return
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except PermissionError:
        return
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in UNSUPPORTED:
            raise
    finally:
        os.close(descriptor)
