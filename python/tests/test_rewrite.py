# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`mlir_amp.rewrite`: the bytes of amp-opt without a process of its own, from any thread, a thousand times."""

import json
import pathlib
import resource
import subprocess
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

import mlir_amp
from mlir_amp import OptionError, Slot, ToolFailed, ToolMissing, inprocess, native, tools

INPUTS = pathlib.Path(__file__).resolve().parents[2] / "test" / "Inputs"
DIGITS = (INPUTS / "digits_mlp.mlir").read_text()
SMALL = """func.func @main(%x: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %0 = stablehlo.dot %x, %x : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %0 : tensor<4096x4096xf32>
}"""


@pytest.mark.parametrize("options", [{}, {"loss_scale": "dynamic", "weights": "master"}, {"solver": "paint", "align": "always"}])
def test_bytes_of_amp_opt(options, tmp_path):
    """Module, report and warnings are those of the tool."""
    file = tmp_path / "report.json"
    plain = {name.replace("_", "-"): value for name, value in options.items()}
    text = " ".join(f"{name}={value}" for name, value in {"compute": "f16", "report": str(file), **plain}.items())
    tool = tools.run("amp-opt", ["-", f"--amp={text}"], DIGITS)
    result = mlir_amp.rewrite(DIGITS, compute="f16", **options)
    assert result.module == tool.text
    assert result.report == json.loads(file.read_text().replace("<stdin>", "<module>"))
    # The tool prints a warning without the source that it is about.
    said = [line for line in result.messages.splitlines() if line.startswith("<module>:")]
    assert said == [line.replace("<stdin>", "<module>") for line in tool.messages.splitlines()]


def test_signature():
    """Shadows and scalers of the step, each with its partner."""
    slots = mlir_amp.rewrite(DIGITS, compute="f16", loss_scale="dynamic", weights="master", report=False).signature
    scale = next(slot for slot in slots if slot.role == "scale" and not slot.is_result and slot.function == "main")
    back = next(slot for slot in slots if slot.is_result and slot.function == "main" and slot.number == scale.partner)
    assert scale.type == "tensor<f32>" and back.partner == scale.number and back.state == scale.state
    shadows = [slot for slot in slots if slot.role == "shadow" and not slot.is_result]
    assert [slot.type for slot in shadows] == ["tensor<64x128xf16>", "tensor<128x128xf16>", "tensor<128x10xf16>"]
    assert slots[0] == Slot("main", False, 0, "tensor<128xf32>", "[0]['in_b']", "", 0)


def test_forms():
    """Text gives text, bytes give bytes, bytecode gives bytecode that amp-opt reads."""
    assert mlir_amp.rewrite(SMALL.encode(), compute="bf16").module.decode() == mlir_amp.rewrite(SMALL, compute="bf16").module
    made = [tools.find("amp-opt"), "-", "--emit-bytecode"]
    bytecode = subprocess.run(made, input=SMALL.encode(), capture_output=True, check=True).stdout
    rewritten = mlir_amp.rewrite(bytecode, compute="bf16").module
    assert rewritten.startswith(inprocess.BYTECODE)
    text = subprocess.run([tools.find("amp-opt"), "-"], input=rewritten, capture_output=True, check=True).stdout.decode()
    assert text == mlir_amp.rewrite(SMALL, compute="bf16").module


def test_tables_and_policies():
    result = mlir_amp.rewrite(SMALL, compute="bf16", summary=True, explain="dot", policy="contractions", report=False)
    assert result.report is None
    assert "summary of @module" in result.messages and "contraction is on the allow list" in result.messages
    text = '#amp.policy<compute = bf16, accumulate = f32, allow = [], deny = ["contraction"], infer = []>'
    for policy in (text, f"// No file: a/b.policy\n\n  // {text}\n{text}"):
        assert "bf16>" not in mlir_amp.rewrite(SMALL, compute="bf16", policy=policy).module


def test_f32():
    """Without a low format, a marked step is still scaled."""
    assert mlir_amp.rewrite(SMALL, compute="f32").module == tools.run("amp-opt", ["-", "--amp=compute=f32"], SMALL).text
    assert any(slot.role == "scale" for slot in mlir_amp.rewrite(DIGITS, compute="f32", loss_scale="dynamic").signature)


@pytest.mark.parametrize("module, says", [
    ("module {", "<module>:1:7: error: "),
    ("module {" * 600 + "}" * 600, "nest"),
    (b"\xff\xfe", "error: "),
    ("func.func @main(%a: tensor<4xf32> {amp.range = 3}) { return }", "error: "),
    ('module { "amp.no_such_op"() : () -> () }', "error: "),
])  # fmt: skip
def test_refused_modules(module, says):
    with pytest.raises(ToolFailed) as raised:
        mlir_amp.rewrite(module, compute="bf16")
    assert says in str(raised.value) or says in raised.value.diagnostic


@pytest.mark.parametrize("options, says", [
    ({"compute": "bf16", "level": "O1"}, "there is no option 'level'"),
    ({}, "compute has to be given"),
    ({"compute": "f8"}, "compute expects one of"),
    ({"compute": "bf16", "report": "file.json"}, "report expects True or False"),
])  # fmt: skip
def test_refused_options(options, says):
    with pytest.raises(OptionError, match=says):
        mlir_amp.rewrite(SMALL, **options)


def test_refused_by_the_tool():
    with pytest.raises(ToolFailed, match="solver"):
        mlir_amp.rewrite(SMALL, compute="bf16", solver="guess")


def test_missing_library(monkeypatch):
    monkeypatch.setenv("AMP_LIBRARY", "/nowhere/libAmp.so")
    with pytest.raises(ToolMissing, match=r"'libAmp.so' is not at /nowhere/libAmp.so"):
        mlir_amp.rewrite(SMALL, compute="bf16")


def test_threads_run_meanwhile():
    """Calls of four threads give one result; the interpreter is free while one runs."""
    expected = mlir_amp.rewrite(DIGITS, compute="bf16").module
    ticks, done = 0, threading.Event()

    def count():
        nonlocal ticks
        while not done.is_set():
            ticks += 1

    counter = threading.Thread(target=count)
    counter.start()
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda _: mlir_amp.rewrite(DIGITS, compute="bf16").module, range(16)))
    done.set()
    counter.join()
    assert set(results) == {expected} and ticks > 0


def test_a_thousand_calls():
    """Memory that a call takes is given back."""
    for _ in range(200):
        mlir_amp.rewrite(SMALL, compute="bf16")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(1000):
        mlir_amp.rewrite(SMALL, compute="bf16")
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 8 << 10, "kilobytes of a thousand calls"


def test_no_process(monkeypatch):
    monkeypatch.setattr(subprocess, "Popen", None)
    assert native.find().endswith("libAmp.so")
    assert "bf16" in mlir_amp.rewrite(SMALL, compute="bf16").module
