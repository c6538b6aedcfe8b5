# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Decisions as dtype conversions in an FX graph, with those that PyTorch's ops do themselves left out."""

import operator

import torch
from torch._ops import HigherOrderOperator
from torch.fx import Graph, Node

from mlir_amp.nodes import Decision, Step, Version
from mlir_amp.torch.fx import ATEN, CONVERT, DTYPES, EXACT, is_beyond, with_operands
from mlir_amp.torch.probe import fakes, is_changed, without_nodes

KEPT_META = (
    "ac_graph_id", "from_node", "fwd_nn_module_stack", "nn_module_stack", "partitioner_tag", "recompute", "seq_nr", "stack_trace",
)  # fmt: skip
SUMS = ATEN.linalg_vector_norm.default, ATEN.mean.default, ATEN.mean.dim, ATEN.sum.default, ATEN.sum.dim_IntList
"""Sums that take the type that they sum in."""
FILLS = (
    ATEN.full_like.default,
    ATEN.new_full.default,
    ATEN.new_ones.default,
    ATEN.new_zeros.default,
    ATEN.ones_like.default,
    ATEN.zeros_like.default,
)
"""Constants that read the shape of a tensor and take a type."""
COPIES = ATEN.clone.default, ATEN.select_backward.default, ATEN.slice_backward.default
"""Ops that round nothing, and write at least as many elements as they read."""
PROMOTING = ATEN.add.Tensor, ATEN.sub.Tensor, ATEN.mul.Tensor, ATEN.div.Tensor
"""Ops that compute in f32 if one of two tensors is f32."""


class Writer:
    """Puts decisions into a graph."""

    def __init__(self, graph: Graph, decision: Decision, low: str) -> None:
        self.graph, self.decision, self.low = graph, decision, low
        self._nodes: dict[Version, Node] = {}
        self._last = [node for node in graph.nodes if node.op == "placeholder"][-1:]

    def write(self) -> int:
        """Changes the graph; returns the number of casts."""
        casts = 0
        for step in self.decision.steps:
            if step.node is None:
                self._cast(step)
                casts += 1
            elif any(v and is_changed(v) for v in (*step.operands, *step.results)) or self._moved(step):
                self._retype(step)
        (output,) = [node for node in self.graph.nodes if node.op == "output"]
        returned = {v.value: self._node(v) for v in self.decision.returned}
        output.args = torch.fx.map_arg(output.args, lambda n: returned.get(n, n))
        for node in list(self.graph.nodes):
            casts -= node.target is CONVERT and (_fold_into_users(node) or _fold_into_fill(node) or _fold_scalar(node))
        for node in self.graph.find_nodes(op="call_function", target=CONVERT):
            casts -= _hoist(node)
        self.graph.lint()
        return casts

    def _moved(self, step: Step) -> bool:
        return any(v in self._nodes for v in step.operands if v)

    def _cast(self, step: Step) -> None:
        (operand,), (result,) = step.operands, step.results
        assert operand
        source = self._node(operand)
        after = self._last[0] if source.op == "placeholder" else source
        if source.target is operator.getitem:  # getitems of one node stay together
            after = _last_item(source)
        with self.graph.inserting_after(after):
            made = self.graph.call_function(CONVERT, (source, DTYPES[result.element]))
        made.meta = {key: source.meta[key] for key in KEPT_META if key in source.meta}
        made.meta["val"] = source.meta["val"].to(DTYPES[result.element])
        if source.op == "placeholder":
            self._last = [made]
        self._nodes[result] = made

    def _retype(self, step: Step) -> None:
        node = step.node
        node.args, node.kwargs = with_operands(node, [None if v is None else self._node(v) for v in step.operands])
        if isinstance(node.target, HigherOrderOperator):
            return  # reads and makes what it did
        args, kwargs = without_nodes((node.args, node.kwargs))
        with fakes(node), torch.no_grad():
            made = node.target(*args, **kwargs)
            listed = made if isinstance(made, tuple | list) else [made]
            typed = [
                t.to(DTYPES.get(v.element, t.dtype)) if isinstance(t, torch.Tensor) else t
                for v, t in zip(step.results, listed, strict=True)
            ]
        node.meta["val"] = tuple(typed) if isinstance(made, tuple | list) else typed[0]
        node.meta.pop("tensor_meta", None)
        for user in node.users:
            if user.target is operator.getitem:
                user.meta["val"] = node.meta["val"][user.args[1]]
                user.meta.pop("tensor_meta", None)

    def _node(self, version: Version) -> Node:
        found = self._nodes.get(version)
        if found is None:
            found = version.value
        assert isinstance(found, Node)
        return found


