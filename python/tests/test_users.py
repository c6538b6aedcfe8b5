# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whole training scripts as users write them: a transformer, two players with two optimizers, micro-batches through time."""

import functools
import pickle

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import mlir_amp.jax as amp

pytest.importorskip("flax")
pytest.importorskip("optax")
import users

F16 = {"compute": "float16", "loss_scale": "dynamic"}


@functools.cache
def scaled(step, static):
    """In f16, compiled once for all tests that train it."""
    return amp.jit(step, static_argnames=static, **F16)


@functools.cache
def plainly(step, static):
    return jax.jit(step, static_argnames=static)


def leaves(tree):
    return [
        np.asarray(jax.random.key_data(a) if jnp.issubdtype(a.dtype, jax.dtypes.prng_key) else a) for a in jax.tree.leaves(tree)
    ]


def equal(a, b):
    for x, y in zip(leaves(a), leaves(b), strict=True):
        np.testing.assert_array_equal(x, y)


@pytest.mark.parametrize("compute", ["f16", "bf16"])
def test_transformer(compute):
    bf16 = amp.jit(users.transformer_step, static_argnames="smoothing", donate_argnums=0, compute="bfloat16")
    step = bf16 if compute == "bf16" else scaled(users.transformer_step, "smoothing")
    step.scaler = None
    plain = plainly(users.transformer_step, "smoothing")
    state, wide = users.transformer(), users.transformer()
    for i in range(12):
        state, metrics = step(state, *users.tokens(i), smoothing=0.05)
        wide, expected = plain(wide, *users.tokens(i), smoothing=0.05)
    np.testing.assert_allclose(metrics["loss"], expected["loss"], rtol=0.01)
    assert int(state.step) == 12 and expected["loss"] < 3.8 and (not step.scaler or int(step.skipped) == 0)
    equal(state.key, wide.key)


def test_resumed_from_a_pickle():
    def train(step, state, batches):
        for i in batches:
            state, _ = step(state, *users.tokens(i), smoothing=0.05)
        return state

    step = scaled(users.transformer_step, "smoothing")
    step.scaler = None
    halfway = train(step, users.transformer(), range(2))
    saved = pickle.dumps((jax.tree.map(np.asarray, (halfway.params, halfway.opt_state)), int(halfway.step), step.scaler))
    expected, scaler = train(step, halfway, range(2, 4)), step.scaler
    (params, optimizer), count, step.scaler = pickle.loads(saved)
    equal(train(step, halfway.replace(params=params, opt_state=optimizer, step=count), range(2, 4)), expected)
    equal(step.scaler, scaler)


@pytest.mark.parametrize("compute", ["f16", "bf16"])
def test_two_players_of_whom_one_rests(compute):
    bf16 = amp.jit(users.players_step, donate_argnums=0, static_argnums=2, compute="bfloat16", weights="master")
    step = bf16 if compute == "bf16" else scaled(users.players_step, "who")
    step.scaler = None
    plain = plainly(users.players_step, "who")
    state, wide = users.players(), users.players()
    for i, who in enumerate(("critic", "both", "critic", "both")):
        state, losses = step(state, users.circle(i), who, noise=0.5)
        wide, expected = plain(wide, users.circle(i), who, noise=0.5)
    np.testing.assert_allclose(losses, expected, rtol=0.03)
    assert int(state.count) == 4
    if compute == "f16":
        assert {group: int(n) for group, n in step.skipped.items()} == {"critic": 0, "maker": 0}
        assert int(step.scaler["maker"]["growth_tracker"]) == 2 and int(step.scaler["critic"]["growth_tracker"]) == 4


def test_a_player_whose_gradients_overflow_stays_as_it_is():
    step, state = scaled(users.players_step, "who"), users.players()
    step.scaler = None
    after, losses = step(state, users.circle(0).at[0, 0].set(jnp.inf), "both", noise=0.5)  # which the critic sees
    equal(after.critic, state.critic)
    assert np.isfinite(losses[1]) and all(np.isfinite(leaf).all() for leaf in leaves(after.maker))
    assert {group: int(n) for group, n in step.skipped.items()} == {"critic": 1, "maker": 0}


@pytest.mark.parametrize("options", [{}, {"weights": "master"}, {"engine": "amp"}], ids=["xla", "master", "amp"])
def test_micro_batches_through_time(options):
    step = amp.jit(users.recurrent_step, static_argnames="parts", donate_argnums=0, **F16, **options)
    plain, state, wide = plainly(users.recurrent_step, "parts"), users.recurrent(), users.recurrent()
    for i in range(4):
        state, loss = step(state, *users.echo(i), parts=4)
        wide, expected = plain(wide, *users.echo(i), parts=4)
    np.testing.assert_allclose(loss, expected, rtol=0.01)
    before = jax.tree.map(np.array, state)
    x, y = users.echo(9)
    state, _ = step(state, x.at[0, 5, 0].set(jnp.inf), y, parts=4)
    equal(state, before)
    assert int(step.skipped) == 1 and float(step.scale) == 32768
