# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Options of `amp-opt --amp=...` as a value: what `mlir_amp.jax.jit` and the command line share."""

import dataclasses
import functools
import os
import pathlib
import re
import tempfile
from typing import Any, Literal, Required, TypedDict

from mlir_amp import tools
from mlir_amp.errors import OptionError

FORMATS = {"float16": "f16", "f16": "f16", "half": "f16", "bfloat16": "bf16", "bf16": "bf16", "float32": "f32", "f32": "f32"}
"""Names of number formats, and amp-opt's for them. f32 lowers nothing."""

HELP = {
    "policy": "name of a preset (torch-cuda, ...), path of a policy file, or text of a policy",
    "loss_scale": "dynamic (from 65536), dynamic:N, static:N, or none",
    "scaler": "rule of a dynamic scale: default, torch, apex, paddle, ..., with changes (torch,interval=500); or an #amp.scaler",
    "weights": "master: the step carries 16-bit copies of the weights, so that it casts none; pure: the weights are 16-bit; "
    "threshold:BITS: integers of 2 to 8 bits with an exact accumulator",
    "saved": "values of the forward pass that the backward pass reads: keep (the default), or f8, 8-bit floats",
    "solver": "mincut: least predicted time on the chip (the default); paint: every allowed op is low",
    "chip": "chip of the cost model: cpu, sm_70, sm_80, sm_86, sm_89, sm_90 (the default), sm_100, sm_120 or h200",
    "align": "padding for tensor cores: off (the default), profitable, always",
    "dynamic": "with align: dimensions known at run time only: keep (the default), round-up; for files, not for amp.jit",
    "pad_state": "with align: marked states stay padded from step to step; for files, not for amp.jit",
    "io": "type of f32 arguments and results: f16, bf16, keep (the default)",
    "f32": "contractions that stay f32: strict (no TF32), tf32 (except those that must be exact), keep (the default)",
    "reduce": "sums of gradients over devices: f32 (the default), or low, which halves what is sent",
    "ranges": "file of amp-run --record-ranges",
    "infer_marks": "derive seed, gradients, states and loss of a step without marks from its structure, or raise an error",
    "exact_scale": "refuse scales that are not powers of two",
    "debug": "overflow: count infinities, NaN and flushed zeros per op, and name the first op that overflowed",
    "report": "JSON file for every decision with its reason",
    "summary": "print ops per precision, casts, memory and predicted time",
    "explain": "regular expression: print the reason of the precision of each op whose name, scope or location matches",
    "annotate": "write each decision with its reason and predicted time into the output, as amp.decision",
    "memory": "for report and summary: available bytes (80GiB), for the largest batch",
    "batch": "for report and summary: size of the batch",
    "verify": "run the checkers (on by default)",
}
"""Every option of --amp besides compute, by its Python name. Those that are True or False: `FLAGS`."""
FLAGS = "annotate", "infer_marks", "exact_scale", "pad_state", "summary", "verify"


class Wishes(TypedDict, total=False):
    """Keyword arguments of `mlir_amp.jax.jit`, explained in `HELP`. None is as if it were not given."""

    compute: Required[Any]
    policy: str | os.PathLike[str] | None
    loss_scale: str | float | None
    scaler: str | None
    weights: str | None
    saved: Literal["keep", "f8"] | None
    solver: Literal["mincut", "paint"] | None
    chip: str | None
    align: Literal["off", "profitable", "always"] | None
    dynamic: Literal["keep", "round-up"] | None
    pad_state: bool | None
    io: Literal["f16", "bf16", "keep"] | None
    f32: Literal["strict", "tf32", "keep"] | None
    reduce: Literal["f32", "low"] | None
    ranges: str | os.PathLike[str] | None
    infer_marks: bool | None
    exact_scale: bool | None
    debug: Literal["overflow"] | None
    report: str | os.PathLike[str] | None
    summary: bool | None
    explain: str | None
    annotate: bool | None
    memory: str | None
    batch: int | None
    verify: bool | None


def format_of(compute: Any) -> str:
    """amp-opt's name of a number format: of "float16", "bf16", jnp.bfloat16, torch.bfloat16, ..."""
    name = compute if isinstance(compute, str) else getattr(compute, "__name__", None) or str(getattr(compute, "name", compute))
    name = name.removeprefix("torch.")
    if name not in FORMATS:
        raise OptionError(f"compute expects one of {', '.join(FORMATS)}, but got '{name}'")
    return FORMATS[name]


