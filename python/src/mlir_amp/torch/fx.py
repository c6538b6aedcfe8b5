# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Nodes of FX graphs: their tensors, types, names and places.

A node:

    convolution_3 = aten.convolution(x, w, ...)     ==>     "convolution", operands [x, w, None], "model.layer2.conv1/convolution_3"
"""

import math
import operator
import re
from collections.abc import Sequence
from typing import Any

import torch
from torch.fx import Node
from torch.fx.experimental.symbolic_shapes import GuardOnDataDependentSymNode

from mlir_amp.nodes import UNKNOWN, tensor

ELEMENTS = {
    torch.float32: "f32", torch.float64: "f64", torch.float16: "f16", torch.bfloat16: "bf16", torch.bool: "i1", torch.int8: "i8",
    torch.int16: "i16", torch.int32: "i32", torch.int64: "i64", torch.uint8: "ui8",
}  # fmt: skip
DTYPES = {"f32": torch.float32, "f16": torch.float16, "bf16": torch.bfloat16}
HALF = torch.float16, torch.bfloat16
FLOATS = torch.float32, *HALF
ATEN = torch.ops.aten
CONVERT = torch.ops.prims.convert_element_type.default
EXACT = (
    ATEN._unsafe_view.default, ATEN.alias.default, ATEN.detach.default, ATEN.expand.default, ATEN.neg.default, ATEN.permute.default,
    ATEN.select.int, ATEN.slice.Tensor, ATEN.squeeze.dim, ATEN.squeeze.dims, ATEN.t.default, ATEN.transpose.int,
    ATEN.unsqueeze.default, ATEN.view.default,
)  # fmt: skip
"""Ops that round nothing: views, and changes of sign."""
INDEX_PUTS = ATEN._unsafe_index_put.default, ATEN.index_put.default, ATEN.index_put_.default
"""Ops that move elements, or add them."""
FULLS = ATEN.full.default, ATEN.full_like.default, ATEN.new_full.default
"""Ops whose second argument fills a tensor."""


def results_of(node: Node) -> list[tuple[Any, Any]] | None:
    """The values that a node makes, with their fake tensors: its own, or those of its getitems. None for no tensors."""
    made = node.meta.get("val")
    if isinstance(made, torch.Tensor):
        return [(node, made)]
    if not isinstance(made, tuple | list):
        return None
    items: dict[int, Node] = {}
    for user in node.users:
        if user.target is operator.getitem:
            items.setdefault(user.args[1], user)
    return [(items.get(i, (node, i)), v if isinstance(v, torch.Tensor) else None) for i, v in enumerate(made)]


def operands_of(node: Node) -> list[Node | None]:
    """The tensors that a node reads, in the order of its schema; None for one that is not given."""
    schema = getattr(node.target, "_schema", None)
    if schema is None:
        return list(node.all_input_nodes)
    found: list[Node | None] = []
    for i, argument in enumerate(schema.arguments):
        if "Tensor" in str(argument.type):
            given = node.args[i] if i < len(node.args) else node.kwargs.get(argument.name)
            listed = given if isinstance(given, list | tuple) else [given]
            found += [value if isinstance(value, Node) else None for value in listed]
    return found


def with_operands(node: Node, replaced: Sequence[Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The arguments of a node with other tensors, in the order of `operands_of`."""
    rest = iter(replaced)

    def put(value: Any) -> Any:
        new = next(rest)
        return value if new is None else new

    schema = getattr(node.target, "_schema", None)
    if schema is None:
        changed = dict(zip(node.all_input_nodes, replaced, strict=True))
        mapped: Any = torch.fx.map_arg((node.args, dict(node.kwargs)), lambda n: n if changed.get(n) is None else changed[n])
        return mapped[0], mapped[1]
    args, kwargs = list(node.args), dict(node.kwargs)
    for i, argument in enumerate(schema.arguments):
        if "Tensor" not in str(argument.type):
            continue
        holder, key = (args, i) if i < len(args) else (kwargs, argument.name)
        given = holder[key] if holder is args or key in kwargs else None
        new = type(given)(put(v) for v in given) if isinstance(given, list | tuple) else put(given)
        if holder is args or key in kwargs:
            holder[key] = new
    return tuple(args), kwargs


