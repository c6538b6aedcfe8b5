# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""one_process.py ADDRESS RANK: one of two processes with two devices each, that train together and compare with training alone."""

import os
import sys

import conftest  # first: it says where the tools are

os.environ["XLA_FLAGS"] = conftest.FLAGS + " --xla_force_host_platform_device_count=2"
import jax

address, rank = sys.argv[1], int(sys.argv[2])
jax.distributed.initialize(address, 2, rank, coordinator_bind_address=address)
import numpy as np
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

import mlir_amp.jax as amp
import models

STEPS = 3
mesh = jax.make_mesh((4,), ("data",), axis_types=(AxisType.Auto,))


def spread(tree, spec):
    def place(a):
        a = np.asarray(a)
        return jax.make_array_from_callback(a.shape, NamedSharding(mesh, spec), lambda at: a[at])

    return jax.tree.map(place, tree)


def train(parameters, batch):
    step = amp.jit(models.step, compute="bf16", solver="paint")
    for _ in range(STEPS):
        parameters, value = step(parameters, *batch)
    return parameters, value


alone = train(models.parameters(), models.batch())
together = train(spread(models.parameters(), P()), spread(models.batch(), P("data")))
for a, b in zip(jax.tree.leaves(together), jax.tree.leaves(alone), strict=True):
    np.testing.assert_allclose(np.asarray(a.addressable_data(0)), np.asarray(b), rtol=1e-5, atol=1e-6)
print(f"{jax.process_count()} processes, {jax.device_count()} devices: as one device")