def _fold_into_users(cast: Node) -> bool:
    """Erases a cast to f32 that its users do themselves, behind exact ops too.

    sum(convert(x, f32))  ->  sum(x, dtype=f32);  add(y, convert(x, f32))  ->  add(y, x) if y is f32
    zeros_like(convert(x, f32))  ->  zeros_like(x, dtype=f32)
    """
    source, dtype = cast.args
    if dtype != torch.float32 or not isinstance(source, Node):
        return False
    exact, uses = [cast], []
    for node in exact:  # grows
        exact += [user for user in node.users if user.target in EXACT]
        uses += [(user, node) for user in node.users if user.target not in EXACT]
    if not uses or not all(_casts_itself(user, read) for user, read in uses):
        return False
    for user, _ in uses:
        if user.target in (*SUMS, *FILLS) and not user.kwargs.get("dtype"):
            user.kwargs = {**user.kwargs, "dtype": dtype}
    for node in exact[1:]:
        node.meta["val"] = node.meta["val"].to(source.meta["val"].dtype)
        node.meta.pop("tensor_meta", None)
    cast.replace_all_uses_with(source)
    cast.graph.erase_node(cast)
    return True


def _fold_into_fill(cast: Node) -> bool:
    """Erases a cast of a constant that has no other user:  convert(zeros_like(x), bf16)  ->  zeros_like(x, dtype=bf16)."""
    source, dtype = cast.args
    if not isinstance(source, Node) or source.target not in FILLS or len(source.users) > 1:
        return False
    if source.meta["val"].dtype != torch.float32 or is_beyond(source, dtype):
        return False
    source.kwargs = {**source.kwargs, "dtype": dtype}
    source.meta["val"] = cast.meta["val"]
    source.meta.pop("tensor_meta", None)
    cast.replace_all_uses_with(source)
    cast.graph.erase_node(cast)
    return True


def _fold_scalar(cast: Node) -> bool:
    """Erases a cast to 16 bits of a scalar, which kernels read in f32 beside a 16-bit tensor.

    mul(x, convert(s, bf16))  ->  mul(x, s)
    """
    source, dtype = cast.args
    if dtype == torch.float32 or not isinstance(source, Node) or cast.meta["val"].ndim:
        return False
    for user in cast.users:
        if user.target not in PROMOTING or not all(n is cast or n.meta["val"].ndim for n in user.all_input_nodes):
            return False
    cast.replace_all_uses_with(source)
    cast.graph.erase_node(cast)
    return True


def _hoist(cast: Node) -> bool:
    """Moves a cast to 16 bits in front of copies that it alone reads; true if it is no more, because a sum makes 16 bits itself.

    convert(clone(x), bf16)  ->  clone(convert(x, bf16));  convert(sum(x, dtype=f32), bf16)  ->  sum(x, dtype=bf16) if x is bf16
    """
    source, dtype = cast.args
    moves = []
    while isinstance(source, Node) and source.target in (*EXACT, *COPIES) and len(source.users) == 1:
        moves.append(source)
        source = source.args[0]
    if dtype == torch.float32 or not isinstance(source, Node) or source.meta["val"].dtype != torch.float32:
        return False
    is_sum = source.target in SUMS and len(source.users) == 1 and source.args[0].meta["val"].dtype == dtype
    if is_sum:
        source.kwargs = {**source.kwargs, "dtype": dtype}
        moves.append(source)
        cast.replace_all_uses_with(cast.args[0])
        cast.graph.erase_node(cast)
    elif any(node.target in COPIES for node in moves):
        cast.replace_all_uses_with(moves[0])
        moves[-1].replace_input_with(source, cast)
        cast.args = source, dtype
        cast.meta["val"] = source.meta["val"].to(dtype)
        moves[-1].prepend(cast)
    else:
        return False
    for node in moves:
        node.meta["val"] = node.meta["val"].to(dtype)
        node.meta.pop("tensor_meta", None)
    return is_sum


def _casts_itself(user: Node, read: Node) -> bool:
    """True if a user computes the same from the operand of the cast that it reads."""
    if user.target in FILLS:
        return user.args[0] is read
    if user.target in SUMS:
        return user.args[0] is read and not user.kwargs.get("dtype")
    others = [n for n in user.args[:2] if n is not read]
    if user.target not in PROMOTING or len(others) != 1 or not isinstance(others[0], Node):
        return False
    other = others[0].meta.get("val")
    # A tensor without dimensions does not decide the type of the result.
    return isinstance(other, torch.Tensor) and other.dtype == torch.float32 and other.ndim > 0


def _last_item(item: Node) -> Node:
    items = {user for user in item.args[0].users if user.target is operator.getitem}
    last = item
    while last.next in items:
        last = last.next
    return last
