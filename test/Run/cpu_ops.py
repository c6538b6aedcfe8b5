# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cpu_ops.py SCRATCH [NAME…]: structured ops on the CPU against the same ops in JAX.

Each case is a JAX function of one lax op with attributes that matter. amp-run runs what JAX exports;
its results must be JAX's, bit for bit or within the tolerance that the case states.
"""
import pathlib
import subprocess
import sys

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

jax.config.update("jax_enable_x64", True)
CASES = {}
SECONDS = 60


def case(*arguments, rtol=0.0, name=None):
    def add(function):
        CASES[name or function.__name__] = (function, arguments, rtol)
        return function
    return add


def normal(*shape, dtype=np.float32, seed=0):
    numbers = np.random.default_rng(seed).standard_normal(shape)
    if np.issubdtype(dtype, np.complexfloating):
        numbers = numbers + 1j * np.random.default_rng(seed + 1).standard_normal(shape)
    return numbers.astype(dtype)


def whole(low, high, *shape, dtype=np.int32, seed=0):
    return np.random.default_rng(seed).integers(low, high, shape).astype(dtype)


# Contractions.
@case(normal(3, 5, 4), normal(4, 6, 3, seed=2), rtol=1e-6)
def dot_general_any_dims(a, b):
    return lax.dot_general(a, b, (((2,), (0,)), ((0,), (2,))))


@case(normal(4, 5).astype(jnp.bfloat16), normal(5, 6).astype(jnp.bfloat16), rtol=1e-6)
def dot_bf16_to_f32(a, b):
    return lax.dot(a, b, preferred_element_type=jnp.float32)


@case(whole(-9, 9, 4, 5, dtype=np.int8), whole(-9, 9, 5, 6, dtype=np.int8))
def dot_i8_to_i32(a, b):
    return lax.dot(a, b, preferred_element_type=jnp.int32)


@case(normal(4, 5, dtype=np.complex64), normal(5, 6, dtype=np.complex64), rtol=1e-5)
def dot_complex(a, b):
    return lax.dot(a, b)


def convolution(strides=(1, 1), padding=((0, 0), (0, 0)), lhs=(1, 1), rhs=(1, 1), groups=1, batches=1,
                layout=("NHWC", "HWIO", "NHWC")):
    return lambda a, b: lax.conv_general_dilated(a, b, strides, padding, lhs, rhs, layout, groups, batches)


case(normal(2, 9, 8, 6), normal(3, 2, 6, 4), rtol=1e-5, name="conv_strided")(
    convolution((2, 1), ((1, 2), (0, 3))))
case(normal(2, 9, 8, 6), normal(3, 2, 3, 4), rtol=1e-5, name="conv_feature_groups")(
    convolution(padding=((1, 1), (1, 1)), groups=2))
case(normal(4, 9, 8, 6), normal(3, 2, 6, 4), rtol=1e-5, name="conv_batch_groups")(convolution(batches=2))
case(normal(2, 9, 8, 6), normal(3, 2, 1, 6), rtol=1e-5, name="conv_depthwise")(convolution(groups=6))
case(normal(2, 9, 8, 6), normal(3, 2, 6, 4), rtol=1e-5, name="conv_all_dilations")(
    convolution((2, 3), ((2, -1), (-2, 4)), (2, 3), (2, 1)))
case(normal(2, 6, 9, 8), normal(4, 6, 3, 2), rtol=1e-5, name="conv_nchw")(
    convolution(layout=("NCHW", "OIHW", "NHWC")))


@case(normal(2, 7, 3), normal(3, 3, 4), rtol=1e-5)
def conv_transpose(a, b):
    return lax.conv_transpose(a, b, (2,), "SAME", transpose_kernel=False)


@case(normal(2, 6, 6, 3), normal(3, 3, 3, 4), rtol=1e-5)
def conv_gradients(a, b):
    f = lambda a, b: (lax.conv_general_dilated(a, b, (2, 2), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")) ** 2).sum()
    return jax.grad(f, (0, 1))(a, b)


# Reductions and windows.
@case(normal(6, 7, 5), rtol=1e-5)
def reductions(a):
    return a.sum((0, 2)), a.max(1), a.min(), a.prod(0), jnp.argmax(a, 1), jnp.argmin(a)


@case(np.array([[1, np.nan, 3], [-np.inf, 2, np.inf]], np.float32))
def reductions_of_nan(a):
    return a.max(1), a.min(1), a.sum(1), jnp.argmax(a, 1)


@case(normal(1, 9, 8, 3), rtol=1e-5)
def window_sums(a):
    return lax.reduce_window(a, 0.0, lax.add, (1, 3, 2, 1), (1, 2, 1, 1), ((0, 0), (1, 1), (2, 0), (0, 0)),
                             (1, 2, 1, 1), (1, 1, 3, 1))


@case(whole(-9, 9, 8, 8), whole(-9, 9, 8, 8, seed=1))
def window_pairs(a, b):
    def larger(x, y):
        keep = x[0] >= y[0]
        return jnp.where(keep, x[0], y[0]), jnp.where(keep, x[1], y[1])
    return lax.reduce_window((a, b), (np.int32(-99), np.int32(0)), larger, (3, 3), (2, 2), "SAME")


@case(normal(2, 8, 8, 3), rtol=1e-6)
def max_pool_gradient(a):
    pool = lambda a: lax.reduce_window(a, -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME")
    return jax.grad(lambda a: (pool(a) ** 2).sum())(a)


@case(normal(40), rtol=1e-5)
def cumulative(a):
    return jnp.cumsum(a), jnp.cumprod(a), lax.cummax(a), lax.cumlogsumexp(a)


# Gather and scatter.
@case(normal(10, 4), np.array([3, -1, 99, 0], np.int32))
def take_clamped(a, i):
    return jnp.take(a, i, axis=0, mode="clip"), a.at[i].get(mode="fill", fill_value=7)


@case(normal(10, 4), np.array([[3, 1], [9, 3], [0, 0]], np.uint8))
def gather_windows(a, i):
    numbers = lax.GatherDimensionNumbers((1, 2), (), (0, 1))
    return lax.gather(a, i, numbers, (2, 3), mode="clip")


@case(normal(3, 10, 4), np.array([[3, 1], [9, 3], [0, 0]], np.int64))
def gather_batched(a, i):
    return jax.vmap(lambda a, i: a[i])(a, i)


@case(normal(10, 4), np.array([3, 3, 99, 0, -11], np.int32), normal(5, 4, seed=3), rtol=1e-6)
def scatter_rows(a, i, u):
    return a.at[i].add(u), a.at[i].mul(u), a.at[i].max(u), a.at[jnp.array([1, 2, 5, 6, 7])].set(u)


@case(normal(10, 6), np.array([[3, 1], [9, 3], [8, 5], [-1, 0]], np.int32), normal(4, 2, 3, seed=3), rtol=1e-6)
def scatter_windows(a, i, u):
    numbers = lax.ScatterDimensionNumbers((1, 2), (), (0, 1))
    # XLA drops a window that is partly outside; StableHLO drops only its elements that are
    return lax.scatter_add(a, i, u, numbers, mode="clip")


@case(normal(3, 10, 4), np.array([[3, 1], [9, 9], [0, 0]], np.int64), normal(3, 2, 4, seed=3), rtol=1e-6)
def scatter_batched(a, i, u):
    return jax.vmap(lambda a, i, u: a.at[i].add(u))(a, i, u)


# Each element may get one update, or none: no loops over index vectors (see dialects/stablehlo/Conversion/Layout/OneHot.cpp).
@case(np.array([[3, 1], [9, 3], [99, 0], [-1, 7]], np.int32), np.array([1.5, np.nan, 3, -0.0], np.float32), normal(4, 3))
def scatter_one_hot(i, u, w):
    zeros = lambda *shape: jnp.zeros(shape, jnp.float32)
    element = jax.vmap(lambda i, u: zeros(10).at[i[0]].add(u))(i, u)
    pair = jax.vmap(lambda i, u: jnp.full((10, 4), 2, jnp.float32).at[i[0], i[1]].max(u))(i, u)
    window = jax.vmap(lambda i, w: zeros(5, 3, 2).at[i[1], :, 1].add(w))(i, w)
    return element, pair, window, zeros(4, 3).at[:, 1].set(u), zeros(10).at[i[0, 0]].mul(u[0])


@case(whole(-9, 9, 3, dtype=np.int8), whole(0, 255, 3, dtype=np.uint8), whole(0, 9, 3, dtype=np.uint64))
def scatter_one_hot_integers(i, u, j):
    one = jax.vmap(lambda i, u: jnp.full(7, 200, jnp.uint8).at[i].add(u, mode="drop"))
    return one(i, u), one(j, u)


# Sorting.
@case(whole(-5, 5, 37, 3), np.arange(37 * 3).reshape(37, 3).astype(np.int32))
def sort_pairs_stable(a, b):
    return lax.sort((a, b), dimension=0, num_keys=1, is_stable=True)


@case(np.array([3, np.nan, -0.0, 0.0, -np.inf, -np.nan, 1, np.inf, 3], np.float32))
def sort_floats(a):
    return jnp.sort(a), jnp.argsort(a), jnp.sort(a, descending=True)


@case(normal(3, 1000), normal(5, dtype=np.float64), whole(0, 9, 2, 1, dtype=np.uint16))
def sort_sizes(a, b, c):
    return jnp.sort(a), jnp.sort(b), jnp.sort(c), jnp.sort(a, axis=0)


@case(np.array([[3, np.nan, 3, -np.inf, 1, np.inf]], np.float32), whole(-3, 3, 2, 9), whole(0, 200, 9, dtype=np.uint8))
def top_k(a, b, c):
    return lax.top_k(a, 4), lax.top_k(b, 9), lax.top_k(c, 1)


# Control flow.
@case(np.float32(1.5), np.int32(7))
def loops(x, n):
    halve = lambda s: (s[0] / 2, s[1] - 1)
    while_ = lax.while_loop(lambda s: s[1] > 0, halve, (x, n))
    scan = lax.scan(lambda c, y: (c + y, c * y), x, jnp.arange(5, dtype=jnp.float32))
    return while_, scan, lax.fori_loop(0, n, lambda i, s: s + i, np.int32(0))


@case(np.array([-3, 0, 1, 2, 9], np.int32), normal(4))
def branches(i, x):
    pick = lambda i: lax.switch(i, [lambda: x, lambda: -x, lambda: 2 * x])
    return [pick(i[k]) for k in range(5)], lax.cond(x[0] > 0, lambda: x, lambda: x * 0)


# Linear algebra.
def positive(n, dtype, *batch):
    a = normal(*batch, n, n, dtype=dtype)
    return (a @ np.conj(np.swapaxes(a, -1, -2)) + n * np.eye(n)).astype(dtype)


@case(positive(7, np.float64, 2), positive(5, np.complex128), positive(1, np.float32), rtol=1e-6)
def cholesky(a, b, c):
    raw = lambda a: lax.linalg.cholesky(a, symmetrize_input=False)
    return raw(a), raw(b), raw(c)


def triangular(dtype):
    a, b, c = positive(5, dtype, 2), normal(2, 5, 3, dtype=dtype), normal(2, 3, 5, dtype=dtype)

    @case(a, b, c, rtol=1e-6, name=f"triangular_solve_{np.dtype(dtype)}")
    def solve(a, b, c):
        results = []
        for lower in False, True:
            for unit in False, True:
                for kind in dict(), dict(transpose_a=True), dict(transpose_a=True, conjugate_a=True):
                    flags = dict(lower=lower, unit_diagonal=unit, **kind)
                    results.append(lax.linalg.triangular_solve(a, b, left_side=True, **flags))
                    results.append(lax.linalg.triangular_solve(a, c, left_side=False, **flags))
        return results


triangular(np.float64)
triangular(np.complex128)


# Fourier transforms: powers of two, small factors, primes, and a large prime.
for n in 1, 2, 8, 12, 17, 60, 64, 67, 131, 134, 256, 1000:
    @case(normal(3, n, dtype=np.complex128, seed=n), rtol=1e-11, name=f"fft_{n}")
    def fft(a):
        return jnp.fft.fft(a), jnp.fft.ifft(a), jnp.fft.rfft(a.real), jnp.fft.irfft(a, n=2 * a.shape[1] - 1)


@case(normal(2, 6, 5, 8, dtype=np.complex64), rtol=1e-4)
def fft_of_dims(a):
    return jnp.fft.fftn(a, axes=(1, 2, 3)), jnp.fft.rfftn(a.real, axes=(2, 3)), jnp.fft.irfftn(a, axes=(1, 2, 3))


# Random bits, bit for bit.
for algorithm in "THREE_FRY", "PHILOX", "DEFAULT":
    for dtype in np.uint8, np.uint32, np.uint64:
        @case(np.array([0xFFFFFFFFFFFFFFFD, 0xFFFFFFFFFFFFFFFE], np.uint64),
              name=f"bits_{algorithm}_{np.dtype(dtype)}")
        def bits(state, algorithm=algorithm, dtype=dtype):
            draw = lambda *shape: lax.rng_bit_generator(
                state, shape, dtype, algorithm=getattr(lax.RandomAlgorithm, f"RNG_{algorithm}"))
            return draw(), draw(5), draw(3, 4), draw(3, 5, 7), draw(2, 3, 1)


def differs(wanted, found, rtol):
    """Why `found` is not `wanted`; '' if it is."""
    wanted, found = np.asarray(wanted), np.asarray(found)
    if wanted.shape != found.shape or wanted.dtype.itemsize != found.dtype.itemsize:
        return f"wanted {wanted.dtype}{wanted.shape}, found {found.dtype}{found.shape}"
    found = found.view(wanted.dtype) if found.dtype != wanted.dtype else found
    if rtol == 0 or not np.issubdtype(wanted.dtype, np.inexact):
        same = np.array_equal(wanted, found, equal_nan=np.issubdtype(wanted.dtype, np.inexact))
        return "" if same else f"wanted {wanted.ravel()[:8]}, found {found.ravel()[:8]}"
    finite = np.isfinite(wanted)
    scale = np.abs(wanted[finite]).max(initial=0)
    error = np.abs(wanted[finite] - found[finite]).max(initial=0)
    if not np.array_equal(wanted[~finite], found[~finite], equal_nan=True) or not error <= rtol * scale:
        return f"error {error:.3g} where the largest value is {scale:.3g}"
    return ""


def run(name, scratch):
    function, arguments, rtol = CASES[name]
    # for TPUs JAX says everything in StableHLO; for CPUs it calls LAPACK
    lowered = jax.jit(function, keep_unused=True).trace(*arguments).lower(lowering_platforms=("tpu",))
    program, inputs, outputs = (scratch / f"{name}{end}" for end in (".mlir", ".in.npz", ".out.npz"))
    program.write_text(lowered.as_text())
    np.savez(inputs, **{f"in_{i}": a for i, a in enumerate(arguments)})
    outputs.unlink(missing_ok=True)
    command = ["amp-run", program, f"--inputs={inputs}", f"--outputs={outputs}"]
    try:
        ran = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return f"took more than {SECONDS} s"
    if ran.returncode:
        return (ran.stderr.strip().splitlines() or [f"exit code {ran.returncode}"])[0]
    found = np.load(outputs)
    wanted = jax.tree.leaves(jax.jit(function)(*arguments))
    for i, value in enumerate(wanted):
        if why := differs(value, found[f"out_{i}"], rtol):
            return f"result {i}: {why}"
    return ""


def main(scratch, *names):
    scratch = pathlib.Path(scratch)
    scratch.mkdir(parents=True, exist_ok=True)
    faults = 0
    for name in names or CASES:
        if why := run(name, scratch):
            faults += 1
            print(f"{name}: {why}")
    print(f"{len(names or CASES) - faults} of {len(names or CASES)} agree")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
