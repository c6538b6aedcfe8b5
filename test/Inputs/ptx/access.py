# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loads, stores and copies: a function for an instruction `i`, and the threads `at` that execute it.

A copy that is asynchronous is there when its thread has waited for its group, and not before.
Follows the PTX ISA's "cp.async", "cp.async.commit_group" and "cp.async.wait_group".
"""
import numpy as np
import scalar
import warp
from memory import Fault


def ld(machine, i, at):
    kind = i.modifiers[-1]
    size = scalar.width(kind)
    if i.modifiers[0] == "param":
        return machine.set(i.operands[0], np.full(len(at), machine.arguments[i.operands[1][1]], scalar.BITS[size]), at)
    names = i.operands[0] if isinstance(i.operands[0], list) else [i.operands[0]]
    if i.modifiers[0] == "shared":
        data = machine.shared.load(machine.in_shared(i.operands[1], at), size * len(names), at, machine.epoch[at])
    else:
        data = machine.memory.load(machine.address(i.operands[1], at), size * len(names), at)
    for name, part in zip(names, np.ascontiguousarray(data).view(scalar.BITS[size]).T):
        machine.set(name, part.astype(np.uint16) if size == 1 else part, at)


def st(machine, i, at):
    size = scalar.width(i.modifiers[-1])
    names = i.operands[1] if isinstance(i.operands[1], list) else [i.operands[1]]
    data = np.stack([machine.get(name, size, at) for name in names], 1).view(np.uint8)
    if i.modifiers[0] == "shared":
        machine.shared.store(machine.in_shared(i.operands[0], at), data, at, machine.epoch[at])
    else:
        machine.memory.store(machine.address(i.operands[0], at), data, at)


def cp(machine, i, at):
    if "commit_group" in i.modifiers:
        machine.groups[at] += 1
    elif "wait_group" in i.modifiers:
        wait(machine, machine.groups[at] - int(i.operands[0]), at)
    elif "wait_all" in i.modifiers:
        wait(machine, machine.groups[at] + 1, at)
    else:
        copy(machine, i, at)


def copy(machine, i, at):
    width = int(i.operands[2])
    used = machine.get(i.operands[3], 4, at) if len(i.operands) > 3 else np.full(len(at), width)
    if not np.isin(used, (0, width)).all() or (width != 16 and "cg" in i.modifiers):
        raise Fault("a copy of another size than those that kernels use")
    data = np.zeros((len(at), width), np.uint8)
    some = used > 0
    data[some] = machine.memory.load(machine.address(i.operands[1], at)[some], width, at[some])
    to = machine.in_shared(i.operands[0], at)
    if width == 16:
        warp.whole_warps(at)
        machine.shared.count_conflicts(to)
    places = machine.shared.start_copy(to, width, at, machine.epoch[at])
    machine.copies.append((at, machine.groups[at], places, data))


def wait(machine, done_before, at):
    """Finishes the copies of `at` in groups before those."""
    limit = np.zeros(len(machine.all), np.int64)
    limit[at] = done_before
    left = []
    for threads, group, places, data in machine.copies:
        done = group < limit[threads]
        machine.shared.finish_copy(places[done], data[done], threads[done], machine.epoch[threads[done]])
        if not done.all():
            left.append((threads[~done], group[~done], places[~done], data[~done]))
    machine.copies = left


INSTRUCTIONS = {"ld": ld, "st": st, "cp": cp}
