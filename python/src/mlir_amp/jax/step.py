# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`jit`: a training step in mixed precision, called as before."""

import functools
import inspect
import pathlib
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import jax

from mlir_amp.errors import OptionError
from mlir_amp.jax import engines, stablehlo, tracing
from mlir_amp.options import Options, format_of

ENGINES = ("xla", "amp")


def jit(
    step: Callable[..., Any],
    *,
    compute: Any,
    policy: str | pathlib.Path | None = None,
    engine: str = "xla",
    report: str | pathlib.Path | None = None,
    options: dict[str, Any] | None = None,
    donate_argnums: int | Sequence[int] = (),
    static_argnums: int | Sequence[int] = (),
    static_argnames: str | Sequence[str] = (),
    in_shardings: Any = None,
    out_shardings: Any = None,
) -> "Step":
    """`jax.jit` for a whole training step, with its precision mixed by amp-opt.

    compute         the low precision: "float16" or "bfloat16" (or jnp.float16, "f16", ...); "float32" leaves all as it is
    policy          name of a preset ("torch-cuda", ...), path of a policy file, or text of a policy
    engine          "xla": as JAX runs everything else, on any of its devices. "amp": by amp-run, each op rounded as written, on
                    this machine's processor; it compiles at each call, so it is for comparing, not for training
    report          file that gets every decision and its reason, as JSON
    options         more options of `amp-opt --amp`, such as {"solver": "paint", "chip": "sm_80"}
    the others      as in jax.jit

    The result is called with pytrees of arrays, as the step is, and returns what it returns, in the same types. For each new set
    of shapes the step is traced, exported, rewritten and compiled once. Raises subclasses of `mlir_amp.AmpError`.
    """
    if engine not in ENGINES:
        raise OptionError(f"engine expects one of {', '.join(ENGINES)}, but got '{engine}'")
    extra = tuple((name, _spelled(value)) for name, value in (options or {}).items())
    chosen = Options(format_of(compute), policy, None, pathlib.Path(report) if report else None, extra)
    shardings = {"in_shardings": in_shardings, "out_shardings": out_shardings}
    placed = {name: value for name, value in shardings.items() if value is not None}
    static = Static.of(step, _tuple(static_argnums), _tuple(static_argnames))
    return Step(step, chosen, engine, _tuple(donate_argnums), static, placed)


def _tuple(given: Any) -> tuple[Any, ...]:
    return (given,) if isinstance(given, int | str) else tuple(given)


def _spelled(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


class Step:
    """A step in mixed precision; `jit` makes it. Call it as the step that it was made from."""

    def __init__(
        self, step: Callable[..., Any], options: Options, engine: str,
        donated: tuple[int, ...], static: "Static", shardings: dict[str, Any],
    ) -> None:  # fmt: skip
        functools.update_wrapper(self, step)
        self._options, self._donated, self._static = options, donated, static
        self._plain = jax.jit(step, keep_unused=True, **static.options())
        self._programs: dict[Any, Program] = {}

        @functools.wraps(step)
        def traced(*args: Any, **kwargs: Any) -> Any:
            return self._rewritten(args, kwargs)

        on_xla = jax.jit(traced, donate_argnums=donated, **static.options(), **shardings)
        self._call = on_xla if engine == "xla" else self._by_amp_run

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._call(*args, **kwargs)

    def program(self, *args: Any, **kwargs: Any) -> "Program":
        """The rewritten module for arguments of these types (arrays or `jax.ShapeDtypeStruct`s), without running it."""
        args, kwargs = self._static.map_dynamic(_described, args, kwargs)
        leaves, tree = jax.tree.flatten((args, kwargs))
        key = tree, tuple(_key(leaf) for leaf in leaves)
        if key not in self._programs:
            self._programs[key] = self._make(args, kwargs)
        return self._programs[key]

    def _make(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> "Program":
        traced = tracing.trace(self._plain, args, kwargs)
        named = [(i, jax.tree_util.tree_leaves_with_path(args[i])) for i in self._donated if i < len(args)]
        donated = [(f"{i}{jax.tree_util.keystr(path)}", aval) for i, leaves in named for path, aval in leaves]
        tracing.check_donation(donated, traced.out_avals)
        text, messages = self._options.rewrite(traced.text)
        return Program(traced, text, messages)

    def _rewritten(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """What JAX traces in place of the step: the rewritten module, called."""
        program = self.program(*args, **kwargs)
        call = engines.on_xla(program.module, program.traced.devices, program.traced.mesh)
        return _packed(program, call(*self._flat(args, kwargs)))

    def _by_amp_run(self, *args: Any, **kwargs: Any) -> Any:
        program = self.program(*args, **kwargs)
        return _packed(program, engines.on_amp_run(program.text, program.module.outputs)(*self._flat(args, kwargs)))

    def _flat(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any]:
        """The arrays among the arguments, in their order; random keys as the integers that they are made of."""
        arrays = map(jax.numpy.asarray, jax.tree.leaves(self._static.dynamic(args, kwargs)))
        return [jax.random.key_data(leaf) if _is_key(leaf) else leaf for leaf in arrays]


class Program:
    """A step for one set of shapes: `before` and `text` are the modules, `messages` is what amp-opt had to say."""

    def __init__(self, traced: tracing.Traced, text: str, messages: str) -> None:
        self.traced, self.before, self.text, self.messages = traced, traced.text, text, messages

    @functools.cached_property
    def module(self) -> stablehlo.Module:
        return stablehlo.read(self.text)


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

    def options(self) -> dict[str, Any]:
        """As jax.jit takes it."""
        return {"static_argnums": self.argnums, "static_argnames": self.argnames}

    def dynamic(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, Any]:
        """The arguments without the static ones."""
        return (
            tuple(arg for i, arg in enumerate(args) if i not in self.argnums),
            {name: arg for name, arg in kwargs.items() if name not in self.argnames},
        )

    def map_dynamic(self, function: Callable[[Any], Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """The arguments with `function` applied to the leaves of those that are not static."""
        return (
            tuple(arg if i in self.argnums else jax.tree.map(function, arg) for i, arg in enumerate(args)),
            {name: arg if name in self.argnames else jax.tree.map(function, arg) for name, arg in kwargs.items()},
        )


def _described(leaf: Any) -> Any:
    """The type of an array or number."""
    if isinstance(leaf, jax.ShapeDtypeStruct):
        return leaf
    aval = jax.typeof(leaf)
    return jax.ShapeDtypeStruct(aval.shape, aval.dtype, weak_type=getattr(aval, "weak_type", False))


def _key(leaf: Any) -> Any:
    return (leaf.shape, leaf.dtype, leaf.weak_type) if isinstance(leaf, jax.ShapeDtypeStruct) else leaf


def _is_key(leaf: Any) -> bool:
    return bool(jax.numpy.issubdtype(leaf.dtype, jax.dtypes.prng_key))


def _packed(program: Program, results: Sequence[Any]) -> Any:
    typed = [
        jax.random.wrap_key_data(x, impl=aval.dtype._impl) if _is_key(aval) else x
        for x, aval in zip(results, program.traced.out_avals, strict=True)
    ]
    return program.traced.out_tree.unflatten(typed)
