"""The JSON documents that commands print with `--json`.

Each module builds those of one command, or of a few that belong together. Start with `replay_document`.
"""
