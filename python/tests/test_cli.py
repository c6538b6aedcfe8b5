# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""mlir-amp: export, optimize, run and report, each on what the one before wrote; and what each says when it cannot."""

import json
import re

import jax
import numpy as np
import pytest

import models
from mlir_amp import tools
from mlir_amp.cli import main
from mlir_amp.cli.scopes import scope_of

PAINT = ("--solver", "paint")


SCALED = """func.func @main(%a: tensor<f32>, %b: tensor<f32>) { return }
func.func @main_init_scaler() { return }"""


def example():
    return models.parameters(), *models.batch()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.syspath_prepend(__file__.rsplit("/", 1)[0])
    return tmp_path


def amp(*arguments):
    return main([str(a) for a in arguments])


def test_from_python_to_tables(folder, capsys):
    assert amp("export", "jax", "models:step", "--inputs", "test_cli:example", "-o", "step.mlir", "--save", "in.npz") == 0
    assert amp("optimize", "step.mlir", "--compute", "bf16", *PAINT, "--report", "r.json", "-o", "fast.mlir") == 0
    for engine in ("amp", "xla"):
        assert amp("run", "fast.mlir", "--inputs", "in.npz", "--outputs", f"{engine}.npz", "--engine", engine) == 0
    expected = jax.tree.leaves(models.unmarked(*example()))
    for engine in ("amp", "xla"):
        with np.load(f"{engine}.npz") as results:
            for i, reference in enumerate(expected):
                np.testing.assert_allclose(results[f"out_{i}"], reference, atol=2e-2)
    capsys.readouterr()
    assert amp("report", "r.json") == 0
    tables = capsys.readouterr().out
    assert all(title in tables for title in ("jit_step in bf16", "by class of op", "by module", "casts: "))
    assert "\n\nby class of op\n" in tables and "contraction" in tables and "f32 to bf16" in tables


def test_timeline_of_the_scale(folder, capsys):
    assert amp("export", "jax", "models:step", "--inputs", "test_cli:example", "-o", "f32.mlir") == 0
    how = ("--compute", "f16", "--loss-scale", "dynamic:1024", "--weights", "master", "--report", "r.json", *PAINT)
    assert amp("optimize", "f32.mlir", *how, "-o", "step.mlir") == 0
    p, x, y = example()
    batches = np.stack([x] * 6)
    batches[[1, 4], 0, 0] = np.inf
    own = [*jax.tree.leaves(p), batches, y]  # neither scaler nor shadows
    np.savez("in.npz", **{f"in_{i}": np.asarray(a) for i, a in enumerate(own)})
    assert amp("run", "step.mlir", "--inputs", "in.npz", "--outputs", "out.npz", "--steps", 6, "--history", "h.npz") == 0
    assert amp("report", "r.json", "--history", "h.npz") == 1
    assert "--history needs --module" in capsys.readouterr().err
    assert amp("report", "r.json", "--history", "h.npz", "--module", "step.mlir") == 0
    shown = capsys.readouterr().out
    assert "scaler['main']: 6 steps, 2 skipped" in shown
    assert re.findall(r"^(\S+(?: to \d)?) +(\d+) +(start|a step was skipped)", shown, re.M) == [
        ("1", "1024", "start"), ("2 to 4", "512", "a step was skipped"), ("5 to 6", "256", "a step was skipped")]  # fmt: skip


def test_progress_is_that_of_amp_run(folder, capfd, monkeypatch):
    assert amp("export", "jax", "models:step", "--inputs", "test_cli:example", "-o", "step.mlir", "--save", "in.npz") == 0
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    how = ("--outputs", "out.npz", "--steps", 3)
    assert amp("run", "step.mlir", "--inputs", "in.npz", *how) == 0
    with np.load("out.npz") as results:
        assert results["out_2"] < models.step(*example())[1]
    assert amp("run", "step.mlir", "--inputs", "out.npz", *how) == 1
    told = capfd.readouterr().err
    assert "the inputs have no in_0" in told and "mlir-amp: amp-run failed (exit code 1)" in told


