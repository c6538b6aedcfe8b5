# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rewrite a StableHLO module with jaxlib's bindings alone, so that amp-opt can be checked against it.

  widened(text)             the same step in float64
  touched(module, function) every operand of a contraction passes through a JAX function first
"""
import jax
import numpy as np
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
    module = xla.parse(text)
    with xla.CONTEXT, ir.Location.unknown():
        for op in operations(module):
            for block in (block for region in op.regions for block in region):
                for argument in block.arguments:
                    argument.set_type(wide(argument.type))
            if op.name == "stablehlo.bitcast_convert":
                keep_bits(op)
                continue
            for result in op.results:
                result.set_type(wide(result.type))
            if op.name == "stablehlo.constant":
                op.attributes["value"] = wide_constant(op.attributes["value"])
            if op.name == "func.func":
                kind = ir.FunctionType(ir.TypeAttr(op.attributes["function_type"]).value)
                types = [[wide(t) for t in side] for side in (kind.inputs, kind.results)]
                op.attributes["function_type"] = ir.TypeAttr.get(ir.FunctionType.get(*types))
        module.operation.verify()
    return module


def wide(kind):
    if not isinstance(kind, ir.RankedTensorType) or not isinstance(kind.element_type, ir.F32Type):
        return kind
    return ir.RankedTensorType.get(kind.shape, ir.F64Type.get(), kind.encoding)


def wide_constant(value):
    kind = ir.RankedTensorType(value.type)
    if wide(kind) == kind:
        return value
    if value.is_splat:
        return ir.DenseElementsAttr.get_splat(wide(kind), ir.FloatAttr.get_f64(float(value.get_splat_value().value)))
    return ir.DenseElementsAttr.get(np.array(value).astype(np.float64), type=wide(kind))


def keep_bits(op):
    [result] = op.results
    if wide(result.type) != result.type:
        with ir.InsertionPoint.after(op):
            after = stablehlo.ConvertOp(wide(result.type), result)
        result.replace_all_uses_except(after.result, after.operation)
    elif isinstance(ir.RankedTensorType(op.operands[0].type).element_type, ir.F64Type):
        narrow = ir.RankedTensorType.get(op.operands[0].type.shape, ir.F32Type.get())
        with ir.InsertionPoint(op):
            op.operands[0] = stablehlo.ConvertOp(narrow, op.operands[0]).result


def is_float(value):
    return isinstance(ir.RankedTensorType(value.type).element_type, (ir.F32Type, ir.F64Type))


def touched(module, function, which=slice(None), results=False):
    """A copy in which `function` is applied to the operands (or results) of `which` float contractions, in text order."""
    copy = xla.parse(str(module))
    contractions = [op for op in operations(copy) if op.name in CONTRACTIONS and all(map(is_float, op.operands))][which]
    helpers = {}

    def call(value, place):
        if value.type not in helpers:
            helpers[value.type] = define(copy, f"touched_{'result' if results else 'operand'}_{len(helpers)}", function, value.type)
        with place:
            return func.CallOp([value.type], helpers[value.type], [value])

    with xla.CONTEXT, ir.Location.unknown():
        for op in contractions:
            if results:
                after = call(op.results[0], ir.InsertionPoint.after(op))
                op.results[0].replace_all_uses_except(after.results[0], after.operation)
                continue
            for i, operand in enumerate(op.operands):
                op.operands[i] = call(operand, ir.InsertionPoint(op)).results[0]
        copy.operation.verify()
    return copy


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
