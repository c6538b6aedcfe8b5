# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""For PyTorch programs: `import mlir_amp.torch as amp`, then `amp.step` for whole training steps.

Needs the extra packages of `pip install mlir-amp[torch]`.
"""

import importlib
from typing import Any

from mlir_amp.errors import AmpError

_HOMES = {"Step": "training", "step": "training", "off": "names"}

__all__ = ["Step", "off", "step"]


def __getattr__(name: str) -> Any:
    """Loads PyTorch, JAX and torchax at the first use of a name."""
    if name not in _HOMES:
        raise AttributeError(f"module 'mlir_amp.torch' has no attribute '{name}'")
    try:
        return getattr(importlib.import_module(f"mlir_amp.torch.{_HOMES[name]}"), name)
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("mlir_amp"):
            raise
        raise AmpError(f"mlir_amp.torch expects the package '{error.name}': pip install mlir-amp[torch]") from error
