# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Training steps that the tests, the benchmarks and the GPU checks use. export_graphs.py writes them as StableHLO.

STEPS maps a name to its step. `build()` returns a Case: the function, its arguments, and the state that it carries on.
Steps that are text-only have shapes for arguments: they are too large to run in a test, so no numbers are stored for them.
"""
import contextlib
import dataclasses
import pathlib
import sys
import zlib
from collections.abc import Callable

import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax import lax
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "python" / "src"))
from mlir_amp import marks  # noqa: E402


@dataclasses.dataclass
class Case:
    """A function with arguments; `state` maps an argument to the result that replaces it in the next step."""
    step: Callable
    args: tuple
    state: dict[int, int]
    in_shardings: object = None
    out_shardings: object = None
    devices: int = 1


@dataclasses.dataclass
class Step:
    note: str
    text_only: bool
    build: Callable[[], Case]


STEPS: dict[str, Step] = {}


def training_step(note, text_only=False):
    """Registers a function that builds a Case under its name."""
    def register(build):
        STEPS[build.__name__] = Step(note, text_only, build)
        return build
    return register


# ---- marks -------------------------------------------------------------------

_marked = True


@contextlib.contextmanager
def unmarked():
    """Traces without marks: the same step as a user writes it who does not know this compiler."""
    global _marked
    previous, _marked = _marked, False
    try:
        yield
    finally:
        _marked = previous


def mark_loss(loss):
    return marks.loss(loss) if _marked else loss


def mark_gradients(grads):
    return marks.gradients(grads) if _marked else grads


def mark_state(new, old):
    return marks.state(new, old) if _marked else new


# ---- shared pieces -----------------------------------------------------------

def generator(name):
    return np.random.default_rng(zlib.crc32(name.encode()))


def weight(rng, *shape, scale=None):
    scale = scale or (1 / np.prod(shape[:-1])) ** 0.5
    return (rng.standard_normal(shape) * scale).astype(np.float32)


def normal(rng, *shape):
    return rng.standard_normal(shape, np.float32)


def labels(rng, classes, *shape):
    return rng.integers(0, classes, shape).astype(np.int32)


def random_key(rng):
    return rng.integers(0, 2**32, 2, dtype=np.uint32)


def gaussian(key, like):
    """Same draw in every precision."""
    return jax.random.normal(jax.random.wrap_key_data(key), like.shape, jnp.float32).astype(like.dtype)


def dropout(key, x, rate):
    keep = jax.random.uniform(jax.random.wrap_key_data(key), x.shape, jnp.float32) >= rate
    return jnp.where(keep, x / (1 - rate), 0)


def cross_entropy(logits, targets):
    return optax.softmax_cross_entropy_with_integer_labels(logits, targets).mean()


def mse(a, b):
    return jnp.mean((a - b) ** 2)


def sgd(params, grads, rate):
    return jax.tree.map(lambda p, g: p - rate * g, params, grads)


def marked_gradients(loss, params):
    value, grads = jax.value_and_grad(lambda p: mark_loss(loss(p)))(params)
    return value, mark_gradients(grads)


def sgd_case(loss, params, batch, rate=0.1):
    """Plain JAX: (params, *batch) -> (params, loss)."""
    def step(params, *batch):
        value, grads = marked_gradients(lambda p: loss(p, *batch), params)
        return mark_state(sgd(params, grads, rate), params), value
    return Case(step, (params, *batch), {0: 0})


def optax_case(loss, params, batch, optimizer):
    """(params, optimizer state, *batch) -> (params, optimizer state, loss)."""
    def step(params, moments, *batch):
        value, grads = marked_gradients(lambda p: loss(p, *batch), params)
        updates, new_moments = optimizer.update(grads, moments, params)
        new = optax.apply_updates(params, updates), new_moments
        return *mark_state(new, (params, moments)), value
    if any(isinstance(leaf, jax.ShapeDtypeStruct) for leaf in jax.tree.leaves(params)):
        moments = jax.eval_shape(optimizer.init, params)
    else:
        moments = optimizer.init(params)
    return Case(step, (params, moments, *batch), {0: 0, 1: 1})


def flax_params(module, *inputs):
    return module.init(jax.random.key(7), *inputs)["params"]


def flax_case(module, loss, batch, optimizer, text_only=False):
    init = (lambda *a: jax.eval_shape(lambda *b: flax_params(module, *b), *a)) if text_only else \
           (lambda *a: flax_params(module, *a))
    return optax_case(lambda p, x, *rest: loss(module.apply({"params": p}, x), *rest),
                      init(batch[0]), batch, optimizer)


def spec(shape, dtype=jnp.float32):
    return jax.ShapeDtypeStruct(shape, dtype)


def attention(q, k, v, mask=None):
    """[batch, time, heads, features] each."""
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / q.shape[-1] ** 0.5
    if mask is not None:
        scores = jnp.where(mask, scores, jnp.finfo(scores.dtype).min)
    return jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(scores), v)


def causal_mask(time):
    return jnp.tril(jnp.ones((time, time), bool))


class EncoderBlock(nn.Module):
    """No bias in q, k, v: a key bias has zero gradient and would only add noise."""
    width: int
    heads: int
    causal: bool = False

    @nn.compact
    def __call__(self, x):
        y = nn.LayerNorm()(x)
        q, k, v = (nn.DenseGeneral((self.heads, self.width // self.heads), use_bias=False, name=n)(y) for n in "qkv")
        y = attention(q, k, v, causal_mask(x.shape[1]) if self.causal else None)
        x = x + nn.DenseGeneral(self.width, axis=(-2, -1), name="out")(y)
        y = nn.Dense(4 * self.width)(nn.LayerNorm()(x))
        return x + nn.Dense(self.width)(nn.gelu(y))


class GPT(nn.Module):
    vocabulary: int
    context: int
    width: int
    heads: int
    layers: int

    @nn.compact
    def __call__(self, tokens):
        embed = nn.Embed(self.vocabulary, self.width)
        x = embed(tokens) + self.param("position", nn.initializers.normal(0.02), (self.context, self.width))
        for _ in range(self.layers):
            x = EncoderBlock(self.width, self.heads, causal=True)(x)
        return embed.attend(nn.LayerNorm()(x))


# ---- one device ---------------------------------------------------------------

def simple_net_loss(params, x, y):
    h = jax.nn.relu(x @ params[0]["w"] + params[0]["b"])
    h = jax.nn.relu(h @ params[1]["w"] + params[1]["b"])
    return mse(h @ params[2]["w"] + params[2]["b"], y)


@training_step("three linear layers, ReLU after the first two, MSE, SGD 1e-4")
def simplenet():
    rng = generator("simplenet")
    params = [{"w": weight(rng, 64, 64), "b": np.zeros(64, np.float32)} for _ in range(3)]
    return sgd_case(simple_net_loss, params, (normal(rng, 32, 64), normal(rng, 32, 64)), rate=1e-4)


@training_step("simplenet at tutorial size: 4096 wide, batch 512", text_only=True)
def simplenet_4096():
    params = [{"w": spec((4096, 4096)), "b": spec((4096,))} for _ in range(3)]
    return sgd_case(simple_net_loss, params, (spec((512, 4096)), spec((512, 4096))), rate=1e-4)


@training_step("softmax regression, one matrix; the smallest complete step")
def logistic():
    rng = generator("logistic")
    return sgd_case(lambda p, x, y: cross_entropy(x @ p, y), weight(rng, 64, 10), (normal(rng, 16, 64), labels(rng, 10, 16)))


class ConvNet(nn.Module):
    channels: tuple
    hidden: int

    @nn.compact
    def __call__(self, x):
        for c in self.channels:
            x = nn.max_pool(nn.relu(nn.Conv(c, (3, 3))(x)), (2, 2), (2, 2))
        x = nn.relu(nn.Dense(self.hidden)(x.reshape(len(x), -1)))
        return nn.Dense(10)(x)


@training_step("conv/pool/linear classifier on 8x8 digits, momentum SGD (flax)")
def cnn_digits():
    rng = generator("cnn_digits")
    return flax_case(ConvNet((8, 16), 32), cross_entropy, (rng.random((16, 8, 8, 1), np.float32), labels(rng, 10, 16)),
                     optax.sgd(0.05, momentum=0.9))


@training_step("conv/pool/linear classifier on 28x28 images, Adam (flax)", text_only=True)
def cnn_mnist():
    return flax_case(ConvNet((32, 64), 128), cross_entropy, (spec((64, 28, 28, 1)), spec((64,), jnp.int32)),
                     optax.adam(1e-3), text_only=True)


@training_step("MLP with silu, Adam (optax)")
def mlp_adam():
    rng = generator("mlp_adam")
    params = {n: {"w": weight(rng, a, b), "b": np.zeros(b, np.float32)} for n, a, b in (("in", 32, 48), ("mid", 48, 48), ("out", 48, 8))}

    def loss(p, x, y):
        for n in ("in", "mid"):
            x = jax.nn.silu(x @ p[n]["w"] + p[n]["b"])
        return cross_entropy(x @ p["out"]["w"] + p["out"]["b"], y)
    return optax_case(loss, params, (normal(rng, 24, 32), labels(rng, 8, 24)), optax.adam(1e-3))


@training_step("pre-norm transformer encoder block, regression, SGD (flax)")
def transformer_block():
    rng = generator("transformer_block")
    return flax_case(EncoderBlock(32, 4), mse, (normal(rng, 4, 12, 32), normal(rng, 4, 12, 32)), optax.sgd(0.05))


@training_step("LSTM unrolled by lax.scan, classification of the last state")
def lstm_scan():
    rng = generator("lstm_scan")
    params = {"x": weight(rng, 8, 96), "h": weight(rng, 24, 96), "b": np.zeros(96, np.float32), "out": weight(rng, 24, 5)}

    def loss(p, xs, y):
        def cell(carry, x):
            h, c = carry
            i, f, g, o = jnp.split(x @ p["x"] + h @ p["h"] + p["b"], 4, axis=-1)
            c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
            return (jax.nn.sigmoid(o) * jnp.tanh(c), c), None
        zero = jnp.zeros((xs.shape[1], 24), xs.dtype)
        (h, _), _ = lax.scan(cell, (zero, zero), xs)
        return cross_entropy(h @ p["out"], y)
    return sgd_case(loss, params, (normal(rng, 10, 6, 8), labels(rng, 5, 6)))


@training_step("GPT-2 124M, 12 layers, AdamW, batch 4, context 1024", text_only=True)
def gpt2_124m():
    tokens = spec((4, 1024), jnp.int32)
    return flax_case(GPT(50257, 1024, 768, 12, 12), cross_entropy, (tokens, tokens), optax.adamw(3e-4), text_only=True)


@training_step("two-layer GPT with dropout from an explicit key, AdamW (flax)")
def gpt_tiny_dropout():
    rng = generator("gpt_tiny_dropout")
    module, tokens = GPT(40, 12, 24, 3, 1), labels(rng, 40, 4, 12)

    def loss(p, tokens, targets, key):
        logits = module.apply({"params": p}, tokens)
        return cross_entropy(dropout(key, logits, 0.1), targets)
    return optax_case(loss, flax_params(module, tokens), (tokens, labels(rng, 40, 4, 12), random_key(rng)), optax.adamw(1e-3))


@training_step("convolution with batch-norm statistics kept by hand as state")
def conv_batchnorm():
    rng = generator("conv_batchnorm")
    params = {"k": weight(rng, 3, 3, 3, 12), "scale": np.ones(12, np.float32), "bias": np.zeros(12, np.float32), "out": weight(rng, 12, 10)}
    stats = {"mean": np.zeros(12, np.float32), "var": np.ones(12, np.float32)}

    def step(params, stats, x, y):
        def loss(p):
            h = lax.conv_general_dilated(x, p["k"], (2, 2), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
            mean, var = h.mean((0, 1, 2)), h.var((0, 1, 2))
            h = jax.nn.relu((h - mean) * lax.rsqrt(var + 1e-5) * p["scale"] + p["bias"])
            kept = {"mean": 0.9 * stats["mean"] + 0.1 * mean, "var": 0.9 * stats["var"] + 0.1 * var}
            return mark_loss(cross_entropy(h.mean((1, 2)) @ p["out"], y)), kept
        (value, kept), grads = jax.value_and_grad(loss, has_aux=True)(params)
        new = sgd(params, mark_gradients(grads), 0.1)
        return *mark_state((new, kept), (params, stats)), value
    return Case(step, (params, stats, normal(rng, 6, 12, 12, 3), labels(rng, 10, 6)), {0: 0, 1: 1})


@training_step("convolutional autoencoder, transposed convolution, sigmoid BCE, RMSProp (flax)")
def autoencoder():
    rng = generator("autoencoder")

    class Net(nn.Module):
        @nn.compact
        def __call__(self, x):
            h = nn.elu(nn.Conv(8, (3, 3), (2, 2))(x))
            return nn.ConvTranspose(1, (3, 3), (2, 2))(h)
    x = rng.random((6, 12, 12, 1), np.float32)
    return flax_case(Net(), lambda out, y: optax.sigmoid_binary_cross_entropy(out, y).mean(), (x, x), optax.rmsprop(1e-3))


@training_step("residual MLP whose layers are stacked and scanned")
def scanned_mlp():
    rng = generator("scanned_mlp")
    params = {"w": weight(rng, 6, 32, 32, scale=0.15), "b": np.zeros((6, 32), np.float32)}

    def loss(p, x, y):
        def layer(h, wb):
            return h + jnp.tanh(h @ wb["w"] + wb["b"]), None
        return mse(lax.scan(layer, x, p)[0], y)
    return sgd_case(loss, params, (normal(rng, 16, 32), normal(rng, 16, 32)))


# ---- several devices ---------------------------------------------------------

def grid(*axes):
    return jax.make_mesh(tuple(n for _, n in axes), tuple(a for a, _ in axes), axis_types=(AxisType.Auto,) * len(axes))


def two_layer_loss(p, x, y):
    return mse(jnp.tanh(x @ p["w1"]) @ p["w2"], y)


def two_layers(rng):
    return {"w1": weight(rng, 16, 32), "w2": weight(rng, 32, 8)}


@training_step("8 devices, batch split by the partitioner (sdy shardings, no collectives)")
def data_parallel():
    rng, mesh = generator("data_parallel"), grid(("data", 8))
    whole, split = NamedSharding(mesh, P()), NamedSharding(mesh, P("data"))
    made = sgd_case(two_layer_loss, two_layers(rng), (normal(rng, 64, 16), normal(rng, 64, 8)))
    return dataclasses.replace(made, in_shardings=(whole, split, split), out_shardings=(whole, whole), devices=8)


@training_step("8 devices, shard_map with explicit all_reduce of gradients")
def explicit_all_reduce():
    rng, mesh = generator("explicit_all_reduce"), grid(("data", 8))

    def local(params, x, y):
        shared = jax.tree.map(lambda a: lax.pcast(a, "data", to="varying"), params)
        value, grads = jax.value_and_grad(lambda p: mark_loss(two_layer_loss(p, x, y)))(shared)
        grads = mark_gradients(lax.pmean(grads, "data"))
        return mark_state(sgd(params, grads, 0.1), params), lax.pmean(value, "data")
    step = jax.shard_map(local, mesh=mesh, in_specs=(P(), P("data"), P("data")), out_specs=(P(), P()), check_vma=False)
    return Case(step, (two_layers(rng), normal(rng, 64, 16), normal(rng, 64, 8)), {0: 0}, devices=8)
