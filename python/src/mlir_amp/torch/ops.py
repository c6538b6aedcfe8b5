# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ops of PyTorch on JAX arrays that torchax computes otherwise, or not at all."""

import math
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import torch
from torchax.ops import jaten


def _batch_norm(
    input: Any, running_mean: Any, running_var: Any, weight: Any = None, bias: Any = None, training: bool = False,
    momentum: float = 0.1, eps: float = 1e-5, env: Any = None,
) -> Any:  # fmt: skip
    """torch.nn.functional.batch_norm, with new statistics in place of the old ones."""
    x = env.t2j_iso(input)
    axes = (0, *range(2, x.ndim))
    wide = tuple(-1 if i == 1 else 1 for i in range(x.ndim))
    if training:
        if (count := x.size // x.shape[1]) < 2:
            raise ValueError(f"expects more than 1 value per channel in training, but got {list(x.shape)}")
        mean, var = jnp.mean(x, axes), jnp.var(x, axes)
        for running, value in ((running_mean, mean), (running_var, var * (count / (count - 1)))):
            if running is not None:
                running._elem = jax.lax.stop_gradient((1 - momentum) * running._elem + momentum * value)
    else:
        mean, var = env.t2j_iso((running_mean, running_var))
    y = (x - mean.reshape(wide)) * jax.lax.rsqrt(var.reshape(wide) + eps)
    y = y if weight is None else y * env.t2j_iso(weight).reshape(wide)
    return env.j2t_iso(y if bias is None else y + env.t2j_iso(bias).reshape(wide))


def _group_norm(input: Any, num_groups: int, weight: Any = None, bias: Any = None, eps: float = 1e-5, env: Any = None) -> Any:
    """torch.nn.functional.group_norm. (torchax puts it into a loop of one iteration, in which amp-opt recognizes no norm.)"""
    x = env.t2j_iso(input)
    count, channels, *sizes = x.shape
    if channels % num_groups:
        raise ValueError(f"expects channels that {num_groups} groups divide, but got {list(x.shape)}")
    parts = x.reshape(count, num_groups, channels // num_groups, *sizes)
    axes = tuple(range(2, parts.ndim))
    mean, var = jnp.mean(parts, axes, keepdims=True), jnp.var(parts, axes, keepdims=True)
    y = ((parts - mean) * jax.lax.rsqrt(var + eps)).reshape(x.shape)
    wide = tuple(-1 if i == 1 else 1 for i in range(x.ndim))
    y = y if weight is None else y * env.t2j_iso(weight).reshape(wide)
    return env.j2t_iso(y if bias is None else y + env.t2j_iso(bias).reshape(wide))


def _instance_norm(
    input: Any, running_mean: Any = None, running_var: Any = None, weight: Any = None, bias: Any = None,
    use_input_stats: bool = True, momentum: float = 0.1, eps: float = 1e-5, env: Any = None,
) -> Any:  # fmt: skip
    """torch.nn.functional.instance_norm: batch norm of a batch of one, whose channels are those of all samples."""
    x = env.t2j_iso(input)
    if not use_input_stats:
        return _batch_norm(input, running_mean, running_var, weight, bias, False, momentum, eps, env)
    _, channels, *sizes = x.shape
    axes = tuple(range(2, x.ndim))
    if (size := math.prod(sizes)) < 2:
        raise ValueError(f"expects more than 1 spatial element in training, but got {list(x.shape)}")
    mean, var = jnp.mean(x, axes), jnp.var(x, axes)
    for running, value in ((running_mean, mean), (running_var, var * (size / (size - 1)))):
        if running is not None:
            running._elem = jax.lax.stop_gradient((1 - momentum) * running._elem + momentum * jnp.mean(value, 0))
    y = (x - jnp.expand_dims(mean, axes)) * jax.lax.rsqrt(jnp.expand_dims(var, axes) + eps)
    wide = (1, channels, *[1] * len(sizes))
    y = y if weight is None else y * env.t2j_iso(weight).reshape(wide)
    return env.j2t_iso(y if bias is None else y + env.t2j_iso(bias).reshape(wide))


def _softplus(input: Any, beta: float = 1, threshold: float = 20, env: Any = None) -> Any:
    """torch.nn.functional.softplus, whose gradient is finite above the threshold. (torchax's is 0 * inf.)"""
    x = env.t2j_iso(input)
    scaled = x * beta
    return env.j2t_iso(jnp.where(scaled > threshold, x, jnp.log1p(jnp.exp(jnp.minimum(scaled, threshold))) / beta))


def _avg_pool(
    input: Any, kernel_size: Any, stride: Any = (), padding: Any = 0, ceil_mode: bool = False, count_include_pad: bool = True,
    divisor_override: int | None = None, env: Any = None,
) -> Any:  # fmt: skip
    """aten.avg_pool1d to 3d. (torchax divides by other counts where the last window is cut.)"""
    x = env.t2j_iso(input)
    rank = x.ndim - 2 if x.ndim > 4 or len(kernel_size) == x.ndim - 2 else x.ndim - 1
    kernel, padding = _wide(kernel_size, rank), _wide(padding, rank)
    stride = _wide(stride, rank) if stride else kernel
    sizes, pads, outs = x.shape[-rank:], [], []
    for n, k, s, p in zip(sizes, kernel, stride, padding, strict=True):
        out = -(-(n + 2 * p - k) // s) + 1 if ceil_mode else (n + 2 * p - k) // s + 1
        out -= ceil_mode and (out - 1) * s >= n + p  # windows begin inside of the input or its left padding
        outs.append(out)
        pads.append((p, max(p, (out - 1) * s + k - n - p)))
    lead = x.ndim - rank
    windows = (1,) * lead + tuple(kernel), (1,) * lead + tuple(stride), [(0, 0)] * lead + pads
    total = jax.lax.reduce_window(x, np.zeros((), x.dtype), jax.lax.add, *windows)
    total = total[(..., *[slice(out) for out in outs])]
    if divisor_override:
        return env.j2t_iso(total / divisor_override)
    counts = np.ones([], np.float32)
    for n, k, s, p, out in zip(sizes, kernel, stride, padding, outs, strict=True):
        starts = np.arange(out) * s - p
        ends = np.minimum(starts + k, n + p)
        one = ends - starts if count_include_pad else np.minimum(ends, n) - np.maximum(starts, 0)
        counts = counts[..., None] * one.astype(np.float32)
    return env.j2t_iso(total / counts.astype(x.dtype))


def _wide(given: Any, rank: int) -> Any:
    listed = list(given) if isinstance(given, list | tuple) else [given]
    return listed * rank if len(listed) == 1 else listed


def _convolution(
    input: Any, weight: Any, bias: Any, stride: Any, padding: Any, dilation: Any, transposed: bool, output_padding: Any,
    groups: int, env: Any = None,
) -> Any:  # fmt: skip
    """aten.convolution. (torchax mixes the groups of a transposed one.)"""
    x, w, b = env.t2j_iso((input, weight, bias))
    if transposed and groups > 1:
        # in x out/g  ->  in/g x out, the groups of the outputs beside each other; with one group less to compute for torchax
        parts = w.reshape(groups, w.shape[0] // groups, *w.shape[1:])
        w = jnp.moveaxis(parts, 0, 1).reshape(w.shape[0] // groups, groups * w.shape[1], *w.shape[2:])
        # torchax reshapes in x out/g to in/g x out in the order of elements.
        w = w.reshape(weight.shape)
    return env.j2t_iso(jaten._aten_convolution(x, w, b, stride, padding, dilation, transposed, output_padding, groups))


def _exponential_(input: Any, rate: float = 1, generator: Any = None, env: Any = None) -> Any:
    """torch.Tensor.exponential_, whose numbers are larger than zero. (torchax's leaves its operand as it was.)"""
    drawn = jax.random.uniform(env.get_and_rotate_prng_key(), input.shape, input._elem.dtype, minval=np.finfo(np.float32).tiny)
    input._elem = -jnp.log(drawn) / rate
    return input


def _random_(input: Any, *limits: Any, generator: Any = None, env: Any = None, **named: Any) -> Any:
    """torch.Tensor.random_: integers below the upper limit. (torchax's are real numbers.)"""
    limits = *limits, *named.values()
    low, high = (0, *limits)[-2:] if limits else (0, None)
    if not limits and jnp.issubdtype(input._elem.dtype, jnp.floating):
        high = 2 ** (jnp.finfo(input._elem.dtype).nmant + 1) + 1
    if high is None or high >= 2**31:
        raise ValueError(f"expects an upper limit of random_ within 32 bits, but got {high}")
    drawn = jax.random.randint(env.get_and_rotate_prng_key(), input.shape, low, high)
    input._elem = drawn.astype(input._elem.dtype)
    return input


def _normal(mean: Any, std: Any = 1.0, generator: Any = None, env: Any = None) -> Any:
    """torch.normal of tensors, which has no gradient. (torchax takes the mean for a tensor to fill, and std for the mean.)"""
    m, s = env.t2j_iso((mean, std))
    shape = jnp.broadcast_shapes(jnp.shape(m), jnp.shape(s))
    drawn = jax.random.normal(env.get_and_rotate_prng_key(), shape, jnp.result_type(m, s))
    return env.j2t_iso(jax.lax.stop_gradient(m + s * drawn))


def _solve(A: Any, B: Any, *, left: bool = True, env: Any = None) -> Any:
    """torch.linalg.solve. (torchax takes a square B for vectors.)"""
    a, b = env.t2j_iso((A, B))
    is_vector = b.ndim == 1 or (b.ndim == a.ndim - 1 and b.shape == a.shape[:-1])
    b = b[..., None] if is_vector else b
    x = jnp.linalg.solve(a, b) if left else jnp.linalg.solve(a.mT, b.mT).mT
    return env.j2t_iso(x[..., 0] if is_vector else x)


def _solve_ex(A: Any, B: Any, *, left: bool = True, check_errors: bool = False, env: Any = None) -> Any:
    return _solve(A, B, left=left, env=env), env.j2t_iso(jnp.zeros(A.shape[:-2], jnp.int32))


def _multilabel_margin_loss(
    input: Any, target: Any, size_average: Any = None, reduce: Any = None, reduction: str = "mean", env: Any = None
) -> Any:  # fmt: skip
    """torch.nn.functional.multilabel_margin_loss: the targets of a sample end at its first -1."""
    x, y = env.t2j_iso((input, target))
    if size_average is not None or reduce is not None:
        reduction = torch.nn._reduction.legacy_get_string(size_average, reduce)
    is_named = jnp.cumprod(y >= 0, -1, dtype=x.dtype)
    index = jnp.where(is_named, y, 0)
    is_target = (jax.nn.one_hot(index, x.shape[-1]) * is_named[..., None]).max(-2)
    margins = jax.nn.relu(1 - jnp.take_along_axis(x, index, -1)[..., None] + x[..., None, :])
    losses = (margins * is_named[..., None] * (1 - is_target)[..., None, :]).sum((-2, -1)) / x.shape[-1]
    return env.j2t_iso(losses if reduction == "none" else losses.sum() if reduction == "sum" else losses.mean())


OWN = {
    torch.Tensor.random_: _random_,
    torch.ops.aten.random_: _random_,
    torch.ops.aten.normal.Tensor_Tensor: _normal,
    torch.ops.aten.normal.Tensor_float: _normal,
    torch.ops.aten.normal.float_Tensor: _normal,
    torch.linalg.solve: _solve,
    torch.linalg.solve_ex: _solve_ex,
    torch.nn.functional.multilabel_margin_loss: _multilabel_margin_loss,
    torch.Tensor.exponential_: _exponential_,
    torch.ops.aten.exponential_: _exponential_,
    torch.nn.functional.batch_norm: _batch_norm,
    torch.batch_norm: _batch_norm,
    torch.nn.functional.group_norm: _group_norm,
    torch.nn.functional.instance_norm: _instance_norm,
    torch.nn.functional.softplus: _softplus,
    torch.ops.aten.avg_pool1d: _avg_pool,
    torch.ops.aten.avg_pool2d: _avg_pool,
    torch.ops.aten.avg_pool3d: _avg_pool,
    torch.ops.aten.convolution: _convolution,
}
"""Functions and ops of PyTorch that are computed otherwise than by torchax."""
