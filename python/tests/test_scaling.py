# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loss scaling through amp.jit: what is skipped, what is kept, how the scale moves, and that it can be saved and resumed."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

import mlir_amp.jax as amp
import models
from mlir_amp import AmpWarning, ScalerError, ToolFailed
from test_devices import by_shard

scaled = functools.partial(amp.jit, compute="f16", loss_scale="dynamic:1024", solver="paint")


@pytest.fixture
def args():
    return models.parameters(), *models.batch(64)


def equal(a, b):
    jax.tree.map(np.testing.assert_array_equal, a, b)


def poisoned(x, row=-1):
    return x.at[row, 0].set(jnp.inf)


@pytest.mark.parametrize("loss_scale", ["dynamic", "dynamic:8", "static:1024", 1024, 0.5])
def test_a_power_of_two_changes_no_bit(args, loss_scale):
    equal(amp.jit(models.step, compute="f32", loss_scale=loss_scale)(*args), jax.jit(models.unmarked)(*args))


@pytest.mark.parametrize("engine", ["xla", "amp"])
def test_a_step_that_overflows_keeps_every_state(args, engine):
    p, x, y = args
    step = scaled(models.step, engine=engine)
    assert step.scaler is None
    after, _ = step(p, x, y)
    assert (float(step.scale), int(step.skipped), bool(step.found_inf)) == (1024, 0, False)
    again, _ = step(after, poisoned(x), y)
    equal(again, after)
    assert (float(step.scale), int(step.skipped), bool(step.found_inf)) == (512, 1, True)
    moved, _ = step(after, x, y)
    assert (float(step.scale), int(step.skipped), bool(step.found_inf)) == (512, 1, False)
    assert not np.array_equal(moved["in"], after["in"])


def test_resumed_is_uninterrupted(args):
    p, x, y = args
    batches = [x, poisoned(x), x, poisoned(x), x]
    whole, first, second = scaled(models.step), scaled(models.step), scaled(models.step)
    at_once = functools.reduce(lambda p, x: whole(p, x, y)[0], batches, p)
    halfway = functools.reduce(lambda p, x: first(p, x, y)[0], batches[:2], p)
    second.scaler = jax.tree.map(np.asarray, first.scaler)
    equal(functools.reduce(lambda p, x: second(p, x, y)[0], batches[2:], halfway), at_once)
    equal(second.scaler, whole.scaler)


def test_pure_within_a_scan(args):
    p, x, y = args
    step = scaled(models.step)
    batches = jnp.stack([x, poisoned(x), x])

    @jax.jit
    def steps(scaler, p):
        def body(carried, x):
            (p, _), scaler = step.pure(carried[0], carried[1], x, y)
            return (scaler, p), scaler["main"]["scale"]

        return jax.lax.scan(body, (scaler, p), batches)

    (scaler, _), scales = steps(step.initial_scaler(p, x, y), p)
    assert scales.tolist() == [1024, 512, 512] and int(scaler["main"]["skipped"]) == 1
    with pytest.raises(ScalerError, match=r"has to be pure"):
        jax.jit(step)(p, x, y)


def test_donated_and_static_arguments_stay_the_same(args):
    p, x, y = args

    def with_count(p, x, y, times):
        for _ in range(times):
            p, value = models.step(p, x, y)
        return p, value

    first = jax.tree.map(jnp.copy, p)
    scaled(with_count, donate_argnums=0, static_argnums=3)(first, x, y, 1)
    assert all(leaf.is_deleted() for leaf in jax.tree.leaves(first))


