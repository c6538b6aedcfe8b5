# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`torch.compile(model, backend="amp", options={"compute": "bfloat16"})`.

    AOTAutograd's joint graph  ->  amp-opt's decisions  ->  dtype conversions in the graph  ->  partitioner  ->  Inductor

The graph has the ATen ops of forward and backward pass; the user's compiler takes over behind the conversions.
"""

import json
import pathlib
import uuid
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch._dynamo.backends.common import aot_autograd
from torch._inductor.custom_graph_pass import CustomGraphPass
from torch.fx import Graph, GraphModule

from mlir_amp import __version__
from mlir_amp.errors import AmpWarning, OptionError
from mlir_amp.options import Options
from mlir_amp.torch.fx import HALF, place
from mlir_amp.torch.graph import Mixed, check_off, check_report, notes_on
from mlir_amp.torch.states import states_of

COMPILERS = "inductor", "aot_eager", "eager"
SHARED = "compute", "policy", "chip", "solver"
OWN = "compiler", "off", "report", "inductor"


def amp(graph: GraphModule, inputs: Sequence[Any], *, options: dict[str, Any] | None = None, mode: str | None = None) -> Any:
    """The backend. Options:

    compute                 "bfloat16" or "float16", required
    compiler                "inductor" (the default), "aot_eager", or "eager", which is the same
    off                     paths of modules that stay f32, with their gradients: ["model.layer2.0"]
    report                  file for the decisions of the last graph, as JSON
    inductor                options of Inductor
    policy, chip, solver    as for mlir_amp.jax.jit
    mode                    of torch.compile: Inductor's
    """
    chosen = _Chosen.of(dict(options or {}), mode)
    _check_inputs(graph)
    if chosen.compiler == "inductor":
        from torch._inductor import list_mode_options
        from torch._inductor.compile_fx import compile_fx

        patches = {**(list_mode_options(mode) if mode else {}), **chosen.inductor, "joint_custom_pre_pass": _Pass(chosen)}
        return compile_fx(graph, list(inputs), config_patches=patches)
    return _eager(_Pass(chosen))(graph, inputs)


class _Chosen:
    """The options of one backend."""

    def __init__(self, options: Options, given: dict[str, Any], mode: str | None) -> None:
        self.options, self.mode = options, mode
        self.compiler: str = given.get("compiler", "inductor")
        self.off: tuple[str, ...] = tuple(given.get("off") or ())
        self.report: str | None = given.get("report")
        self.inductor: dict[str, Any] = dict(given.get("inductor", {}))

    @staticmethod
    def of(given: dict[str, Any], mode: str | None) -> "_Chosen":
        """OptionError for options that are not known."""
        if unknown := sorted(given.keys() - {*SHARED, *OWN}):
            raise OptionError(f"backend 'amp' has no option '{unknown[0]}': there are {', '.join((*SHARED, *OWN))}")
        if given.get("compiler", "inductor") not in COMPILERS:
            raise OptionError(f"compiler expects one of {', '.join(COMPILERS)}, but got '{given['compiler']}'")
        check_off(given.get("off"))
        check_report(given.get("report"))
        wishes: Any = {name: given.get(name) for name in SHARED}
        options = Options.of(wishes)
        return _Chosen(options, given, mode)

    def key(self) -> str:
        """The part of Inductor's cache key that stands for this pass."""
        parts = ["mlir-amp", __version__, _policy_text(self.options), *self.options.others, self.options.compute, *self.off]
        # A graph from the cache would write no report.
        return json.dumps([*parts, uuid.uuid4().hex] if self.report else parts)


def _policy_text(options: Options) -> str:
    """The content of a policy file, which may change under its name."""
    policy = options["policy"]
    return pathlib.Path(policy).read_text() if policy and "\n" not in policy and pathlib.Path(policy).is_file() else ""


class _Pass(CustomGraphPass):
    """The pass over a joint graph, or one of inference."""

    def __init__(self, chosen: _Chosen) -> None:
        self._chosen = chosen

    def __call__(self, graph: Graph) -> None:
        """Changes the graph."""
        chosen = self._chosen
        if chosen.options.compute == "f32":
            return
        mixed = Mixed(graph, chosen.options, chosen.off, probe=chosen.compiler != "inductor", states=states_of(graph))
        mixed.write()
        if chosen.report:
            pathlib.Path(chosen.report).write_text(json.dumps(mixed.report))
        for note in notes_on(mixed):
            warnings.warn(AmpWarning(note), stacklevel=2)

    def uuid(self) -> str:
        """Part of the key of Inductor's cache."""
        return self._chosen.key()


def _eager(apply: _Pass) -> Callable[..., Any]:
    from functorch.compile import min_cut_rematerialization_partition, nop

    def partition(joint: GraphModule, inputs: Any, **others: Any) -> Any:
        apply(joint.graph)
        joint.recompile()
        return min_cut_rematerialization_partition(joint, inputs, **others)

    def infer(graph: GraphModule, inputs: Any) -> Any:
        apply(graph.graph)
        graph.recompile()
        return nop(graph, inputs)

    compiled: Callable[..., Any] = aot_autograd(fw_compiler=nop, bw_compiler=nop, inference_compiler=infer, partition_fn=partition)
    return compiled


def _check_inputs(graph: GraphModule) -> None:
    """OptionError for a model that is half already."""
    for node in graph.graph.nodes:
        value = node.meta.get("example_value")
        if node.op in ("placeholder", "get_attr") and isinstance(value, torch.nn.Parameter) and value.dtype in HALF:
            user, name = next(iter(node.users), node), _named(node).split("'")[-2]
            raise OptionError(
                f"backend 'amp' expects f32 parameters, but got {value.dtype} in '{name}' of {place(user)}: model.float()"
            )


def _named(node: Any) -> str:
    source = getattr(node, "_dynamo_source", None) or node.meta.get("grapharg")
    source = getattr(source, "source", source)
    name = source.name() if source is not None and callable(getattr(source, "name", None)) else getattr(source, "name", node.name)
    return str(name)
