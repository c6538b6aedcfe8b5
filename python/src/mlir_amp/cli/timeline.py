# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The loss scale over the steps of a run, from its history and the module that marks the result with the scale."""

import pathlib
from collections.abc import Iterator
from typing import Any

import numpy as np

from mlir_amp.errors import OptionError


def timelines(module: pathlib.Path, history: pathlib.Path) -> Iterator[tuple[str, list[tuple[str, str, str]]]]:
    """For each scaler its name and rows: steps from and to, the scale in them, and what ended them."""
    from mlir_amp.jax import stablehlo

    outputs = stablehlo.read(module.read_text()).outputs
    with np.load(history) as stored:
        kept = {slot.name: stored[f"out_{i}"] for i, slot in enumerate(outputs) if slot.name and f"out_{i}" in stored}
    scales = {name.removesuffix(".scale"): values for name, values in kept.items() if name.endswith("'].scale")}
    if not scales:
        raise OptionError(f"{history} has no scale: run a step with dynamic loss scaling, with --steps and --history")
    for scaler, after in scales.items():
        skipped = kept.get(f"{scaler}.found_inf", np.zeros(len(after), bool))
        yield f"{scaler}: {len(after):,} steps, {int(skipped.sum()):,} skipped", list(rows(after, skipped))


def rows(after: Any, skipped: Any) -> Iterator[tuple[str, str, str]]:
    """One row for each time that the scale stayed the same; `after` is the scale that a step leaves."""
    ends = [i for i in range(1, len(after)) if after[i] != after[i - 1]]
    starts = [0, *ends]
    for start, end in zip(starts, [*ends, len(after)], strict=True):
        why = "start" if start == 0 else "a step was skipped" if skipped[start] else "the scale grew"
        yield f"{start + 1} to {end}" if end > start + 1 else f"{start + 1}", f"{after[start]:g}", why
