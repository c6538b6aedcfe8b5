# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""amp.jit: called as the step that it was made from, in 16 bits where the policy says so, made once per shape."""

import copy
import functools
import json
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import mlir_amp.jax as amp
import models
from mlir_amp import TraceError, tools
from mlir_amp.jax.stablehlo import DTYPES
from mlir_amp.options import HELP, Wishes


@pytest.fixture
def args():
    return models.parameters(), *models.batch()


def close(results, expected, tolerance):
    assert jax.tree.structure(results) == jax.tree.structure(expected)
    for a, b in zip(jax.tree.leaves(results), jax.tree.leaves(expected), strict=True):
        assert (a.shape, a.dtype) == (b.shape, b.dtype)
        np.testing.assert_allclose(a, b, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("compute, name, tolerance", [("float16", "f16", 2e-3), (jnp.bfloat16, "bf16", 2e-2)])
def test_same_results_in_16_bits(args, compute, name, tolerance):
    step = amp.jit(models.step, compute=compute, solver="paint")
    close(step(*args), jax.jit(models.step)(*args), tolerance)
    assert f"x{name}>" in step.program(*args).text and f"x{name}>" not in step.program(*args).before


def test_float32_is_the_step_itself(args):
    jax.tree.map(np.testing.assert_array_equal, amp.jit(models.step, compute="float32")(*args), jax.jit(models.step)(*args))


def test_amp_run_computes_the_same(args):
    on_xla, on_amp = (amp.jit(models.step, compute="bf16", solver="paint", engine=e)(*args) for e in ("xla", "amp"))
    close(on_amp, on_xla, 1e-2)


def test_made_once_per_shape(args, monkeypatch):
    calls = []
    run = tools.run
    monkeypatch.setattr(tools, "run", lambda *a, **k: calls.append(a[0]) or run(*a, **k))
    step = amp.jit(models.step, compute="bf16")
    for size in (32, 32, 8, 32, 8):
        step(args[0], *models.batch(size))
    assert calls == ["amp-opt"] * 2


@pytest.mark.parametrize("options", [{}, {"loss_scale": "dynamic"}, {"weights": "master"}], ids=["alone", "scaled", "master"])
def test_compiled_once_for_all_steps(args, options):
    step, compiled = amp.jit(models.step, compute="f16", **options), []
    p = step(*args)[0]
    if "weights" in options:  # which are cast when the step is not given those that it returned
        p = step(p, *args[1:])[0]
    jax.monitoring.register_event_duration_secs_listener(lambda name, *_, **__: compiled.append(name))
    for _ in range(2):
        p = step(p, *args[1:])[0]
    jax.monitoring.clear_event_listeners()
    assert not [name for name in compiled if "backend_compile" in name]


def test_donated_arguments_are_given_up(args):
    step = amp.jit(models.step, compute="bf16", donate_argnums=0)
    first = jax.tree.map(jnp.copy, args[0])
    step(first, *args[1:])
    assert all(leaf.is_deleted() for leaf in jax.tree.leaves(first))


def test_static_arguments_and_keys(args):
    def step(p, x, y, key, times, *, mean):
        del mean
        key, draw = jax.random.split(key)
        noise = jax.random.normal(draw, x.shape)
        for _ in range(times):
            p, value = models.step(p, x + noise, y)
        return p, amp.state(key, key), value

    mixed = amp.jit(step, compute="f16", static_argnums=4, static_argnames="mean", solver="paint")
    for times in (1, 2):
        p, key, value = mixed(*args, jax.random.key(3), times, mean="unused")
        expected = jax.jit(step, static_argnums=4, static_argnames="mean")(*args, jax.random.key(3), times, mean="unused")
        close((p, value), (expected[0], expected[2]), 5e-3)
        assert (jax.random.key_data(key) == jax.random.key_data(expected[1])).all()
    close(mixed(*args, jax.random.key(3), mean=0, times=2)[0], p, 0)


def test_python_numbers_are_arguments(args):
    def step(p, rate):
        return jax.tree.map(lambda w: w * rate, p)

    for engine in ("xla", "amp"):
        mixed = amp.jit(step, compute="f16", engine=engine)
        close(mixed(args[0], 0.5), step(args[0], 0.5), 0)
        close(mixed(args[0], 0.25), step(args[0], 0.25), 0)


def test_within_a_larger_jit(args):
    step = amp.jit(models.step, compute="bf16", solver="paint")
    inner = jax.jit(lambda p, x, y: jax.lax.fori_loop(0, 3, lambda _, p: step(p, x, y)[0], p))(*args)
    p = args[0]
    for _ in range(3):
        p, _ = step(p, *args[1:])
    close(inner, p, 1e-2)


@pytest.mark.parametrize("engine", ["xla", "amp"])
def test_counters_stay_weakly_typed(engine, monkeypatch):
    calls = []
    run = tools.run
    monkeypatch.setattr(tools, "run", lambda *a, **k: calls.append(a[0]) or run(*a, **k))
    step, i = amp.jit(lambda i, x: (i + 1, x * 2), compute="bf16", engine=engine), 0
    for _ in range(3):
        i, _ = step(i, jnp.ones(3))
    assert int(i) == 3 and i.weak_type and calls == ["amp-opt"]


def test_a_method_has_a_scaler_for_each_object(args):
    class Trainer:
        @functools.partial(amp.jit, compute="f16", loss_scale="dynamic:1024", static_argnums=0, solver="paint")
        def step(self, p, x, y):
            return models.step(p, x, y)

    one, two = Trainer(), Trainer()
    p, _ = one.step(*args)
    one.step(p, args[1] * jnp.inf, args[2])
    two.step.scaler = {"main": {**one.step.scaler["main"], "scale": jnp.float32(8)}}
    close(two.step(*args)[0], p, 1e-3)
    assert (float(one.step.scale), float(two.step.scale)) == (512, 8) and Trainer.step.scaler is None


def test_a_method_of_a_copy_and_of_a_parent(args):
    """A copied object has a step of its own, and super() leaves the object's."""

    class Parent:
        factor = 1.0

        @functools.partial(amp.jit, compute="f16", loss_scale="dynamic:1024", static_argnums=0, solver="paint")
        def step(self, p, x, y):
            new, loss = models.step(p, x, y)
            return new, loss * self.factor

    class Child(Parent):
        @functools.partial(amp.jit, compute="bf16", static_argnums=0)
        def step(self, p, x, y):
            return models.step(p, x, y)[0], -1.0

        def of_parent(self, *args):
            return super().step(*args)

    one, child = Parent(), Child()
    loss = one.step(*args)[1]
    other = copy.copy(one)
    other.factor = 2.0
    assert float(other.step(*args)[1]) == 2 * float(loss) and other.step is not one.step
    assert child.step(*args)[1] == -1 and child.of_parent(*args)[1] == loss and child.step(*args)[1] == -1
    Parent.late = amp.jit(lambda self, p, x, y: models.step(p, x, y), compute="f16", loss_scale="dynamic:1024", static_argnums=0)
    one.late(args[0], args[1] * jnp.inf, args[2])
    assert float(one.late.scale) == 512

    other.late = other.step = len  # an attribute of the object hides the method, as of any function
    assert other.late is len and other.step is len

    class Slots:
        __slots__ = ()
        step = Parent.late

    with pytest.raises(TraceError, match="__dict__"):
        Slots().step  # noqa: B018 the access is what fails


def test_the_program_is_that_of_types_and_configuration():
    """1 equals True and 2 equals 2.0, but not for what a step computes of them."""
    x = jnp.arange(6).reshape(2, 3)
    step = amp.jit(lambda x, n: jnp.where(isinstance(n, bool), 1, 2) * (x @ x.T) * n, compute="bf16", static_argnums=1)
    assert [int(step(x, n)[0, 0]) for n in (1, True)] == [10, 5]
    assert [step(x, n).dtype.name for n in (2, 2.0)] == ["int32", "float32"]
    third = amp.jit(lambda i: i.astype(float) / 3, compute="bf16")
    assert third(jnp.int32(1)).dtype == jnp.float32
    with jax.enable_x64(True):
        assert third(jnp.int32(1)).dtype == jnp.float64
    exact, x = amp.jit(lambda x: x @ x.T, compute="float32"), jnp.ones((4, 4))
    exact(x)
    with jax.default_matmul_precision("highest"):
        assert "HIGHEST" in exact.program(x).text


def test_names_of_arguments_and_attributes():
    def named(x, scaler, self, of_weights):
        return x * scaler * self * of_weights

    named._run = "not a method"
    with jax.disable_jit():
        assert amp.jit(named, compute="bf16", static_argnums=None)(jnp.ones(2), scaler=2, self=3, of_weights=4).tolist() == [24, 24]


def test_complex_constants_beside_large_ones():
    large, few = np.linspace(0, 1, 1 << 19, dtype=np.float32), np.array([1j, 2], np.complex64)
    step = amp.jit(lambda x: (x * large).sum() + jnp.abs(jnp.asarray(few)).sum(), compute="bf16")
    assert float(step(jnp.ones(1 << 19))) == pytest.approx(large.sum() + 3, rel=1e-3)


@pytest.mark.parametrize("options", [{}, {"loss_scale": "dynamic"}, {"loss_scale": "dynamic", "weights": "threshold:4"}])
def test_lower(args, options):
    step = amp.jit(models.step, compute="f16", solver="paint", **options)
    compiled = step.lower(*args).compile()
    scaler = step.initial_scaler(*args)
    of_weights = {"weights": scaler.pop("weights")} if "weights" in scaler else {}
    (_, value), _ = compiled(scaler, of_weights, *args)
    assert compiled.memory_analysis().output_size_in_bytes > 0
    np.testing.assert_array_equal(value, step(*args)[1])


def test_threads(args):
    step = amp.jit(models.step, compute="bf16", solver="paint")
    with ThreadPoolExecutor(4) as pool:
        results = list(
            pool.map(lambda size: (step(args[0], *models.batch(size)), step(args[0], *models.batch(size))), (8, 16, 8, 32))
        )
    for first, second in results:
        close(first, second, 0)


def test_float64_is_left_alone():
    with jax.enable_x64(True):
        args = jax.tree.map(lambda a: a.astype(jnp.float64), (models.parameters(), *models.batch()))
        jax.tree.map(np.testing.assert_array_equal, amp.jit(models.step, compute="f16")(*args), jax.jit(models.step)(*args))


@pytest.mark.parametrize("element", DTYPES)
def test_other_types_are_left_alone(element):
    dtype = np.dtype(DTYPES[element])
    with jax.enable_x64(dtype.itemsize >= 8):
        given = jnp.arange(6).reshape(2, 3).astype(dtype)
        step = amp.jit(lambda a: a.T, compute="f16")
        close(step(given), given.T, 0)


def test_policies(args, tmp_path):
    text = '#amp.policy<compute = bf16, accumulate = f32, deny = ["contraction"]>'
    (tmp_path / "none.policy").write_text(text)
    for policy in (text, tmp_path / "none.policy", str(tmp_path / "none.policy")):
        assert "bf16>" not in amp.jit(models.step, compute="bf16", policy=policy, solver="paint").program(*args).text
    assert "bf16>" in amp.jit(models.step, compute="bf16", policy="torch-cuda", solver="paint").program(*args).text


def test_report_and_messages(args, tmp_path):
    step = amp.jit(models.step, compute="bf16", report=tmp_path / "a report.json", summary=True, solver="paint")
    assert "contraction" in step.program(*args).messages
    assert json.loads((tmp_path / "a report.json").read_text())["compute"] == "bf16"


def test_every_option_of_amp_opt_is_one_of_jit():
    help = subprocess.run([tools.find("amp-opt"), "--help"], capture_output=True, text=True, check=True).stdout
    section = re.search(r"^ +--amp  .*\n((?:  {6,}--.*\n)+?) {6}--amp", help, re.M)[1]
    theirs = {name.replace("-", "_") for name in re.findall(r"^ +--([\w-]+)", section, re.M)}
    ours = {"preset" if name == "policy" else name for name in Wishes.__annotations__} | {"policy_file"}
    assert theirs == ours == {"preset" if name == "policy" else name for name in HELP} | {"compute", "policy_file"}


def test_engine_amp_is_not_for_xla(args):
    step = amp.jit(models.step, compute="bf16", engine="amp")
    with pytest.raises(TraceError, match=r'engine="amp" takes arrays'):
        jax.jit(step)(*args)


def test_optax_and_flax():
    flax, optax = pytest.importorskip("flax.linen"), pytest.importorskip("optax")
    model, optimizer = flax.Sequential([flax.Dense(16), flax.relu, flax.LayerNorm(), flax.Dense(4)]), optax.adam(1e-3)
    x, y = models.batch()
    params = model.init(jax.random.key(0), x)
    state = optimizer.init(params)

    def step(params, state, x, y):
        value, grads = jax.value_and_grad(lambda p: optax.l2_loss(model.apply(p, x), y).mean())(params)
        updates, state = optimizer.update(grads, state, params)
        return optax.apply_updates(params, updates), state, value

    mixed, plain = amp.jit(step, compute="bf16", solver="paint")(params, state, x, y), jax.jit(step)(params, state, x, y)
    assert jax.tree.structure(mixed) == jax.tree.structure(plain)
    np.testing.assert_allclose(mixed[2], plain[2], rtol=1e-2)
    assert mixed[2] != plain[2]


@pytest.mark.parametrize("draw", [jax.random.normal, jax.random.laplace, jax.random.uniform, jax.random.gumbel])
@pytest.mark.parametrize("compute", ["f16", "bf16"])
def test_random_numbers_are_drawn_in_f32(draw, compute):
    def step(key, scale):
        return (scale * draw(key, (64, 16))) @ jnp.eye(16)

    mixed, plain = amp.jit(step, compute=compute), jax.jit(step)
    for seed in range(4):
        key = jax.random.key(seed)
        np.testing.assert_allclose(mixed(key, 2.0), plain(key, 2.0), rtol=2.0**-8, atol=1e-6)
