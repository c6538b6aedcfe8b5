# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""scaling_steps.py AMP_OPT SHARED_DATA: steps of shapes that the graphs of shared/data lack, scaled, on XLA.

Scans of steps and of parts of a batch, a step in a branch, two losses with two optimizers, one seed per example or one for all
of them, an auxiliary loss, derivatives of derivatives, a forward pass that is computed again, gradients that are clipped (by
value inside of the backward pass, by their norm behind it), combined or returned, marks in jitted functions, and gradients
that are reduced over devices only after they were marked. A power of two changes no bit; an infinity on one device or in one
part keeps every state.
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

from scaling import differing, roles, scaled

CASES = []


def step_of(function):
    CASES.append(function)
    return function


def loss_of(w, x, y):
    return jnp.mean((jnp.tanh(x @ w) - y) ** 2)


def update(amp, w, x, y, group="main"):
    value, g = jax.value_and_grad(lambda p: amp.mark_loss(loss_of(p, x, y), group))(w)
    return amp.mark_state(w - 0.1 * amp.mark_gradients(g, group), w, group), value


@step_of
def scan_of_steps(amp, w, x, y):
    return lax.scan(lambda p, batch: update(amp, p, *batch), w, (x.reshape(4, 2, 4), y.reshape(4, 2, 3)))


@step_of
def parts_of_a_batch(amp, w, x, y):
    def part(total, batch):
        return total + jax.grad(lambda p: amp.mark_loss(loss_of(p, *batch)))(w), None
    g, _ = lax.scan(part, jnp.zeros_like(w), (x.reshape(4, 2, 4), y.reshape(4, 2, 3)))
    return (amp.mark_state(w - 0.1 * amp.mark_gradients(g / 4), w),)


@step_of
def marked_parts(amp, w, x, y):
    def part(total, batch):
        return total + amp.mark_gradients(jax.grad(lambda p: amp.mark_loss(loss_of(p, *batch)))(w)), None
    g, _ = lax.scan(part, jnp.zeros_like(w), (x.reshape(4, 2, 4), y.reshape(4, 2, 3)))
    return (amp.mark_state(w - 0.025 * g, w),)


@step_of
def branch(amp, w, x, y):
    return (lax.cond(y[0, 0] < 100, lambda: update(amp, w, x, y)[0], lambda: w),)


@step_of
def jitted(amp, w, x, y):
    return jax.jit(lambda *a: update(amp, *a))(w, x, y)


@step_of
def two_losses(amp, w, x, y):
    a, first = update(amp, w, x, y, "a")
    b, second = update(amp, w * 2, y @ w.T, y, "b")
    return a, first, second, b


@step_of
def seed_per_example(amp, w, x, y):
    g = jax.vmap(jax.grad(lambda p, *one: amp.mark_loss(loss_of(p, *one))), (None, 0, 0))(w, x[:, None], y[:, None])
    return (amp.mark_state(w - 0.1 * amp.mark_gradients(g).mean(0), w),)


@step_of
def loss_per_example(amp, w, x, y):
    one = jax.value_and_grad(lambda p, *one: amp.mark_loss(loss_of(p, *one)))
    values, g = jax.vmap(one, (None, 0, 0))(w, x[:, None], y[:, None])
    return amp.mark_state(w - 0.1 * amp.mark_gradients(g.mean(0)), w), values


def outermost(amp, loss, w, shift=0):
    g = jax.grad(lambda p: amp.mark_loss(loss(p)))(w + shift)
    return (amp.mark_state(w - 0.1 * amp.mark_gradients(g), w),)


@step_of
def gradient_penalty(amp, w, x, y):
    return outermost(amp, lambda p: loss_of(p, x, y) + jnp.sum(jax.grad(loss_of, 1)(p, x, y) ** 2), w)


@step_of
def inner_loop_of_learning(amp, w, x, y):
    return outermost(amp, lambda p: loss_of(p - 0.1 * jax.grad(loss_of)(p, x, y), x, y), w)


@step_of
def sharpness_aware(amp, w, x, y):
    g = jax.grad(lambda p: amp.mark_loss(loss_of(p, x, y)))(w)
    return outermost(amp, lambda p: loss_of(p, x, y), w, 0.05 * g / jnp.linalg.norm(g))


@step_of
def hessian_vector(amp, w, x, y):
    curved = jax.jvp(lambda p: jax.grad(loss_of)(p, x, y), (w,), (w,))[1]
    return *outermost(amp, lambda p: loss_of(p, x, y), w), curved


