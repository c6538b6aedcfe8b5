# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Decisions of --amp="align=profitable": a table per chip, pads and slices beside what XLA adds dot by dot, bytes, compile time.

aligned.py [GRAPH.mlir…], as a program: these graphs alone. aligned.py --export FOLDER: the steps whose shapes matrix units do not like.
"""
import json
import pathlib
import re
import statistics
import sys

import cpu

CHIPS = {"sm_70": "f16", "sm_80": "bf16", "sm_90": "bf16"}
PROFIT = "profitable"
SIZES = {"all_aligned": (128, 64, 256), "width_1001": (128, 1001, 4004), "tokens_77": (77, 64, 256), "everything_odd": (77, 1001, 4004)}
DOT = re.compile(r"dot_general .*?(?:batching_dims = \[([\d, ]*)\] x \[([\d, ]*)\], )?contracting_dims = \[([\d, ]*)\] x \[([\d, ]*)\]"
                 r".* : \(tensor<([\dx]+)x(?:b?f16)>, tensor<([\dx]+)x(?:b?f16)>\)")  # fmt: skip


def steps():
    """Training steps at their true sizes, as jitted functions with the shapes of their arguments."""
    import jax
    import jax.numpy as jnp

    def normed(x):
        return (x - x.mean(-1, keepdims=True)) * jax.lax.rsqrt(x.var(-1, keepdims=True) + 1e-5)

    def attend(x, q, k, v, mask):
        scores = jnp.einsum("bqd,bkd->bqk", x @ q, x @ k) * 0.03
        return jax.nn.softmax(jnp.where(mask, scores, -1e9)) @ (x @ v)

    def language(w, tokens, labels):
        x = w["embedding"][tokens]
        mask = jnp.tril(jnp.ones((tokens.shape[1],) * 2, bool))
        for block in w["blocks"]:
            x = x + attend(normed(x), *block[:3], mask) @ block[3]
            x = x + jax.nn.gelu(normed(x) @ block[4]) @ block[5]
        logits = normed(x) @ w["embedding"].T
        return -jnp.take_along_axis(jax.nn.log_softmax(logits), labels[..., None], -1).mean()

    def network(w, image, labels):
        x = image
        for kernel in w["kernels"]:
            x = jax.lax.conv_general_dilated(x, kernel, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
            x = jax.lax.reduce_window(jax.nn.relu(x), -jnp.inf, jax.lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
        return -(jax.nn.log_softmax(x.reshape(x.shape[0], -1) @ w["dense"]) * labels).mean()

    def ragged(w, x, y):
        return ((attend(normed(x), *w[:3], True) @ w[3] - y) ** 2).mean()

    def grouped(w, x, y):
        for matrix in w[:-1]:
            z = x @ matrix
            groups = z.reshape(*z.shape[:-1], -1, 4)
            groups = (groups - groups.mean((1, -1), keepdims=True)) * jax.lax.rsqrt((groups**2).mean((1, -1), keepdims=True) + 1e-5)
            x = jax.nn.gelu(groups.reshape(z.shape))
        return ((x @ w[-1] - y) ** 2).mean()

    def trained(loss):
        def step(w, *batch):
            value, gradients = jax.value_and_grad(loss)(w, *batch)
            return jax.tree.map(lambda p, g: p - 0.01 * g, w, gradients), value
        return jax.jit(step)

    def of(*shape, dtype=jnp.float32):
        return jax.ShapeDtypeStruct(shape, dtype)

    ids = of(8, 512, dtype=jnp.int32)
    block = [of(1001, 1001)] * 4 + [of(1001, 4004), of(4004, 1001)]
    yield "language_33708", trained(language), ({"embedding": of(33708, 1001), "blocks": [block] * 2}, ids, ids)
    yield "cnn_3_10", trained(network), ({"kernels": [of(3, 3, 3, 64), of(3, 3, 64, 100)], "dense": of(6400, 10)},
                                         of(256, 32, 32, 3), of(256, 10))  # fmt: skip
    yield "groups_1004", trained(grouped), ([of(1004, 1004)] * 4, of(32, 128, 1004), of(32, 128, 1004))
    yield "attention_77", trained(ragged), ([of(768, 768)] * 4, of(64, 77, 768), of(64, 77, 768))


def export(folder):
    for name, step, arguments in steps():
        pathlib.Path(folder, f"{name}.mlir").write_text(step.lower(*arguments).as_text())


def numbers(text, by=","):
    return [int(n) for n in text.split(by)] if text else []


def added_by_xla(text):
    """(pads, slices) if each product by itself is padded to multiples of 8."""
    pads = slices = 0
    for found in DOT.finditer(text):
        batch, inner, shapes = found.groups()[:2], found.groups()[2:4], [numbers(s, "x") for s in found.groups()[4:]]
        odd, free = [], []
        for shape, batched, contracted in zip(shapes, map(numbers, batch), map(numbers, inner)):
            sizes = [1, 1]
            for dim, size in enumerate(shape):
                if dim not in batched:
                    sizes[dim in contracted] *= size
            odd.append(any(size % 8 for size in sizes))
            free.append(sizes[0])
        pads += sum(odd)
        slices += any(size % 8 for size in free)
    return pads, slices


def decided(path, chip, align):
    out, report = cpu.scratch / "aligned.mlir", cpu.scratch / "aligned.json"
    cpu.output_of(cpu.binaries / "amp-opt", path, f"--amp=compute={CHIPS[chip]} chip={chip} align={align} report={report}", "-o", out)
    return json.loads(report.read_text())["alignment"], out.read_text()


def table(path, row):
    for chip in CHIPS:
        alignment, _ = decided(path, chip, PROFIT)
        pads, slices = added_by_xla(decided(path, chip, "off")[1])
        print(f"  {path.stem} on {chip}: {alignment['pads']} pads, {alignment['slices']} slices, {alignment['masks']} masks; "
              f"dot by dot {pads} pads, {slices} slices" + (f"; {alignment['why_not']}" if alignment["why_not"] else ""))
        for d in alignment["dimensions"]:
            what = f"{d['from']} to {d['to']}" if d["to"] != d["from"] else f"keeps {d['from']}"
            print(f"    {what:18} {d['products']:3} products save {d['gain_us']:9.2f} us, cost {d['cost_us']:9.2f} us: {d['why']}")
            assert d["to"] == d["from"] or d["gain_us"] > d["cost_us"], "padded at a loss"
        if alignment["pads"]:
            row(f"{path.stem} on {chip}: bytes added", 100 * (alignment["bytes_after"] / alignment["bytes_before"] - 1), "%", 3)
            row(f"{path.stem} on {chip}: pads and slices", alignment["pads"] + alignment["slices"], "ops", pads + slices)


def generated(name, ops=50000):
    """A transformer step of the sizes (tokens, width, inner) that this name has."""
    path = cpu.scratch / f"{name}.mlir"
    path.write_text(cpu.output_of(sys.executable, pathlib.Path(__file__).parent / "transformer.py", ops, *SIZES[name]))
    return path


def compile_time(path, row, align=PROFIT):
    samples = []
    for _ in range(9):
        report = cpu.output_of(cpu.binaries / "amp-opt", path, f"--amp-align-shapes=align={align}", "--mlir-timing", "-o", "/dev/null")
        samples.append(float(re.search(r"^ *([\d.]+) \( *[\d.]+%\)  AlignShapes$", report, re.MULTILINE)[1]))
    ops = path.read_text().count(" = stablehlo.") + path.read_text().count(' = "stablehlo.')
    row(f"amp-align-shapes={align}, {path.stem}, {ops:,} ops (median of 9)", 1e6 * statistics.median(samples) / ops, "us/op", 1)


def measure(row, given=()):
    """Prints a row per figure through `row(what, value, unit, target)`."""
    folder = cpu.scratch / "aligned"
    folder.mkdir(parents=True, exist_ok=True)
    print("\naligned shapes (--amp with align=profitable)")
    paths = [pathlib.Path(path) for path in given]
    if not paths:
        cpu.output_of(cpu.python, __file__, "--export", folder)
        plain = sorted(cpu.graphs.glob("*.mlir")) if cpu.graphs.is_dir() else []
        paths = sorted(folder.glob("*.mlir")) + [path for path in plain if not path.stem.endswith(".plain")]
    for path in paths:
        table(path, row)
    for path in paths:
        if path.stem in ("gpt2_124m", "language_33708"):
            compile_time(path, row)
    if not given:
        for name in SIZES:
            compile_time(generated(name), row)
        compile_time(generated("everything_odd"), row, "always")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--export"]:
        export(sys.argv[2])
    else:
        measure(lambda what, value, unit, target: print(f"  {what:54} {value:9.2f} {unit:6} target {target:7.2f}  {'ok' if value <= target else 'MISSED'}", flush=True), sys.argv[1:])
