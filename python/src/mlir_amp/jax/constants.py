# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Large constants stay in this process: the text that amp-opt reads and writes has only their names, and what it decides by.

    constant dense<"0x3F80...">                   ==>   constant dense_resource<aside0>                  put_aside
    convert(constant dense_resource<aside0>)      ==>   constant dense<"0x3F80...">, of the new type     put_back

As text a constant takes two letters a byte, and seconds to write, to round and to read again. In place of its data there are the
elements of `mlir_amp.samples`.
"""

import itertools
import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from jax.extend.mlir import ir

from mlir_amp.samples import resources, sample

LARGE = 1 << 20
"""Bytes from which on a constant is large."""

NUMBERS = itertools.count()
"""In their names: MLIR changes a name that it knows already, by what it puts behind it."""
NAME = re.compile(r"dense_resource<aside(\d+)")
Asides = dict[int, Any]
ELEMENTS = ("f16", "f32", "f64", "i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64")
"""Elements that jaxlib gives to NumPy."""
NARROW = ("f16", "bf16")


def put_aside(module: Any) -> Asides:
    """Replaces large constants by their names; returns them as NumPy arrays."""
    asides: Asides = {}
    known: dict[Any, Any] = {}
    for constant in _constants(module, _is_large):
        value = constant.attributes["value"]
        if value not in known:
            number = next(NUMBERS)
            known[value] = ir.Attribute.parse(f"dense_resource<aside{number}> : {value.type}")
            asides[number] = np.array(value)
        constant.attributes["value"] = known[value]
    return asides


def declared(text: str, asides: Asides) -> str:
    """A module as text, with what stands for their data behind it."""
    return text + resources({f"aside{i}": sample(array) for i, array in asides.items()})


def bare(text: str) -> str:
    """The module without that: jaxlib would keep what is declared."""
    return text.partition("\n{-#")[0]


def put_back(module: Any, asides: Asides, dtypes: dict[str, Any]) -> list[str]:
    """Gives constants their values again, and rounds those that are cast; returns warnings of what that loses, as amp-opt's.

    `dtypes` has NumPy's types by MLIR's names.
    """
    return [said for constant in _constants(module, _is_aside) for said in _put_back(constant, asides, dtypes)]


def _put_back(constant: Any, asides: Asides, dtypes: dict[str, Any]) -> Iterator[str]:
    value = constant.attributes["value"]
    array, type = asides[int(re.findall(NAME, str(value))[0])], ir.RankedTensorType(value.type)
    for use in [use.owner for use in constant.results[0].uses]:
        to = ir.RankedTensorType(use.results[0].type) if use.name == "stablehlo.convert" else type
        if str(to.element_type) in NARROW and str(type.element_type) == "f32":
            with np.errstate(over="ignore"):
                narrow = array.astype(dtypes[str(to.element_type)])
            warning = f"{constant.location}: warning: constant %s '{to.element_type}': %d %s"
            if many := int(np.count_nonzero(np.isinf(narrow)) - np.count_nonzero(np.isinf(array))):
                yield warning % ("overflows", many, "finite value(s) became infinity")
            if many := int(np.count_nonzero(array) - np.count_nonzero(narrow)):
                yield warning % ("underflows", many, "nonzero value(s) became zero")
            value = {"value": _dense(narrow, to)}
            rounded = ir.Operation.create(constant.name, [to], attributes=value, loc=use.location, ip=ir.InsertionPoint(use))
            use.results[0].replace_all_uses_with(rounded.results[0])
            use.erase()
    if next(iter(constant.results[0].uses), None):
        constant.attributes["value"] = _dense(array, type)
    else:
        constant.erase()


def _constants(module: Any, wanted: Callable[[Any], bool]) -> list[Any]:
    found: list[Any] = []

    def visit(op: Any) -> Any:
        # The type first: the bindings raise for values of complex numbers.
        if op.name == "stablehlo.constant" and _element(op.results[0].type) in ELEMENTS and wanted(op.attributes["value"]):
            found.append(op)
        return ir.WalkResult.ADVANCE

    module.operation.walk(visit)
    return found


def _is_aside(value: Any) -> bool:
    return not isinstance(value, ir.DenseElementsAttr) and NAME.match(str(value)) is not None


def _is_large(value: Any) -> bool:
    if not isinstance(value, ir.DenseElementsAttr) or value.is_splat:
        return False
    return bool(np.asarray(value).nbytes >= LARGE)


def _element(type: Any) -> str:
    return str(ir.RankedTensorType(type).element_type)


def _dense(array: Any, type: Any) -> Any:
    bits = array.view(np.uint16) if array.dtype.kind == "V" or array.dtype.name == "bfloat16" else array
    return ir.DenseElementsAttr.get(bits, type=type.element_type, shape=array.shape)