@step_of
def clipped_inside(amp, w, x, y):
    @jax.custom_vjp
    def clip(h):
        return h
    clip.defvjp(lambda h: (h, None), lambda _, g: (jnp.clip(g, -0.01, 0.01),))
    value, g = jax.value_and_grad(lambda p: amp.mark_loss(jnp.mean((clip(x @ p) - y) ** 2)))(w)
    return amp.mark_state(w - 0.1 * amp.mark_gradients(g), w), value


@step_of
def clipped_by_norm(amp, w, x, y):
    g = amp.mark_gradients(jax.grad(lambda p: amp.mark_loss(loss_of(p, x, y)))(w))
    return amp.mark_state(w - 0.1 * g * jnp.minimum(1, 0.01 / jnp.linalg.norm(g)), w), g


@step_of
def combined(amp, w, x, y):
    first, second = (jax.grad(lambda p: amp.mark_loss(loss_of(p, *part)))(w) for part in ((x[:4], y[:4]), (x[4:], y[4:])))
    g = first + second - jnp.vdot(first, second) / jnp.vdot(second, second) * second  # what both want, and the first alone
    return (amp.mark_state(w - 0.1 * amp.mark_gradients(g), w),)


@step_of
def auxiliary(amp, w, x, y):
    def total(p):
        return amp.mark_loss(loss_of(p, x, y) + 0.25 * amp.mark_loss(jnp.mean(jnp.abs(p))))
    value, g = jax.value_and_grad(total)(w)
    return amp.mark_state(w - 0.1 * amp.mark_gradients(g), w), value


@step_of
def computed_again(amp, w, x, y):
    again = jax.checkpoint(lambda p: jnp.tanh(jnp.tanh(x @ p) @ p.T @ p))
    g = jax.grad(lambda p: amp.mark_loss(jnp.mean((again(p) - y) ** 2)))(w)
    return (amp.mark_state(w - 0.1 * amp.mark_gradients(g), w),)


@step_of
def reduced_afterwards(amp, w, x, y):
    mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))

    def local(p, x, y):
        p = lax.pcast(p, "data", to="varying")
        g = amp.mark_gradients(jax.grad(lambda q: amp.mark_loss(loss_of(q, x, y)))(p))
        return (amp.mark_state(p - 0.1 * lax.pmean(g, "data"), p),)
    data = PartitionSpec("data")
    return jax.shard_map(local, mesh=mesh, in_specs=(PartitionSpec(), data, data), out_specs=(PartitionSpec(),), check_vma=False)(w, x, y)


def check(tool, amp, case, folder):
    rng = np.random.default_rng(0)
    inputs = [rng.standard_normal(shape, np.float32) for shape in ((4, 3), (8, 4), (8, 3))]
    text = jax.jit(lambda *a: case(amp, *a), keep_unused=True).lower(*inputs).as_text()
    path = pathlib.Path(folder, "step.mlir")
    path.write_text(text)
    plain = xla.compiled(xla.parse(text), effort=0)(*inputs)
    fixed = xla.compiled(xla.parse(scaled(tool, path, "loss-scale=static:1024 check")), effort=0)
    results = fixed(*inputs)
    if wrong := differing(results, plain):
        return f"results {wrong} are not those of the step without it"
    if any(results[len(plain):]):
        return "expects no overflow"
    inputs[1][5] = np.inf
    module = xla.parse(scaled(tool, path, "loss-scale=dynamic:1024 scaler=torch"))
    first = {"scale": 1024, "growth_tracker": 0, "skipped": 0}
    types = xla.described(xla.main_type(module).inputs)[3:]
    state = [np.array(first[r], t.dtype) for r, t in zip(roles(module, "arg_attrs")[3:], types)]
    found = list(zip(roles(module, "res_attrs"), xla.compiled(module, effort=0)(*inputs, *state)))
    after = [value for role, value in found if role == "skipped"]
    if not any(value == 1 for value in after):
        return f"expects a skipped step, but got {after}"
    if not np.isfinite(found[0][1]).all():
        return "expects finite weights after an overflow"
    if case is not scan_of_steps and found[0][1].tobytes() != inputs[0].tobytes():
        return "expects weights as they were after an overflow"
    return None


def main(tool, shared):
    sys.path.insert(0, f"{shared}/jax")
    import amp_markers
    with tempfile.TemporaryDirectory() as folder:
        for case in CASES:
            if wrong := check(tool, amp_markers, case, folder):
                return f"{case.__name__}: {wrong}"
            print(case.__name__)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
