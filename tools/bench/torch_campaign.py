# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Twelve PyTorch models through both doors of mlir_amp.torch, and eight as ONNX files, beside the tools that others use.

    tools/dev torch [MODEL…] [--steps=50] [--seeds=1] [--table=train|compile|call|onnx] [--markdown=FILE]

train    50 steps of amp.step in f32 and bf16, and of PyTorch in f32, in f32 from weights moved by one ulp, and under torch.autocast.
         The gap is the difference of the mean losses of the last ten steps from those of the same program in f32, the distance the mean
         difference over all steps; both are means over seeds. The limit of each is the larger of 1.25 x autocast's and one ulp's. A
         model is within if gap and distance are. Gaps change with the seed as much as they are large, so seeds are added, from FEWEST
         to --seeds, until the gap is off its limit by twice the standard error of their difference; "±" is one standard error
compile  one joint graph by torch.compile(backend="amp") and by torch.autocast: casts, bytes that ops write (views write none), errors of
         gradients and loss, which are means over 16 batches and all seeds. A model is within if it has at most as many casts, fewer
         bytes, and errors that exceed autocast's by no more than the standard error of the difference
call     microseconds of a call of amp.step with two tensors, and of jax.jit of the same function with NumPy arrays (a batch of the host,
         as tensors are) and with arrays of JAX, for a step of two small matmuls in f32: medians of 100 means of 50 calls of each, in
         alternation, until all results are there; also with the loss read by `item()` after every call, to which the limit, beyond
         NumPy arrays, applies: amp.step waits for its loss, and jax.jit does not.
onnx     f16 files by mlir_amp.onnx, onnxconverter-common and ModelOpt's AutoCast: casts, bytes, largest error in ONNX Runtime
"""

import argparse
import copy
import itertools
import os
import pathlib
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from typing import Any

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "python/src"), str(pathlib.Path(__file__).parent)]
os.environ.setdefault("AMP_BIN", str(ROOT / "build/bin"))

import numpy as np
import torch
import torch_models as models

ONNX = "mlp", "cnn", "resnet18", "vit", "unet", "lstm", "gpt2", "bert"
VIEWS = "Flatten", "Identity", "Reshape", "Squeeze", "Unsqueeze"
FLOATS = torch.float32, torch.bfloat16, torch.float16
LOW = torch.bfloat16
BATCHES = 16
FEWEST = 12
"""Seeds of the table train before it judges."""
OVERHEAD = 30
"""Limit of the microseconds that a call of amp.step may take beyond jax.jit."""


# ---------------------------------------------------------------------------------------------------------------------------- train
def eager(name: str, seed: int, steps: int, autocast: bool = False, moved: bool = False) -> list[float]:
    """Losses of PyTorch's own training."""
    case = models.case(name, seed)
    if moved:
        with torch.no_grad():
            for p in case.model.parameters():
                p.copy_(torch.nextafter(p, torch.full_like(p, torch.inf)))
    optimizer, losses = case.optimizer(case.model.parameters()), []
    for i in range(steps):
        optimizer.zero_grad()
        with torch.autocast("cpu", LOW, enabled=autocast):
            loss = case.loss(case.model, *case.batch(i))
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def stepped(name: str, seed: int, steps: int, compute: str) -> list[float]:
    """Losses of amp.step."""
    import mlir_amp.torch as amp

    case = models.case(name, seed)
    step = amp.step(case.model, case.loss, case.optimizer(case.model.parameters()), compute=compute)
    return [step(*case.batch(i)).item() for i in range(steps)]


def gap(losses: list[float], exact: list[float]) -> float:
    """Difference of the mean losses of the last ten steps."""
    return abs(float(np.mean(losses[-10:]) - np.mean(exact[-10:])))


def distance(losses: list[float], exact: list[float]) -> float:
    """Mean distance of the losses of all steps."""
    return float(np.mean(np.abs(np.subtract(losses, exact))))


def spread(values: list[float]) -> str:
    """The mean, with its standard error."""
    return f"{np.mean(values):.2e}" + (f" ± {np.std(values, ddof=1) / len(values) ** 0.5:.1e}" if len(values) > 1 else "")


def excess(gaps: list[list[float]]) -> tuple[float, float]:
    """Mean of the gap less its limit, and the standard error of that, in shares of the limit."""
    ulp, cast, own = map(np.array, gaps)
    limit = 1.25 * cast if 1.25 * cast.mean() > ulp.mean() else ulp
    beyond = (own - limit) / max(limit.mean(), 1e-30)
    return float(beyond.mean()), float(beyond.std(ddof=1) / len(beyond) ** 0.5) if len(beyond) > 1 else 0.0


