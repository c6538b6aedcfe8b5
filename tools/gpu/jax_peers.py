# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""jax_peers.py NAME: milliseconds of the same training step in JAX, in f32 and with products in bf16."""
import statistics
import sys
import time

import jax
import jax.numpy as jnp

WARM, SAMPLES, STEPS = 5, 10, 10


def simplenet_step(low):
    """Three linear layers of 4096, batch 512, mean squared error, SGD; weights stay f32."""
    def loss(params, x, y):
        for i, (w, b) in enumerate(params):
            x = jnp.dot(x.astype(low), w.astype(low), preferred_element_type=jnp.float32) + b
            x = jax.nn.relu(x) if i < 2 else x
        return jnp.mean((x - y) ** 2)

    def step(params, x, y):
        value, gradients = jax.value_and_grad(loss)(params, x, y)
        return jax.tree.map(lambda p, g: p - 1e-3 * g, params, gradients), value
    return jax.jit(step, donate_argnums=0)


def measure(step, params, *inputs):
    times = []
    for sample in range(WARM + SAMPLES):
        start = time.perf_counter()
        for _ in range(STEPS):
            params, value = step(params, *inputs)
        jax.block_until_ready((params, value))
        times.append((time.perf_counter() - start) / STEPS * 1e3)
    return statistics.median(times[WARM:])


def main(name):
    if name != "simplenet_4096":
        return print(f"  JAX has no peer of {name} here")
    for low in (jnp.float32, jnp.bfloat16):
        keys = jax.random.split(jax.random.key(0), 5)
        params = [(jax.random.normal(key, (4096, 4096)) / 64, jnp.zeros(4096)) for key in keys[:3]]
        inputs = [jax.random.normal(key, (512, 4096)) for key in keys[3:]]
        print(f"  JAX {jax.__version__}, products in {jnp.dtype(low).name:20} {measure(simplenet_step(low), params, *inputs):10.3f}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
