# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`jit`: a training step in mixed precision, called as before."""

import functools
import pathlib
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import jax

from mlir_amp import tools
from mlir_amp.errors import AmpWarning, OptionError, ScalerError
from mlir_amp.jax import engines, stablehlo, tracing
from mlir_amp.jax.arguments import Static, described, key_of
from mlir_amp.jax.scaler import FOUND_INF, Layout, Scaler, one
from mlir_amp.options import Options, format_of

ENGINES = ("xla", "amp")


def jit(
    step: Callable[..., Any],
    *,
    compute: Any,
    policy: str | pathlib.Path | None = None,
    loss_scale: str | float | None = None,
    scaler: str | None = None,
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
    loss_scale      "dynamic" (from 65536), "dynamic:1024", "static:1024" or 1024 (the same), None. The step must be marked
                    (`value_and_grad`, `state`); one whose gradients overflow keeps every state, and counts as skipped
    scaler          how a dynamic scale moves: as a framework does it ("torch", the default, "apex", "paddle", ...)
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
    chosen = Options(format_of(compute), policy, _scaling(loss_scale), scaler, pathlib.Path(report) if report else None, extra)
    if in_shardings is not None and not isinstance(in_shardings, tuple | list):
        raise OptionError(f"in_shardings expects a tuple, one for each argument, but got {in_shardings}")
    # The scaler is the first argument, and the last result.
    placed = {} if in_shardings is None else {"in_shardings": (None, *in_shardings)}
    placed |= {} if out_shardings is None else {"out_shardings": (out_shardings, None)}
    static = Static.of(step, _tuple(static_argnums), _tuple(static_argnames))
    return Step(step, chosen, engine, _tuple(donate_argnums), static, placed)


def _tuple(given: Any) -> tuple[Any, ...]:
    return (given,) if isinstance(given, int | str) else tuple(given)


def _scaling(loss_scale: Any) -> str | None:
    return f"static:{loss_scale}" if isinstance(loss_scale, int | float) else loss_scale


def _spelled(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


class Step:
    """A step in mixed precision; `jit` makes it. Call it as the step that it was made from.

    With loss scaling, `scaler` is its state: a pytree to save beside the weights and to set again when training goes on. It is
    None before the first call. `pure` is the same step with the scaler as an argument and a result, for use inside `jax.jit`.
    """

    def __init__(
        self, step: Callable[..., Any], options: Options, engine: str,
        donated: tuple[int, ...], static: Static, shardings: dict[str, Any],
    ) -> None:  # fmt: skip
        functools.update_wrapper(self, step)
        self.scaler: Scaler | None = None
        self._options, self._donated, self._static = options, donated, static
        self._plain = jax.jit(step, keep_unused=True, **static.options())
        self._programs: dict[Any, Program] = {}

        def traced(scaler: Scaler, *args: Any, **kwargs: Any) -> tuple[Any, Scaler]:
            return self._rewritten(scaler, args, kwargs)

        traced.__name__ = traced.__qualname__ = getattr(step, "__name__", "step")
        behind = {"donate_argnums": tuple(i + 1 for i in donated)} | static.behind(1).options()
        self._call = jax.jit(traced, **behind, **shardings) if engine == "xla" else self._by_amp_run

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self.scaler is None:
            self.scaler = self.initial_scaler(*args, **kwargs)
        results, scaler = self._call(self.scaler, *args, **kwargs)
        if scaler:
            self._keep(scaler)
        return results

    def pure(self, scaler: Scaler, *args: Any, **kwargs: Any) -> tuple[Any, Scaler]:
        """The step as a function of its scaler (the first is `initial_scaler`): returns its results, and the next scaler."""
        results: tuple[Any, Scaler] = self._call(scaler, *args, **kwargs)
        return results

    def initial_scaler(self, *args: Any, **kwargs: Any) -> Scaler:
        """What loss scaling starts from, for arguments of these types: {} without it."""
        return self.program(*args, **kwargs).layout.initial if self._options.scales else {}

    @property
    def scale(self) -> Any:
        """The loss scale of the next step (of each group, if there are several)."""
        return one(self.scaler, "scale")

    @property
    def skipped(self) -> Any:
        """How many steps were skipped so far, because gradients overflowed."""
        return one(self.scaler, "skipped")

    @property
    def found_inf(self) -> Any:
        """Whether the last step was skipped."""
        return one(self.scaler, FOUND_INF)

    def program(self, *args: Any, **kwargs: Any) -> "Program":
        """The rewritten module for arguments of these types (arrays or `jax.ShapeDtypeStruct`s), without running it."""
        args, kwargs = self._static.map_dynamic(described, args, kwargs)
        leaves, tree = jax.tree.flatten((args, kwargs))
        key = tree, tuple(key_of(leaf) for leaf in leaves)
        if key not in self._programs:
            self._programs[key] = self._make(args, kwargs)
        return self._programs[key]

    def _keep(self, scaler: Scaler) -> None:
        if any(isinstance(leaf, jax.core.Tracer) for leaf in jax.tree.leaves(scaler)):
            raise ScalerError("a step with loss scaling inside jax.jit has to be pure: results, scaler = step.pure(scaler, ...)")
        self.scaler = scaler

    def _make(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> "Program":
        traced = tracing.trace(self._plain, args, kwargs)
        named = [(i, jax.tree_util.tree_leaves_with_path(args[i])) for i in self._donated if i < len(args)]
        donated = [(f"{i}{jax.tree_util.keystr(path)}", aval) for i, leaves in named for path, aval in leaves]
        tracing.check_donation(donated, traced.out_avals)
        text, messages = self._options.rewrite(traced.text)
        for warning in tools.warnings_in(messages):
            warnings.warn(warning, AmpWarning, stacklevel=2)
        return Program(traced, text, messages)

    def _rewritten(self, scaler: Scaler, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, Scaler]:
        """What JAX traces in place of the step: the rewritten module, called."""
        program = self.program(*args, **kwargs)
        call = engines.on_xla(program.module, program.traced.devices, program.traced.mesh)
        return program.packed(call(*self._flat(args, kwargs), *program.layout.flat(scaler)))

    def _by_amp_run(self, scaler: Scaler, *args: Any, **kwargs: Any) -> tuple[Any, Scaler]:
        program = self.program(*args, **kwargs)
        call = engines.on_amp_run(program.text, program.module.outputs)
        return program.packed(call(*self._flat(args, kwargs), *program.layout.flat(scaler)))

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
        """The signature and the artifact of `text`."""
        return stablehlo.read(self.text)

    @functools.cached_property
    def layout(self) -> Layout:
        """Where the scaler is in the signature."""
        return Layout(self.module, self.traced.num_inputs, len(self.traced.out_avals))

    def packed(self, results: Sequence[Any]) -> tuple[Any, Scaler]:
        """The results of the module as the step returns them, and the scaler."""
        own, scaler = self.layout.split(results)
        typed = [
            jax.random.wrap_key_data(x, impl=aval.dtype._impl) if _is_key(aval) else x
            for x, aval in zip(own, self.traced.out_avals, strict=True)
        ]
        return self.traced.out_tree.unflatten(typed), scaler


def _is_key(leaf: Any) -> bool:
    return bool(jax.numpy.issubdtype(leaf.dtype, jax.dtypes.prng_key))
