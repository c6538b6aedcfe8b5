# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Mixed precision for training steps, by the compiler amp-opt.

`mlir_amp.jax` is what a JAX program needs (`import mlir_amp.jax as amp`); `mlir_amp.marks` are its marks alone; the command line
is `mlir-amp`. The tools themselves run as subprocesses: see `mlir_amp.tools`.
"""

from mlir_amp.errors import (
    AmpError,
    AmpWarning,
    DonationError,
    MarkError,
    OptionError,
    ScalerError,
    ToolFailed,
    ToolMissing,
    TraceError,
)

__all__ = [
    "AmpError",
    "AmpWarning",
    "DonationError",
    "MarkError",
    "OptionError",
    "ScalerError",
    "ToolFailed",
    "ToolMissing",
    "TraceError",
]
__version__ = "0.2.0"
