# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""FX graphs of ATen ops in mixed precision: forward, backward, or both (AOTAutograd's joint graph).

    mm = aten.mm(x, w)     ==>     x16 = convert(x, bf16); w16 = convert(w, bf16); mm = aten.mm(x16, w16); ... convert(mm, f32)

amp-opt decides on the nodes themselves, in the dialect aten: a node has one decision, and the decision needs no way back. The graph
keeps the types of its inputs and outputs.
"""

import contextlib
import operator
import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any

import torch
from torch._dispatch.python import enable_python_dispatcher
from torch.fx import Graph, Node
from torch.fx.experimental.symbolic_shapes import GuardOnDataDependentSymNode

from mlir_amp.errors import AmpError
from mlir_amp.nodes import DYNAMIC, UNKNOWN, Decision, Module, Step, Version, product, tensor
from mlir_amp.options import Options
from mlir_amp.torch.sizes import contraction

ELEMENTS = {
    torch.float32: "f32", torch.float64: "f64", torch.float16: "f16", torch.bfloat16: "bf16", torch.bool: "i1", torch.int8: "i8",
    torch.int16: "i16", torch.int32: "i32", torch.int64: "i64", torch.uint8: "ui8",
}  # fmt: skip
DTYPES = {"f32": torch.float32, "f16": torch.float16, "bf16": torch.bfloat16}
Weights = dict[str, Any]
"""Tensors that placeholders have in every call, which are converted once."""
HALF = torch.float16, torch.bfloat16
FLOATS = torch.float32, *HALF
CONVERT = torch.ops.prims.convert_element_type.default
KEPT_META = "stack_trace", "nn_module_stack", "fwd_nn_module_stack", "seq_nr", "partitioner_tag", "from_node"
ATEN = torch.ops.aten
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
STREAMS = "add", "embedding", "sub"
"""Ops of residual streams. They stay f32 unless contractions alone compute their operands, as PyTorch's promotion has it."""
EXACT = (
    ATEN._unsafe_view.default, ATEN.alias.default, ATEN.detach.default, ATEN.expand.default, ATEN.neg.default, ATEN.permute.default,
    ATEN.select.int, ATEN.slice.Tensor, ATEN.squeeze.dim, ATEN.squeeze.dims, ATEN.t.default, ATEN.transpose.int,
    ATEN.unsqueeze.default, ATEN.view.default,
)  # fmt: skip
"""Ops that round nothing: views, and changes of sign."""
COPIES = ATEN.clone.default, ATEN.select_backward.default, ATEN.slice_backward.default
"""Ops that round nothing, and write at least as many elements as they read."""
RESHAPES = tuple(op for op in EXACT if op not in (ATEN.neg.default, ATEN.select.int, ATEN.slice.Tensor))
"""Views of all elements of a tensor."""
PROMOTING = ATEN.add.Tensor, ATEN.sub.Tensor, ATEN.mul.Tensor, ATEN.div.Tensor
"""Ops that compute in f32 if one of two tensors is f32."""
NORMS = "native_group_norm", "native_group_norm_backward", "native_layer_norm", "native_layer_norm_backward"
"""Norms that PyTorch's kernels may compute of 16-bit data with f32 parameters alone."""
GUESS = 8
"""Stands for a size that data decides where PyTorch's kernels are tried."""
ROUNDS = 8
"""Limit of repeated runs of amp-opt for a graph that has nodes which PyTorch refuses in low precision."""


class Mixed:
    """Decisions on a graph, and what the report says."""

    def __init__(
        self, graph: Graph, options: Options, off: Collection[str] = (), probe: bool = True, weights: Weights | None = None
    ) -> None:
        self.graph, self.options, self.off = graph, options, tuple(off)
        _merge_items(graph)
        kept: set[Node] = set()
        mixed: set[Node] = set()
        for _ in range(ROUNDS):
            self.reading = Reading(graph, options.compute, self.off, kept, mixed, weights or {})
            decided = self.reading.module.decide(options)
            decision = decided.functions["main"]
            with _unguarded(graph):
                refused = set(_refused(decision, probe)) - kept
            if not refused:
                break
            kept |= {node for node in refused if node in mixed or name_of(node) not in NORMS}
            mixed |= {node for node in refused if name_of(node) in NORMS}
        else:
            raise AmpError(f"expects ops that PyTorch computes in {options.compute}, but got {sorted(map(str, refused))[0]}")
        self.decision, self.report, self.kept = decision, decided.report, kept

    def write(self) -> int:
        """Changes the graph; returns the number of casts."""
        with _unguarded(self.graph):
            return _Writer(self.graph, self.decision, self.options.compute).write()


