# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""State that a step carries beside its arguments (weights=, debug=), steps that read and return 16 bits (io=, weights="pure")."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
import optax
import pytest
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

import mlir_amp.jax as amp
import models
from mlir_amp import ScalerError

mixed = functools.partial(amp.jit, compute="bf16", solver="paint")
master = functools.partial(mixed, weights="master")


@pytest.fixture
def args():
    return models.parameters(), *models.batch()


def equal(a, b):
    jax.tree.map(np.testing.assert_array_equal, a, b)


def trained(step, p, batches, y):
    return functools.reduce(lambda p, x: step(p, x, y)[0], batches, p)


def casts_of_weights(program):
    main = program.text.partition("@main_init_shadows")[0]
    return sum(f"stablehlo.convert %arg{i} :" in main for i in (0, 1))


@pytest.mark.parametrize("engine", ["xla", "amp"])
def test_shadows_change_no_bit(args, engine):
    p, x, y = args
    step = master(models.step, engine=engine)
    equal(trained(step, p, [x] * 3, y), trained(mixed(models.step, engine=engine), p, [x] * 3, y))
    shadows = step.scaler["shadow"]
    assert {name: a.dtype for name, a in shadows.items()} == dict.fromkeys(("['in'].bf16", "['out'].bf16"), jnp.bfloat16)
    assert casts_of_weights(step.program(*args)) == 0 < casts_of_weights(mixed(models.step).program(*args))


def test_weights_from_elsewhere_get_their_own_shadows(args):
    p, x, y = args
    step, other = master(models.step), models.parameters(seed=7)
    step(p, x, y)
    equal(step(other, x, y), mixed(models.step)(other, x, y))
    after, _ = step(p, x, y)
    after["in"] = after["in"] + 1
    equal(step(after, x, y), mixed(models.step)(after, x, y))


def test_a_batch_of_another_size_goes_on_with_them(args):
    p = args[0]
    step, plain = master(models.step), mixed(models.step)
    for size in (32, 8, 32):
        batch = models.batch(size)
        p, expected = step(p, *batch)[0], plain(p, *batch)[0]
        equal(p, expected)


def test_resumed_without_shadows(args):
    p, x, y = args
    step = master(models.step, compute="f16", loss_scale="dynamic:1024")
    after, _ = step(p, x.at[0, 0].set(jnp.inf), y)
    equal(after, p)
    equal(step.scaler["shadow"]["['in'].f16"], p["in"].astype(jnp.float16))
    resumed = master(models.step, compute="f16", loss_scale="dynamic:1024")
    resumed.scaler = {"main": step.scaler["main"]}
    equal(resumed(after, x, y), step(after, x, y))
    assert int(resumed.skipped) == 1 and float(resumed.scale) == 512


def test_donated_weights_give_their_shadows_too(args):
    step = master(models.step, donate_argnums=0)
    p, _ = step(jax.tree.map(jnp.copy, args[0]), *args[1:])
    before = step.scaler["shadow"]["['in'].bf16"]
    step(p, *args[1:])
    assert before.is_deleted() and p["in"].is_deleted()


def test_shadows_within_a_scan(args):
    p, x, y = args
    step = master(models.step)

    @jax.jit
    def steps(p):
        def body(carried, _):
            (p, _), scaler = step.pure(*carried, x, y)
            return (scaler, p), None

        return jax.lax.scan(body, (step.initial_scaler(p, x, y), p), length=3)[0][1]

    jax.tree.map(functools.partial(np.testing.assert_allclose, rtol=1e-5, atol=1e-6), steps(p), trained(step, p, [x] * 3, y))
    with pytest.raises(ScalerError, match=r"made of its parameter's value, but got ShapeDtypeStruct"):
        step.initial_scaler(*jax.tree.map(lambda a: jax.ShapeDtypeStruct(a.shape, a.dtype), args))


def test_shadows_lie_where_their_weights_do(args):
    mesh = jax.make_mesh((8,), ("model",), axis_types=(AxisType.Auto,))
    spread = {"in": NamedSharding(mesh, P(None, "model")), "out": NamedSharding(mesh, P("model"))}
    whole = NamedSharding(mesh, P())
    step = master(models.step, in_shardings=(spread, whole, whole), out_shardings=(spread, whole))
    p = trained(step, args[0], [args[1]] * 2, args[2])
    assert step.scaler["shadow"]["['in'].bf16"].sharding.is_equivalent_to(spread["in"], 2)
    alone = trained(mixed(models.step), args[0], [args[1]] * 2, args[2])
    jax.tree.map(functools.partial(np.testing.assert_allclose, rtol=1e-5, atol=1e-6), p, alone)


