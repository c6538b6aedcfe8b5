# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`jit`: a training step in mixed precision, called as before."""

import copy
import functools
import itertools
import textwrap
import warnings
from collections.abc import Callable, Sequence
from typing import Any, Unpack

import jax
import jax.numpy as jnp

from mlir_amp.errors import AmpError, AmpWarning, DonationError, NoScaler, OptionError, ScalerError, ToolFailed, TraceError
from mlir_amp.jax import engines, tracing
from mlir_amp.jax.arguments import STATIC, Static, described, donated, type_of
from mlir_amp.jax.places import brief, warn
from mlir_amp.jax.program import Program
from mlir_amp.jax.scaler import FOUND_INF, SHADOW, Overflow, Scaler, is_scaler, merged, one, overflow_in
from mlir_amp.jax.weights import MOVED, WEIGHTS
from mlir_amp.options import Options, Wishes

ENGINES = ("xla", "amp")
HALF = jnp.dtype(jnp.float16), jnp.dtype(jnp.bfloat16)
PURE = "a step with a scaler inside jax.jit has to be pure: results, scaler = step.pure(scaler, ...)"
SHOWN = 400
"""Letters of what JAX says of a wrong argument, which it prints whole."""
MARK = (
    "in Python: amp.value_and_grad (or amp.grad) in place of JAX's, and amp.state round what the step updates; or infer_marks=True"
)


def jit(
    step: Callable[..., Any],
    *,
    engine: str = "xla",
    donate_argnums: int | Sequence[int] = (),
    static_argnums: int | Sequence[int] = (),
    static_argnames: str | Sequence[str] = (),
    in_shardings: Any = None,
    out_shardings: Any = None,
    **options: Unpack[Wishes],
) -> "Step":
    """`jax.jit` for a whole training step, with its precision mixed by amp-opt.

    compute         the low precision: "float16" or "bfloat16" (or jnp.float16, "f16", ...); "float32" lowers nothing;
                    loss_scale, align, debug and report work as with the others
    policy          name of a preset ("torch-cuda", ...), path of a policy file, or text of a policy
    loss_scale      "dynamic" (from 65536), "dynamic:1024", "static:1024" or 1024 (the same), None. The step must be marked
                    (`value_and_grad`, `state`); one whose gradients overflow keeps every state, and counts as skipped
    scaler          rule of a dynamic scale: "default" (that of torch between 2^-24 and 2^24, powers of two), or that of a framework
                    ("torch", "apex", "paddle", ...)
    weights         "master": the step carries 16-bit copies of the weights that it marks as states, and casts none. "pure": the
                    weights are 16-bit themselves; the first call may be given f32, which it rounds. "threshold:BITS": integers of
                    few bits and an exact accumulator, which `Step.scaler` carries; the step takes and returns the f32 weights that
                    they stand for
    debug           "overflow": `Step.overflow` then says which op broke first
    other options   those of `amp-opt --amp`, by their names with underscores: `mlir_amp.options.HELP` lists them
    engine          "xla": as JAX runs everything else, on any of its devices. "amp": by libAmp in this process, each op rounded
                    as it is written, on this machine's processor
    the others      as in jax.jit

    The result is called with pytrees of arrays, as the step is, and returns what it returns, of the same shapes, and of the same
    types but for `weights="pure"` and `io`. For each new set of shapes the step is traced, exported, rewritten and compiled once.
    Raises subclasses of `mlir_amp.AmpError`.
    """
    if not callable(step):
        raise TraceError(f"jit expects a function, but got {step!r}")
    if engine not in ENGINES:
        raise OptionError(f"engine expects one of {', '.join(ENGINES)}, but got '{engine}'")
    if in_shardings is not None and not isinstance(in_shardings, tuple | list):
        raise OptionError(f"in_shardings expects a tuple, one for each argument, but got {in_shardings}")
    if options.get("pad_state"):
        raise OptionError(
            "pad_state changes the shapes of states, and amp.jit returns those of the step: it is for mlir-amp optimize"
        )
    # In front of the arguments are the scaler, and what belongs to the weights; the scaler is the last result.
    placed = {} if in_shardings is None else {"in_shardings": (None, None, *in_shardings)}
    placed |= {} if out_shardings is None else {"out_shardings": (out_shardings, None)}
    static = Static.of(step, _tuple(static_argnums), _tuple(static_argnames))
    given_up = donated(step, _tuple(donate_argnums))
    if both := sorted({*given_up} & {*static.argnums}):
        raise DonationError(f"donate_argnums expects arrays, but static_argnums has {both}, too")
    return Step(step, Options.of(options), engine, given_up, static, placed)


