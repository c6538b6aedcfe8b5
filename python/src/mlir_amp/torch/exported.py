# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`export`: a program of torch.export in mixed precision, for inference.

addmm(bias, x, weight)     ==>     addmm(bias: bf16, convert(x), weight: bf16), weights converted in the program
"""

import collections
import copy
import json
import os
import pathlib
import warnings
from collections.abc import Collection
from typing import Any

import torch
from torch.export.graph_signature import InputKind

from mlir_amp.errors import AmpWarning, OptionError
from mlir_amp.options import Options
from mlir_amp.torch.fx import CONVERT, HALF, name_of, place
from mlir_amp.torch.graph import Mixed, check_off, check_report, notes_on
from mlir_amp.torch.states import State

Path = str | os.PathLike[str]
MOVES = "permute", "t", "transpose", "unsqueeze", "view"
WEIGHTS = InputKind.PARAMETER, InputKind.BUFFER
IMPLICIT = torch._C.DispatchKey.CompositeImplicitAutograd
WHOLE = torch.ops.aten.einsum.default, torch.ops.aten.linear.default, torch.ops.aten.matmul.default
"""Composite ops that have a row of their own. Others become the ops that autograd sees, which have rows."""


def export(
    program: Any, *, compute: Any, off: Collection[str] = (), path: Path | None = None, report: Path | None = None,
    policy: Any = None, chip: str | None = None, solver: Any = None,
) -> Any:  # fmt: skip
    """A program of torch.export.export in mixed precision; inputs and outputs keep their types.

    program  a torch.export.ExportedProgram, which stays as it is
    compute  "bfloat16" or "float16"
    off      paths of modules that stay f32 ("model.layer2.0.conv1")
    path     file for the graph as amp-opt reads it, with the paths of modules as locations
    report   file for the decisions, as JSON
    policy, chip, solver
             as for mlir_amp.jax.jit

    Raises subclasses of AmpError, which name the tensor.
    """
    if not isinstance(program, torch.export.ExportedProgram):
        got = type(program).__name__
        raise OptionError(f"export expects a torch.export.ExportedProgram, but got {got}: torch.export.export(model, args)")
    wishes: Any = {"compute": compute, "policy": policy, "chip": chip, "solver": solver}
    options = Options.of(wishes)
    check_off(off)
    check_report(report)
    for name, weight in program.state_dict.items():
        if weight.dtype in HALF:
            used = _first_use(program, name)
            raise OptionError(f"export expects f32 parameters, but got {weight.dtype} in '{name}'{used}: model.float()")
    plain = program.run_decompositions(_composites())
    # A program of its own: a copy of a graph would rename nodes such as "input".
    module = plain.graph_module
    targets = _weights(plain)
    known = {name: plain.state_dict[target] for name, target in targets.items()}
    mixed = Mixed(module.graph, options, off or (), weights=known, states=_states(plain))
    if path is not None:
        pathlib.Path(path).write_text(mixed.reading.module.text())
    if report is not None:
        pathlib.Path(report).write_text(json.dumps(mixed.report))
    mixed.write()
    weights = _convert_weights(module.graph, plain, targets)
    module.recompile()
    for note in notes_on(mixed):
        warnings.warn(AmpWarning(note), stacklevel=2)
    return torch.export.ExportedProgram(
        root=module, graph=module.graph, graph_signature=_renamed(plain.graph_signature, module.graph), state_dict=weights,
        range_constraints=plain.range_constraints, module_call_graph=plain.module_call_graph, example_inputs=plain.example_inputs,
        constants=plain.constants, verifiers=plain.verifiers,
    )  # fmt: skip


def _composites() -> dict[Any, Any]:
    """The decompositions of composite ops, as torch.compile has them: conv2d to convolution, softmax to _softmax."""
    known = torch.export.default_decompositions()
    implicit = (op for op in known if op.has_kernel_for_dispatch_key(IMPLICIT) or IMPLICIT in op.py_kernels)
    return {op: known[op] for op in implicit if op not in WHOLE}


def _first_use(program: Any, name: str) -> str:
    """Module and line of the first op that reads a weight."""
    (placeholder,) = (spec.arg.name for spec in program.graph_signature.input_specs if spec.target == name)
    users = [user for node in program.graph.nodes if node.name == placeholder for user in node.users]
    return f" of {place(users[0])}" if users else ""


def _weights(program: Any) -> dict[str, str]:
    """The f32 weights that only one placeholder has and that the program does not write, by the placeholder's name."""
    written = set(program.graph_signature.buffers_to_mutate.values())
    weights = program.state_dict
    shared = collections.Counter(id(w) for w in weights.values())
    return {
        spec.arg.name: spec.target
        for spec in program.graph_signature.input_specs
        if spec.kind in WEIGHTS and spec.target in weights and spec.target not in written
        if shared[id(weights[spec.target])] == 1
        and weights[spec.target].dtype == torch.float32
        and weights[spec.target].device.type == "cpu"
    }


def _states(program: Any) -> list[State]:
    """The buffers that the program changes."""
    nodes = {node.name: node for node in program.graph.nodes}
    signature = program.graph_signature
    placeholders = {spec.target: nodes[spec.arg.name] for spec in signature.input_specs if spec.target}
    return [(placeholders[target], nodes[new]) for new, target in signature.buffers_to_mutate.items() if target in placeholders]


def _convert_weights(graph: Any, program: Any, targets: dict[str, str]) -> dict[str, Any]:
    """Converts weights whose only use is a cast, and erases the cast."""
    weights = dict(program.state_dict)
    for node in [n for n in graph.nodes if n.op == "placeholder" and n.name in targets]:
        name = targets[node.name]
        moves = _only_moves(node)
        cast = next(iter(moves[-1].users), None)
        if cast is None or cast.target is not CONVERT or len(moves[-1].users) > 1:
            continue
        dtype = cast.args[1]
        weights[name] = torch.nn.Parameter(weights[name].detach().to(dtype), requires_grad=False)
        for move in moves:
            move.meta["val"] = move.meta["val"].to(dtype)
            move.meta.pop("tensor_meta", None)
        cast.replace_all_uses_with(moves[-1])
        graph.erase_node(cast)
    return weights


def _renamed(signature: Any, graph: Any) -> Any:
    """The signature with the names of casts behind outputs."""
    signature = copy.deepcopy(signature)
    (returned,) = next(node for node in graph.nodes if node.op == "output").args
    for spec, node in zip(signature.output_specs, returned, strict=True):
        if isinstance(node, torch.fx.Node):
            spec.arg.name = node.name
    return signature


def _only_moves(node: Any) -> list[Any]:
    """A node, with the ops behind it that only move its elements."""
    moves = [node]
    while len(moves[-1].users) == 1:
        (user,) = moves[-1].users
        if user.op != "call_function" or name_of(user) not in MOVES:
            break
        moves.append(user)
    return moves
