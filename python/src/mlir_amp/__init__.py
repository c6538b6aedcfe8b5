# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Mixed precision for training steps, by the compiler amp-opt.

`mlir_amp.jax` is what a JAX program needs (`import mlir_amp.jax as amp`); `mlir_amp.marks` are its marks alone; the command line
is `mlir-amp`. `mlir_amp.rewrite` rewrites a module in this process; the tools themselves run as subprocesses (`mlir_amp.tools`).
"""

from mlir_amp.errors import (
    AmpError,
    AmpWarning,
    DonationError,
    MarkError,
    NoScaler,
    OptionError,
    ScalerError,
    ToolFailed,
    ToolMissing,
    TraceError,
)
from mlir_amp.inprocess import Result, Slot, rewrite

__all__ = [
    "AmpError",
    "AmpWarning",
    "DonationError",
    "MarkError",
    "NoScaler",
    "OptionError",
    "Result",
    "ScalerError",
    "Slot",
    "ToolFailed",
    "ToolMissing",
    "TraceError",
    "rewrite",
]
__version__ = "0.2.0"
