# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torch-oracle.py AMP_OPT ORACLE: preset torch-cuda decides each op as PyTorch does, which was measured there.

Each op stands between two products, so that what it reads is 16-bit, as in PyTorch's rows for f16 operands.
"""
import json
import re
import subprocess
import sys

UNARY = {"exp": "stablehlo.exponential", "expm1": "stablehlo.exponential_minus_one", "log": "stablehlo.log",
         "log1p": "stablehlo.log_plus_one", "log2": "math.log2", "log10": "math.log10", "rsqrt": "stablehlo.rsqrt",
         "sqrt": "stablehlo.sqrt", "reciprocal": "tosa.reciprocal", "tan": "stablehlo.tan", "tanh": "stablehlo.tanh",
         "sigmoid": "stablehlo.logistic", "sin": "stablehlo.sine", "cos": "stablehlo.cosine", "sinh": "chlo.sinh",
         "cosh": "chlo.cosh", "acos": "chlo.acos", "asin": "chlo.asin", "erf": "chlo.erf", "erfinv": "chlo.erf_inv",
         "abs": "stablehlo.abs", "neg": "stablehlo.negate", "floor": "stablehlo.floor", "square": "chlo.square"}
BINARY = {"pow_scalar": "stablehlo.power", "relu": "stablehlo.maximum"}
T = "tensor<4x4xf32>"
REDUCE = "\"stablehlo.reduce\"(%a, %zero) <{{dimensions = array<i64: 1>}}> ({{\n^bb0(%l: tensor<f32>, %r: tensor<f32>):\n" \
         "  %s = stablehlo.{} %l, %r : tensor<f32>\n  stablehlo.return %s : tensor<f32>\n}}) {{tested}} : " \
         f"({T}, tensor<f32>) -> tensor<4xf32>"
MOVE = f"\"stablehlo.{{}}\"(%a) {{}} {{{{tested}}}} : ({T}) -> {T}"
OTHER = {"sum": REDUCE.format("add"), "prod": REDUCE.format("multiply"), "amax": REDUCE.format("maximum"),
         "amin": REDUCE.format("minimum"),
         "transpose": MOVE.format("transpose", "<{permutation = array<i64: 1, 0>}>"),
         "reshape": MOVE.format("reshape", ""),
         "slice": MOVE.format("slice", "<{start_indices = array<i64: 0, 0>, limit_indices = array<i64: 4, 4>, strides = array<i64: 1, 1>}>"),
         "matmul": f"\"stablehlo.dot\"(%a, %x) {{tested}} : ({T}, {T}) -> {T}"}


def program(text):
    shape = "tensor<4xf32>" if "reduce" in text else T
    return f"""func.func @main(%x: {T}, %zero: tensor<f32>) -> tensor<4x4xf32> {{
  %a = stablehlo.dot %x, %x : ({T}, {T}) -> {T}
  %b = {text}
  %c = stablehlo.broadcast_in_dim %b, dims = [{'0' if 'reduce' in text else '0, 1'}] : ({shape}) -> {T}
  %d = stablehlo.dot %c, %x : ({T}, {T}) -> {T}
  return %d : {T}
}}"""


def decide(amp_opt, text):
    run = subprocess.run([amp_opt, "--amp-attach-policy=preset=torch-cuda compute=f16", "--amp-assign-precision",
                          "--mlir-print-op-generic", "--mlir-print-local-scope"],
                         input=program(text), capture_output=True, text=True, check=True)
    [slots] = re.findall(r"amp.precision<\[([^]]*)\][^}]*, tested}", run.stdout)
    return "f16" if "f16" in slots else "f32"


def main(amp_opt, oracle):
    rows = json.load(open(oracle))["out_dtype"]["cuda"]
    texts = dict(OTHER)
    texts.update({name: f"\"{op}\"(%a) {{tested}} : ({T}) -> {T}" for name, op in UNARY.items()})
    texts.update({name: f"\"{op}\"(%a, %a) {{tested}} : ({T}, {T}) -> {T}" for name, op in BINARY.items()})
    wrong = 0
    for name, text in sorted(texts.items()):
        expected, found = rows[name]["f16"], decide(amp_opt, text)
        if expected != found:
            wrong += 1
            print(f"{name}: PyTorch computes in {expected}, preset torch-cuda in {found}")
    print(f"{len(texts) - wrong} of {len(texts)} ops as in PyTorch")
    return wrong


if __name__ == "__main__":
    sys.exit(1 if main(*sys.argv[1:]) else 0)
