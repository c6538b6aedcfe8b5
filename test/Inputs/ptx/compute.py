# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Instructions of one thread on its registers: a function for an instruction `i`, and the threads `at` that execute it.

Follows the PTX ISA's chapters "Integer", "Floating Point", "Comparison and Selection", "Logic and Shift" and "Data Movement" (mov, cvt).
"""
import numpy as np
import scalar


def arithmetic(machine, i, at):
    kind = i.modifiers[-1]
    if kind == "pred":
        values = [machine.predicate(o, at) for o in i.operands[1:]]
        result = {"and": np.logical_and, "or": np.logical_or, "xor": np.logical_xor, "not": np.logical_not}[i.name](*values)
        return machine.set(i.operands[0], result, at)
    sizes = [scalar.width(kind)] * 3
    if "wide" in i.modifiers:
        sizes[2] *= 2
    values = [machine.get(o, s, at) for o, s in zip(i.operands[1:], sizes)]
    if kind.endswith("x2"):
        halves = [v[:, None].view(np.uint16) for v in values]
        result = scalar.compute(i.name, i.modifiers, kind[:-2], halves)
        return machine.set(i.operands[0], np.ascontiguousarray(result).view(np.uint32)[:, 0], at)
    machine.set(i.operands[0], scalar.compute(i.name, i.modifiers, kind, values), at)


def shl(machine, i, at):
    kind = i.modifiers[-1]
    value = machine.get(i.operands[1], scalar.width(kind), at)
    machine.set(i.operands[0], scalar.shifted(i.name, kind, value, machine.get(i.operands[2], 4, at)), at)


def bfe(machine, i, at):
    value, begin, length = (machine.get(o, 4, at).astype(np.uint64) for o in i.operands[1:])
    field = value >> begin & ((np.uint64(1) << length) - np.uint64(1))
    if i.modifiers[-1] == "s32":  # the field's last bit is its sign
        sign = np.where(length > 0, np.uint64(1) << (np.maximum(length, np.uint64(1)) - np.uint64(1)), np.uint64(0))
        field = (field ^ sign) - sign
    machine.set(i.operands[0], field.astype(np.uint32), at)


def mov(machine, i, at):
    to, value = i.operands
    kind = i.modifiers[-1]
    if kind == "pred":
        return machine.set(to, machine.predicate(value, at), at)
    size = scalar.width(kind)
    if isinstance(to, list):
        parts = machine.get(value, size, at)[:, None].view(scalar.BITS[size // len(to)])
        for name, part in zip(to, parts.T):
            machine.set(name, part, at)
    elif isinstance(value, list):
        parts = np.stack([machine.get(v, size // len(value), at) for v in value], 1)
        machine.set(to, parts.view(scalar.BITS[size])[:, 0], at)
    else:
        machine.set(to, machine.get(value, size, at), at)


def cvt(machine, i, at):
    to, origin = i.modifiers[-2:]
    if to.endswith("x2"):
        halves = [scalar.convert(to[:-2], origin, i.modifiers, machine.get(o, 4, at)) for o in reversed(i.operands[1:])]
        return machine.set(i.operands[0], np.stack(halves, 1).view(np.uint32)[:, 0], at)
    value = machine.get(i.operands[1], scalar.width(origin), at)
    result = scalar.convert(to, origin, i.modifiers, value)
    machine.set(i.operands[0], result.astype(np.uint16) if result.dtype == np.uint8 else result, at)


def setp(machine, i, at):
    kind = i.modifiers[-1]
    a, b = (machine.get(o, scalar.width(kind), at) for o in i.operands[1:3])
    if kind.endswith("x2"):
        result = scalar.compare(i.modifiers[0], kind[:-2], *(v[:, None].view(np.uint16) for v in (a, b)))
        for name, half in zip(i.operands[0].split("|"), result.T):
            machine.set(name, half, at)
        return
    result = scalar.compare(i.modifiers[0], kind, a, b)
    if len(i.operands) == 4:
        combine = {"and": np.logical_and, "or": np.logical_or, "xor": np.logical_xor}[i.modifiers[1]]
        result = combine(result, machine.predicate(i.operands[3], at))
    machine.set(i.operands[0], result, at)


def selp(machine, i, at):
    size = scalar.width(i.modifiers[-1])
    a, b = (machine.get(o, size, at) for o in i.operands[1:3])
    machine.set(i.operands[0], np.where(machine.predicate(i.operands[3], at), a, b), at)


def cvta(machine, i, at):
    machine.set(i.operands[0], machine.get(i.operands[1], 8, at), at)


INSTRUCTIONS = {"mov": mov, "cvt": cvt, "setp": setp, "selp": selp, "cvta": cvta, "bfe": bfe, "shl": shl, "shr": shl}