def judged(name: str, given: argparse.Namespace) -> tuple[list[list[float]], list[list[float]], str]:
    """Gaps and distances of one ulp, autocast and amp.step by seed, and the first and last losses in f32."""
    gaps: list[list[float]] = [[], [], []]
    distances: list[list[float]] = [[], [], []]
    loss = ""
    for seed in range(given.seeds):
        run = name, seed, given.steps
        exact, ours = eager(*run), (stepped(*run, "bfloat16"), stepped(*run, "float32"))
        loss = loss or f"{exact[0]:.3f} to {np.mean(exact[-10:]):.3f}"
        pairs = (eager(*run, moved=True), exact), (eager(*run, autocast=True), exact), ours
        for i, pair in enumerate(pairs):
            gaps[i].append(gap(*pair))
            distances[i].append(distance(*pair))
        beyond, error = excess(gaps)
        if seed + 1 >= FEWEST and abs(beyond) > 2 * error:
            break
    return gaps, distances, loss


def train(names: list[str], given: argparse.Namespace) -> Iterator[list[str]]:
    yield [
        "model", "size", "f32 loss", "gap: one ulp", "autocast", "amp.step", "mean distance: one ulp", "autocast", "amp.step",
        "seeds", "gap of limit", "distance of limit", "within", "s",
    ]  # fmt: skip
    for name in names:
        start, size = time.time(), models.MAKERS[name]()[0]
        try:
            gaps, distances, loss = judged(name, given)
        except Exception as failure:
            print(f"{name}: {type(failure).__name__}: {str(failure)[:300]}", file=sys.stderr)
            yield [name, size, *["fails"] * 5, *[""] * 7]
            continue
        (beyond, error), (far, _) = excess(gaps), excess(distances)
        within = "no" if beyond > 0 or far > 0 else "yes"
        cells = *map(spread, gaps), *map(spread, distances), str(len(gaps[0])), f"{1 + beyond:.2f} ± {error:.2f}", f"{1 + far:.2f}"
        yield [name, size, loss, *cells, within, f"{time.time() - start:.0f}"]


# -------------------------------------------------------------------------------------------------------------------------- compile
class _Made(torch.fx.Interpreter):
    """The tensors that kernels make of zeros. Fake tensors differ from them: norms of 16-bit data have f32 statistics."""

    def __init__(self, module: Any) -> None:
        super().__init__(module, garbage_collect_values=False)
        values = [node.meta["val"] for node in module.graph.find_nodes(op="placeholder")]
        with torch.utils._python_dispatch._disable_current_modes(), torch.autocast("cpu", enabled=False), torch.no_grad():
            self.run(*[torch.zeros(v.shape, dtype=v.dtype) if isinstance(v, torch.Tensor) else v for v in values])


def count(module: Any) -> tuple[int, int]:
    """Casts between floats in a graph, and the bytes of the results of its ops."""
    casts = written = 0
    values = _Made(module).env
    for node in module.graph.nodes:
        value = values.get(node)
        if node.op != "call_function" or not isinstance(value, torch.Tensor):
            continue
        source = values.get(node.all_input_nodes[0]) if node.all_input_nodes else None
        name = str(node.target)
        if isinstance(source, torch.Tensor) and ("_to_copy" in name or "convert_element_type" in name):
            casts += source.dtype != value.dtype and source.dtype in FLOATS and value.dtype in FLOATS
        if not any(view in name for view in ("view", "permute", ".t.", "transpose", "expand", "select.int", "slice.Tensor", "squeeze", "alias", "detach")):
            written += value.numel() * value.element_size()
    return casts, written


def results(function: Any, case: Any, autocast: bool) -> Iterator[tuple[Any, float]]:
    """Gradients and loss of each batch, with the same weights."""
    for i in range(BATCHES):
        case.model.zero_grad()
        with torch.autocast("cpu", LOW, enabled=autocast):
            loss = function(case.model, *case.batch(i))
        loss.backward()
        yield torch.cat([p.grad.flatten() for p in case.model.parameters()]), loss.item()


def joint(name: str, seed: int, autocast: bool, change: Any = None) -> tuple[list[tuple[int, int]], list[tuple[Any, float]]]:
    """Counts of the joint graphs of a model, its gradients and its losses."""
    from functorch.compile import min_cut_rematerialization_partition, nop
    from torch._dynamo.backends.common import aot_autograd

    counts = []

    def partition(graph: Any, inputs: Any, **others: Any) -> Any:
        if change:
            change(graph.graph)
            graph.recompile()
        counts.append(count(graph))
        return min_cut_rematerialization_partition(graph, inputs, **others)

    torch._dynamo.reset()
    case = models.case(name, seed)
    compiled = torch.compile(case.loss, backend=aot_autograd(fw_compiler=nop, bw_compiler=nop, partition_fn=partition))
    return counts, list(results(compiled, case, autocast))