@pytest.mark.parametrize("shape", ["global", "call", "by shard"])
def test_eight_devices_skip_together(args, shape):
    p, x, y = args
    mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))
    whole, split = NamedSharding(mesh, P()), NamedSharding(mesh, P("data"))
    shardings = {"in_shardings": (whole, split, split), "out_shardings": whole} if shape == "call" else {}
    step = scaled(by_shard(mesh, True) if shape == "by shard" else models.step, **shardings)
    alone = scaled(models.step)
    for batch in (x, poisoned(x, 11), x):  # row 11 is the second device's
        placed = jax.device_put((p, batch, y), (whole, split, split)) if shape == "global" else (p, batch, y)
        together, single = step(*placed)[0], alone(p, batch, y)[0]
        for a, b in zip(jax.tree.leaves(together), jax.tree.leaves(single), strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-6)
        assert (float(step.scale), int(step.skipped)) == (float(alone.scale), int(alone.skipped))
    assert int(step.skipped) == 1 and all(np.array_equal(s.data, step.scale) for s in step.scale.addressable_shards)


def test_f16_without_a_scale_is_warned_of(args):
    with pytest.warns(AmpWarning, match=r"loses gradients below 6e-8") as caught:
        amp.jit(models.step, compute="f16", solver="paint").program(*args)
    assert (caught[0].filename, caught[0].lineno) == (models.__file__, models.step.__code__.co_firstlineno + 1)


def test_an_unmarked_step_is_refused_with_how_to_mark_it(args):
    with pytest.raises(ToolFailed, match=r"(?s)amp.seed.*in Python: amp.value_and_grad .*infer_marks=True"):
        scaled(models.unmarked)(*args)


def test_says_what_is_wrong(args):
    static = amp.jit(models.step, compute="f16", loss_scale="static:1024")
    with pytest.raises(ScalerError, match=r"no scale before the first step"):
        _ = static.scale
    assert getattr(static, "scale", None) is None and not hasattr(static, "skipped") and not hasattr(static, "overflow")
    static(*args)
    with pytest.raises(ScalerError, match=r"this scaler has no scale: a static one"):
        _ = static.scale
    step = scaled(models.step)
    step.scaler = {"other": {}}
    with pytest.raises(ScalerError, match=r"expects a scaler with .*main.*, but got .*other"):
        step(*args)
    with pytest.raises(ToolFailed, match=r"loss-scale"):
        amp.jit(models.step, compute="f16", loss_scale="sometimes")(*args)


def test_a_preset_with_changes():
    step = amp.jit(models.step, compute="f16", loss_scale="dynamic", scaler="torch,init=1024,interval=500")
    assert step.initial_scaler(models.parameters(), *models.batch())["main"]["scale"] == 1024


@pytest.mark.parametrize("engine", ["xla", "amp"])
def test_a_scaler_of_python_numbers(args, engine):
    """As JSON has it."""
    step, resumed = (scaled(models.step, engine=engine) for _ in range(2))
    p, _ = step(*args)
    resumed.scaler = jax.tree.map(lambda a: a.item(), step.scaler)
    equal(resumed(p, *args[1:]), step(p, *args[1:]))


@pytest.mark.parametrize("scale", [np.float32(1024), np.int64(1024), jnp.float32(1024)])
def test_a_scale_is_any_number(args, scale):
    equal(scaled(models.step, loss_scale=scale)(*args), scaled(models.step, loss_scale="static:1024")(*args))


@pytest.mark.parametrize("dtype", [jnp.bfloat16, jnp.float16])
@pytest.mark.parametrize("options", [{"compute": "bf16", "loss_scale": None}, {}, {"weights": "master"}])
def test_a_loss_in_16_bits(args, dtype, options):
    """The value that it is converted from stays f32."""

    def step(p, x, y):
        value, grads = amp.value_and_grad(lambda p: models.loss(p, x, y).astype(dtype))(p)
        return amp.state(jax.tree.map(lambda w, g: w - 0.1 * g, p, grads), p, kind="parameter"), value

    p, value = scaled(step, **options)(*args)
    expected, loss = jax.jit(models.unmarked)(*args)
    assert value.dtype == dtype and abs(float(value) - float(loss)) <= 2**-7 * float(loss)
    jax.tree.map(lambda a, b: np.testing.assert_allclose(a, b, atol=5e-3), p, expected)