def test_a_weight_without_a_name(args):
    def step(w, x):
        value, grads = amp.value_and_grad(lambda w: jnp.mean((x @ w) ** 2))(w)
        return amp.state(w - 0.1 * grads, w), value

    w, x = args[0]["in"], args[1]
    equal(master(step)(w, x), mixed(step)(w, x))


@pytest.mark.parametrize("wish", [{"weights": "pure"}, {"io": "bf16"}])
def test_16_bits_go_in_and_out_of_one_program(args, wish):
    p, x, y = args
    step = mixed(models.step, **wish)
    first, _ = step(p, x, y)
    assert {a.dtype for a in jax.tree.leaves(first)} == {np.dtype(jnp.bfloat16)}
    second, _ = step(first, x, y)
    assert {a.dtype for a in jax.tree.leaves(second)} == {np.dtype(jnp.bfloat16)}
    assert step.program(p, x, y) is step.program(first, x, y)
    wide = trained(jax.jit(models.step), p, [x] * 2, y)
    jax.tree.map(functools.partial(np.testing.assert_allclose, atol=2e-2), jax.tree.map(jnp.float32, second), wide)


def test_pure_weights_resumed(args):
    """A checkpoint has 16-bit weights: the step that goes on is that of f32 ones, whose second moments do not underflow."""
    optimizer, (p, x, y) = optax.adam(1e-2), args

    def step(p, state, x, y):
        value, grads = amp.value_and_grad(lambda p: 1e-3 * models.loss(p, x, y))(p)
        updates, new = optimizer.update(grads, state, p)
        return amp.state((optax.apply_updates(p, updates), new), (p, state)), value

    def made():
        return amp.jit(step, compute="f16", loss_scale="dynamic", weights="pure", solver="paint")

    first, resumed = made(), made()
    (p, state), _ = first(p, optimizer.init(p), x, y)
    resumed.scaler, one, two = first.scaler, (p, state), (p, state)
    for _ in range(5):
        one, _ = first(*one, x, y)
        two, _ = resumed(*two, x, y)
    equal(one, two)


@pytest.mark.parametrize("engine", ["xla", "amp"])
def test_the_op_that_overflows_first(args, engine):
    def loss(p, x):
        hidden = x @ p["in"]
        return jnp.mean(jnp.exp(hidden))  # exp(200) is no f32

    line = loss.__code__.co_firstlineno + 2
    step = mixed(loss, debug="overflow", engine=engine)
    assert np.isfinite(step(args[0], args[1])) and step.overflow is None
    step(args[0], args[1] * 200)
    found = step.overflow
    assert found.op.startswith("stablehlo.exponential at ") and f"test_carried.py:{line}:" in found.op
    assert found.infinite > 0 and found.nan == 0 and 1 < found.broken <= found.ops
    with pytest.raises(ScalerError, match=r'nor without debug="overflow"'):
        _ = mixed(loss).overflow


def test_nothing_overflows_in_f32(args):
    step = amp.jit(models.step, compute="f32", debug="overflow", loss_scale="dynamic")
    equal(step(*args), jax.jit(models.step)(*args))
    assert step.overflow is None and float(step.scale) == 65536


def test_marks_are_found(args):
    def step_with(value_and_grad, mark):
        def step(p, x, y):
            value, grads = value_and_grad(lambda p: jnp.mean((x @ p["in"] @ p["out"] - y) ** 2))(p)
            return mark(jax.tree.map(lambda w, g: w - models.RATE * g, p, grads), p), value

        return step

    marked, unmarked = step_with(amp.value_and_grad, amp.state), step_with(jax.value_and_grad, lambda new, old: new)
    for compute in ("f16", "f32"):
        scaled = functools.partial(amp.jit, compute=compute, loss_scale="dynamic", solver="paint")
        found = scaled(unmarked, infer_marks=True)
        jax.tree.map(functools.partial(np.testing.assert_allclose, atol=1e-3), found(*args), scaled(marked)(*args))
        assert float(found.scale) == 65536
    # tanh's derivative has a 1, too
    found = scaled(models.unmarked, infer_marks=True)(*args)
    jax.tree.map(functools.partial(np.testing.assert_allclose, atol=1e-3), found, jax.jit(models.unmarked)(*args))


def test_shapes_that_are_aligned(args):
    p, x, y = jax.tree.map(lambda a: a[:, :3] if a.shape[1] == 4 else a, args)
    plain, aligned = mixed(models.step), mixed(models.step, align="always")
    jax.tree.map(functools.partial(np.testing.assert_allclose, rtol=1e-5, atol=1e-6), aligned(p, x, y), plain(p, x, y))
    assert "stablehlo.pad" in aligned.program(p, x, y).text and "stablehlo.pad" not in plain.program(p, x, y).text
