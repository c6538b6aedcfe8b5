# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rewrite a StableHLO module with jaxlib's bindings alone, so that amp-opt can be checked against it.

  widened(text)             the same step in float64
  touched(module, function) every operand of a contraction passes through a JAX function first
  emulated(text, function)  16-bit values in float32, each rounding passing through a JAX function instead
"""
import jax
from jax.extend.mlir import ir
from jax.extend.mlir.dialects import func, stablehlo

import xla

CONTRACTIONS = {"stablehlo.dot", "stablehlo.dot_general", "stablehlo.convolution"}


def operations(module):
    found = []

    def visit(op):
        found.append(op)
        return ir.WalkResult.ADVANCE

    module.operation.walk(visit)
    return found


def widened(text):
    """float32 becomes float64, except that bits are taken from and made into float32 as before."""
    return retyped(xla.parse(text), {"f32": "f64"})


def retyped(module, wider):
    """Values of one float type get another: `wider` maps names of element types."""

    def wide(kind):
        if not isinstance(kind, ir.RankedTensorType) or str(kind.element_type) not in wider:
            return kind
        return ir.RankedTensorType.get(kind.shape, ir.Type.parse(wider[str(kind.element_type)]), kind.encoding)

    with xla.CONTEXT, ir.Location.unknown():
        for op in operations(module):
            for block in (block for region in op.regions for block in region):
                for argument in block.arguments:
                    argument.set_type(wide(argument.type))
            if op.name == "stablehlo.bitcast_convert":
                keep_bits(op, wide)
                continue
            if op.name == "stablehlo.constant" and op.results[0].type != wide(op.results[0].type):
                convert_after(op, wide)
                continue
            for result in op.results:
                result.set_type(wide(result.type))
            if op.name == "func.func":
                kind = ir.FunctionType(ir.TypeAttr(op.attributes["function_type"]).value)
                types = [[wide(t) for t in side] for side in (kind.inputs, kind.results)]
                op.attributes["function_type"] = ir.TypeAttr.get(ir.FunctionType.get(*types))
        module.operation.verify()
    return module


def convert_before(op, index, element):
    operand = op.operands[index]
    with ir.InsertionPoint(op):
        op.operands[index] = stablehlo.ConvertOp(ir.RankedTensorType.get(operand.type.shape, element), operand).result


def convert_after(op, wide):
    [result] = op.results
    with ir.InsertionPoint.after(op):
        after = stablehlo.ConvertOp(wide(result.type), result)
    result.replace_all_uses_except(after.result, after.operation)


def keep_bits(op, wide):
    [result] = op.results
    if wide(result.type) != result.type:
        convert_after(op, wide)
    elif str(ir.RankedTensorType(op.operands[0].type).element_type) == "f64":
        convert_before(op, 0, ir.F32Type.get())


def is_float(value):
    return isinstance(ir.RankedTensorType(value.type).element_type, (ir.F32Type, ir.F64Type))


def with_wide_products(module):
    """A copy in which 16-bit operands of contractions are widened in front of them: exact, for a machine without the 16-bit kernel."""
    module = xla.parse(str(module))
    with xla.CONTEXT, ir.Location.unknown():
        for op in operations(module):
            if op.name not in CONTRACTIONS or is_float(op.operands[0]) or not is_float(op.results[0]):
                continue
            for i in range(len(op.operands)):
                convert_before(op, i, op.results[0].type.element_type)
        module.operation.verify()
    return module


# Ops that hand on what they read, and so round nothing.
MOVING = {
    f"stablehlo.{name}"
    for name in (
        "abs", "all_gather", "all_to_all", "broadcast_in_dim", "case", "clamp", "collective_permute", "composite",
        "concatenate", "constant", "custom_call", "dynamic_slice", "dynamic_update_slice", "gather", "if", "maximum",
        "minimum", "negate", "optimization_barrier", "pad", "reduce", "reduce_window", "reshape", "reverse", "scatter",
        "select", "select_and_scatter", "slice", "sort", "transpose", "while",
    )
} | {"func.call", "sdy.manual_computation", "sdy.sharding_constraint"}  # fmt: skip


# Functions that every library computes to another last bit.
LIBRARY = {
    f"{dialect}.{name}"
    for dialect in ("chlo", "stablehlo")
    for name in ("cosine", "erf", "exponential", "exponential_minus_one", "log", "log_plus_one", "logistic", "power",
                 "rsqrt", "sine", "tanh")
}  # fmt: skip


def emulated(text, function, precision, wider, arithmetic=None, library=None):
    """The same program on wider floats, where `function` stands for each rounding to `precision` that it writes.

    Another function may stand for those of ops that compute wholly in `precision`, and one may be applied to what
    library functions give.
    """
    module = xla.parse(text)
    inexact = [op.results[0] for op in operations(module) if library and op.name in LIBRARY]

    def is_low(value):
        return isinstance(value.type, ir.RankedTensorType) and str(value.type.element_type) == precision

    rounding = [(result, op.name not in CONTRACTIONS and all(map(is_low, op.operands)))
                for op in operations(module) if op.name not in MOVING for result in op.results if is_low(result)]
    retyped(module, {precision: wider, "f32": wider})
    call, call_arithmetic = caller(module, function, "rounding"), caller(module, arithmetic or function, "arithmetic")
    with xla.CONTEXT, ir.Location.unknown():
        for result, computes in rounding:
            pass_through(result, call_arithmetic if computes else call)
        call_library = caller(module, library, "library")
        for result in inexact:
            pass_through(result, call_library)
        module.operation.verify()
    return module


def touched(module, function, which=slice(None), results=False):
    """A copy in which `function` is applied to the operands (or results) of `which` float contractions, in text order."""
    copy = xla.parse(str(module))
    contractions = [op for op in operations(copy) if op.name in CONTRACTIONS and all(map(is_float, op.operands))][which]
    call = caller(copy, function, "touched_result" if results else "touched_operand")
    with xla.CONTEXT, ir.Location.unknown():
        for op in contractions:
            if results:
                pass_through(op.results[0], call)
                continue
            for i, operand in enumerate(op.operands):
                op.operands[i] = call(operand, ir.InsertionPoint(op)).results[0]
        copy.operation.verify()
    return copy


def pass_through(result, call):
    after = call(result, ir.InsertionPoint.after(result.owner))
    result.replace_all_uses_except(after.results[0], after.operation)


def caller(module, function, name):
    """Calls of `function`, which is added to the module once per type."""
    helpers = {}

    def call(value, place):
        if value.type not in helpers:
            helpers[value.type] = define(module, f"{name}_{len(helpers)}", function, value.type)
        with place:
            return func.CallOp([value.type], helpers[value.type], [value])

    return call


def define(module, name, function, kind):
    """Add `function`, as JAX lowers it for values of this type, to the module."""
    lowered = xla.parse(jax.jit(function).lower(*xla.described([kind])).as_text())
    body = lowered.body.operations[0].clone(ir.InsertionPoint.at_block_begin(module.body))
    body.attributes["sym_name"] = ir.StringAttr.get(name)
    body.attributes["sym_visibility"] = ir.StringAttr.get("private")
    for attributes in "arg_attrs", "res_attrs":
        if attributes in body.attributes:
            del body.attributes[attributes]
    return name
