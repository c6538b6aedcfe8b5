# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The arguments of a step: those that are arrays, by their types, and those that are static, by their values."""

import inspect
from collections.abc import Callable
from typing import Any, NamedTuple

import jax

from mlir_amp.errors import DonationError, TraceError

STATIC = "what is no array is named in static_argnums or static_argnames"


class Static(NamedTuple):
    """The arguments that are no arrays but part of the program."""

    argnums: tuple[int, ...]
    argnames: tuple[str, ...]

    @staticmethod
    def of(step: Callable[..., Any], argnums: tuple[int, ...], argnames: tuple[str, ...]) -> "Static":
        """As jax.jit does it: an argument that is named by number is also meant when it is passed by name, and the other way."""
        names = positional(step)
        numbers = {i % len(names) if i < 0 and names else i for i in argnums} | {names.index(n) for n in argnames if n in names}
        return Static(tuple(sorted(numbers)), tuple({*argnames, *(names[i] for i in numbers if i < len(names))}))

    def behind(self, count: int) -> "Static":
        """The same for a function with so many arguments in front."""
        return Static(tuple(i + count for i in self.argnums), self.argnames)

    def options(self) -> dict[str, Any]:
        """As jax.jit takes it."""
        return {"static_argnums": self.argnums, "static_argnames": self.argnames}

    def dynamic(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, Any]:
        """The arguments without the static ones."""
        if not self.argnums and not self.argnames:
            return args, kwargs
        return (
            tuple(arg for i, arg in enumerate(args) if i not in self.argnums),
            {name: arg for name, arg in kwargs.items() if name not in self.argnames},
        )

    def values(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, ...]:
        """The static arguments, each with its place or name, and its type; TraceError for one that cannot be told from others."""
        if not self.argnums and not self.argnames:
            return ()
        named = ((name, type(arg), arg) for name, arg in sorted(kwargs.items()) if name in self.argnames)
        found = (*((i, type(args[i]), args[i]) for i in self.argnums if i < len(args)), *named)  # 1 == True, but not to a program
        try:
            hash(found)
        except TypeError as error:
            raise TraceError(f"static arguments are hashable, but {error}") from error
        return found

    def map_dynamic(self, function: Callable[[Any], Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """The arguments with `function` applied to the leaves of those that are not static."""
        return (
            tuple(arg if i in self.argnums else jax.tree.map(function, arg) for i, arg in enumerate(args)),
            {name: arg if name in self.argnames else jax.tree.map(function, arg) for name, arg in kwargs.items()},
        )


def positional(step: Callable[..., Any]) -> list[str]:
    """The names of a function's arguments that have a number; none for a builtin that does not say."""
    try:
        parameters = inspect.signature(step).parameters.values()
    except ValueError:
        return []
    return [p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]


def donated(step: Callable[..., Any], argnums: tuple[int, ...]) -> tuple[int, ...]:
    """The numbers of arguments, counted from the front; DonationError for those that the step does not have."""
    names = positional(step)
    if not names or any(p.kind == p.VAR_POSITIONAL for p in inspect.signature(step).parameters.values()):
        return argnums
    for number in argnums:
        if not -len(names) <= number < len(names):
            raise DonationError(f"donate_argnums expects numbers of the step's {len(names)} arguments, but got {number}")
    return tuple(number % len(names) for number in argnums)


def described(leaf: Any) -> Any:
    """The type of an array or number; TraceError for anything else."""
    if isinstance(leaf, jax.ShapeDtypeStruct):
        return leaf
    try:
        aval = jax.typeof(leaf)
    except TypeError as error:
        raise TraceError(f"a step expects arrays, but got {leaf!r}: {STATIC}") from error
    return jax.ShapeDtypeStruct(aval.shape, aval.dtype, weak_type=getattr(aval, "weak_type", False))


def type_of(leaf: Any) -> tuple[Any, ...]:
    """The part of the type of an array or number that selects a program; TraceError for anything else."""
    aval = leaf.aval if isinstance(leaf, jax.Array) else described(leaf)
    return aval.shape, aval.dtype, aval.weak_type
