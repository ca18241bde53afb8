"""The command `completion`: scripts that let a shell complete the command line.

Each script is generated from the parser, so it knows every command, option and choice. Files are completed by the shell
itself.
"""

import argparse
from collections.abc import Callable
from typing import NamedTuple

from keypeg.cli.arguments import Command, Words
from keypeg.editions import RULEBOOKS


class CompletedOption(NamedTuple):
    """An option of a command."""

    name: str
    about: str
    takes_value: bool
    values: tuple[str, ...]


class CommandWords(NamedTuple):
    """What can be typed after a command."""

    name: str
    about: str
    options: tuple[CompletedOption, ...]
    words: tuple[str, ...]
    """The words that its arguments may be, such as the editions; none if its argument is a file."""


def add_commands(command: Command, words: Words) -> None:
    """Add this command to the parser."""
    add = command("completion", run_completion)
    add("shell", choices=tuple(SCRIPTS), metavar="SHELL", help=words("shell", shells=", ".join(SCRIPTS)))


def run_completion(options: argparse.Namespace, lang: str) -> int:
    """Print the script for a shell."""
    from keypeg.cli import build_parser

    print(SCRIPTS[options.shell](commands_of(build_parser(lang))), end="")
    return 0


def commands_of(parser: argparse.ArgumentParser) -> list[CommandWords]:
    """The commands of this parser."""
    [commands] = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    about = {action.dest: action.help or "" for action in commands._choices_actions}
    return [_command_words(name, about[name], command) for name, command in commands.choices.items()]


def _command_words(name: str, about: str, parser: argparse.ArgumentParser) -> CommandWords:
    options: list[CompletedOption] = []
    words: list[str] = []
    for action in parser._actions:
        choices = tuple(map(str, action.choices or ()))
        if action.option_strings:
            takes_value = action.nargs != 0
            options.append(CompletedOption(action.option_strings[-1], _one_line(action.help), takes_value, choices))
        else:
            words += RULEBOOKS if action.dest == "edition" else choices
    return CommandWords(name, _one_line(about), tuple(options), tuple(words))


def _one_line(text: str | None) -> str:
    """A help text as one line that needs no quoting within single quotation marks."""
    return (text or "").replace("'", "’").replace("[", "(").replace("]", ")").replace(":", " -")


def _bash(commands: list[CommandWords]) -> str:
    cases = []
    for command in commands:
        values = [
            f'      "{command.name} {option.name}") words="{" ".join(option.values)}" ;;'
            for option in command.options
            if option.values
        ]
        free = "|".join(
            f'"{command.name} {option.name}"' for option in command.options if option.takes_value and not option.values
        )
        values += [f'      {free}) COMPREPLY=($(compgen -f -- "$current")); return ;;'] if free else []
        typed = " ".join([*(option.name for option in command.options), *command.words])
        files = "" if command.words else ' $(compgen -f -- "$current")'
        cases.append("\n".join([*values, f'      "{command.name} "*) words="{typed}{files}" ;;']))
    names = " ".join(command.name for command in commands)
    return f"""\
_keypeg() {{
  local current="${{COMP_WORDS[COMP_CWORD]}}" previous="${{COMP_WORDS[COMP_CWORD-1]}}" words
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="{names} --help --lang --version"
  else
    case "${{COMP_WORDS[1]}} $previous" in
{chr(10).join(cases)}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}}
complete -F _keypeg keypeg
"""


def _zsh(commands: list[CommandWords]) -> str:
    names = "\n".join(f"    '{command.name}:{command.about}'" for command in commands)
    cases = []
    for command in commands:
        options = []
        for option in command.options:
            value = f":value:({' '.join(option.values)})" if option.values else ":value:_files"
            options.append(f"'{option.name}[{option.about}]{value if option.takes_value else ''}'")
        operands = f"'*:word:({' '.join(command.words)})'" if command.words else "'*:file:_files'"
        cases.append(f"    {command.name}) _arguments {' '.join([*options, operands])} ;;")
    return f"""\
#compdef keypeg
_keypeg() {{
  local -a commands
  commands=(
{names}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
{chr(10).join(cases)}
  esac
}}
compdef _keypeg keypeg
"""


def _fish(commands: list[CommandWords]) -> str:
    lines = ["complete -c keypeg -n __fish_use_subcommand -f"]
    for command in commands:
        lines.append(f"complete -c keypeg -n __fish_use_subcommand -a {command.name} -d '{command.about}'")
        complete = f"complete -c keypeg -n '__fish_seen_subcommand_from {command.name}'"
        if command.words:
            lines.append(f"{complete} -f -a '{' '.join(command.words)}'")
        for option in command.options:
            files = option.takes_value and not option.values
            value = f" -x -a '{' '.join(option.values)}'" if option.values else " -r -F" if files else ""
            lines.append(f"{complete} -l {option.name.removeprefix('--')}{value} -d '{option.about}'")
    return "\n".join(lines) + "\n"


SCRIPTS: dict[str, Callable[[list[CommandWords]], str]] = {"bash": _bash, "zsh": _zsh, "fish": _fish}
"""What makes the script for each shell."""
