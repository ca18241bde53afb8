"""A disk that loses power: it forgets what was written and not synced. Start reading in `nodes`.

A killed program loses nothing that it has written, because the system still has it. A power cut loses all that is not
on the disk. This is a file system for tests, in a process of its own (`disk_process`), which Linux mounts over
`/dev/fuse` (`fuse_messages`, `file_system`). It knows two states of every file and folder: what programs see, and what
is on the disk. Writing changes the first, fsync and fdatasync bring the second up to it, and a power cut leaves only
the second. Tests use `mounted_disk`.
"""
