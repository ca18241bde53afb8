"""The names that a module of `web/` binds: constants, functions, parameters, and what a block of Svelte names."""

import re
from collections.abc import Iterator

_IGNORED = re.compile(
    r"<style\b.*?</style>|<!--.*?-->|/\*.*?\*/|(?<!:)//[^\n]*|'(?:\\.|[^'\\\n])*'",
    re.DOTALL,
)
"""Styles, comments and strings."""

_ARGUMENTS = r"\(((?:[^()]|\([^()]*\))*)\)"
_PATTERN = r"(\{(?:[^{}]|\{[^{}]*\})*\}|\[(?:[^\[\]]|\[[^\[\]]*\])*\])"
_KEYWORD = r"(?:\b(?:const|let|function|class)|\{@const|\{#snippet|\{:then|\{:catch|\sas|\sthen)"

_NAME_AFTER_KEYWORD = re.compile(_KEYWORD + r"\s+([A-Za-z_$]\w*)")
_SOLE_PARAMETER = re.compile(r"\b([A-Za-z_$]\w*)\s*=>")
_LISTS = (
    re.compile(_KEYWORD + r"\s+" + _PATTERN),
    re.compile(r"(?:\bfunction|#snippet)\s+\w*" + _ARGUMENTS),
    re.compile(_ARGUMENTS + r"\s*(?::[^=;(){}]+)?=>"),
    re.compile(r"^ +(?:async )?(?!(?:if|for|while|switch|catch)\b)\w+" + _ARGUMENTS + r"[^\n;()]*\{$", re.MULTILINE),
)
"""Where several names stand together: in a destructuring pattern; as parameters of a function, an arrow or a method."""

_NAME_IN_LIST = re.compile(r"(?:^|[,{\[(]|\.\.\.)\s*([A-Za-z_$]\w*)\s*(?=[,:?=}\])]|$)")
_DEFAULT_OBJECT = re.compile(r"=\s*\{[^{}]*\}")
_BRACES = re.compile(r"\{[^{}]*\}")
_KEY = re.compile(r"\w+\s*:\s*")


def bound_page_names(source: str) -> Iterator[str]:
    """The names that a module in TypeScript, or a component of Svelte, binds."""
    code = _IGNORED.sub(lambda ignored: "''" if ignored[0].startswith("'") else " ", source)
    yield from _NAME_AFTER_KEYWORD.findall(code)
    yield from _SOLE_PARAMETER.findall(code)
    for pattern in _LISTS:
        for names in pattern.findall(code):
            without_defaults = _DEFAULT_OBJECT.sub("=", names)
            yield from _NAME_IN_LIST.findall(_BRACES.sub(lambda braces: _KEY.sub("", braces[0]), without_defaults))
