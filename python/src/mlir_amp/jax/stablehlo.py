# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reading StableHLO text with jaxlib's own MLIR: the signature of `main`, and the module as an artifact that JAX executes."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import jax
import ml_dtypes
import numpy as np
from jax.extend import mlir as jax_mlir
from jax.extend.mlir import ir

from mlir_amp.errors import AmpError
from mlir_amp.jax import constants

# Writer and reader of the artifact are one jaxlib, so any version that it can still write will do.
ARTIFACT_VERSION = "1.9.0"

SAID = ("amp.role", "amp.state", "jax.result_info")

CONVERSIONS = ("init_weights", "read_weights")
"""Functions beside `main` that amp-opt adds with weights=threshold:BITS: from f32 weights to states, and back."""

PRODUCTS = ("stablehlo.dot", "stablehlo.dot_general", "stablehlo.convolution")

DTYPES: dict[str, Any] = {
    "f64": np.float64, "f32": np.float32, "f16": np.float16, "bf16": ml_dtypes.bfloat16,
    "f8E3M4": ml_dtypes.float8_e3m4, "f8E4M3": ml_dtypes.float8_e4m3, "f8E4M3FN": ml_dtypes.float8_e4m3fn,
    "f8E4M3B11FNUZ": ml_dtypes.float8_e4m3b11fnuz, "f8E4M3FNUZ": ml_dtypes.float8_e4m3fnuz, "f8E5M2": ml_dtypes.float8_e5m2,
    "f8E5M2FNUZ": ml_dtypes.float8_e5m2fnuz, "f8E8M0FNU": ml_dtypes.float8_e8m0fnu, "f4E2M1FN": ml_dtypes.float4_e2m1fn,
    "i1": np.bool_, "i2": ml_dtypes.int2, "i4": ml_dtypes.int4, "i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64,
    "ui2": ml_dtypes.uint2, "ui4": ml_dtypes.uint4, "ui8": np.uint8, "ui16": np.uint16, "ui32": np.uint32, "ui64": np.uint64,
    "complex<f32>": np.complex64, "complex<f64>": np.complex128,
}  # fmt: skip
"""JAX's types, by MLIR's names: every type that an array of an exported step can have."""


class Slot(NamedTuple):
    """An argument or result of `main`.

    `role` is what amp-opt made it for ("" if it is the step's own), `state` the name that a result shares with the argument that
    it replaces in the next step (None if it replaces none), `ops` what the rows of "overflow_counts" are about.
    """

    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    role: str
    name: str
    state: str | None = None
    ops: tuple[str, ...] = ()


class Module(NamedTuple):
    """A verified module: what `main` takes and gives, the artifact of it, the first values of its scalers, and warnings.

    `functions` are those that convert its weights, each as the `main` of a module.
    """

    inputs: tuple[Slot, ...]
    outputs: tuple[Slot, ...]
    artifact: bytes
    initial: tuple[Any, ...] = ()
    messages: tuple[str, ...] = ()
    functions: Mapping[str, "Module"] = MappingProxyType({})


def context() -> Any:
    """A new context that knows every dialect of an export: that of any lowered function. (What was read in one stays in memory.)"""
    module: Any = jax.jit(lambda: 0).lower().compiler_ir("stablehlo")
    return module.context


def write(artifact: bytes) -> tuple[str, constants.Asides]:
    """An exported module as text with places in the source, without its large constants; and these."""
    with context() as into, ir.Location.unknown():
        module = jax_mlir.deserialize_portable_artifact(artifact, into)
        asides = constants.put_aside(module)
        return constants.declared(module.operation.get_asm(enable_debug_info=True), asides), asides


def whole(text: str, asides: constants.Asides) -> str:
    """The module with these constants in it again."""
    with context(), ir.Location.unknown():
        module = ir.Module.parse(constants.bare(text))
        constants.put_back(module, asides, DTYPES)
        return str(module.operation.get_asm(enable_debug_info=True))


