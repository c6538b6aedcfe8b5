# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Trials of nodes in the types that were decided, on fake tensors or on real ones."""

import contextlib
from collections.abc import Iterator
from typing import Any

import torch
from torch._dispatch.python import enable_python_dispatcher
from torch.fx import Graph, Node

from mlir_amp.nodes import UNKNOWN, Decision, Step, Version
from mlir_amp.torch.fx import DTYPES, ELEMENTS, hint, with_operands

GUESS = 8
"""Stands for a size that data decides where PyTorch's kernels are tried."""


def not_computed(decision: Decision, probe: bool) -> Iterator[Node]:
    """The nodes that PyTorch does not compute in the types that were decided."""
    known: dict[Any, bool] = {}
    for step in decision.steps:
        if step.node is None or not any(is_changed(v) for v in (*step.operands, *step.results) if v):
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
        args, kwargs = without_nodes(with_operands(node, tensors), hints=probe)
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


def without_nodes(arguments: Any, hints: bool = False) -> Any:
    """Arguments with numbers in place of nodes that make numbers: symbols, or what they were in this trace."""
    return torch.fx.map_arg(arguments, lambda n: hint(n.meta["val"], GUESS) if hints else n.meta["val"])


def _mode(node: Node, real: bool) -> Any:
    return torch.utils._python_dispatch._disable_current_modes() if real else fakes(node)


@contextlib.contextmanager
def fakes(node: Node) -> Iterator[None]:
    """Computes on fake tensors. With Python's dispatcher, composite ops such as matmul read sizes as symbols."""
    with _fake_mode(node), enable_python_dispatcher():
        yield


def unguarded(graph: Graph) -> contextlib.AbstractContextManager[None]:
    """Context in which a computation adds no guards on sizes to those of the trace."""
    environments = (getattr(mode, "shape_env", None) for mode in map(_fake_mode, graph.nodes))
    found = next(filter(None, environments), None)
    return contextlib.nullcontext() if found is None else found.suppress_guards()


def is_changed(version: Version) -> bool:
    """True if a version has another type than the value has in the graph."""
    value = version.value.meta.get("val") if isinstance(version.value, Node) else None
    return isinstance(value, torch.Tensor) and ELEMENTS.get(value.dtype, UNKNOWN) != version.element


def _fake_mode(node: Node) -> Any:
    for other in (*node.all_input_nodes, node):
        mode = getattr(other.meta.get("val"), "fake_mode", None)
        if mode is not None:
            return mode
    return torch._subclasses.FakeTensorMode(allow_non_fake_inputs=True)