def _as_number(given: Any) -> Any:
    """A scalar of NumPy or JAX as a number of Python."""
    return given.item() if getattr(given, "shape", None) == () else given


@dataclasses.dataclass(frozen=True)
class Options:
    """Options for amp-opt: `compute` is "f16", "bf16" or "f32", `others` are options of `HELP` as text."""

    compute: str
    others: tuple[tuple[str, str], ...] = ()

    @staticmethod
    def of(wishes: Wishes) -> "Options":
        """From keyword arguments; OptionError for one that is not known, or a value that cannot be."""
        given: dict[str, Any] = {name: value for name, value in wishes.items() if value is not None}
        if "compute" not in given:
            raise OptionError(f"compute has to be given: one of {', '.join(FORMATS)}")
        compute = format_of(given.pop("compute"))
        for unknown in given.keys() - HELP.keys():
            raise OptionError(f"there is no option '{unknown}': there are compute, {', '.join(HELP)}")
        for flag in (name for name in FLAGS if not isinstance(given.get(name, True), bool)):
            raise OptionError(f"{flag} expects True or False, but got {given[flag]!r}")
        if isinstance(scale := _as_number(given.get("loss_scale")), int | float):
            given["loss_scale"] = f"static:{scale}"
        return Options(compute, tuple((name, _spelled(value)) for name, value in given.items()))

    def __getitem__(self, name: str) -> str | None:
        """The text of an option; None if it was not given."""
        return dict(self.others).get(name)

    def rewrite(self, module: str) -> tools.Output:
        """The module in mixed precision, as text, and what amp-opt had to say. ToolFailed if it refuses."""
        with tempfile.TemporaryDirectory(prefix="amp-") as folder:
            return tools.run("amp-opt", ["-", f"--amp={self.text(pathlib.Path(folder))}", "-o", "-"], module)

    @functools.cached_property
    def scales(self) -> bool:
        """True if the loss is scaled."""
        return self["loss_scale"] not in (None, "none")

    @functools.cached_property
    def carries(self) -> bool:
        """True if a step has arguments or results besides its own."""
        return self.scales or self["weights"] not in (None, "pure") or self["debug"] is not None

    @property
    def retypes(self) -> bool:
        """True if a step may read and return 16 bits where it was written for f32."""
        return self["weights"] == "pure" or self["io"] not in (None, "keep")

    def pipeline(self, folder: pathlib.Path, report: str | None) -> str:
        """The pipeline of `rewrite` in MLIR's text form, with the report in a file of this name."""
        return f"amp{{{self.text(folder)}{f' report={report}' if report else ''}}}"

    def text(self, folder: pathlib.Path) -> str:
        """As amp-opt reads it. A policy given as text is written into `folder`."""
        plain = {name.replace("_", "-"): value for name, value in self.others if name != "policy"}
        return _joined({"compute": self.compute, **_policy(self["policy"], folder), **plain})


def _policy(policy: str | None, folder: pathlib.Path) -> dict[str, str]:
    if policy is None:
        return {}
    if re.match(r"(\s*//.*\n)*\s*#amp", policy):
        path = folder / "given.policy"
        path.write_text(policy)
        return {"policy-file": str(path)}
    if not re.search(r"[/\\.]", policy):
        return {"preset": policy}
    if not pathlib.Path(policy).is_file():
        raise OptionError(f"policy expects a file, the name of a preset or the text of a policy, but there is no '{policy}'")
    return {"policy-file": policy}


def _spelled(value: Any) -> str:
    if isinstance(value, os.PathLike):
        return str(pathlib.Path(value).absolute())
    return str(value).lower() if isinstance(value, bool) else str(value)


def _joined(options: dict[str, str | None]) -> str:
    return " ".join(f"{name}={_quoted(value)}" for name, value in options.items() if value is not None)


def _quoted(value: str) -> str:
    """MLIR's options end at a space unless they are in braces or quotes."""
    if not re.search(r"[\s{}'\"]", value):
        return value
    if "'" in value:
        raise OptionError(f"an option of amp-opt cannot hold a quote and a space, but got {value!r}")
    return f"'{value}'"