def compiled(names: list[str], given: argparse.Namespace) -> Iterator[list[str]]:
    from mlir_amp.torch.backend import _Chosen, _Pass

    # Otherwise Dynamo leaves recurrent layers out of its graphs.
    torch._dynamo.config.allow_rnn = True
    change = _Pass(_Chosen.of({"compute": "bfloat16", "compiler": "aot_eager"}, None))
    yield [
        "model", "casts: autocast", "amp", "bytes written: f32", "autocast", "amp", "gradients off: autocast", "amp", "loss off: autocast", "amp",
        "within",
    ]  # fmt: skip
    for name in names:
        off: list[list[Any]] = [[], [], []]
        lost: list[list[float]] = [[], [], []]
        for seed in range(given.seeds):
            case = models.case(name, seed)
            exact = list(results(case.loss, case, False))
            found = [joint(name, seed, *of) for of in ((False,), (True,), (False, change))]
            for i, (_, made) in enumerate(found):
                off[i] += [float((a - b).norm() / b.norm()) for (a, _), (b, _) in zip(made, exact, strict=True)]
                lost[i] += [abs(a - b) for (_, a), (_, b) in zip(made, exact, strict=True)]
        casts, written = ([sum(pair[i] for pair in counts) for counts, _ in found] for i in range(2))
        errors = [f"{np.mean(e):.2e}" for e in (*off[1:], *lost[1:])]
        beyond = [np.subtract(own, cast) for _, cast, own in (off, lost)]
        within = casts[2] <= casts[1] and written[2] < written[1] and all(d.mean() <= d.std() / len(d) ** 0.5 for d in beyond)
        yield [name, *map(str, casts[1:]), *(f"{b:,}" for b in written), *errors, "yes" if within else "no"]


# ----------------------------------------------------------------------------------------------------------------------------- onnx
def onnx_file(name: str, folder: pathlib.Path) -> tuple[pathlib.Path, dict[str, Any]]:
    """A model as an ONNX file, with arguments."""
    import onnx

    case = models.case(name)
    batch = case.batch(0)
    arguments = tuple(t[:, :-1] for t in batch) if case.loss is models.next_token else batch[:1]
    path = folder / f"{name}.onnx"
    torch.onnx.export(case.model.eval(), arguments, path, opset_version=17, dynamo=False)
    inputs = onnx.load(path, load_external_data=False).graph.input
    return path, {i.name: a.numpy() for i, a in zip(inputs, arguments, strict=True)}


def by_amp(path: pathlib.Path) -> Any:
    from mlir_amp.onnx import convert

    return convert(path, compute="f16").model


def by_common(path: pathlib.Path) -> Any:
    import onnx
    from onnxconverter_common import float16

    return float16.convert_float_to_float16(onnx.load(path), keep_io_types=True)


def by_autocast(path: pathlib.Path) -> Any:
    import logging

    from modelopt.onnx.autocast import convert_to_mixed_precision

    logging.disable(logging.INFO)
    return convert_to_mixed_precision(onnx_path=str(path), low_precision_type="fp16", keep_io_types=True)


def weigh(model: Any) -> tuple[int, float]:
    """Casts between floats, and MB of weights and of all results whose size is known."""
    import onnx

    inferred = onnx.shape_inference.infer_shapes(model)
    types = {v.name: v.type.tensor_type for v in (*inferred.graph.value_info, *inferred.graph.input, *inferred.graph.output)}
    width = {onnx.TensorProto.FLOAT: 4, onnx.TensorProto.FLOAT16: 2, onnx.TensorProto.INT64: 8, onnx.TensorProto.BOOL: 1}
    size = sum(len(w.raw_data) or onnx.numpy_helper.to_array(w).nbytes for w in model.graph.initializer)
    casts = 0
    for node in model.graph.node:
        if node.op_type == "Cast":
            to = next(a.i for a in node.attribute if a.name == "to")
            casts += to in (1, 10) and (node.input[0] not in types or types[node.input[0]].elem_type in (1, 10))
        for name in node.output:
            if name in types and node.op_type not in VIEWS:
                size += int(np.prod([d.dim_value for d in types[name].shape.dim])) * width.get(types[name].elem_type, 0)
    return casts, size / 1e6


