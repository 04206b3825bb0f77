"""`dusk completion bash | zsh | fish`: completion of the command's words, written from the one table of commands."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from dusk.cli import command
from dusk.cli.words import Options

OPTIONS: Options = {}
_FILES = {"bash": 'COMPREPLY+=($(compgen -f -- "$word"))', "zsh": "_files"}

HOW = """\
usage: dusk completion bash | zsh | fish
Prints a script that completes dusk's words. To have it in every shell:
  bash  dusk completion bash > ~/.local/share/bash-completion/completions/dusk
  zsh   dusk completion zsh > "${fpath[1]}/_dusk"
  fish  dusk completion fish > ~/.config/fish/completions/dusk.fish"""


def main(words: Sequence[str]) -> int:
    """`dusk completion`; the exit status."""
    if list(words) in (["-h"], ["--help"]):
        print(HOW)
        return 0
    write = {"bash": bash, "zsh": zsh, "fish": fish}.get(words[0]) if len(words) == 1 else None
    if write is None:
        print(HOW, file=sys.stderr)
        return 2
    print(write(), end="")
    return 0


def options_of(row: command.Command) -> dict[str, str]:
    """The options of a command, with what each is for."""
    given: Options = row.load().OPTIONS
    return {"--help": "tell what it takes", **{name: str(settings.get("help", "")) for name, settings in given.items()}}


def bash() -> str:
    """The script for bash."""
    cases: list[str] = []
    for row in command.COMMANDS:
        words = [*options_of(row), *(row.takes if isinstance(row.takes, tuple) else ())]
        files = f" {_FILES['bash']};" if row.takes == "file" else ""
        cases.append(f'    {row.name}) COMPREPLY=($(compgen -W "{" ".join(words)}" -- "$word"));{files} ;;')
    names = " ".join(row.name for row in command.COMMANDS)
    lines = [
        "_dusk() {",
        '  local word="${COMP_WORDS[COMP_CWORD]}"',
        "  COMPREPLY=()",
        '  if [ "$COMP_CWORD" -eq 1 ]; then',
        f'    COMPREPLY=($(compgen -W "{names} --help --version" -- "$word"))',
        "    return",
        "  fi",
        '  case "${COMP_WORDS[1]}" in',
        *cases,
        "  esac",
        "}",
        "complete -o filenames -F _dusk dusk",
    ]
    return "\n".join(lines) + "\n"


def zsh() -> str:
    """The script for zsh."""
    lines = ["#compdef dusk", "local -a commands", "commands=("]
    lines += [f"  {_quoted(f'{row.name}:{row.does}')}" for row in command.COMMANDS]
    lines += [")", "if (( CURRENT == 2 )); then", "  _describe command commands", "  return", "fi"]
    lines += ["shift words", "(( CURRENT-- ))", "case $words[1] in"]
    for row in command.COMMANDS:
        given = [_quoted(f"{name}[{_plain(does)}]") for name, does in options_of(row).items()]
        given += [_quoted(f"*:{'file' if row.takes == 'file' else 'word'}:{_arguments(row)}")] if row.takes else []
        lines.append(f"  {row.name}) _arguments {' '.join(given)} ;;")
    return "\n".join([*lines, "esac"]) + "\n"


def _arguments(row: command.Command) -> str:
    return _FILES["zsh"] if isinstance(row.takes, str) else f"({' '.join(row.takes)})"


def _plain(text: str) -> str:
    return text.replace("[", "(").replace("]", ")").replace(":", ",")


def fish() -> str:
    """The script for fish."""
    lines = ["complete -c dusk -f"]
    for row in command.COMMANDS:
        here, seen = "__fish_use_subcommand", f"__fish_seen_subcommand_from {row.name}"
        lines.append(f"complete -c dusk -n {here} -a {row.name} -d {_quoted(row.does)}")
        for name, does in options_of(row).items():
            lines.append(f"complete -c dusk -n {_quoted(seen)} -l {name.removeprefix('--')} -d {_quoted(does)}")
        if row.takes == "file":
            lines.append(f"complete -c dusk -n {_quoted(seen)} -F")
        elif row.takes:
            lines.append(f"complete -c dusk -n {_quoted(seen)} -a {_quoted(' '.join(row.takes))}")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """A word in single quotes, as all three shells read it."""
    return "'" + text.replace("\\", "\\\\").replace("'", "").strip() + "'"
