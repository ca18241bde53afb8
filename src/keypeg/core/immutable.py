"""The base class of what every move builds: rows, boards, states, views and events.

They are final classes with slots, and their fields are set once, in a written `__init__`. Plain Python builds these in
less time than named tuples or frozen dataclasses, and mypyc turns them into C structures; it can do that with neither
of the others. mypy refuses to set a field anywhere else, and so does the compiled class itself. No move builds the
parts of an edition, so these are frozen dataclasses as well.
"""

from typing import Any, ClassVar, TypeVar


class Immutable:
    """A value that never changes, and equals another of its class with equal fields."""

    __match_args__: ClassVar[tuple[str, ...]] = ()
    """The names of the fields, in the order of the arguments of `__init__`."""
    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return self is other or (type(self) is type(other) and _values_of(self) == _values_of(other))

    def __hash__(self) -> int:
        return hash(_values_of(self))

    def __repr__(self) -> str:
        fields = [f"{name}={getattr(self, name)!r}" for name in self.__match_args__]
        return f"{type(self).__name__}({', '.join(fields)})"

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), _values_of(self)


Value = TypeVar("Value", bound=Immutable)


def replace_fields(value: Value, **changes: Any) -> Value:
    """A copy with these fields replaced. What happens at every move has a `with_…` method, which takes less time."""
    return type(value)(**(fields_of(value) | changes))


def fields_of(value: Immutable) -> dict[str, Any]:
    """The fields by name."""
    return {name: getattr(value, name) for name in value.__match_args__}


def _values_of(value: Any) -> tuple[object, ...]:
    return tuple([getattr(value, name) for name in value.__match_args__])
