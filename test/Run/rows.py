# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tries every row of the op model that retypes an op of StableHLO or CHLO.

usage: rows.py OPS.mlir ROWS

Each op of OPS is retyped as its row in ROWS (printed by amp-print-op-model) allows, in f16 and in bf16, alone in a
function. jaxlib must accept it, and XLA must return the types that it says.
"""
import re
import sys

import numpy as np
import xla

# Not run: XLA's CPU has no such op, in f32 either, or a shape of the op is dynamic.
ONLY_VERIFIED = {
    "chlo.broadcast_select", "chlo.ragged_dot", "chlo.scan", "stablehlo.collective_broadcast", "stablehlo.dynamic_broadcast_in_dim",
    "stablehlo.dynamic_conv", "stablehlo.dynamic_gather", "stablehlo.dynamic_pad", "stablehlo.dynamic_reshape",
    "stablehlo.real_dynamic_slice", "stablehlo.set_dimension_size", "stablehlo.unary_einsum",
}  # fmt: skip
MINUS_INFINITY = {"f32": "0xFF800000", "f16": "0xFC00", "bf16": "0xFF80"}


def read_rows(path):
    """Name -> (letters of operands, letters of results), for rows with a slot; control flow is retyped by the solver."""
    rows = {}
    for line in open(path):
        name, _, operands, results, regions, *_ = line.split()
        if name.startswith(("stablehlo.", "chlo.")) and regions in ("none", "body") and {*operands, *results} != {"."}:
            rows[name] = operands, results
    return rows


def retyped(type_, letter, low, wide_result):
    if letter == "." or (letter == "b" and wide_result):
        return type_
    return re.sub(r"\bf32\b|(?<=x)f32\b", low, type_)


def retyped_all(values, letters, low, wide_result):
    letters = letters.ljust(len(values), letters[-1])
    return [retyped(str(v.type), letter, low, wide_result) for v, letter in zip(values, letters)]


def retyped_text(op, row, low, wide_result):
    """A module that holds this op alone, with its row's slots in `low`; its regions too."""
    operands = retyped_all(op.operands, row[0], low, wide_result)
    results = retyped_all(op.results, row[1], low, wide_result)
    text = op.get_asm(print_generic_op_form=True, use_local_scope=True)
    head, regions, _ = re.fullmatch(r'(?:\S+ = )?"[^"]+"\([^)]*\)(.*?)( \(\{.*\}\))?( \{.*\})? : \(.*', text, re.DOTALL).groups()
    regions = (regions or "").replace(MINUS_INFINITY["f32"], MINUS_INFINITY[low]).replace("f32>", low + ">")
    arguments = ", ".join(f"%p{i}: {t}" for i, t in enumerate(operands))
    names = ", ".join(f"%p{i}" for i in range(len(operands)))
    values = ", ".join(f"%r#{i}" for i in range(len(results)))
    return (
        f"func.func public @main({arguments}) -> ({', '.join(results)}) {{\n"
        f'  %r:{len(results)} = "{op.name}"({names}){head}{regions} : ({", ".join(operands)}) -> ({", ".join(results)})\n'
        f"  return {values} : {', '.join(results)}\n}}"
    )


def zero_or_one(wanted):
    return (np.zeros if np.dtype(wanted.dtype).kind in "iub" else np.ones)(wanted.shape, wanted.dtype)


def try_op(name, text):
    """The error of the row, or none."""
    try:
        module = xla.parse(text)
        if name in ONLY_VERIFIED:
            return None
        inputs, outputs = (xla.described(types) for types in (xla.main_type(module).inputs, xla.main_type(module).results))
        results = xla.compiled(module)(*map(zero_or_one, inputs))
    except Exception as error:  # whatever jaxlib or XLA refuses it with
        return str(error)
    wrong = [f"wanted {o.dtype}, but got {r.dtype}" for r, o in zip(results, outputs) if r.dtype != o.dtype]
    return ", ".join(wrong) or None


def main(ops_path, rows_path):
    rows = read_rows(rows_path)
    with xla.CONTEXT:
        module = xla.parse(open(ops_path).read())
        body = module.body.operations[0].regions[0].blocks[0]
        ops = [op.operation for op in body.operations if op.operation.name in rows]
    tried, failures = 0, []
    for op in ops:
        row = rows[op.name]
        texts = {retyped_text(op, row, low, wide) for low in ("f16", "bf16") for wide in (False, True)}
        for text in sorted(texts):
            tried += 1
            if problem := try_op(op.name, text):
                failures.append(f"{problem}\n{text}")
    failures += [f"{name}: no such op in {ops_path}" for name in sorted(rows.keys() - {op.name for op in ops})]
    print(*failures, f"{len(rows)} rows, {tried} retyped ops tried, {len(failures)} failures", sep="\n")
    return bool(failures) or not tried


sys.exit(main(*sys.argv[1:]))