def _merge_items(graph: Graph) -> None:
    """Leaves one getitem per result of a node."""
    items: dict[tuple[Any, Any], Node] = {}
    for node in list(graph.nodes):
        if node.target is operator.getitem and node.op == "call_function":
            first = items.setdefault((node.args[0], node.args[1]), node)
            if first is not node:
                node.replace_all_uses_with(first)
                graph.erase_node(node)


class Reading:
    """A graph as a module of the dialect aten."""

    def __init__(
        self, graph: Graph, low: str, off: Sequence[str], kept: Collection[Node], mixed: Collection[Node], weights: Weights
    ) -> None:
        self.module = Module("aten")
        self._main = self.module.function("main")
        self._low, self._off, self._kept, self._mixed, self._weights = low, off, kept, mixed, weights
        self.half: list[Node] = []
        self._promoted: set[Any] = set()  # values that are 16-bit by PyTorch's promotion, if contractions alone are low
        self._gradients: set[Any] = set()
        for node in graph.nodes:
            self._add(node)

    def _add(self, node: Node) -> None:
        if node.op == "output":
            self._main.returns([n for n in node.all_input_nodes if self._main.has(n)])
        elif node.op == "placeholder":
            if node.name in self._weights:
                self._main.constant(node, type_of(node.meta["val"]), self._weights[node.name].detach().numpy())
            elif isinstance(node.meta.get("val"), torch.Tensor):
                self._main.argument(node, type_of(node.meta["val"]))
            if node.name.startswith("tangents"):
                self._gradients.add(node)
        elif node.op == "call_function" and node.target is not operator.getitem:
            self._call(node)
        elif node.op == "get_attr" and isinstance(node.meta.get("val"), torch.Tensor):
            self._main.node(node, "get_attr", [], [(node, type_of(node.meta["val"]))], location=place(node))

    def _call(self, node: Node) -> None:
        results = _results(node)
        if results is None:
            return
        operands = [n if n is not None and self._main.has(n) else None for n in operands_of(node)]
        values = [n.meta["val"] for n in operands if n is not None]
        if node.target is not CONVERT and any(v.dtype in HALF for v in values):
            self.half.append(node)
        name = f"{name_of(node)}_mixed" if node in self._mixed else name_of(node)
        shapes = [_sizes(v) for v in values]
        first = next((v for _, v in results if v is not None), None)
        size = None if first is None else contraction(name, node, shapes, _sizes(first))
        if any(n in self._gradients for n in operands):
            self._gradients.update(value for value, _ in results)
        scaled = _scaled(name, operands) if self._low == "bf16" else operands
        # Norms have f32 parameters beside 16-bit data. A gradient has the type of its value, whatever scales it.
        data = operands[:1] if "norm" in name else scaled if node in self._gradients else operands
        is_promoted = _is_promoted(data, self._promoted)
        if size is not None or is_promoted:
            self._promoted.update(value for value, _ in results)
        self._main.node(
            node, name, operands, [(value, UNKNOWN if v is None else type_of(v)) for value, v in results], location=place(node),
            sizes=size, keep=self._stays(node, operands), allow=is_promoted and len(scaled) < len(operands),
        )  # fmt: skip

    def _stays(self, node: Node, operands: Sequence[Node | None]) -> bool:
        """True for a node that is f32 whatever amp-opt would decide."""
        path = module_of(node)
        if node in self._kept or any(path == p or path.startswith(p + ".") for p in self._off):
            return True
        if name_of(node) in STREAMS and node not in self._promoted:
            return True
        if _are_scalars(node, operands):
            return True
        square = (
            name_of(node) in ("mul", "square") and len(set(operands)) == 1 and len(operands) == (2 if name_of(node) == "mul" else 1)
        )
        return self._low == "f16" and square


