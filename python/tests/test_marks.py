# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Marks survive every transformation of JAX, change no number, and refuse what does not go together."""

import collections
import re

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

import mlir_amp.jax as amp
import models
from mlir_amp import MarkError

ALL = {"loss": 1, "seed": 1, "gradients": 1, "state": 1}


def marks(function, *args):
    text = jax.jit(function).lower(*args).as_text()
    return dict(collections.Counter(re.findall(r'composite "amp\.(\w+)"', text)))


def marked_loss(p, x, y):
    return amp.loss(models.loss(p, x, y))


@pytest.fixture
def args():
    return models.parameters(), *models.batch()


def test_jit(args):
    assert marks(models.step, *args) == ALL


def test_vmap_over_parameters(args):
    many = jax.tree.map(lambda a: jnp.stack([a, a]), args[0])
    assert marks(jax.vmap(models.step, in_axes=(0, None, None)), many, *args[1:]) == ALL


def test_scan_of_steps(args):
    def steps(p, x, y):
        return lax.scan(lambda p, _: models.step(p, x, y), p, None, length=3)

    assert marks(steps, *args) == ALL


def test_cond(args):
    def sometimes(p, x, y):
        return lax.cond(x[0, 0] > 0, lambda: models.step(p, x, y)[0], lambda: p)

    assert marks(sometimes, *args) == {"seed": 1, "gradients": 1, "state": 1}


def test_parts_of_a_batch(args):
    def gradients(p, x, y):
        def part(total, xy):
            return jax.tree.map(jnp.add, total, jax.grad(marked_loss)(p, *xy)), None

        parts = x.reshape(4, 8, -1), y.reshape(4, 8, -1)
        return amp.gradients(lax.scan(part, jax.tree.map(jnp.zeros_like, p), parts)[0])

    assert marks(gradients, *args) == {"seed": 1, "gradients": 1}


@pytest.mark.parametrize("inner", [True, False])
def test_remat(args, inner):
    loss = marked_loss if not inner else lambda p, x, y: amp.loss(jax.checkpoint(models.loss)(p, x, y))
    assert marks(jax.grad(loss if inner else jax.checkpoint(loss)), *args)["seed"] == 1


@pytest.mark.parametrize("check", [True, False])
def test_shard_map(args, check):
    def local(p, x, y):
        own = jax.tree.map(lambda a: lax.pcast(a, "data", to="varying"), p)
        value, grads = jax.value_and_grad(marked_loss)(own, x, y)
        new = jax.tree.map(lambda w, g: w - g, p, amp.gradients(lax.pmean(grads, "data")))
        return amp.state(new, p), lax.pmean(value, "data")

    mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))
    specs = {"in_specs": (P(), P("data"), P("data")), "out_specs": (P(), P())}
    assert marks(jax.shard_map(local, mesh=mesh, check_vma=check, **specs), *args) == ALL


def test_export(args):
    text = jax.export.export(jax.jit(models.step))(*args).mlir_module()
    assert all(f'composite "amp.{mark}"' in text for mark in ALL)


def test_derivatives_of_a_step_are_not_marked(args):
    p, x, y = args
    assert marks(lambda p: jax.jvp(lambda p: marked_loss(p, x, y), (p,), (p,)), p) == {"loss": 1}
    assert marks(lambda p: jax.jvp(jax.grad(lambda p: marked_loss(p, x, y)), (p,), (p,)), p) == {"seed": 1}
    assert marks(jax.vmap(jax.grad(marked_loss), in_axes=(None, 0, 0)), p, x, y) == {"seed": 1}


def test_the_hessian_is_that_of_the_unmarked_loss(args):
    p, x, y = args
    expected = jax.hessian(models.loss)(p, x, y)
    jax.tree.map(np.testing.assert_array_equal, jax.hessian(marked_loss)(p, x, y), expected)


def test_values_are_those_of_the_unmarked_step(args):
    jax.tree.map(np.testing.assert_array_equal, jax.jit(models.step)(*args), jax.jit(models.unmarked)(*args))
    jax.tree.map(np.testing.assert_array_equal, models.step(*args), models.unmarked(*args))


def test_seed_for_those_who_pull_back_themselves(args):
    def gradients(p, x, y):
        value, pull = jax.vjp(lambda p: models.loss(p, x, y), p)
        return pull(amp.seed(jnp.ones_like(value)))[0]

    assert marks(gradients, *args) == {"seed": 1}


def test_names_kinds_and_groups():
    def step(p, moments, key):
        new = jax.tree.map(lambda a: a + 1, (p, moments))
        return amp.state((*new, jax.random.split(key)[0]), (p, moments, key), group="g", kind=("parameter", "moment", "key"))

    text = jax.jit(step).lower({"w": jnp.ones(2)}, {"w": jnp.ones(2)}, jax.random.key(0)).as_text()
    mark = re.search(r'composite "amp.state".*', text)[0]
    assert 'group = "g", kinds = ["parameter", "moment", "key"], names = ["[0][\'w\']", "[1][\'w\']", "[2]"]' in mark
    assert "tensor<2xui32>" in mark


def test_gradients_that_are_no_floats_are_not_marked():
    p = {"w": jnp.ones(3), "steps": jnp.int32(2)}
    grads = amp.value_and_grad(lambda p: jnp.sum(p["w"] ** 2), allow_int=True)(p)[1]
    assert grads["steps"].dtype == jax.dtypes.float0 and (grads["w"] == 2).all()


def test_auxiliary_results(args):
    p, x, y = args
    (value, aux), grads = amp.value_and_grad(lambda p: (models.loss(p, x, y), "kept"), has_aux=True)(p)
    assert aux == "kept" and amp.grad(lambda p: (models.loss(p, x, y), "kept"), has_aux=True)(p)[1] == "kept"
    jax.tree.map(np.testing.assert_array_equal, grads, amp.grad(models.loss)(p, x, y))
    assert value == models.loss(p, x, y)


@pytest.mark.parametrize("wrong, says", [
    (lambda: amp.loss(jnp.ones(3)), r"loss expects a float of no dimensions, but got float32\[3\]"),
    (lambda: amp.loss(jnp.int32(3)), r"loss expects a float of no dimensions, but got int32\[\]"),
    (lambda: amp.state({"w": jnp.ones(3)}, {"w": jnp.ones(4)}), r"state\['w'\] expects .* float32\[4\], but got float32\[3\]"),
    (lambda: amp.state({"w": jnp.ones(3)}, [jnp.ones(3)]), "expects old values with the structure of the new ones"),
    (lambda: amp.state(jnp.ones(3), jnp.ones(3), kind="weight"), "kind expects one of parameter, .*, but got 'weight'"),
    (lambda: amp.state(jnp.ones(3), jnp.ones(3), kind=("key", "key")), "kind expects a prefix of the state"),
])  # fmt: skip
def test_refuses(wrong, says):
    with pytest.raises(MarkError, match=says):
        wrong()
