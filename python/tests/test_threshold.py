# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""weights="threshold:BITS": the step takes and returns f32 weights, its scaler carries integers and accumulators."""

import functools
import pickle

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

import mlir_amp.jax as amp
import models
from mlir_amp import ScalerError, ToolFailed

threshold = functools.partial(amp.jit, compute="f16", loss_scale="dynamic:1024", solver="paint", weights="threshold:4")
NAMES = "['in']", "['out']"


@pytest.fixture
def args():
    return models.parameters(), *models.batch()


def equal(a, b):
    jax.tree.map(np.testing.assert_array_equal, a, b)


def stands_for(scaler, p):
    """The weights are the products of integers and epsilon."""
    for name, key in zip(NAMES, p, strict=True):
        n, epsilon = (np.asarray(scaler["weights"][name + of]) for of in ("", ".epsilon"))
        np.testing.assert_array_equal(p[key], n.astype(np.float32) * epsilon)
        assert n.dtype == np.int8 and np.abs(n).max() <= 7 and np.frexp(epsilon)[0] == 0.5


@pytest.mark.parametrize("engine", ["xla", "amp"])
def test_weights_stay_f32_outside(args, engine):
    p, x, y = args
    step = threshold(models.step, engine=engine)
    losses = []
    for _ in range(60):
        p, value = step(p, x, y)
        losses.append(float(value))
        stands_for(step.scaler, p)
    assert losses[-1] < 0.8 * losses[0] and sum(int(n) for n in step.moved.values()) < 0.1 * 192
    assert step.moved.keys() == set(NAMES)


def test_engines_agree_bit_for_bit(args):
    """Steps are exact if sums are: x is small integers, and SGD's rate a power of two."""
    p = jax.tree.map(lambda w: jnp.round(w * 64) / 64, args[0])
    x, y = jnp.round(args[1]), jnp.round(args[2])

    def step(p, x, y):
        value, grads = amp.value_and_grad(lambda p: jnp.sum(x @ p["in"]) + jnp.sum(y @ p["out"].T))(p)
        return amp.state(jax.tree.map(lambda w, g: w - 2.0**-6 * g, p, grads), p, kind="parameter"), value

    steps, moved = [threshold(step, engine=engine) for engine in ("xla", "amp")], 0
    for _ in range(5):
        (p, value), (q, other) = (one(p, x, y) for one in steps)
        equal((p, value), (q, other))
        equal(steps[0].scaler, steps[1].scaler)
        moved += sum(int(n) for n in steps[0].moved.values())
    assert moved > 0


def test_an_overflow_keeps_every_state(args):
    p, x, y = args
    step = threshold(models.step)
    p, _ = step(p, x, y)
    before = step.scaler
    after, _ = step(p, x.at[0, 0].set(jnp.inf), y)
    equal(after, p)
    kept = {name: value for name, value in before["weights"].items() if not name.endswith(".moved")}
    equal(kept, {name: step.scaler["weights"][name] for name in kept})
    assert int(step.skipped) == 1 and float(step.scale) == 512 and {int(n) for n in step.moved.values()} == {0}


def test_resumed_from_a_checkpoint(args):
    p, x, y = args
    step, resumed = threshold(models.step), threshold(models.step)
    for _ in range(3):
        p, _ = step(p, x, y)
    saved = pickle.dumps(jax.tree.map(np.asarray, (p, step.scaler)))
    for _ in range(3):
        p, _ = step(p, x, y)
    q, resumed.scaler = pickle.loads(saved)
    for _ in range(3):
        q, _ = resumed(q, x, y)
    equal((p, step.scaler), (q, resumed.scaler))


def test_a_scaler_that_is_set_back(args):
    """It belongs to other weights than the newest."""
    p, x, y = args
    step = threshold(models.step)
    p, _ = step(p, x, y)
    old = step.scaler
    for _ in range(30):
        p, _ = step(p, x, y)
    step.scaler = old
    with pytest.raises(ScalerError, match="belongs to scaler"):
        step(p, x, y)