def read(text: str, function: str = "main", asides: constants.Asides | None = None) -> Module:
    """Parses and verifies a module, with those of its constants that are not in the text; AmpError if jaxlib cannot read it."""
    with context(), ir.Location.unknown():
        try:
            module = ir.Module.parse(constants.bare(text) if asides else text)
            module.operation.verify()
        except ir.MLIRError as error:
            raise AmpError(f"jaxlib cannot read what amp-opt wrote: {error}") from error
        symbols = ir.SymbolTable(module.operation)
        main: Any = symbols[function]
        initial = _take_initial(symbols, f"{function}_init_scaler")
        if (shadows := f"{function}_init_shadows") in symbols:  # what it computes is one cast each
            symbols.erase(symbols[shadows])
        names = [name for name in CONVERSIONS if f"{function}_{name}" in symbols]
        functions = {name: _take_function(symbols, f"{function}_{name}") for name in names}
        lost = constants.put_back(module, asides, DTYPES) if asides else ()
        if jax.default_backend() == "cpu":
            widen_products(module)
        artifact = jax_mlir.serialize_portable_artifact(module, ARTIFACT_VERSION, True)
        slots = _slots(main, "arg_attrs", main.type.inputs), _slots(main, "res_attrs", main.type.results)
        return Module(*slots, artifact, initial, tuple(lost), functions)


def _take_initial(symbols: Any, name: str) -> tuple[Any, ...]:
    """The constants that this function returns; it is no part of the program then."""
    if name not in symbols:
        return ()
    function: Any = symbols[name]
    made = [value.owner.attributes["value"] for value in function.entry_block.operations[-1].operands]
    values = tuple(np.array(ir.DenseElementsAttr(value)) for value in made)
    symbols.erase(function)
    return values


def _take_function(symbols: Any, name: str) -> Module:
    """Takes a function that calls no other out of the program, as the `main` of a module of its own."""
    function: Any = symbols[name]
    slots = _slots(function, "arg_attrs", function.type.inputs), _slots(function, "res_attrs", function.type.results)
    alone = ir.Module.create()
    main = function.operation.clone(ip=ir.InsertionPoint(alone.body))
    main.attributes["sym_name"] = ir.StringAttr.get("main")
    symbols.erase(function)
    return Module(*slots, jax_mlir.serialize_portable_artifact(alone, ARTIFACT_VERSION, True))


def _slots(main: Any, attributes: str, types: Any) -> tuple[Slot, ...]:
    rows = list(ir.ArrayAttr(main.attributes[attributes])) if attributes in main.attributes else [ir.DictAttr.get({})] * len(types)
    return tuple(_slot(ir.RankedTensorType(t), ir.DictAttr(row)) for t, row in zip(types, rows, strict=True))


def _slot(type: Any, attributes: Any) -> Slot:
    said = {name: str(ir.StringAttr(attributes[name]).value) for name in SAID if name in attributes}
    role, state = said.get("amp.role", ""), said.get("amp.state")
    ops = tuple(str(ir.StringAttr(op).value) for op in ir.ArrayAttr(attributes["amp.ops"])) if "amp.ops" in attributes else ()
    name = state or said.get("jax.result_info", "")
    return Slot(tuple(type.shape), np.dtype(DTYPES[str(type.element_type)]), "" if role == "loss" else role, name, state, ops)


def widen_products(module: Any) -> None:
    """Makes products of bf16 that sum in f32 products of f32: XLA's CPU has no kernel for some of them.

    The result is the same: f32 holds every product of two bf16, and the sums are f32 either way.
    """
    wide, low = ir.F32Type.get(), ir.BF16Type.get()

    def visit(op: Any) -> Any:
        if op.name in PRODUCTS and ir.RankedTensorType(op.results[0].type).element_type == wide:
            for i, operand in enumerate(op.operands):
                given = ir.RankedTensorType(operand.type)
                if given.element_type == low:
                    to = ir.RankedTensorType.get(given.shape, wide, given.encoding)
                    convert = ir.Operation.create("stablehlo.convert", [to], [operand], loc=op.location, ip=ir.InsertionPoint(op))
                    op.operands[i] = convert.results[0]
        return ir.WalkResult.ADVANCE

    module.operation.walk(visit)