def type_of(value: Any) -> str:
    """The type of a fake tensor, by the sizes of this trace."""
    element = ELEMENTS.get(value.dtype)
    return UNKNOWN if element is None else tensor(element, sizes_of(value))


def sizes_of(value: Any) -> list[int | None]:
    """The sizes of a fake tensor in this trace; None for one that data decides."""
    return [hint(size) for size in value.shape]


def hint(value: Any, unknown: Any = None) -> Any:
    """The number that a symbol was in this trace, without a guard on it; `unknown` for one that data decides."""
    if not isinstance(value, torch.SymInt | torch.SymFloat | torch.SymBool):
        return value
    node = value.node
    if node.hint is None and hasattr(node.shape_env, "guarding_hint_or_throw"):  # before PyTorch 2.12, hint is as much
        try:
            return node.shape_env.guarding_hint_or_throw(node.expr)
        except GuardOnDataDependentSymNode:
            return unknown
    return unknown if node.hint is None else node.hint


def name_of(node: Node) -> str:
    """The name of a node's op in the dialect aten: without overload, and with its namespace if that is another.

    index_put has a name of its own where it adds, the gradient of a max pool where it adds many elements.
    """
    target = node.target
    if isinstance(target, torch._ops.OpOverload):
        space, _, name = target._schema.name.partition("::")
        if _accumulates(node):
            name += "_accumulate"
        return name if space == "aten" else f"{space}.{name}"
    return "other." + re.sub(r"\W", "_", getattr(target, "__name__", str(target)))


def _accumulates(node: Node) -> bool:
    """True for index_put that adds, and for the gradient of a max pool that adds more than 16 elements to one."""
    if node.target in INDEX_PUTS:
        return bool(node.kwargs.get("accumulate") or node.args[3:] == (True,))
    if node.target is not ATEN.max_pool2d_with_indices_backward.default:
        return False
    sizes, strides = (list(sizes) * (2 // max(len(sizes), 1)) for sizes in node.args[2:4])
    return bool(math.prod(math.ceil(size / stride) for size, stride in zip(sizes, strides or sizes, strict=True)) > 16)


def module_of(node: Node) -> str:
    """The path of the module whose forward (or its gradient) a node is: "layer2.0.conv1"."""
    stack = node.meta.get("nn_module_stack") or node.meta.get("fwd_nn_module_stack") or {}
    paths = [path for path, _ in stack.values()]
    if not paths:
        return "model"
    # The model is L['self'], or an argument L['net'] or a global G['net'] of the function that is compiled.
    pattern = r"^[LG]\['\w+'\]|L__self___?|_modules|\['(\w+)'\]|\[(\w+)\]"
    parts = re.sub(pattern, lambda m: f".{m[1] or m[2] or ''}", paths[-1])
    return ".".join(["model", *(part for part in parts.split(".") if part not in ("", "getattr"))])


def fill_of(node: Node) -> float | None:
    """The number that a node fills an f32 tensor with; None for other nodes."""
    number = node.args[1] if node.target in FULLS and len(node.args) > 1 else None
    value = node.meta.get("val")
    is_f32 = isinstance(value, torch.Tensor) and value.dtype == torch.float32
    return float(number) if is_f32 and isinstance(number, bool | int | float) else None


def is_beyond(node: Node, dtype: torch.dtype) -> bool:
    """True if a node fills a tensor with a finite number that becomes infinite or zero in another type."""
    number = fill_of(node)
    if number is None or number == 0 or not math.isfinite(number):
        return False
    return not torch.finfo(dtype).smallest_normal <= abs(number) <= torch.finfo(dtype).max


def place(node: Node) -> str:
    """The location of a node: its module, its name in the graph, and the line of the source."""
    lines = re.findall(r'File "([^"]+)", line (\d+)', node.meta.get("stack_trace") or "")
    return f"{module_of(node)}/{node.name}" + (f" at {lines[-1][0]}:{lines[-1][1]}" if lines else "")
