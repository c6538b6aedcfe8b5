# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The README's example prints what the README shows, and every value in docs/how-to/migrate.md is accepted."""

import pathlib
import re

import pytest

import mlir_amp.jax as amp
import models

ROOT = pathlib.Path(__file__).parents[2]
EXAMPLE = re.search(r"```python\n(.*?)```\n```text\n(.*?)```", (ROOT / "README.md").read_text(), re.S)
TABLE = (ROOT / "docs/how-to/migrate.md").read_text().partition("| coming from")[2]
HERE = [code for row in TABLE.splitlines() for code in re.findall(r"`([^`]*)`", row.split("|")[3] if row.count("|") > 3 else "")]


def test_example(capsys):
    exec(compile(EXAMPLE[1], "README.md", "exec"), {})
    assert capsys.readouterr().out == EXAMPLE[2]


@pytest.mark.parametrize("policy", re.findall(r'policy="([\w-]+)"', TABLE))
def test_policies(policy):
    assert amp.jit(models.step, compute="bf16", policy=policy).program(models.parameters(), *models.batch()).text


@pytest.mark.parametrize("scaler, first", [("apex", 2**16), ("paddle", 2**16), ("keras", 2**15), ("jmp", 2**15)])
def test_scalers(scaler, first):
    assert f'scaler="{scaler}"' in TABLE
    step = amp.jit(models.step, compute="f16", loss_scale="dynamic", scaler=scaler)
    assert step.initial_scaler(models.parameters(), *models.batch())["main"]["scale"] == first


@pytest.mark.parametrize(
    "name, value", sorted(set(re.findall(r'(\w+)="?([\w:-]+)["`, )]', " ".join(HERE) + " ")) - {("policy", "my")})
)
def test_what_to_write_exists(name, value):
    if name == "group":
        assert callable(amp.value_and_grad(models.loss, group=value))
    else:
        scale = {"loss_scale": "dynamic"} if name == "scaler" else {}
        options = {"compute": "bf16", **scale, name: int(value) if value.isdigit() else value}
        amp.jit(models.step, **options).program(models.parameters(), *models.batch())
