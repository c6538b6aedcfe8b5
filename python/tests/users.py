# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models and steps as users of flax and optax write them; what is `amp` in them is all that mixed precision asks for."""

import dataclasses
import typing

import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np
import optax
from flax.training import train_state

import mlir_amp.jax as amp

VOCABULARY, HIDDEN = 32, 16


class Block(nn.Module):
    @nn.compact
    def __call__(self, x, train):
        attention = nn.MultiHeadDotProductAttention(4, dropout_rate=0.1, deterministic=not train)
        x = x + nn.Dropout(0.1, deterministic=not train)(attention(nn.LayerNorm()(x)))
        return x + nn.Dense(x.shape[-1])(nn.gelu(nn.Dense(2 * x.shape[-1])(nn.LayerNorm()(x))))


class Transformer(nn.Module):
    @nn.compact
    def __call__(self, tokens, train):
        x = nn.Embed(VOCABULARY, 32)(tokens)
        x = x + self.param("position", nn.initializers.normal(0.02), x.shape[1:])
        return nn.Dense(VOCABULARY)(nn.LayerNorm()(Block()(x, train)))


class State(train_state.TrainState):
    key: jax.Array


def tokens(i, batch=4, length=16):
    start = np.random.default_rng(i).integers(0, VOCABULARY, (batch, 1))
    text = jnp.asarray((start + 3 * np.arange(length + 1)) % VOCABULARY)
    return text[:, :-1], text[:, 1:]


RATE = optax.warmup_cosine_decay_schedule(0, 3e-3, 3, 100)
ADAMW = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(RATE, weight_decay=0.01))
MODEL = Transformer()


def transformer():
    params = jax.jit(MODEL.init, static_argnums=2)(jax.random.key(0), tokens(0)[0], False)["params"]
    return State.create(apply_fn=MODEL.apply, params=params, tx=ADAMW, key=jax.random.key(1))


def transformer_step(state, text, following, *, smoothing=0.0):
    key, drop = jax.random.split(state.key)

    def loss(params):
        logits = state.apply_fn({"params": params}, text, True, rngs={"dropout": drop})
        labels = optax.smooth_labels(jax.nn.one_hot(following, VOCABULARY), smoothing)
        return optax.softmax_cross_entropy(logits, labels).mean(), {"accuracy": (logits.argmax(-1) == following).mean()}

    (value, metrics), grads = amp.value_and_grad(loss, has_aux=True)(state.params)
    after = state.apply_gradients(grads=grads).replace(key=key)
    return amp.state(after, state), {"loss": value, "norm": optax.global_norm(grads), **metrics}


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Player:
    params: dict
    optimizer: typing.Any


class Players(typing.NamedTuple):
    maker: Player
    critic: Player
    count: jax.Array
    key: jax.Array


ADAM, RMSPROP = optax.adam(1e-3, b1=0.5), optax.rmsprop(1e-3, eps=1e-3)


def layers(key, sizes):
    a, b = jax.random.split(key)
    return {"in": jax.random.normal(a, sizes[:2]) / sizes[0] ** 0.5, "out": jax.random.normal(b, sizes[1:]) / sizes[1] ** 0.5}


def players():
    maker, critic, key = jax.random.split(jax.random.key(0), 3)
    maker, critic = layers(maker, (8, 32, 2)), layers(critic, (2, 32, 1))
    return Players(Player(maker, ADAM.init(maker)), Player(critic, RMSPROP.init(critic)), jnp.int32(0), key)


def circle(i, batch=64):
    angle = np.random.default_rng(i).uniform(0, 2 * np.pi, batch)
    return jnp.asarray(np.stack([np.cos(angle), np.sin(angle)], 1), jnp.float32)


def perceptron(p, x):
    return jax.nn.leaky_relu(x @ p["in"]) @ p["out"]


def told(logits, truth):
    return optax.sigmoid_binary_cross_entropy(logits, jnp.full_like(logits, truth)).mean()


def players_step(state, real, who="both", *, noise=1.0):
    key, draw = jax.random.split(state.key)
    seen = noise * jax.random.normal(draw, (real.shape[0], 8))
    maker, critic, made_loss = state.maker, state.critic, jnp.float32(0)

    def critics(p):
        return told(perceptron(p, real), 1.0) + told(perceptron(p, perceptron(state.maker.params, seen)), 0.0)

    critic_loss, grads = amp.value_and_grad(critics, group="critic")(critic.params)
    updates, optimizer = RMSPROP.update(grads, critic.optimizer)
    critic = Player(optax.apply_updates(critic.params, updates), optimizer)
    critic = amp.state(critic, state.critic, group="critic", kind=Player("parameter", "moment"))
    if who == "both":
        made_loss, grads = amp.value_and_grad(lambda p: told(perceptron(critic.params, perceptron(p, seen)), 1.0), group="maker")(
            maker.params
        )
        updates, optimizer = ADAM.update(grads, maker.optimizer)
        maker = Player(optax.apply_updates(maker.params, updates), optimizer)
        maker = amp.state(maker, state.maker, group="maker", kind=Player("parameter", "moment"))
    return Players(maker, critic, state.count + 1, key), jnp.stack([critic_loss, made_loss])


class Recurrent(typing.NamedTuple):
    params: typing.Any
    optimizer: typing.Any
    count: jax.Array
    average: typing.Any


MOMENTUM = optax.chain(optax.clip_by_global_norm(0.5), optax.sgd(optax.linear_schedule(0.5, 0.05, 100), momentum=0.9))


def recurrent():
    a, b, c = jax.random.split(jax.random.PRNGKey(0), 3)
    params = {
        "x": jax.random.normal(a, (4, 4 * HIDDEN)) / 2,
        "h": jax.random.normal(b, (HIDDEN, 4 * HIDDEN)) / 4,
        "out": jax.random.normal(c, (HIDDEN, 4)) / 4,
    }
    return Recurrent(params, MOMENTUM.init(params), jnp.int32(0), jax.tree.map(jnp.copy, params))


def echo(i, batch=16, length=8):
    x = np.random.default_rng(i).normal(size=(length, batch, 4)).astype(np.float32)
    return jnp.asarray(x), jnp.asarray(np.roll(x, 1, 0))


def lstm_loss(p, xs, ys):
    @jax.checkpoint
    def cell(carried, x):
        h, c = carried
        enter, forget, new, leave = jnp.split(x @ p["x"] + h @ p["h"], 4, -1)
        c = jax.nn.sigmoid(forget + 1) * c + jax.nn.sigmoid(enter) * jnp.tanh(new)
        h = jax.nn.sigmoid(leave) * jnp.tanh(c)
        return (h, c), h

    start = jnp.zeros((xs.shape[1], HIDDEN))
    return jnp.mean((jax.lax.scan(cell, (start, start), xs)[1] @ p["out"] - ys) ** 2)


def recurrent_step(state, xs, ys, parts):
    def one(total, part):
        return jax.tree.map(jnp.add, total, amp.value_and_grad(lstm_loss)(state.params, *part)), None

    batches = jax.tree.map(lambda a: a.reshape(a.shape[0], parts, -1, a.shape[-1]).swapaxes(0, 1), (xs, ys))
    nothing = jnp.float32(0), jax.tree.map(jnp.zeros_like, state.params)
    value, grads = jax.tree.map(lambda a: a / parts, jax.lax.scan(one, nothing, batches)[0])
    updates, optimizer = MOMENTUM.update(grads, state.optimizer, state.params)
    params = optax.apply_updates(state.params, updates)
    average = optax.incremental_update(params, state.average, 0.1)
    return amp.state(Recurrent(params, optimizer, state.count + 1, average), state), value