def test_another_target(folder, monkeypatch):
    calls = []
    monkeypatch.setattr(tools, "run", lambda name, arguments, *_: calls.append(arguments) or tools.Output("", ""))
    assert amp("run", "step.mlir", "--inputs", "in.npz", "--outputs", "out.npz", "--target", "cuda") == 0
    assert calls == [["run", "step.mlir", "--inputs=in.npz", "--outputs=out.npz", "--target=cuda"]]


def test_standard_output(folder, capsys):
    assert amp("export", "jax", "jax.numpy:add", "--shapes", "float32[8] float32[]") == 0
    assert "tensor<8xf32>" in capsys.readouterr().out
    assert amp("export", "jax", "models:step", "--inputs", "test_cli:example", "-o", "step.mlir", "--save", "in.npz") == 0
    assert amp("optimize", "step.mlir", "--compute", "f32") == 0
    assert 'amp.role = "loss"' in capsys.readouterr().out
    assert amp("optimize", "step.mlir", "--compute", "f16", "--loss-scale", "dynamic", "-o", "step.mlir") == 0
    for engine in ("amp", "xla"):
        assert amp("run", "step.mlir", "--inputs", "in.npz", "--engine", engine) == 0
        assert capsys.readouterr().out.count("\n") >= 3


@pytest.mark.parametrize("arguments, says", [
    (("export", "jax", "models", "--shapes", "float32[2]"), "expects MODULE:NAME"),
    (("export", "jax", "models:nothing", "--shapes", "float32[2]"), "there is no 'models:nothing'"),
    (("export", "jax", "no_such.module:f", "--shapes", "float32[2]"), "there is no 'no_such.module:f'"),
    (("export", "jax", "models:step", "--shapes", "tensor<2xf32>"), "--shapes expects types such as"),
    (("export", "jax", "models:step", "--shapes", "f99[2]"), "--shapes: "),
    (("export", "jax", "models:step", "--inputs", "models:RATE"), "gives a float"),
    (("export", "jax", "models:step", "--shapes", "float32[2]", "--save", "x.npz"), "--shapes has none"),
    (("export", "jax", "models:step", "--shapes", "float32[2]"), "models:step raises TypeError: step() missing 2"),
    (("optimize", "gone.mlir", "--compute", "bf16"), "mlir-amp: gone.mlir: No such file"),
    (("optimize", "a.mlir", "--compute", "int8"), "compute expects one of"),
    (("optimize", "a.mlir", "--compute", "bf16"), "amp-opt: "),
    (("run", "a.mlir", "--inputs", "gone.npz"), "amp-run: "),
    (("run", "a.mlir", "--inputs", "gone.npz", "--engine", "xla", "--steps", "2"), "and --target need --engine amp"),
    (("run", "scaled.mlir", "--inputs", "few.npz"), "the inputs have no in_1: the module takes 2 arguments"),
    (("report", "a.mlir"), "a.mlir is no JSON, but a report is"),
    (("optimize", "scaled.mlir", "--compute", "bf16", "--policy", "torch"), "expects a preset of apex-o1, apex-o2, "),
    (("report", "other.json"), "expects to be a report of version 1"),
])  # fmt: skip
def test_says_what_is_wrong(folder, capsys, arguments, says):
    (folder / "a.mlir").write_text("this is no module")
    (folder / "scaled.mlir").write_text(SCALED)
    np.savez("few.npz", in_0=np.float32(1))
    (folder / "other.json").write_text(json.dumps({"version": 99}))
    assert amp(*arguments) == 1
    assert says in capsys.readouterr().err.replace("\n", " ")


def test_without_a_command(capsys):
    assert amp() == 2 and "mlir-amp export jax" in capsys.readouterr().err


@pytest.mark.parametrize("location, scope", [
    ("jit(step)/jvp(Net)/Dense_0/add at train.py:1:2", "Net/Dense_0"),
    ("jit(step)/transpose(jvp(Net))/Dense_0/attention/dot_general", "Net/Dense_0"),
    ("jit(step)/jit(relu)/max", "(no module)"),
    ("jit(step)/jvp()/while/body/mul", "while/body"),
    ("p['w']", "(no module)"),
    ("unknown", "(no module)"),
])  # fmt: skip
def test_scopes(location, scope):
    assert scope_of(location, 2) == scope