def onnx(names: list[str], _: argparse.Namespace) -> Iterator[list[str]]:
    import onnxruntime

    onnxruntime.set_default_logger_severity(3)
    session = lambda model: onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])  # noqa: E731
    tools = {"amp": by_amp, "onnxconverter-common": by_common, "AutoCast": by_autocast}
    yield ["model", *(f"{what}: {tool}" if not i else tool for what in ("casts", "MB", "largest error") for i, tool in enumerate(tools))]
    with tempfile.TemporaryDirectory() as folder:
        for name in [n for n in names if n in ONNX]:
            path, feeds = onnx_file(name, pathlib.Path(folder))
            exact = session(str(path)).run(None, feeds)
            rows: list[list[str]] = [[], [], []]
            for convert in tools.values():
                try:
                    model = convert(path)
                    casts, size = weigh(copy.deepcopy(model))
                    made = session(model.SerializeToString()).run(None, feeds)
                    error = max(float(np.abs(a - b).max() / np.abs(a).max()) for a, b in zip(exact, made, strict=True))
                    cells = [str(casts), f"{size:.2f}", f"{error:.1e}"]
                except Exception as failure:
                    print(f"{name}, {convert.__name__}: {type(failure).__name__}: {str(failure)[:200]}", file=sys.stderr)
                    cells = ["fails"] * 3
                for row, cell in zip(rows, cells, strict=True):
                    row.append(cell)
            yield [name, *rows[0], *rows[1], *rows[2]]


# ----------------------------------------------------------------------------------------------------------------------------- call
def call(_: list[str], __: argparse.Namespace) -> Iterator[list[str]]:
    import jax
    import jax.numpy as jnp
    import mlir_amp.torch as amp

    model = torch.nn.Sequential(torch.nn.Linear(64, 64), torch.nn.Tanh(), torch.nn.Linear(64, 8))
    step = amp.step(model, torch.nn.MSELoss(), torch.optim.AdamW(model.parameters()), compute="float32")
    batch = torch.ones(8, 64), torch.ones(8, 8)
    step(*batch)
    settings = step._settings()
    state = jax.tree.map(jnp.array, step._state)
    plain = jax.jit(step._train, static_argnums=2, donate_argnums=0)

    def in_jax(*arrays: Any) -> Any:
        nonlocal state
        state, loss = plain(state, *settings, *arrays)
        return loss

    host = [x.numpy() for x in batch]
    calls = (in_jax, host), (in_jax, [jnp.array(x) for x in host]), (step, batch)
    times = np.zeros((100, 2, len(calls), 2))  # round, loss is read, function, clock
    for i, reads, (j, (function, arguments)) in itertools.product(range(len(times)), (0, 1), enumerate(calls)):
        start = time.process_time(), time.perf_counter()
        for _ in range(50):
            loss = function(*arguments)
            if reads:
                loss.item()
        jax.block_until_ready((state, step._state))
        times[i, reads, j] = np.subtract((time.process_time(), time.perf_counter()), start) * 1e6 / 50
    yield ["us a call, median", "jax.jit of NumPy arrays", "of JAX arrays", "amp.step of tensors", "beyond NumPy arrays", "beyond JAX arrays", f"within {OVERHEAD}"]
    for reads, clock in itertools.product((0, 1), (0, 1)):
        host_time, device_time, own = np.median(times[:, reads, :, clock], 0)
        cells = [f"{t:.0f}" for t in (host_time, device_time, own, own - host_time, own - device_time)]
        name = ("processor", "wall")[clock] + ", loss read" * reads
        yield [name, *cells, ("yes" if own - host_time <= OVERHEAD else "no") if reads else ""]


TABLES = {"train": train, "compile": compiled, "call": call, "onnx": onnx}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="*", metavar="MODEL", help=f"of {', '.join(models.MAKERS)} (default: all)")
    parser.add_argument("--steps", type=int, default=50)
    parser.add_argument("--seeds", type=int, default=1, help="number of initial weights in the tables train (at most) and compile")
    parser.add_argument("--table", choices=TABLES, action="append")
    parser.add_argument("--markdown", type=pathlib.Path)
    given = parser.parse_args()
    if unknown := set(given.models) - models.MAKERS.keys():
        parser.error(f"expects models of {', '.join(models.MAKERS)}, but got '{min(unknown)}'")
    warnings.simplefilter("ignore")
    failed, text = False, []
    for table in given.table or TABLES:
        for i, row in enumerate(TABLES[table](given.models or list(models.MAKERS), given)):
            line = "| " + " | ".join(row) + " |"
            lines = [line] if i else ["", f"**{table}**", "", line, "|" + "---|" * len(row)]
            failed |= "no" in row or "fails" in row
            text += lines
            print("\n".join(lines), flush=True)
    if given.markdown:
        given.markdown.write_text("\n".join(text) + "\n")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
