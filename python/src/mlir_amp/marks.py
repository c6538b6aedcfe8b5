# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Marks: what amp-opt must know about a training step and cannot read off a differentiated graph.

    loss(x)             the value that is differentiated; its backward pass then starts with a seed mark
    seed(ct)            where a backward pass starts; only for those who call `jax.vjp` themselves
    gradients(tree)     the gradients, before they are clipped or used
    state(new, old)     what the step updates: a step that overflows keeps `old`

Each is the identity. In StableHLO it is a `stablehlo.composite` of the name "amp.loss" and so on, whose decomposition is the
identity too, so a marked step that nobody rewrites computes what it did. `group` ties the marks of one loss together.

A mark is a JAX primitive of our own, so it has one rule for each transformation (below), and works under jit, grad, jvp, vmap,
scan, cond, remat, shard_map and export. It says something about a step, not about derivatives of the step: tangents pass unmarked.
"""

import functools
from collections.abc import Callable, Sequence
from typing import Any, cast

import jax
from jax.extend.core import Primitive
from jax.interpreters import ad, batching, mlir

from mlir_amp.errors import MarkError

VERSION = 1
KINDS = ("parameter", "moment", "counter", "statistic", "key", "other")
"""Kinds of states. A key (of a random number generator) advances even when a step is skipped."""

Tree = Any
Attributes = tuple[tuple[str, Any], ...]


def loss(value: Tree, group: str = "main") -> Tree:
    """Marks the scalar float that is differentiated; use it inside the function given to `jax.grad`."""
    shape, dtype = jax.typeof(value).shape, jax.typeof(value).dtype
    if shape != () or not jax.numpy.issubdtype(dtype, jax.numpy.floating):
        raise MarkError(f"loss expects a float of no dimensions, but got {dtype.name}{list(shape)}")
    return _loss_p.bind(value, group=group)


def seed(cotangent: Tree, group: str = "main") -> Tree:
    """Marks the cotangent that starts a backward pass: `pull(amp.seed(jnp.ones_like(y)))` after `y, pull = jax.vjp(...)`."""
    return _mark("amp.seed", [cotangent], 1, group)[0]


def gradients(grads: Tree, group: str = "main") -> Tree:
    """Marks a pytree of gradients: from here on they are not scaled, and have been tested for inf and NaN.

    Leaves of other types, such as JAX's float0 for what is an integer, stay as they are.
    """
    named: list[tuple[Any, Any]]
    tree: Any
    named, tree = jax.tree_util.tree_flatten_with_path(grads)
    leaves = [leaf for _, leaf in named]
    ours = [i for i, leaf in enumerate(leaves) if jax.numpy.issubdtype(jax.typeof(leaf).dtype, jax.numpy.inexact)]
    names = tuple(jax.tree_util.keystr(named[i][0]) for i in ours)
    for i, marked in zip(ours, _mark("amp.gradients", [leaves[i] for i in ours], len(ours), group, names), strict=True):
        leaves[i] = marked
    return tree.unflatten(leaves)


def state(new: Tree, old: Tree, group: str = "main", kind: Tree = "other") -> Tree:
    """Marks what a step carries to the next one, and returns `new`; a step that overflows returns `old` instead.

    Both are pytrees of one structure, with leaves of equal shapes and types. `kind` says what they are: one of `KINDS`, or a
    pytree of these that is a prefix of `new`, such as `("parameter", "moment")` for weights and what the optimizer keeps of them.
    Typed random keys are keys whatever it says.
    """
    named: list[tuple[Any, Any]]
    tree: Any
    named, tree = jax.tree_util.tree_flatten_with_path(new)
    if jax.tree.structure(old) != tree:
        raise MarkError(f"state expects old values with the structure of the new ones {tree}, but got {jax.tree.structure(old)}")
    names = tuple(jax.tree_util.keystr(path) for path, _ in named)
    news, olds = [leaf for _, leaf in named], jax.tree.leaves(old)
    for pair in zip(names, news, olds, strict=True):
        _check_pair(*pair)
    kinds = ["key" if _is_key(leaf) else k for leaf, k in zip(news, _kinds(kind, new), strict=True)]
    marked = _mark("amp.state", [_raw(leaf) for leaf in (*news, *olds)], len(news), group, names, tuple(kinds))
    return tree.unflatten([_like(leaf, was) for leaf, was in zip(marked, news, strict=True)])


def value_and_grad(
    fun: Callable[..., Any], argnums: int | Sequence[int] = 0, has_aux: bool = False, group: str = "main", **options: Any
) -> Callable[..., tuple[Any, Any]]:
    """`jax.value_and_grad` with its loss and its gradients marked."""

    @functools.wraps(fun)
    def marked(*args: Any, **kwargs: Any) -> Any:
        out = fun(*args, **kwargs)
        return (loss(out[0], group), *out[1:]) if has_aux else loss(out, group)

    differentiated = jax.value_and_grad(marked, argnums=argnums, has_aux=has_aux, **options)

    @functools.wraps(fun)
    def value_and_gradients(*args: Any, **kwargs: Any) -> tuple[Any, Any]:
        value, grads = differentiated(*args, **kwargs)
        return value, gradients(grads, group)

    return value_and_gradients


def grad(
    fun: Callable[..., Any], argnums: int | Sequence[int] = 0, has_aux: bool = False, group: str = "main"
) -> Callable[..., Any]:
    """`jax.grad` with its loss and its gradients marked."""
    with_value = value_and_grad(fun, argnums, has_aux, group)

    @functools.wraps(fun)
    def gradients_of(*args: Any, **kwargs: Any) -> Any:
        value, grads = with_value(*args, **kwargs)
        return (grads, value[1]) if has_aux else grads

    return gradients_of


def _is_key(leaf: Any) -> bool:
    return jax.numpy.issubdtype(jax.typeof(leaf).dtype, jax.dtypes.prng_key)


def _raw(leaf: Any) -> Any:
    return jax.random.key_data(leaf) if _is_key(leaf) else leaf


def _like(raw: Any, was: Any) -> Any:
    return jax.random.wrap_key_data(raw, impl=jax.random.key_impl(was)) if _is_key(was) else raw


def _kinds(kind: Tree, full: Tree) -> list[str]:
    """One kind per leaf of `full`, from a prefix of it."""
    try:
        kinds = jax.tree.leaves(jax.tree.broadcast(kind, full))
    except ValueError as error:
        raise MarkError(f"kind expects a prefix of the state, but got {kind}") from error
    for unknown in (k for k in kinds if k not in KINDS):
        raise MarkError(f"kind expects one of {', '.join(KINDS)}, but got '{unknown}'")
    return kinds


def _check_pair(name: str, new: Any, old: Any) -> None:
    a, b = jax.typeof(new), jax.typeof(old)
    if (a.shape, a.dtype) != (b.shape, b.dtype):
        raise MarkError(f"state{name} expects new values of the type of the old ones {b.str_short()}, but got {a.str_short()}")


def _mark(
    mark: str, operands: list[Any], results: int, group: str, names: tuple[str, ...] = (), kinds: tuple[str, ...] = ()
) -> list[Any]:
    """The first `results` operands, marked."""
    if not operands:
        return []
    attributes: Attributes = (("group", group),)
    attributes += (("names", names),) if names else ()
    attributes += (("kinds", kinds),) if set(kinds) - {"other"} else ()
    return cast(list[Any], _mark_p.bind(*operands, mark=mark, results=results, attributes=attributes))


# amp_mark: the first `results` operands.

_mark_p = Primitive("amp_mark")
_mark_p.multiple_results = True


def _composite(*operands: Any, mark: str, results: int, attributes: Attributes) -> Any:
    def identity(*values: Any, **_: Any) -> list[Any]:
        return list(values[:results])

    return jax.lax.composite(identity, mark, VERSION)(*operands, **dict(attributes))


def _mark_jvp(primals: Any, tangents: Any, **params: Any) -> Any:
    return _mark_p.bind(*primals, **params), list(tangents[: params["results"]])


def _mark_batched(operands: Any, dims: Any, **params: Any) -> Any:
    size = next(x.shape[d] for x, d in zip(operands, dims, strict=True) if d is not None)
    moved = [jax.numpy.broadcast_to(x, (size, *x.shape)) if d is None else jax.numpy.moveaxis(x, d, 0)
             for x, d in zip(operands, dims, strict=True)]  # fmt: skip
    return _mark_p.bind(*moved, **params), [0] * params["results"]


_mark_p.def_impl(lambda *operands, results, **_: list(operands[:results]))
_mark_p.def_abstract_eval(lambda *avals, results, **_: list(avals[:results]))
ad.primitive_jvps[_mark_p] = _mark_jvp
batching.primitive_batchers[_mark_p] = _mark_batched
mlir.register_lowering(_mark_p, mlir.lower_fun(_composite, multiple_results=True))

# amp_loss: a mark "amp.loss" whose tangent goes through amp_tangent, so that its cotangent gets the mark "amp.seed".

_loss_p = Primitive("amp_loss")
_tangent_p = Primitive("amp_tangent")


def _loss_jvp(primals: Any, tangents: Any, group: str) -> Any:
    tangent = ad.instantiate_zeros(tangents[0])
    return _loss_p.bind(primals[0], group=group), _tangent_p.bind(tangent, group=group)


def _composite_loss(x: Any, group: str) -> Any:
    return _composite(x, mark="amp.loss", results=1, attributes=(("group", group),))[0]


def _one_batched(primitive: Primitive) -> Callable[..., Any]:
    return lambda operands, dims, **params: (primitive.bind(operands[0], **params), dims[0])


_loss_p.def_impl(lambda x, group: x)
_loss_p.def_abstract_eval(lambda x, group: x)
ad.primitive_jvps[_loss_p] = _loss_jvp
batching.primitive_batchers[_loss_p] = _one_batched(_loss_p)
mlir.register_lowering(_loss_p, mlir.lower_fun(_composite_loss, multiple_results=False))

_tangent_p.def_impl(lambda x, group: x)
_tangent_p.def_abstract_eval(lambda x, group: x)
ad.deflinear2(_tangent_p, lambda ct, x, group: [seed(ct, group)])
batching.primitive_batchers[_tangent_p] = _one_batched(_tangent_p)
mlir.register_lowering(_tangent_p, mlir.lower_fun(lambda x, group: x, multiple_results=False))
