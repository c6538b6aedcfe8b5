# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Options of `amp-opt --amp=...` as a value: what `mlir_amp.jax.jit` and the command line share."""

import dataclasses
import pathlib
import re
import tempfile
from typing import Any

from mlir_amp import tools
from mlir_amp.errors import OptionError

FORMATS = {"float16": "f16", "f16": "f16", "half": "f16", "bfloat16": "bf16", "bf16": "bf16", "float32": "f32", "f32": "f32"}
"""Names of number formats, and amp-opt's for them. f32 leaves a step as it is."""


def format_of(compute: Any) -> str:
    """amp-opt's name of a number format: of "float16", "bf16", jnp.bfloat16, ..."""
    name = compute if isinstance(compute, str) else getattr(compute, "__name__", None) or str(getattr(compute, "name", compute))
    if name not in FORMATS:
        raise OptionError(f"compute expects one of {', '.join(FORMATS)}, but got '{name}'")
    return FORMATS[name]


@dataclasses.dataclass(frozen=True)
class Options:
    """What to ask of amp-opt.

    compute     "f16", "bf16" or "f32"
    policy      name of a preset, path of a policy file, or the text of a policy (it begins with #amp.policy)
    loss_scale  "none", "dynamic", "dynamic:65536", "static:1024"
    scaler      how the scale moves: a framework's name ("torch", ...), or an #amp.scaler
    report      file that gets every decision and its reason
    extra       more options of --amp, by their names there with underscores for dashes: solver="paint", chip="cpu"
    """

    compute: str
    policy: str | pathlib.Path | None = None
    loss_scale: str | None = None
    scaler: str | None = None
    report: pathlib.Path | None = None
    extra: tuple[tuple[str, str], ...] = ()

    def rewrite(self, module: str) -> tools.Output:
        """The module in mixed precision, as text, and what amp-opt had to say. ToolFailed if it refuses."""
        if self.compute == "f32" and not self.scales:
            return tools.Output(module, "")
        with tempfile.TemporaryDirectory(prefix="amp-") as folder:
            passes = self._scaling_alone() if self.compute == "f32" else [f"--amp={self.text(pathlib.Path(folder))}"]
            return tools.run("amp-opt", ["-", *passes, "-o", "-"], module)

    @property
    def scales(self) -> bool:
        """Whether the loss is scaled."""
        return self.loss_scale not in (None, "none")

    def _scaling_alone(self) -> list[str]:
        how = _spelled({"loss-scale": self.loss_scale, "scaler": self.scaler})
        return ["--amp-convert-marks", f"--amp-scale-loss={how}", "--amp-lower-training"]

    def text(self, folder: pathlib.Path) -> str:
        """As amp-opt reads it. A policy given as text is written into `folder`."""
        report = None if self.report is None else str(self.report)
        options = {
            "compute": self.compute,
            **self._policy(folder),
            "loss-scale": self.loss_scale,
            "scaler": self.scaler,
            "report": report,
        }
        return _spelled(options | {name.replace("_", "-"): value for name, value in self.extra})

    def _policy(self, folder: pathlib.Path) -> dict[str, str]:
        if self.policy is None:
            return {}
        if isinstance(self.policy, str) and self.policy.lstrip().startswith("#amp"):
            path = folder / "given.policy"
            path.write_text(self.policy)
            return {"policy-file": str(path)}
        if isinstance(self.policy, pathlib.Path) or re.search(r"[/\\.]", self.policy):
            if not pathlib.Path(self.policy).is_file():
                raise OptionError(
                    f"policy expects a file, the name of a preset or the text of a policy, but there is no '{self.policy}'"
                )
            return {"policy-file": str(self.policy)}
        return {"preset": self.policy}


def _spelled(options: dict[str, str | None]) -> str:
    return " ".join(f"{name}={_quoted(value)}" for name, value in options.items() if value is not None)


def _quoted(value: str) -> str:
    """MLIR's options end at a space unless they are in braces or quotes."""
    if not re.search(r"[\s{}'\"]", value):
        return value
    if "'" in value:
        raise OptionError(f"an option of amp-opt cannot hold a quote and a space, but got {value!r}")
    return f"'{value}'"
