# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""reduce_low.py AMP_OPT GRAPH OUT: gradients that eight devices sum in float16, by reduce=low, on XLA.

A loss whose gradient on each device is the data that it got. So it shows in which format the sum is made (an odd number above
2048 is none of float16), that it is the scaled gradient that is summed (what fits overflows with the scale, and all devices
skip the step), and that nothing else changed: the sum of the loss stays float32, as does all of it by default. Then GRAPH,
where the sums are all that reduce=low changes: eight roundings of each term, and of the sum.
"""
import pathlib
import subprocess
import sys

import xla  # first: it sets how JAX starts

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import AxisType, PartitionSpec

from graphs import Graph
from scaling import roles

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "python" / "src"))
from mlir_amp import marks

DEVICES, RATE, UNIT = 8, 0.125, 2.0**-11


def exported():
    mesh = jax.make_mesh((DEVICES,), ("data",), axis_types=(AxisType.Auto,))

    def local(w, x):
        value, g = jax.value_and_grad(lambda p: marks.loss(jnp.sum(p * x)))(lax.pcast(w, "data", to="varying"))
        g = marks.gradients(lax.psum(g, "data"))
        return marks.state(w - RATE * g, w), lax.psum(value, "data")

    data = PartitionSpec("data")
    step = jax.shard_map(local, mesh=mesh, in_specs=(PartitionSpec(), data), out_specs=(PartitionSpec(), PartitionSpec()), check_vma=False)
    return jax.jit(step, keep_unused=True).lower(np.zeros(4, np.float32), np.zeros(DEVICES * 4, np.float32)).as_text()


def mixed(tool, path, *options):
    return subprocess.run([tool, path, "--amp=" + " ".join(("compute=f16", *options))], check=True, capture_output=True, text=True).stdout


def run(text, inputs):
    """Results by number and by role, after one step."""
    module = xla.parse(text)
    first = {"scale": np.float32(1024), "growth_tracker": np.int32(0), "skipped": np.int32(0)}
    inputs = [*inputs, *(first[role] for role in roles(module, "arg_attrs")[len(inputs):])]
    results = xla.compiled(module, effort=0)(*inputs)
    return results, dict(zip(roles(module, "res_attrs"), results))


def check_sums(tool, path):
    w = np.zeros(4, np.float32)
    x = np.ones((DEVICES, 4), np.float32)
    x[0] = 2048
    low, wide = (mixed(tool, path, *option) for option in (["reduce=low"], []))
    assert low.count("tensor<4xf16>) -> tensor<4xf16>") == 1 and "tensor<4xf16>) -> tensor<4xf16>" not in wide, low
    assert low.count("}) : (tensor<f32>) -> tensor<f32>") == wide.count("}) : (tensor<f32>) -> tensor<f32>") == 1, low
    exact = 2048.0 + DEVICES - 1
    assert (run(wide, (w, x.ravel()))[0][0] == -RATE * exact).all()
    off = np.abs(run(low, (w, x.ravel()))[0][0] / -RATE - exact)
    assert (0 < off).all() and (off <= DEVICES * UNIT * exact).all(), off
    # 240,000 is beyond float16; so is 8 * 60 with a scale of 1024.
    assert np.isinf(run(low, (w, np.full(DEVICES * 4, 30000, np.float32)))[0][0]).all()
    scaled = mixed(tool, path, "reduce=low", "loss-scale=dynamic:1024")
    for value, skipped in ((7, 0), (60, 1)):
        results, by_role = run(scaled, (w, np.full(DEVICES * 4, value, np.float32)))
        assert by_role["skipped"] == skipped and bool(by_role["found_inf"]) == bool(skipped), (value, by_role)
        assert (results[0] == (0 if skipped else -RATE * DEVICES * value)).all(), results[0]
        assert by_role["scale"] == (512 if skipped else 1024), by_role
    print("a sum of its own, in float16, with the scale")


def check_graph(tool, path):
    graph = Graph(path)
    results = [run(mixed(tool, path, "solver=paint", *option), graph.inputs)[0] for option in (["reduce=low"], [])]
    for low, wide, before in zip(*results, graph.inputs):
        if low.shape == before.shape:
            step = np.abs(wide - before)  # the rate times the mean; terms may cancel, so that those are the largest ones
            assert np.abs(low - wide).max() <= 2 * DEVICES * UNIT * step.max(), np.abs(low - wide).max() / step.max()
            assert (low != wide).any()
    assert (results[0][-1] == results[1][-1]).all(), "expects the same loss"
    print("a step of a model")


def main(tool, graph, out):
    out = pathlib.Path(out)
    out.mkdir(parents=True, exist_ok=True)
    path = out / "step.mlir"
    path.write_text(exported())
    check_sums(tool, path)
    check_graph(tool, pathlib.Path(graph))


if __name__ == "__main__":
    main(*sys.argv[1:])
