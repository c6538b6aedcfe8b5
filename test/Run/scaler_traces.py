# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""scaler_traces.py TRACES.json|own AMP_OPT AMP_RUN FOLDER: amp.update_scale moves the scale as each framework does.

Runs a step that is nothing but that op, lowered, over a sequence of overflows, for each preset of lib/Scaling/Scalers.cpp,
and compares the scales bit by bit: with the recorded traces, or over a longer sequence with scaler_machines.py.
"""
import json
import pathlib
import re
import subprocess
import sys

import numpy as np

import scaler_machines as machines

SCALERS = pathlib.Path(__file__).parents[2] / "lib/Scaling/Scalers.cpp"
# trace: preset, what the trace changes of it, the machine
TRACES = {
    "apex": ("apex", {}, machines.Apex),
    "deepspeed_h1": ("deepspeed", {"hysteresis": "1"}, machines.DeepSpeedImpatient),
    "deepspeed_h2": ("deepspeed", {}, machines.DeepSpeed),
    "deepspeed_h2_consecutive": ("deepspeed-consecutive", {}, machines.DeepSpeedConsecutive),
    "flax": ("flax", {}, machines.Flax),
    "jmp": ("jmp", {}, machines.Jmp),
    "keras": ("keras", {}, machines.Torch),
    "megatron_h2": ("megatron", {}, machines.Megatron),
    "mxnet": ("mxnet", {}, machines.MXNet),
    "paddle_eager_n1": ("paddle", {}, machines.Torch),
    "paddle_kernel_n2_floor1": ("paddle-kernel", {}, machines.PaddleKernel),
    "torch_REAL": ("torch", {}, machines.Torch),
}


def preset(name):
    """The parameters in the row of that name."""
    row = re.search(rf'{{"{name}",((?:\s*"[^"]*")+)}}', SCALERS.read_text())
    text = "".join(re.findall(r'"([^"]*)"', row[1]))
    return dict(p.strip().split(" = ") for p in text.split(",") if p)


def states(parameters):
    """State that is carried beside the scale and its counter: role, type, first value."""
    given = lambda name, otherwise: parameters.get(name, otherwise)
    yield "scale", "f32", np.float32(parameters["init"])
    yield "growth_tracker", "i32", np.int32(-1 if given("window_offset", "") == "first" else 0)
    if int(given("hysteresis", 1)) > 1:
        yield "hysteresis", "i32", np.int32(parameters["hysteresis"])
    if int(given("decr_every_n", 1)) > 1:
        yield "bad_steps", "i32", np.int32(0)
    if given("delay", "") == "true":
        yield "next_scale", "f32", np.float32(parameters["init"])
    if given("at_min", "") == "error":
        yield "at_min", "i1", np.bool_(False)


def module(parameters, carried):
    spelt = ", ".join(f"{name} = {value}" for name, value in parameters.items())
    types = [f"tensor<{kind}>" for _, kind, _ in carried]
    arguments = ", ".join(f'%{role}: {kind} {{amp.state = "{role}"}}' for (role, _, _), kind in zip(carried, types))
    results = ", ".join(f'{kind} {{amp.state = "{role}"}}' for (role, _, _), kind in zip(carried, types))
    return f"""func.func @main(%found: tensor<i1>, {arguments}) -> ({results}) {{
  %not = stablehlo.not %found : tensor<i1>
  %again = stablehlo.not %not : tensor<i1>
  %0:{len(carried)} = amp.update_scale {", ".join("%" + role for role, _, _ in carried)} if %again
    by <dynamic, {spelt}> : {", ".join(types)}
  return {", ".join(f"%0#{i}" for i in range(len(carried)))} : {", ".join(types)}
}}"""


def run(parameters, sequence, amp_opt, amp_run, folder):
    """Each state after each step."""
    carried = list(states(parameters))
    source, lowered = folder / "update.mlir", folder / "lowered.mlir"
    given, history = folder / "in.npz", folder / "history.npz"
    source.write_text(module(parameters, carried))
    subprocess.run([amp_opt, source, "--amp-lower-training", "-o", lowered], check=True)
    firsts = [sequence] + [first for _, _, first in carried]
    np.savez(given, **{f"in_{i}": first for i, first in enumerate(firsts)})
    subprocess.run([amp_run, "train", lowered, f"--inputs={given}", f"--steps={len(sequence)}", f"--history={history}"], check=True)
    stacks = np.load(history)
    return {role: stacks[f"out_{i}"] for i, (role, _, _) in enumerate(carried)}


def expected(machine, sequence):
    scales, raised = [], []
    for overflowed in sequence:
        machine.step(overflowed)
        scales.append(machine.scale)
        raised.append(getattr(machine, "raised", False))
    return np.array(scales, np.float32), np.array(raised)


def agree(name, what, got, wanted):
    differ = np.flatnonzero(np.asarray(got) != np.asarray(wanted))
    if differ.size:
        step = differ[0]
        sys.exit(f"{name}: expects {what} {wanted[step]} after step {step}, but got {got[step]}")


def check(name, init, interval, sequence, trace, tools):
    row, changes, machine = TRACES[name]
    parameters = preset(row) | {"init": f"{float(init)}", "interval": f"{interval}"} | changes
    got = run(parameters, sequence, *tools)
    scales, raised = expected(machine(init, interval), sequence)
    agree(name, "scale", got["scale"], scales)
    agree(name, "at_min", got.get("at_min", raised), raised)
    if trace is not None:  # MXNet's is of what it decides, which holds one step later
        agree(name, "recorded scale", got.get("next_scale", got["scale"]), trace)
    print(f"{name}: {len(sequence)} steps, {got['scale'].min():g} to {got['scale'].max():g}, bit by bit")


def main(traces, amp_opt, amp_run, folder):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    tools = amp_opt, amp_run, folder
    if traces == "own":
        # Quiet for long, then ever more overflows, in bursts: every scale from the floor to infinity.
        random = np.random.default_rng(7)
        sequence = np.concatenate([random.random(400) < often for often in (0, 0.01, 0.3, 0.9, 0.05)])
        for name in TRACES:
            check(name, 2.0**120 if name in ("keras", "torch_REAL", "flax") else 1024, 3, sequence, None, tools)
        return
    recorded = json.loads(pathlib.Path(traces).read_text())
    assert recorded["scale_after"].keys() == TRACES.keys()
    for name, trace in recorded["scale_after"].items():
        check(name, recorded["init"], recorded["interval"], np.array(recorded["seq"], bool), np.float32(trace), tools)


if __name__ == "__main__":
    main(*sys.argv[1:])
