# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""inject.py TOOLS PLACES GRAPH.mlir OUT: infinities and NaN planted in a scaled training step, which amp-run trains with.

Every value that a place names gets a factor from outside, usually 1: a float that main makes, or a gradient as its mark reads
it. Training takes a clean step, then one with a planted element (the first, the middle or the last is inf, -inf or NaN), and
so on. After a planted step, no state may hold what is not finite; where a gradient was planted, or the scaler found anything
at all, every state has the bits that it had before, the scale is halved, and `skipped` has grown. After a clean step the scale
is doubled, up to 1024.
"""
import itertools
import pathlib
import re
import subprocess
import sys

import numpy as np

VALUES = np.inf, -np.inf, np.nan
ELEMENTS = 0, 0.5, 1
RESULT = re.compile(r"^    (%\d+) = (?:stablehlo|chlo)\.[\w.]+ .*?(tensor<[\dx]*f32>)$")
GRADIENTS = re.compile(r'^    %\d+(?::\d+)? = stablehlo.composite "amp.gradients" ([^{]*) \{.*: \(([^)]*)\)')
TYPE = "tensor<{}f32>"


def shape_of(tensor):
    return tuple(int(size) for size in re.findall(r"(\d+)x", tensor))


def factor(number, value, tensor, new):
    """Lines that multiply one element by the planted value, if this is its place."""
    sizes = shape_of(tensor)
    flat, name = int(np.prod(sizes)), f"%place{number}"
    counted = TYPE.format(f"{flat}x").replace("f32", "i32")
    return [
        f"    {name}_number = stablehlo.constant dense<{number}> : tensor<i32>",
        f"    {name}_none = stablehlo.constant dense<1.0> : tensor<f32>",
        f"    {name}_is = stablehlo.compare EQ, %place, {name}_number : (tensor<i32>, tensor<i32>) -> tensor<i1>",
        f"    {name}_value = stablehlo.select {name}_is, %value, {name}_none : tensor<i1>, tensor<f32>",
        f"    {name}_iota = stablehlo.iota dim = 0 : {counted}",
        f"    {name}_all = stablehlo.reshape {name}_iota : ({counted}) -> {tensor.replace('f32', 'i32')}",
        f"    {name}_one = stablehlo.broadcast_in_dim %element, dims = [] : (tensor<i32>) -> {tensor.replace('f32', 'i32')}",
        f"    {name}_here = stablehlo.compare EQ, {name}_all, {name}_one : ({tensor.replace('f32', 'i32')}, {tensor.replace('f32', 'i32')}) -> {tensor.replace('f32', 'i1')}",
        f"    {name}_high = stablehlo.broadcast_in_dim {name}_value, dims = [] : (tensor<f32>) -> {tensor}",
        f"    {name}_low = stablehlo.broadcast_in_dim {name}_none, dims = [] : (tensor<f32>) -> {tensor}",
        f"    {name}_plant = stablehlo.select {name}_here, {name}_high, {name}_low : {tensor.replace('f32', 'i1')}, {tensor}",
        f"    {new} = stablehlo.multiply {value}, {name}_plant : {tensor}",
    ]


def reaches(lines, maker, reader):
    """True if the result of one line reaches an operand of another: statistics, which only states keep, do not end in gradients."""
    made = {RESULT.match(lines[maker])[1]}
    for line in lines[maker + 1 : reader]:
        head, _, rest = line.partition(" = ")
        if made & {name.split("#")[0] for name in re.findall(r"%\w+(?:#\d+)?", rest or head)}:
            made.add(head.strip().split(":")[0])
    return bool(made & set(re.findall(r"%\w+", lines[reader])))


def plant(text, wanted):
    """The step with a factor for each place, and the places as (value, number of elements). Of the ops of main, those that
    are `wanted` in all, evenly spread; gradients all, first. The new arguments: place, element, value."""
    lines = text.split("\n")
    start = next(i for i, line in enumerate(lines) if "func.func public @main" in line)
    mark = next(i for i in range(start, len(lines)) if GRADIENTS.match(lines[i]))
    made = [i for i in range(start, mark) if RESULT.match(lines[i]) and '"amp.' not in lines[i] and reaches(lines, i, mark)]
    chosen = sorted({made[int(k)] for k in np.linspace(0, len(made) - 1, min(len(made), wanted))})
    values, tensors = (part.split(", ") for part in GRADIENTS.match(lines[mark]).groups())
    places = [(value, int(np.prod(shape_of(tensor)))) for value, tensor in zip(values, tensors)]
    planted = [f"%planted{i}" for i in range(len(values))]
    new = {mark: sum((factor(i, *each) for i, each in enumerate(zip(values, tensors, planted))), [])}
    new[mark].append(lines[mark].replace(", ".join(values), ", ".join(planted), 1))
    for i in chosen:
        value, tensor = RESULT.match(lines[i]).groups()
        whole = f"%whole{len(places)}"
        new[i] = [lines[i].replace(f"{value} =", f"{whole} =", 1), *factor(len(places), whole, tensor, value)]
        places.append((value, int(np.prod(shape_of(tensor)))))
    lines[start] = lines[start].replace(") -> ", ", %place: tensor<i32>, %element: tensor<i32>, %value: tensor<f32>) -> ", 1)
    return "\n".join(line for i, old in enumerate(lines) for line in new.get(i, [old])), places, len(values)


def schedule(places):
    """Place, element and value of each step: clean steps and planted ones in turn."""
    rows = []
    for (number, (_, size)), element, value in itertools.product(enumerate(places), ELEMENTS, VALUES):
        rows += [(-1, 0, 1.0), (number, int(element * (size - 1)), value)]
    place, element, value = zip(*rows)
    return [np.array(place, np.int32), np.array(element, np.int32), np.array(value, np.float32)]


def train(tools, step, inputs, steps, kept, out):
    np.savez(out / "in.npz", **{f"in_{i}": array for i, array in enumerate(inputs)})
    subprocess.run([tools / "amp-run", "train", step, f"--inputs={out / 'in.npz'}", f"--steps={steps}", f"--history={out / 'history.npz'}",
                    "--keep=" + ",".join(f"out_{i}" for i in kept)], check=True)  # fmt: skip
    history = np.load(out / "history.npz")
    return [history[f"out_{i}"] for i in kept]


def results(text):
    """(number of states, {role: number of a result}) of a scaled step."""
    main = next(line for line in text.split("\n") if "func.func public @main" in line)
    returned = re.split(r"\), \(|\), |(?<=\}), ", main.split(") -> (")[1])
    roles = {m[1]: i for i, one in enumerate(returned) if (m := re.search(r'amp.role = "(\w+)"', one))}
    return [i for i, one in enumerate(returned) if "amp.state" in one and "amp.role" not in one], roles


def main(tools, wanted, graph, out):
    tools, graph, out = pathlib.Path(tools), pathlib.Path(graph), pathlib.Path(out)
    out.mkdir(parents=True, exist_ok=True)
    text, places, gradients = plant(graph.read_text(), int(wanted))
    (out / "planted.mlir").write_text(text)
    step = out / "step.mlir"
    subprocess.run([tools / "amp-opt", out / "planted.mlir", "--amp=compute=f16 loss-scale=dynamic scaler=#amp.scaler<dynamic,init=1024.0,max=1024.0,interval=1>", "-o", step], check=True)
    states, roles = results(step.read_text())
    given = np.load(graph.with_suffix(".npz"))
    inputs = [given[f"in_{i}"] for i in range(sum(name.startswith("in_") for name in given.files))]
    plants = schedule(places)
    steps, planted = len(plants[0]), plants[0]
    scaler = [np.float32(1024), np.int32(0), np.int32(0)]
    kept = [*states, roles["scale"], roles["skipped"], roles["found_inf"]]
    *after, scale, skipped, found = train(tools, step, [*inputs, *plants, *scaler], steps, kept, out)
    wrong = []
    for t in range(steps):
        where = planted[t]
        changed = t > 0 and any(state[t].tobytes() != state[t - 1].tobytes() for state in after)
        finite = all(np.isfinite(state[t]).all() for state in after if state.dtype.kind == "f")
        before = scale[t - 1] if t else scaler[0]
        if not finite:
            wrong.append((t, where, "a state is not finite"))
        elif where < 0 and (found[t] or scale[t] != min(2 * before, 1024)):
            wrong.append((t, where, "a clean step is skipped"))
        elif 0 <= where < gradients and not found[t]:
            wrong.append((t, where, "a planted gradient goes unseen"))
        elif found[t] and (changed or scale[t] != before / 2 or skipped[t] != (skipped[t - 1] if t else 0) + 1):
            wrong.append((t, where, f"scale {before} -> {scale[t]}, skipped {skipped[t]}, states changed: {changed}"))
    for t, where, what in wrong[:10]:
        print(f"step {t}, at {places[where] if where >= 0 else 'no place'}: {what}")
    print(f"{graph.stem}: {steps // 2} plants at {len(places)} places ({gradients} gradients), {int(found.sum())} found, {steps // 2} clean steps, {len(wrong)} wrong")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