def _are_scalars(node: Node, operands: Sequence[Node | None]) -> bool:
    """True if an op reads and makes tensors without dimensions alone: 16 bits save nothing there, and casts cost."""
    values = [n.meta["val"] for n in (node, *operands) if n is not None]
    return all(isinstance(v, torch.Tensor) and v.ndim == 0 for v in values)


def _scaled(name: str, operands: Sequence[Node | None]) -> Sequence[Node | None]:
    """The operands of a product or quotient without one that is broadcast: a statistic, or a table of constants.

    Its 16-bit copy is small, and is rounded as much as the data is. Parameters are none: rounding them would lose updates.
    """
    if name not in ("div", "mul") or len(operands) != 2 or None in operands:
        return operands
    counts = [product(_sizes(_shown(n, RESHAPES).meta["val"])) for n in operands if n]
    if DYNAMIC in counts:
        return operands
    return [
        n
        for n, count in zip(operands, counts, strict=True)
        if n and (count == max(counts) or _shown(n, EXACT).op != "call_function")
    ]


def _shown(node: Node, views: Collection[Any]) -> Node:
    """The tensor that views show."""
    while node.target in views:
        node = node.args[0]
    return node


def _is_promoted(operands: Sequence[Node | None], promoted: Collection[Any]) -> bool:
    """True if all tensors of floats with dimensions that an op reads are promoted ones."""
    read = [n for n in operands if n is not None and n.meta["val"].dtype in FLOATS and n.meta["val"].ndim]
    return bool(read) and all(n in promoted for n in read)


def _results(node: Node) -> list[tuple[Any, Any]] | None:
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
    return UNKNOWN if element is None else tensor(element, _sizes(value))


def _sizes(value: Any) -> list[int | None]:
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
    """The name of a node's op in the dialect aten: without overload, and with its namespace if that is another."""
    target = node.target
    if isinstance(target, torch._ops.OpOverload):
        space, _, name = target._schema.name.partition("::")
        return name if space == "aten" else f"{space}.{name}"
    return "other." + re.sub(r"\W", "_", getattr(target, "__name__", str(target)))


def module_of(node: Node) -> str:
    """The path of the module whose forward (or its gradient) a node is: "layer2.0.conv1"."""
    stack = node.meta.get("nn_module_stack") or node.meta.get("fwd_nn_module_stack") or {}
    paths = [path for path, _ in stack.values()] if stack else []
    if not paths:
        return "model"
    # L['self'] is the model, or L['fn'] or the name of an argument that it is.
    parts = re.sub(r"^L\['\w+'\]|L__self___?|_modules|\['(\w+)'\]|\[(\w+)\]", lambda m: f".{m[1] or m[2] or ''}", paths[-1])
    return ".".join(["model", *filter(None, parts.replace("getattr", "").split("."))])


def place(node: Node) -> str:
    """The location of a node: its module, its name in the graph, and the line of the source."""
    lines = re.findall(r'File "([^"]+)", line (\d+)', node.meta.get("stack_trace") or "")
    return f"{module_of(node)}/{node.name}" + (f" at {lines[-1][0]}:{lines[-1][1]}" if lines else "")


def _refused(decision: Decision, probe: bool) -> Iterator[Node]:
    """The nodes that PyTorch does not compute in the types that were decided."""
    known: dict[Any, bool] = {}
    for step in decision.steps:
        if step.node is None or not any(_is_changed(v) for v in (*step.operands, *step.results) if v):
            continue
        key = step.node.target, tuple(v and v.element for v in step.operands), tuple(v.element for v in step.results)
        if key not in known:
            known[key] = _computes(step, probe)
        if not known[key]:
            yield step.node


