# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""inject_parts.py TOOLS OUT: inject.py for a step that gets its batch in parts, whose gradients a loop sums."""
import pathlib
import sys

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

import inject

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "python" / "src"))
from mlir_amp import marks

PLACES = 12


def main(tools, out):
    def step(p, m, x, y):
        def loss(p, x, y):
            return marks.loss(jnp.mean((jnp.tanh(x @ p["w"] + p["b"]) - y) ** 2))

        def part(total, batch):
            return jax.tree.map(jnp.add, total, jax.grad(loss)(p, *batch)), None
        g, _ = lax.scan(part, jax.tree.map(jnp.zeros_like, p), (x.reshape(4, 2, 4), y.reshape(4, 2, 3)))
        g = marks.gradients(jax.tree.map(lambda g: g / 4, g))
        m1 = jax.tree.map(lambda m, g: 0.9 * m + g, m, g)
        return marks.state((jax.tree.map(lambda p, m: p - 0.1 * m, p, m1), m1), (p, m))

    rng, out = np.random.default_rng(0), pathlib.Path(out)
    w, x, y = (rng.standard_normal(shape, np.float32) for shape in ((4, 3), (8, 4), (8, 3)))
    p = {"b": np.zeros(3, np.float32), "w": w}
    inputs = p, jax.tree.map(np.zeros_like, p), x, y
    out.mkdir(parents=True, exist_ok=True)
    graph = out / "parts.mlir"
    graph.write_text(jax.jit(step).lower(*inputs).as_text())
    np.savez(graph.with_suffix(".npz"), **{f"in_{i}": array for i, array in enumerate(jax.tree.leaves(inputs))})
    return inject.main(tools, PLACES, graph, out)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
