# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The arguments of a step: those that are arrays, by their types, and those that are static, by their values."""

import inspect
from collections.abc import Callable
from typing import Any, NamedTuple

import jax


class Static(NamedTuple):
    """Which arguments are no arrays but part of the program."""

    argnums: tuple[int, ...]
    argnames: tuple[str, ...]

    @staticmethod
    def of(step: Callable[..., Any], argnums: tuple[int, ...], argnames: tuple[str, ...]) -> "Static":
        """As jax.jit does it: an argument that is named by number is also meant when it is passed by name, and the other way."""
        try:
            parameters = inspect.signature(step).parameters.values()
        except ValueError:  # a builtin
            return Static(argnums, argnames)
        names = [p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
        numbers = {i % len(names) if i < 0 else i for i in argnums} | {names.index(n) for n in argnames if n in names}
        return Static(tuple(sorted(numbers)), tuple({*argnames, *(names[i] for i in numbers if i < len(names))}))

    def behind(self, count: int) -> "Static":
        """The same for a function with so many arguments in front."""
        return Static(tuple(i + count for i in self.argnums), self.argnames)

    def options(self) -> dict[str, Any]:
        """As jax.jit takes it."""
        return {"static_argnums": self.argnums, "static_argnames": self.argnames}

    def dynamic(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, Any]:
        """The arguments without the static ones."""
        return (
            tuple(arg for i, arg in enumerate(args) if i not in self.argnums),
            {name: arg for name, arg in kwargs.items() if name not in self.argnames},
        )

    def values(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, ...]:
        """The static arguments, each with its place or name."""
        named = ((name, arg) for name, arg in sorted(kwargs.items()) if name in self.argnames)
        return (*((i, args[i]) for i in self.argnums if i < len(args)), *named)

    def map_dynamic(self, function: Callable[[Any], Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """The arguments with `function` applied to the leaves of those that are not static."""
        return (
            tuple(arg if i in self.argnums else jax.tree.map(function, arg) for i, arg in enumerate(args)),
            {name: arg if name in self.argnames else jax.tree.map(function, arg) for name, arg in kwargs.items()},
        )


def described(leaf: Any) -> Any:
    """The type of an array or number."""
    if isinstance(leaf, jax.ShapeDtypeStruct):
        return leaf
    aval = jax.typeof(leaf)
    return jax.ShapeDtypeStruct(aval.shape, aval.dtype, weak_type=getattr(aval, "weak_type", False))


def type_of(leaf: jax.ShapeDtypeStruct) -> tuple[Any, ...]:
    """What of it tells programs apart."""
    return leaf.shape, leaf.dtype, leaf.weak_type