def _computes(step: Step, probe: bool) -> bool:
    """True if PyTorch computes a node in these types: on fake tensors, or on real ones of zeros.

    Fake tensors suffice for Inductor. Kernels of PyTorch itself differ from them: the statistics of norms have other types.
    """
    node = step.node
    try:
        tensors = [None if v is None else _stand_in(v, probe) for v in step.operands]
        args, kwargs = _without_nodes(with_operands(node, tensors), hints=probe)
        with _mode(node, probe), torch.no_grad():
            made = node.target(*args, **kwargs)
    except Exception:
        return False
    listed = made if isinstance(made, tuple | list) else (made,)
    read = [(v, t) for v, t in zip(step.results, listed, strict=True) if isinstance(t, torch.Tensor) and isinstance(v.value, Node)]
    return all(ELEMENTS.get(t.dtype) == v.element for v, t in read)


def _stand_in(version: Version, real: bool) -> Any:
    """A tensor of the shape and type of a version."""
    assert isinstance(version.value, Node)
    fake = version.value.meta["val"]
    dtype = DTYPES.get(version.element, fake.dtype)
    if not real:
        return fake.to(dtype)
    with torch.utils._python_dispatch._disable_current_modes():
        return torch.zeros([hint(size, GUESS) for size in fake.shape], dtype=dtype, device=fake.device)


def _without_nodes(arguments: Any, hints: bool = False) -> Any:
    """Arguments with numbers in place of nodes that make numbers: symbols, or what they were in this trace."""
    return torch.fx.map_arg(arguments, lambda n: hint(n.meta["val"], GUESS) if hints else n.meta["val"])


def _mode(node: Node, real: bool) -> Any:
    return torch.utils._python_dispatch._disable_current_modes() if real else _fakes(node)


@contextlib.contextmanager
def _fakes(node: Node) -> Iterator[None]:
    """Computes on fake tensors. With Python's dispatcher, composite ops such as matmul read sizes as symbols."""
    with _fake_mode(node), enable_python_dispatcher():
        yield


def _unguarded(graph: Graph) -> contextlib.AbstractContextManager[None]:
    """Context in which a computation adds no guards on sizes to those of the trace."""
    environments = (getattr(mode, "shape_env", None) for mode in map(_fake_mode, graph.nodes))
    found = next(filter(None, environments), None)
    return contextlib.nullcontext() if found is None else found.suppress_guards()


def _is_changed(version: Version) -> bool:
    value = version.value.meta.get("val") if isinstance(version.value, Node) else None
    return isinstance(value, torch.Tensor) and ELEMENTS.get(value.dtype, UNKNOWN) != version.element


def _fake_mode(node: Node) -> Any:
    for other in (*node.all_input_nodes, node):
        mode = getattr(other.meta.get("val"), "fake_mode", None)
        if mode is not None:
            return mode
    return torch._subclasses.FakeTensorMode(allow_non_fake_inputs=True)


class _Writer:
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
            elif any(v and _is_changed(v) for v in (*step.operands, *step.results)) or self._moved(step):
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
        args, kwargs = _without_nodes((node.args, node.kwargs))
        with _fakes(node), torch.no_grad():
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
        if user.target in (*SUMS, *FILLS):
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


def notes_on(mixed: Mixed) -> list[str]:
    """Notes for the user: ops that stay f32 because nothing describes them, and those that are 16-bit already."""
    names: dict[str, int] = {}
    for op in mixed.report["ops"]:
        if (
            op["class"] == "opaque"
            and "f32" in (*op["operands"], *op["results"])
            and not op["name"].endswith((".Absent", ".get_attr"))
        ):
            names[op["name"]] = names.get(op["name"], 0) + 1
    notes = [f"{name} ({count}) stays f32: no row describes it" for name, count in sorted(names.items())]
    refused: dict[str, int] = {}
    for node in mixed.kept:
        refused[name_of(node)] = refused.get(name_of(node), 0) + 1
    notes += [
        f"aten.{name} ({count}) stays f32: PyTorch does not compute it in {mixed.options.compute} here"
        for name, count in sorted(refused.items())
    ]
    if mixed.reading.half:
        first = place(mixed.reading.half[0])
        notes.append(f"{len(mixed.reading.half)} ops are 16-bit already, as from torch.autocast, and stay as they are: {first}")
    return notes
