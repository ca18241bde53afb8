"""Shell completion: scripts generated from the parser."""

import shutil
import subprocess
from pathlib import Path

import pytest

from keypeg.cli import build_parser
from keypeg.cli.completion import commands_of
from keypeg.editions import RULEBOOKS
from support.command import Keypeg, accepted, environment


def complete_in_bash(keypeg: Keypeg, tmp_path: Path, *typed: str) -> set[str]:
    """The words that bash offers for the last of these words."""
    script = accepted(keypeg("completion", "bash"))
    words = " ".join(f"'{word}'" for word in typed)
    program = f"COMP_WORDS=({words}); COMP_CWORD={len(typed) - 1}; _keypeg; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    done = subprocess.run(
        ["bash", "-c", script + program],
        capture_output=True,
        text=True,
        check=True,
        env=environment(tmp_path),
        cwd=tmp_path,
    )
    assert done.stderr == ""
    return set(done.stdout.split())


@pytest.mark.skipif(not shutil.which("bash"), reason="this machine has no bash")
def test_bash_completes_commands_editions_options_and_values(keypeg: Keypeg, tmp_path: Path) -> None:
    (tmp_path / "game.keypeg").touch()
    assert complete_in_bash(keypeg, tmp_path, "keypeg", "pl") == {"play"}
    assert complete_in_bash(keypeg, tmp_path, "keypeg", "rules", "") >= set(RULEBOOKS)
    assert complete_in_bash(keypeg, tmp_path, "keypeg", "rules", "cl") == {"classic"}
    assert complete_in_bash(keypeg, tmp_path, "keypeg", "solve", "classic", "--j") == {"--json"}
    assert complete_in_bash(keypeg, tmp_path, "keypeg", "puzzle", "--kind", "") == {"one-code", "best-guess"}
    assert complete_in_bash(keypeg, tmp_path, "keypeg", "replay", "game") == {"game.keypeg"}
    assert complete_in_bash(keypeg, tmp_path, "keypeg", "play", "--resume", "") == {"game.keypeg"}
    assert complete_in_bash(keypeg, tmp_path, "keypeg", "completion", "") >= {"bash", "zsh", "fish"}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_command_and_option_is_in_every_script(keypeg: Keypeg, shell: str, lang: str) -> None:
    script = accepted(keypeg("completion", shell, "--lang", lang))
    for command in commands_of(build_parser(lang)):
        assert command.name in script
        for option in command.options:
            assert option.name.removeprefix("--") in script


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_shell_reads_its_script(keypeg: Keypeg, tmp_path: Path, shell: str, lang: str) -> None:
    if not shutil.which(shell):
        pytest.skip(f"this machine has no {shell}")
    file = tmp_path / "completion"
    file.write_text(accepted(keypeg("completion", shell, "--lang", lang)), encoding="utf-8")
    done = subprocess.run(
        [shell, "-n", str(file)], capture_output=True, text=True, check=False, env=environment(tmp_path)
    )
    assert (done.returncode, done.stderr) == (0, "")
