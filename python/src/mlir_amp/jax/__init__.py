# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""For JAX programs: `import mlir_amp.jax as amp`, then `amp.jit`, and marks for what amp-opt should know of the step."""

import pathlib

from jax.extend import source_info_util

from mlir_amp.jax.program import Program
from mlir_amp.jax.step import Step, jit
from mlir_amp.marks import grad, gradients, loss, seed, state, value_and_grad

__all__ = ["Program", "Step", "grad", "gradients", "jit", "loss", "seed", "state", "value_and_grad"]

# Messages about an op name the line of the user, not of this package.
source_info_util.register_exclusion(str(pathlib.Path(__file__).parents[1]))