def _tuple(given: Any) -> tuple[Any, ...]:
    """JAX takes None for no argument."""
    return (given,) if isinstance(given, int | str) else tuple(given or ())


_serials = itertools.count()


def _context() -> tuple[Any, ...]:
    """The configuration of JAX that a traced program depends on."""
    config: Any = jax.config
    return (
        config.jax_enable_x64, config.jax_default_matmul_precision, config.jax_numpy_dtype_promotion, config.jax_default_prng_impl
    )  # fmt: skip


def _is_traced(leaves: Sequence[Any]) -> bool:
    return any(isinstance(leaf, jax.core.Tracer) for leaf in leaves)


def _parted(scaler: Scaler) -> tuple[Scaler, Scaler]:
    """The scaler without what belongs to the weights, which is donated with them; and that."""
    of_weights = {group: scaler[group] for group in (SHADOW, WEIGHTS) if group in scaler} if scaler else {}
    return {group: roles for group, roles in scaler.items() if group not in of_weights} if of_weights else scaler, of_weights


def _widened(leaf: Any) -> Any:
    """The type of a leaf, f32 if it has 16 bits."""
    given = described(leaf)
    return jax.ShapeDtypeStruct(given.shape, jnp.float32) if given.dtype in HALF else given


class Step:
    """A step in mixed precision; `jit` makes it. Call it as the step that it was made from.

    `scaler` is what it carries besides what it is given (`mlir_amp.jax.scaler` lists that): a pytree to save beside the weights
    and to set again when training goes on. It is None before the first call. `pure` is the same step with the scaler as an
    argument and a result, for use inside `jax.jit`.
    """

    def __init__(
        self, step: Callable[..., Any], options: Options, engine: str,
        donated: tuple[int, ...], static: Static, shardings: dict[str, Any],
    ) -> None:  # fmt: skip
        functools.update_wrapper(self, step, updated=())
        self._scaler: Scaler | None = None
        self._options, self._donated, self._static = options, donated, static
        self._plain = jax.jit(step, keep_unused=True, **static.options())
        self._programs: dict[Any, dict[Any, Program]] = {}
        self._last: Program | None = None
        self._weights: dict[str, Any] = {}
        self._bound: tuple[Any, ...] = ()
        self._key = f"amp.jit {next(_serials)}"

        def traced(scaler: Scaler, of_weights: Scaler, /, *args: Any, **kwargs: Any) -> tuple[Any, Scaler]:
            return self._rewritten(scaler | of_weights, args, kwargs)

        traced.__name__ = traced.__qualname__ = getattr(step, "__name__", "step")
        given_up = (1, *(i + 2 for i in donated)) if donated else ()
        behind = {"donate_argnums": given_up} | static.behind(2).options()
        self._call = jax.jit(traced, **behind, **shardings) if engine == "xla" else self._on_this_machine

    def __get__(self, instance: Any, owner: type | None = None) -> "Step":
        """The step as a method: each object has its own scaler."""
        if instance is None:
            return self
        found: Step | None = getattr(instance, "__dict__", {}).get(self._key)
        if found is not None and found._bound[0] is instance:  # not that of the object that this is a copy of
            return found
        found = self._of(instance)
        try:
            (type if isinstance(instance, type) else object).__setattr__(instance, self._key, found)
        except AttributeError:
            if self._options.carries:
                kind = type(instance).__name__
                raise TraceError(f"a step that carries a scaler expects objects with a __dict__, but got {kind}") from None
        return found

    def _of(self, instance: Any) -> "Step":
        own = copy.copy(self)
        own._scaler, own._last, own._weights, own._bound = None, None, {}, (instance,)
        return own

    @property
    def scaler(self) -> Scaler | None:
        """State that the step carries besides its arguments; None before the first call."""
        return self._scaler

    @scaler.setter
    def scaler(self, scaler: Scaler | None) -> None:
        if scaler is not None and not is_scaler(scaler):
            raise ScalerError(f"expects a scaler as a step has carried it, a dictionary of dictionaries, but got {scaler!r}")
        self._scaler, self._weights = scaler, {}  # the next call checks that its weights belong to the scaler

    @brief
    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        """Takes and returns what the step does; keeps what it carries in `scaler`. Subclasses of `AmpError` say what is wrong."""
        args = (*self._bound, *args)
        if not self._options.carries:
            return self._run({}, args, kwargs)[0]
        scaler = self._ready(args, kwargs)
        try:
            results, scaler = self._run(scaler, args, kwargs)
        except ScalerError:
            if (completed := self._completed(scaler, self._program(args, kwargs), self._leaves(args, kwargs))) is None:
                raise
            results, scaler = self._run(completed, args, kwargs)
        if scaler:
            self._keep(scaler, results)
        return results

    @brief
    def pure(self, scaler: Scaler, /, *args: Any, **kwargs: Any) -> tuple[Any, Scaler]:
        """The step as a function of its scaler (the first is `initial_scaler`): returns its results, and the next scaler.

        With `weights="master"` and `"threshold:BITS"` the scaler belongs to the weights: whoever changes these outside of the step
        starts again with `initial_scaler`. (A call of the step itself sees whether it is given the weights that it returned.)
        """
        return self._run(scaler, (*self._bound, *args), kwargs)

    def _run(self, scaler: Scaler, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, Scaler]:
        rest, of_weights = _parted(scaler)
        try:
            results: tuple[Any, Scaler] = self._call(rest, of_weights, *args, **kwargs)
        except (TypeError, ValueError) as error:
            if isinstance(error, AmpError) or not tracing.NO_ARRAY.search(str(error)):
                raise
            said = textwrap.shorten(str(error), SHOWN)
            raise TraceError(f"a step expects arrays, and {STATIC}, which has to be hashable: {said}") from None
        return results

    @brief
    def initial_scaler(self, /, *args: Any, **kwargs: Any) -> Scaler:
        """The state that a first step with these arguments reads besides them; {} if there is none.

        Types (`jax.ShapeDtypeStruct`) will do for arguments, but where `weights` computes states from their values.
        """
        if not self._options.carries:
            return {}
        args = (*self._bound, *args)
        return self._program(args, kwargs).initial(self._leaves(args, kwargs))

    @property
    def scale(self) -> Any:
        """The loss scale of the next step: f32[] (of each group, by name, if there are several)."""
        return one(self.scaler, "scale")

    @property
    def skipped(self) -> Any:
        """The number of steps that were skipped so far, because gradients overflowed: i32[]."""
        return one(self.scaler, "skipped")

    @property
    def found_inf(self) -> Any:
        """True if the last step was skipped: bool[]."""
        return one(self.scaler, FOUND_INF)

    @property
    def moved(self) -> dict[str, Any]:
        """With `weights="threshold:BITS"`, the number of integers that the last step changed, by parameter: i32[]."""
        if not self.scaler or WEIGHTS not in self.scaler:
            raise NoScaler('no weights are integers before the first step, nor without weights="threshold:BITS"')
        return {name.removesuffix(f".{MOVED}"): n for name, n in self.scaler[WEIGHTS].items() if name.endswith(f".{MOVED}")}

    @property
    def overflow(self) -> Overflow | None:
        """With `debug="overflow"`, which op of the last step broke first, and where in the source it is; None if none did."""
        return overflow_in(self.scaler, self._last.layout.ops if self._last else ())

    @brief
    def program(self, /, *args: Any, **kwargs: Any) -> Program:
        """The rewritten module for arguments of these types (arrays or `jax.ShapeDtypeStruct`s), without running it."""
        return self._program((*self._bound, *args), kwargs)

    @brief
    def lower(self, /, *args: Any, **kwargs: Any) -> jax.stages.Lowered:
        """As `lower` of what jax.jit returns, of the rewritten step: its arguments are two parts of a scaler and those of the step.

        Take the HLO from it, or `compile()` it for memory and costs. `initial_scaler` says when types will do for arguments.
        """
        if not isinstance(self._call, jax.stages.Wrapped):
            raise OptionError('lower expects engine="xla": libAmp compiles for engine="amp" in its own way')
        rest, of_weights = _parted(self.initial_scaler(*args, **kwargs))
        return self._call.lower(rest, of_weights, *self._bound, *args, **kwargs)

    def _program(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Program:
        leaves, tree = jax.tree.flatten(self._static.dynamic(args, kwargs))
        alike = self._programs.setdefault((tree, self._static.values(args, kwargs), _context()), {})
        types = tuple(map(type_of, leaves))
        if types not in alike:
            retyped = (p for known, p in alike.items() if p.takes(types, known)) if self._options.retypes else iter(())
            alike[types] = next(retyped, None) or self._resumed(args, kwargs, alike, types)
        return alike[types]

    def _resumed(self, args: tuple[Any, ...], kwargs: dict[str, Any], alike: dict[Any, Program], types: Any) -> Program:
        """A new program. One of pure weights is that of f32 weights, as in the run that made these 16-bit ones."""
        if self._options["weights"] == "pure" and any(dtype in HALF for _, dtype, _ in types):
            wide = self._static.map_dynamic(_widened, args, kwargs)
            was = tuple(map(type_of, self._leaves(*wide)))
            try:
                program = alike.get(was) or self._make(*wide)
            except (AmpError, TypeError, ValueError):  # the step itself asks for 16 bits
                program = None
            if program and program.takes(types, was):
                return alike.setdefault(was, program)
            said = "expects f32 batches beside 16-bit weights: this step is traced with 16 bits, in which its update computes"
            warnings.warn(AmpWarning(f'weights="pure" {said}'), stacklevel=2)
        return self._make(*self._static.map_dynamic(described, args, kwargs))

    def _ready(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Scaler:
        """The scaler for a call with these arguments."""
        independent = self._options["debug"] is None and self._options["weights"] is None
        if independent and self.scaler is not None:
            return self.scaler
        program, own = self._program(args, kwargs), self._leaves(args, kwargs)
        parameters = program.layout.parameters
        scaler, weights = self.scaler, self._weights
        if scaler is None:  # kept only if the step succeeds
            if parameters and _is_traced(own):
                raise ScalerError(PURE)
            scaler = program.initial(own)
            weights = {parameter.name: own[parameter.argument] for parameter in parameters}
        if independent:
            return scaler
        self._last = program
        if (completed := self._completed(scaler, program, own)) is not None:
            carried = scaler.get(WEIGHTS, {})
            weights = weights | {p.name: own[p.argument] for p in parameters if p.name not in carried}
            scaler = completed
        if parameters and not _is_traced(own):
            program.weights.check(scaler.get(WEIGHTS, {}), weights, own)
        return program.layout.with_shadows(scaler, weights, own)

    def _completed(self, scaler: Scaler, program: Program, own: Sequence[Any]) -> Scaler | None:
        """The scaler of other programs of this step, with first values for what this one has besides; None if it is not that."""
        if not program.layout.lacks_parts(scaler):
            return None
        known = {group for alike in self._programs.values() for other in alike.values() for group in other.layout.groups}
        return None if scaler.keys() - known else merged(program.initial(own), scaler)

    def _keep(self, scaler: Scaler, results: Any) -> None:
        if _is_traced(jax.tree.leaves(scaler)):
            raise ScalerError(PURE)
        self._scaler = scaler
        if self._last:
            returned = jax.tree.leaves(results)
            self._weights = {shadow.name: returned[shadow.result] for shadow in self._last.layout.shadows}
            self._weights |= {parameter.name: returned[parameter.result] for parameter in self._last.layout.parameters}

    def _make(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Program:
        traced = tracing.trace(self._plain, args, kwargs)
        named = [(i, jax.tree_util.tree_leaves_with_path(args[i])) for i in self._donated if i < len(args)]
        donated = [(f"{i}{jax.tree_util.keystr(path)}", aval) for i, leaves in named for path, aval in leaves]
        tracing.check_donation(donated, traced.out_avals)
        try:
            text, messages = self._options.rewrite(traced.text)
        except ToolFailed as error:
            if "expects a marked training step" not in error.diagnostic:
                raise
            raise error.with_hint(MARK) from None
        warn(messages)
        return Program(traced, text, messages)

    def _rewritten(self, scaler: Scaler, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, Scaler]:
        """The function that JAX traces in place of the step: a call of the rewritten module."""
        program = self._program(args, kwargs)
        return program.call(
            engines.on_xla(program.module, program.traced.devices, program.traced.mesh), self._leaves(args, kwargs), scaler
        )

    def _on_this_machine(self, scaler: Scaler, of_weights: Scaler, /, *args: Any, **kwargs: Any) -> tuple[Any, Scaler]:
        leaves = self._leaves(args, kwargs)
        if _is_traced(leaves):
            raise TraceError('engine="amp" takes arrays: XLA, which runs what is inside jax.jit, cannot call it')
        program = self._program(args, kwargs)
        return program.call(program.native, leaves, scaler | of_weights)

    def _leaves(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any]:
        return jax.tree.leaves(self._static.dynamic(args, kwargs))
