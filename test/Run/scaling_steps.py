# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""scaling_steps.py AMP_OPT: steps of shapes that test/Inputs/training_steps.py lacks, scaled, on XLA.

Scans of steps and of parts of a batch, a step in a branch, two losses with two optimizers, one seed per example or one for all
of them, an auxiliary loss, derivatives of derivatives, a forward pass that is computed again, marks in jitted functions,
gradients that are combined, returned or logged, gradients that are reduced over devices only after they were marked, random keys
that are split, and gradients that are changed inside of the backward pass or behind it: clipped by value and by the usual
spellings of their norm, masked, counted, sorted, rounded, given noise, drawn through roots. A power of two changes no bit; an
infinity on one device or in one part keeps every state but keys.
"""
import pathlib
import sys
import tempfile

import xla  # first: it sets how JAX starts

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import AxisType, PartitionSpec

from scaling import differing, roles, same, scaled

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "python" / "src"))
from mlir_amp import marks

CASES = []


def step_of(function):
    CASES.append(function)
    return function


def loss_of(w, x, y):
    return jnp.mean((jnp.tanh(x @ w) - y) ** 2)


def update(w, x, y, group="main"):
    value, g = jax.value_and_grad(lambda p: marks.loss(loss_of(p, x, y), group))(w)
    return marks.state(w - 0.1 * marks.gradients(g, group), w, group), value


@step_of
def scan_of_steps(w, x, y):
    return lax.scan(lambda p, batch: update(p, *batch), w, (x.reshape(4, 2, 4), y.reshape(4, 2, 3)))


@step_of
def parts_of_a_batch(w, x, y):
    def part(total, batch):
        return total + jax.grad(lambda p: marks.loss(loss_of(p, *batch)))(w), None
    g, _ = lax.scan(part, jnp.zeros_like(w), (x.reshape(4, 2, 4), y.reshape(4, 2, 3)))
    return (marks.state(w - 0.1 * marks.gradients(g / 4), w),)


@step_of
def marked_parts(w, x, y):
    def part(total, batch):
        return total + marks.gradients(jax.grad(lambda p: marks.loss(loss_of(p, *batch)))(w)), None
    g, _ = lax.scan(part, jnp.zeros_like(w), (x.reshape(4, 2, 4), y.reshape(4, 2, 3)))
    return (marks.state(w - 0.025 * g, w),)


@step_of
def branch(w, x, y):
    return (lax.cond(y[0, 0] < 100, lambda: update(w, x, y)[0], lambda: w),)


@step_of
def jitted(w, x, y):
    return jax.jit(lambda *a: update(*a))(w, x, y)


@step_of
def two_losses(w, x, y):
    a, first = update(w, x, y, "a")
    b, second = update(w * 2, y @ w.T, y, "b")
    return a, first, second, b


@step_of
def seed_per_example(w, x, y):
    g = jax.vmap(jax.grad(lambda p, *one: marks.loss(loss_of(p, *one))), (None, 0, 0))(w, x[:, None], y[:, None])
    return (marks.state(w - 0.1 * marks.gradients(g).mean(0), w),)


@step_of
def loss_per_example(w, x, y):
    one = jax.value_and_grad(lambda p, *one: marks.loss(loss_of(p, *one)))
    values, g = jax.vmap(one, (None, 0, 0))(w, x[:, None], y[:, None])
    return marks.state(w - 0.1 * marks.gradients(g.mean(0)), w), values


def outermost(loss, w, shift=0):
    g = jax.grad(lambda p: marks.loss(loss(p)))(w + shift)
    return (marks.state(w - 0.1 * marks.gradients(g), w),)


@step_of
def gradient_penalty(w, x, y):
    return outermost(lambda p: loss_of(p, x, y) + jnp.sum(jax.grad(loss_of, 1)(p, x, y) ** 2), w)


@step_of
def inner_loop_of_learning(w, x, y):
    return outermost(lambda p: loss_of(p - 0.1 * jax.grad(loss_of)(p, x, y), x, y), w)


@step_of
def sharpness_aware(w, x, y):
    g = jax.grad(lambda p: marks.loss(loss_of(p, x, y)))(w)
    return outermost(lambda p: loss_of(p, x, y), w, 0.05 * g / jnp.linalg.norm(g))


@step_of
def hessian_vector(w, x, y):
    curved = jax.jvp(lambda p: jax.grad(loss_of)(p, x, y), (w,), (w,))[1]
    return *outermost(lambda p: loss_of(p, x, y), w), curved


@step_of
def clipped_inside(w, x, y):
    @jax.custom_vjp
    def clip(h):
        return h
    clip.defvjp(lambda h: (h, None), lambda _, g: (jnp.clip(g, -0.01, 0.01),))
    value, g = jax.value_and_grad(lambda p: marks.loss(jnp.mean((clip(x @ p) - y) ** 2)))(w)
    return marks.state(w - 0.1 * marks.gradients(g), w), value


@step_of
def clipped_by_norm(w, x, y):
    g = marks.gradients(jax.grad(lambda p: marks.loss(loss_of(p, x, y)))(w))
    return marks.state(w - 0.1 * g * jnp.minimum(1, 0.01 / jnp.linalg.norm(g)), w), g


def clipped(change, w, x, y, mark_before=False):
    """A step whose backward pass changes the gradient of a hidden layer, or the gradient of the weight before or behind the mark."""
    @jax.custom_vjp
    def inside(h):
        return h
    inside.defvjp(lambda h: (h, None), lambda _, g: (change(g),))
    value, g = jax.value_and_grad(lambda p: marks.loss(jnp.mean((inside(jnp.tanh(x @ p)) - y) ** 2)))(w)
    g = change(marks.gradients(g)) if mark_before else marks.gradients(change(g))
    return marks.state(w - 0.1 * g, w), value


def norm_of(g):
    return jnp.sqrt(jnp.sum(g**2))


def quantile(g):
    return jnp.sort(jnp.abs(g).ravel())[g.size // 2]


CHANGES = {
    "norm_min": lambda g: g * jnp.minimum(1.0, 0.01 / norm_of(g)),
    "norm_epsilon": lambda g: g * jnp.minimum(1.0, 0.01 / (norm_of(g) + 1e-6)),
    "norm_where": lambda g: jnp.where(jnp.sum(g**2) > 1e-4, g * (0.01 / norm_of(g)), g),
    "norm_vdot": lambda g: g * jnp.minimum(1.0, 0.01 * lax.rsqrt(jnp.vdot(g, g) + 1e-12)),
    "norm_max": lambda g: g / jnp.maximum(1.0, jnp.max(jnp.abs(g)) / 0.01),
    "norm_linalg": lambda g: 0.01 * g / jnp.linalg.norm(g),
    "norm_per_row": lambda g: g * jnp.minimum(1.0, 0.01 / jnp.linalg.norm(g, axis=-1, keepdims=True)),
    "norm_power": lambda g: g * jnp.minimum(1.0, 0.01 / jnp.sum(jnp.abs(g) ** 3) ** (1 / 3)),
    "norm_one": lambda g: g * jnp.minimum(1.0, 0.01 / jnp.sum(jnp.abs(g))),
    "rms": lambda g: g * lax.rsqrt(jnp.mean(g**2) + 1e-6),
    "rms_clip": lambda g: g / jnp.maximum(1.0, jnp.sqrt(jnp.mean(g**2)) / 0.1),
    "value": lambda g: jnp.clip(g, -0.01, 0.01),
    "mask": lambda g: g * (jnp.abs(g) <= 0.01) + 0.01 * jnp.sign(g) * (jnp.abs(g) > 0.01),
    "sign": jnp.sign,
    "soft_sign": lambda g: g / (1 + jnp.abs(g)),
    "tanh": lambda g: 0.01 * jnp.tanh(g / 0.01),
    "root": lambda g: jnp.sign(g) * jnp.sqrt(jnp.abs(g)),
    "cube_root": jnp.cbrt,
    "log_scale": lambda g: jnp.sign(g) * jnp.log1p(jnp.abs(g)),
    "top_k": lambda g: jnp.where(jnp.abs(g) >= lax.top_k(jnp.abs(g).ravel(), 5)[0][-1], g, 0.0),
    "quantile": lambda g: jnp.where(jnp.abs(g) > quantile(g), quantile(g) * jnp.sign(g), g),
    "count": lambda g: g / jnp.sum(jnp.abs(g) > 0.01).astype(jnp.float32),
    "sparsity": lambda g: g * jnp.mean(jnp.abs(g) > 1e-3),
    "nan_skip": lambda g: jnp.where(jnp.isfinite(g), g, 0.0),
    "nan_to_num": jnp.nan_to_num,
    "skip_all": lambda g: lax.cond(jnp.all(jnp.abs(g) < 10), lambda: g, lambda: jnp.zeros_like(g)),
    "noise": lambda g: g + 0.01 * jax.random.normal(jax.random.key(0), g.shape, g.dtype),
    "noise_of_norm": lambda g: g + 0.1 * norm_of(g) * jax.random.normal(jax.random.key(0), g.shape, g.dtype),
    "centred": lambda g: g - jnp.mean(g, axis=0),
    "standardised": lambda g: (g - jnp.mean(g)) / (jnp.std(g) + 1e-5),
    "softmax": lambda g: g * jax.nn.softmax(jnp.abs(g).sum(-1))[:, None],
    "quantised": lambda g: jnp.round(g * 512).astype(jnp.int8).astype(jnp.float32) / 512,
    "stochastic": lambda g: jnp.floor(g * 512 + jax.random.uniform(jax.random.key(0), g.shape, g.dtype)) / 512,
    "gram": lambda g: g @ (g.T @ g),
    "loop": lambda g: lax.fori_loop(0, 3, lambda _, h: h * jnp.minimum(1.0, 0.01 / norm_of(h)), g),
    "loop_of_halves": lambda g: lax.while_loop(lambda h: norm_of(h) > 0.01, lambda h: h / 2, g),
    "orthogonal": lambda g: lax.fori_loop(0, 3, lambda _, h: 1.5 * h - 0.5 * h @ h.T @ h, g / (norm_of(g) + 1e-7)),
}  # fmt: skip
# These make infinities finite or ignore them, so that an overflow inside of the backward pass is not seen behind them.
HIDING = {"value", "sign", "mask", "tanh", "nan_skip", "nan_to_num", "skip_all", "top_k", "quantised", "loop_of_halves"}

for changed, function in CHANGES.items():
    for before in (False, True) if changed in ("norm_min", "mask") else (False,):
        def changed_step(w, x, y, function=function, before=before):
            return clipped(function, w, x, y, before)
        changed_step.__name__ = f"{changed}_{'behind' if before else 'before'}_the_mark"
        changed_step.hides = changed in HIDING and not before
        step_of(changed_step)


@step_of
def norm_logged(w, x, y):
    g = jax.grad(lambda p: marks.loss(loss_of(p, x, y)))(w)
    marked = marks.gradients(g)
    return marks.state(w - 0.1 * marked, w), norm_of(g), jnp.max(jnp.abs(g)), jnp.sum(g == 0), jnp.histogram(g, 4)[0]


@step_of
def lion(w, x, y):
    g = jax.grad(lambda p: marks.loss(loss_of(p, x, y)))(w)
    update = jnp.sign(0.9 * w + 0.1 * g)  # the weight stands for its moment; the mark comes behind
    return (marks.state(w - 0.01 * marks.gradients(update), w),)


@step_of
def split_key(w, x, y, key, flag):
    """Threefry is xor and shifts, as the flag is."""
    next_key, drawn = jax.random.split(jax.random.wrap_key_data(key))
    kept = jax.random.bernoulli(drawn, 0.5, x.shape) * (flag + jnp.uint32(1)).astype(jnp.float32)
    g = jax.grad(lambda p: marks.loss(loss_of(p, x * kept, y)))(w)
    new = w - 0.1 * marks.gradients(g), jax.random.key_data(next_key), flag ^ jnp.uint32(1)
    return marks.state(new, (w, key, flag))


split_key.extra = np.array([3, 4], np.uint32), np.uint32(1)


@step_of
def combined(w, x, y):
    first, second = (jax.grad(lambda p: marks.loss(loss_of(p, *part)))(w) for part in ((x[:4], y[:4]), (x[4:], y[4:])))
    g = first + second - jnp.vdot(first, second) / jnp.vdot(second, second) * second  # what both want, and the first alone
    return (marks.state(w - 0.1 * marks.gradients(g), w),)


@step_of
def auxiliary(w, x, y):
    def total(p):
        return marks.loss(loss_of(p, x, y) + 0.25 * marks.loss(jnp.mean(jnp.abs(p))))
    value, g = jax.value_and_grad(total)(w)
    return marks.state(w - 0.1 * marks.gradients(g), w), value


@step_of
def computed_again(w, x, y):
    again = jax.checkpoint(lambda p: jnp.tanh(jnp.tanh(x @ p) @ p.T @ p))
    g = jax.grad(lambda p: marks.loss(jnp.mean((again(p) - y) ** 2)))(w)
    return (marks.state(w - 0.1 * marks.gradients(g), w),)


@step_of
def reduced_afterwards(w, x, y):
    mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))

    def local(p, x, y):
        p = lax.pcast(p, "data", to="varying")
        g = marks.gradients(jax.grad(lambda q: marks.loss(loss_of(q, x, y)))(p))
        return (marks.state(p - 0.1 * lax.pmean(g, "data"), p),)
    data = PartitionSpec("data")
    return jax.shard_map(local, mesh=mesh, in_specs=(PartitionSpec(), data, data), out_specs=(PartitionSpec(),), check_vma=False)(w, x, y)


def check(tool, case, folder):
    rng = np.random.default_rng(0)
    inputs = [rng.standard_normal(shape, np.float32) for shape in ((4, 3), (8, 4), (8, 3))]
    inputs += getattr(case, "extra", ())
    text = jax.jit(lambda *a: case(*a), keep_unused=True).lower(*inputs).as_text()
    path = pathlib.Path(folder, "step.mlir")
    path.write_text(text)
    plain = xla.compiled(xla.parse(text), effort=0)(*inputs)
    for scale in 1024, 2.0**-60:
        results = xla.compiled(xla.parse(scaled(tool, path, f"loss-scale=static:{scale}")), effort=0)(*inputs)
        if wrong := differing(results, plain):
            return f"results {wrong} are not those of the step without a scale of {scale}"
        if any(results[len(plain):]):
            return "expects no overflow"
    if getattr(case, "hides", False):
        return None
    inputs[1][5] = np.inf
    module = xla.parse(scaled(tool, path, "loss-scale=dynamic:1024 scaler=torch"))
    first = {"scale": 1024, "growth_tracker": 0, "skipped": 0}
    types = xla.described(xla.main_type(module).inputs)[len(inputs):]
    state = [np.array(first[r], t.dtype) for r, t in zip(roles(module, "arg_attrs")[len(inputs):], types)]
    found = list(zip(roles(module, "res_attrs"), xla.compiled(module, effort=0)(*inputs, *state)))
    after = [value for role, value in found if role == "skipped"]
    if not any(value == 1 for value in after):
        return f"expects a skipped step, but got {after}"
    if not np.isfinite(found[0][1]).all():
        return "expects finite weights after an overflow"
    if case is not scan_of_steps and found[0][1].tobytes() != inputs[0].tobytes():
        return "expects weights as they were after an overflow"
    if case is split_key and (same(found[1][1], inputs[3]) or not same(found[2][1], inputs[4])):
        return "expects another key and the same flag after an overflow"
    return None


def main(tool):
    with tempfile.TemporaryDirectory() as folder:
        for case in CASES:
            if wrong := check(tool, case, folder):
                return f"{case.__name__}: {wrong}"
            print(case.__name__)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
