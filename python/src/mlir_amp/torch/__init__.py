# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""For PyTorch programs: `import mlir_amp.torch as amp`, then `amp.step` for whole training steps, and `amp.export` for programs of
torch.export. `torch.compile(model, backend="amp")` needs no import.

Needs the extra packages of `pip install mlir-amp[torch]`.
"""

import importlib
from typing import Any

from mlir_amp.errors import AmpError

_HOMES = {"Step": "training", "export": "exported", "off": "names", "step": "training"}

__all__ = ["Step", "export", "off", "step"]


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
