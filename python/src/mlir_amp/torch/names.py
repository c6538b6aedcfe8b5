# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Names of PyTorch modules in the locations of traced ops.

    self.layer2[0].conv1(x)     ==>     loc("jit(step)/jvp(model.layer2.0.conv1)/conv_general_dilated"("net.py":12:5))

The path of a module replaces that of the module around it, so a location names one module, as `model.named_modules()` spells it.
"""

import contextlib
from collections.abc import Collection, Iterator
from typing import Any

import jax
import torch
import torchax
from jax.extend import source_info_util

for folder in (*torch.__path__, *torchax.__path__):
    source_info_util.register_exclusion(folder)

OFF = "amp.off"


def off() -> Any:
    """Context manager for a part of `forward` whose ops stay f32, their gradients included."""
    return jax.named_scope(OFF)


class Paths:
    """The modules that are being called, outermost first."""

    def __init__(self, paths: dict[Any, str], kept: Collection[str]) -> None:
        self._paths, self._kept = paths, kept
        self._open: list[tuple[str, contextlib.ExitStack]] = []
        self.innermost = ""

    def enter(self, module: Any, _: Any) -> None:
        """Forward pre-hook: opens the scope of a module."""
        if (path := self._paths.get(module)) is None:
            return
        scopes = contextlib.ExitStack()
        around = self._open[-1][0] if self._open else None
        stack = source_info_util.current_name_stack()
        rest = tuple(part for part in stack.stack if getattr(part, "name", None) != around)
        scopes.enter_context(source_info_util.set_name_stack(source_info_util.NameStack(rest).extend(path)))
        if path in self._kept:
            scopes.enter_context(off())
        self._open.append((path, scopes))
        self.innermost = path

    def leave(self, module: Any, _: Any, __: Any) -> None:
        """Forward hook: closes it."""
        if module in self._paths and self._open:
            self._open.pop()[1].close()
            self.innermost = self._open[-1][0] if self._open else ""

    def close(self) -> None:
        """Closes all scopes, which an exception left open."""
        while self._open:
            self._open.pop()[1].close()


@contextlib.contextmanager
def scoped(model: Any, name: str, kept: Collection[str]) -> Iterator[Paths]:
    """Names every op by its module while the model is traced; `kept` are the paths of modules that stay f32."""
    paths = {module: f"{name}.{path}" if path else name for path, module in model.named_modules()}
    found = Paths(paths, kept)
    hooks = (
        torch.nn.modules.module.register_module_forward_pre_hook(found.enter),
        torch.nn.modules.module.register_module_forward_hook(found.leave),
    )
    try:
        yield found
    finally:
        for hook in hooks:
            hook.remove()
        found.close()
