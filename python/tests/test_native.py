# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""libAmp on NumPy's arrays: what it computes, what it refuses, and what it says then."""

import ml_dtypes
import numpy as np
import pytest

from mlir_amp import AmpError, ToolFailed, ToolMissing, native

TYPES = [("f32", np.float32), ("bf16", ml_dtypes.bfloat16), ("i1", np.bool_), ("i64", np.int64), ("complex<f32>", np.complex64)]


@pytest.mark.parametrize("element, dtype", TYPES)
@pytest.mark.parametrize("shape", [(), (3,), (2, 5), (0, 4)])
def test_elements_in_order(element, dtype, shape):
    sizes = "".join(f"{size}x" for size in shape)
    program = native.Program(
        f"func.func @main(%a: tensor<{sizes}{element}>) -> tensor<{sizes}{element}> {{ return %a : tensor<{sizes}{element}> }}"
    )
    given, result = native.aligned(np.arange(np.prod(shape, dtype=int)).astype(dtype).reshape(shape)), native.empty(shape, dtype)
    program.run([given], [result])
    np.testing.assert_array_equal(result, given)


def test_jax_constants_of_truth_values():
    """A byte each, where MLIR has a bit each."""
    body = '%0 = stablehlo.constant dense<"0x010001010001000101"> : tensor<9xi1> return %0 : tensor<9xi1>'
    text = f"func.func @main() -> tensor<9xi1> {{ {body} }}"
    result = native.empty((9,), bool)
    native.Program(text).run([], [result])
    assert result.tolist() == [True, False, True, True, False, True, False, True, True]


@pytest.mark.parametrize("text, says", [
    ("module {", "<module>:1:7: error: "),
    ('module { %0 = "unknown.op"() : () -> i32 }', "error: "),
    ("func.func @other() { return }", "the module has no function 'main' to run: it has 'other'"),
    ("func.func @main(%a: tensor<?xf32>) { return }", "of numbers to run 'main', but argument 0 is 'tensor<?xf32>'"),
    ("func.func @main() -> i32 { %0 = arith.constant 1 : i32 return %0 : i32 }", "but result 0 is 'i32'"),
    ("module {" * 600 + "}" * 600, "nest"),
    ("PK\x03\x04", "a zip archive"),
])  # fmt: skip
def test_refuses(text, says):
    with pytest.raises(ToolFailed) as caught:
        native.Program(text)
    assert says in caught.value.diagnostic


def test_arrays_of_another_size():
    program = native.Program("func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> { return %a : tensor<4xf32> }")
    a, b = native.empty((4,), np.float32), native.empty((5,), np.float32)
    for arguments, results in (([a], [b]), ([b], [a]), ([a, a], [a]), ([], [a])):
        with pytest.raises(AmpError, match=r"takes arrays of \[16\] bytes and gives arrays of \[16\] bytes"):
            program.run(arguments, results)


def test_missing_library(monkeypatch, tmp_path):
    monkeypatch.setenv("AMP_BIN", str(tmp_path / "bin"))
    with pytest.raises(ToolMissing, match=r"'libAmp.so' is not at .*lib/libAmp.so nor at .*AMP_LIBRARY="):
        native.find()
    (tmp_path / "a.so").write_text("no library")
    monkeypatch.setenv("AMP_LIBRARY", str(tmp_path / "a.so"))
    with pytest.raises(ToolMissing, match=r"cannot load .*a.so"):
        native.library(native.find())
