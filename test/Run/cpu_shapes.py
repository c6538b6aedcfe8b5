# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cpu_shapes.py SCRATCH: ops that move elements, in every type of number that has a width, against JAX bit for bit."""
import pathlib
import subprocess
import sys

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from cpu_program import retyped, same, tensor

jax.config.update("jax_enable_x64", True)
PADS = [((1, 2, 0), (0, 0, 0), (0, 0, 0)), ((-1, 2, 1), (2, -3, 0), (1, 1, 2)), ((-5, 1, 1), (0, 0, 3), (-2, -2, 1)),
        ((0, 0, 0), (-4, 0, 0), (0, 0, 0)), ((3, -4, 1), (1, 1, 0), (0, -1, 0)), ((-3, 5, 0), (0, 0, 0), (0, 0, 0))]
SHAPES = [(60,), (12, 5), (3, 20), (5, 4, 3), (1, 60, 1), (2, 30), (3, 1, 4, 5), (6, 10), (3, 4, 5, 1, 1)]
STARTS = [(0, 0, 0), (1, 2, 3), (100, -5, 4), (-128, 127, -1)]
BITS = [(np.float32, np.int8), (np.float32, np.int16), (np.float32, np.int32), (np.float64, np.uint8),
        (np.float64, np.float32), (np.float16, np.int8), (np.int16, jnp.bfloat16), (np.uint32, np.float32)]


def slices(x):
    return x[::2, 1:, ::3], x[1:1], x[3:], x[:, 3:1:-1]


def pads(x):
    return [lax.pad(x, x[1, 1, 1], edges) for edges in PADS]


def joins(x):
    return lax.concatenate([x, x[:, :2], x], 1), lax.concatenate([x[:0], x], 0), lax.concatenate([x[:0], x[:0]], 0)


def turns(x):
    return lax.rev(x, (0, 2)), lax.rev(x[:1], (0,)), lax.transpose(x, (2, 0, 1)), lax.transpose(x, (1, 2, 0))


def reshapes(x):
    return [x.reshape(shape) for shape in SHAPES] + [x[:0].reshape(0, 7), x[:1, :1, :1].reshape(())]


def broadcasts(x):
    return (lax.broadcast_in_dim(x[0, 0], (2, 5, 3), (1,)), lax.broadcast_in_dim(x[:1], (3, 4, 5), (0, 1, 2)),
            lax.broadcast(x, (2, 2)), lax.broadcast_in_dim(x[:1, :, :1], (7, 4, 6), (0, 1, 2)))


def selects(x):
    chosen = lax.broadcasted_iota(np.int32, x.shape, 1) % 2 == 0
    return lax.select(chosen, x, lax.rev(x, (0,))), lax.select(chosen[0, 0, 0], x, lax.rev(x, (0,)))


def windows(x, *starts):
    return lax.dynamic_slice(x, starts, (2, 3, 1)), lax.dynamic_update_slice(x, x[1:, 2:, :1], starts)


def iotas(x):
    return [lax.broadcasted_iota(x.dtype, (3, 4), axis) for axis in (0, 1)]


def cases():
    numbers = np.random.default_rng(0).normal(size=(3, 4, 5)) * 50
    for type in (np.float32, np.float64, np.float16, jnp.bfloat16, np.int8, np.uint16, np.int64, np.bool_, np.complex64):
        for function in (slices, pads, joins, turns, reshapes, broadcasts, selects, iotas):
            if (function, type) != (iotas, np.bool_):
                yield function, [numbers.astype(type)]
    for type in (np.int8, np.int32, np.int64, np.uint8, np.uint64):
        for starts in STARTS:
            # an unsigned start that is too large is held at the end, not taken for a negative one
            yield windows, [numbers.astype(np.float32)] + [np.array(s).astype(type) for s in starts]
    for source, target in BITS:
        def bits(x):
            there = lax.bitcast_convert_type(x, target)
            return there, lax.bitcast_convert_type(there, source)
        yield bits, [numbers.astype(source)]


def run(function, arguments, scratch):
    lowered = jax.jit(lambda *a: list(function(*a)), keep_unused=True).lower(*arguments)
    wanted = [np.asarray(a) for a in lowered.compile()(*arguments)]
    program, inputs, outputs = (scratch / name for name in ("shape.mlir", "in.npz", "out.npz"))
    program.write_text(lowered.as_text())
    np.savez(inputs, **{f"in_{i}": a for i, a in enumerate(arguments)})
    outputs.unlink(missing_ok=True)
    subprocess.run(["amp-run", program, f"--inputs={inputs}", f"--outputs={outputs}"], check=True, timeout=300)
    found = np.load(outputs)
    for i, value in enumerate(wanted):
        result = retyped(found[f"out_{i}"], tensor(value))
        if result.shape != value.shape or not same(result, value).all():
            return f"result {i} differs"
    return ""


def main(scratch):
    scratch = pathlib.Path(scratch)
    scratch.mkdir(parents=True, exist_ok=True)
    faults = 0
    for function, arguments in cases():
        if why := run(function, arguments, scratch):
            print(f"{function.__name__} of {arguments[0].dtype}: {why}")
            faults += 1
    print("shapes agree" if not faults else f"{faults} disagree")
    return faults != 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
