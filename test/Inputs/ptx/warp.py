# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Instructions that the threads of a warp execute together: a function for an instruction `i`, and the threads `at` that execute it.

Follows the PTX ISA's "shfl.sync", "ldmatrix" and "mma".
"""
import numpy as np
import tensor
from memory import Fault


def are_whole(at):
    """Returns which of the threads are there with all others of their warps."""
    warps = at // 32
    return np.bincount(warps)[warps] == 32


def whole_warps(at):
    if not are_whole(at).all():
        raise Fault("not all threads of a warp are there")
    return at.reshape(-1, 32)


def ldmatrix(machine, i, at):
    warps = whole_warps(at)
    count = len(i.operands[0])
    lanes = warps[:, :8 * count].reshape(-1)
    machine.shared.count_conflicts(machine.in_shared(i.operands[1], lanes))
    data = machine.shared.load(machine.in_shared(i.operands[1], lanes), 16, lanes, machine.epoch[lanes])
    rows = np.ascontiguousarray(data).view(np.uint16).reshape(len(warps), count, 8, 8)
    words = tensor.ldmatrix(rows, "trans" in i.modifiers)
    for j, name in enumerate(i.operands[0]):
        machine.set(name, words[:, :, j].reshape(-1), at)


def shfl(machine, i, at):
    if i.modifiers != ["sync", "bfly", "b32"]:
        raise Fault(f"unknown {i.text}")
    lanes = np.arange(32) ^ machine.get(i.operands[2], 4, at)[0]
    values = machine.get(i.operands[1], 4, at).reshape(whole_warps(at).shape)
    to, *taken = i.operands[0].split("|")
    machine.set(to, values[:, lanes].reshape(-1), at)
    for name in taken:
        machine.set(name, np.ones(len(at), bool), at)


def mma(machine, i, at):
    warps = whole_warps(at)
    a, b, c = (np.stack([machine.get(name, 4, at) for name in names], 1).reshape(len(warps), 32, -1) for names in i.operands[1:])
    shape, kind = i.modifiers[2], i.modifiers[-2]
    if (shape, kind) not in (("m16n8k16", "f16"), ("m16n8k16", "bf16"), ("m16n8k8", "tf32")):
        raise Fault(f"unknown {i.text}")
    sums = tensor.mma(a, b, c, kind)
    for j, name in enumerate(i.operands[0]):
        machine.set(name, sums[:, :, j].reshape(-1), at)


INSTRUCTIONS = {"ldmatrix": ldmatrix, "mma": mma, "shfl": shfl}