def test_calls_that_fail_leave_nothing(args, monkeypatch):
    p, x, y = args
    step = threshold(models.step)
    with pytest.raises(ScalerError, match="has to be pure"):
        jax.eval_shape(step, p, x, y)
    with monkeypatch.context() as patch, pytest.raises(MemoryError):
        patch.setattr(step, "_call", lambda *_, **__: (_ for _ in ()).throw(MemoryError))
        step(p, x, y)
    assert step.scaler is None
    step(jax.tree.map(lambda a: 2 * a, p), x, y)


def test_without_accumulators_weights_start_anew(args):
    """A checkpoint with a scaler of the loss alone, or with none."""
    p, x, y = args
    step, resumed, fresh = (threshold(models.step) for _ in range(3))
    p, _ = step(p, x.at[0, 0].set(jnp.inf), y)
    resumed.scaler = {"main": step.scaler["main"]}
    a, b = resumed(p, x, y)[0], fresh(p, x, y)[0]
    equal(a, b)
    assert int(resumed.skipped) == 1 and int(fresh.skipped) == 0


@pytest.mark.parametrize("lost", ["['in'].chi", "['in'].epsilon", "['out']"])
def test_negative_a_state_is_lost(args, lost):
    p, x, y = args
    step = threshold(models.step)
    p, _ = step(p, x, y)
    step.scaler = step.scaler | {"weights": {name: a for name, a in step.scaler["weights"].items() if name != lost}}
    with pytest.raises(ScalerError, match=r"expects a scaler with .*weights.*, but got .*weights"):
        step(p, x, y)


def test_negative_weights_from_elsewhere(args):
    p, x, y = args
    step = threshold(models.step)
    p, _ = step(p, x, y)
    equal(*(threshold(models.step)(q, x, y) for q in (p, jax.tree.map(jnp.copy, p))))
    step(jax.tree.map(jnp.copy, p), x, y)  # the same values
    with pytest.raises(ScalerError, match=r"expects the value of \['in'\] that belongs to scaler\['weights'\] .* to start anew"):
        step(models.parameters(seed=7), x, y)
    step.scaler = {"main": step.scaler["main"]}
    step(models.parameters(seed=7), x, y)


def test_within_a_scan(args):
    p, x, y = args
    step = threshold(models.step)

    @jax.jit
    def steps(p):
        def body(carried, _):
            (p, _), scaler = step.pure(*carried, x, y)
            return (scaler, p), None

        return jax.lax.scan(body, (step.initial_scaler(p, x, y), p), length=3)[0]

    scaler, last = steps(p)
    stands_for(scaler, last)
    for _ in range(3):
        p, _ = step(p, x, y)
    for name, key in zip(NAMES, p, strict=True):
        a, b = (np.asarray(q[key] + s["weights"][name + ".chi"]) for q, s in ((p, step.scaler), (last, scaler)))
        np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-6)
    with pytest.raises(ScalerError, match=r"computed from its value, but got ShapeDtypeStruct"):
        step.initial_scaler(*jax.tree.map(lambda a: jax.ShapeDtypeStruct(a.shape, a.dtype), args))


def test_donated(args):
    step = threshold(models.step, donate_argnums=0)
    p, _ = step(jax.tree.map(jnp.copy, args[0]), *args[1:])
    before = step.scaler["weights"]["['in'].chi"]
    step(p, *args[1:])
    assert before.is_deleted()


def test_on_eight_devices(args):
    mesh = jax.make_mesh((8,), ("model",), axis_types=(AxisType.Auto,))
    spread = {"in": NamedSharding(mesh, P(None, "model")), "out": NamedSharding(mesh, P("model"))}
    whole = NamedSharding(mesh, P())
    step = threshold(models.step, in_shardings=(spread, whole, whole), out_shardings=(spread, whole))
    alone, p, q = threshold(models.step), args[0], args[0]
    for _ in range(3):
        p, _ = step(p, *args[1:])
        q, _ = alone(q, *args[1:])
    for name, key in zip(NAMES, p, strict=True):
        a, b = (np.asarray(w[key]) + np.asarray(s.scaler["weights"][name + ".chi"]) for w, s in ((p, step), (q, alone)))
        np.testing.assert_allclose(a, b, atol=1e-4)  # gradients of about 0.1 are rounded to f16, and sums have another order


