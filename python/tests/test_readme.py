# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The README's example prints what the README says, and the names of its table exist."""

import pathlib
import re

import pytest

import mlir_amp.jax as amp
import models

TEXT = (pathlib.Path(__file__).parents[2] / "README.md").read_text()
EXAMPLE = re.search(r"```python\n(.*?)```\n```\n(.*?)```", TEXT, re.S)
TABLE = TEXT[TEXT.index("| coming from") : TEXT.index("## Embedding")]


def test_example(capsys):
    exec(compile(EXAMPLE[1], "README.md", "exec"), {})
    assert capsys.readouterr().out == EXAMPLE[2]


@pytest.mark.parametrize("policy", re.findall(r'policy="([\w-]+)"', TABLE))
def test_policies(policy):
    assert amp.jit(models.step, compute="bf16", policy=policy).program(models.parameters(), *models.batch()).text


@pytest.mark.parametrize("scaler", re.findall(r'scaler="(\w+)"', TABLE))
def test_scalers(scaler):
    step = amp.jit(models.step, compute="f16", loss_scale="dynamic", scaler=scaler)
    assert step.initial_scaler(models.parameters(), *models.batch())["main"]["scale"] > 0
