# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ONNX models in mixed precision: `mlir_amp.onnx.convert`, and `mlir-amp onnx` on the command line.

Needs the extra packages of `pip install mlir-amp[onnx]`.
"""

import importlib
from typing import Any

from mlir_amp.errors import AmpError

_HOMES = {"Converted": "conversion", "check_folder": "conversion", "convert": "conversion"}

__all__ = ["Converted", "check_folder", "convert"]


def __getattr__(name: str) -> Any:
    """Loads the package onnx at the first use of a name."""
    if name not in _HOMES:
        raise AttributeError(f"module 'mlir_amp.onnx' has no attribute '{name}'")
    try:
        return getattr(importlib.import_module(f"mlir_amp.onnx.{_HOMES[name]}"), name)
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("mlir_amp"):
            raise
        raise AmpError(f"mlir_amp.onnx expects the package '{error.name}': pip install mlir-amp[onnx]") from error