def test_simulated_devices(args):
    """The weights that are returned are those that the next step reads, with its noise."""
    p, x, y = args
    step = threshold(models.step, weights="threshold:4,device=pcm")
    first = None
    for _ in range(3):
        p, value = step(p, x, y)
        first = first or float(value)
    assert step.scaler["weights"]["['in']"].shape == (2, 8, 16) and float(value) < first
    again = threshold(models.step, weights="threshold:4,device=pcm")
    again.scaler = jax.tree.map(np.asarray, step.scaler)
    equal(again(jax.tree.map(np.asarray, p), x, y), step(p, x, y))


def test_negative_steps_without_marks(args):
    with pytest.raises(ToolFailed, match=r"expects a marked training step with a parameter that a matmul or convolution reads"):
        threshold(models.unmarked, loss_scale=None)(*args)


def test_gradients_accumulated_in_a_scan(args):
    """The loop over micro-batches reads the integers; the update is behind it."""
    p, x, y = args

    def step(p, x, y):
        def add(total, batch):
            value, grads = amp.value_and_grad(models.loss)(p, *batch)
            return jax.tree.map(jnp.add, total, (value, grads)), None

        zero = jnp.float32(0), jax.tree.map(jnp.zeros_like, p)
        (value, grads), _ = jax.lax.scan(add, zero, (x.reshape(4, 8, 8), y.reshape(4, 8, 4)))
        return amp.state(jax.tree.map(lambda w, g: w - models.RATE / 4 * g, p, grads), p, kind="parameter"), value / 4

    accumulated, whole, q = threshold(step), threshold(models.step), p
    for _ in range(3):
        p, value = accumulated(p, x, y)
        q, expected = whole(q, x, y)
        np.testing.assert_allclose(value, expected, rtol=2e-3)  # f16
    for name, key in zip(NAMES, p, strict=True):
        a, b = (np.asarray(w[key] + s.scaler["weights"][name + ".chi"]) for w, s in ((p, accumulated), (q, whole)))
        np.testing.assert_allclose(a, b, atol=1e-3)


def test_which_op_overflowed(args):
    p, x, y = args
    step = threshold(models.step, debug="overflow")
    step(p, x.at[0, 0].set(3e38) * 1e3, y)
    assert step.overflow is None and step.found_inf  # infinite from the start: no op made it
    step = threshold(models.step, debug="overflow")
    p, _ = step(p, x, y)
    step(p, x, y * 1e30)
    assert step.overflow.infinite > 0


def test_a_static_argument_says_which_weights_are_trained(args):
    """As in a GAN: the integers of the others are kept until it is their turn."""

    def step(p, q, x, y, which):
        trained = {which: p if which == "p" else q}
        value, grads = amp.value_and_grad(lambda trained: models.loss(trained[which], x, y))(trained)
        new = amp.state(jax.tree.map(lambda w, g: w - 0.1 * g, trained, grads), trained, kind="parameter")[which]
        return (new, q, value) if which == "p" else (p, new, value)

    p, x, y = args
    q = models.parameters(seed=5)
    both = threshold(step, static_argnums=4)
    alone = threshold(models.step), threshold(models.step)
    expected = [p, q]
    for which in "pqpqqp":
        p, q, _ = both(p, q, x, y, which)
        expected["pq".index(which)], _ = alone["pq".index(which)](expected["pq".index(which)], x, y)
    equal([p, q], expected)
    with pytest.raises(ScalerError, match=r"expects the value of .* that belongs to scaler\['weights'\]"):
        both(models.parameters(seed=7), q, x, y, "p")


def test_keys_survive_pickle(args):
    """Without jax_enable_x64, JAX makes 32 bits of the 64 that it unpickles: keys are carried as pairs of these."""
    p, x, y = args
    step, resumed = (threshold(models.step, weights="threshold:4,device=pcm") for _ in range(2))
    for _ in range(2):
        p, _ = step(p, x, y)
    q, resumed.scaler = pickle.loads(pickle.dumps((p, step.scaler)))
    assert step.scaler["weights"]["device.key"].dtype == jnp.uint32
    for _ in range(2):
        (p, a), (q, b) = step(p, x, y), resumed(q, x, y)
        equal((p, a), (q, b))
