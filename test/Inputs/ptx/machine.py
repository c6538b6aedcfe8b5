# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs kernels of PTX text on numpy arrays, all threads of all blocks at once.

Threads that stand at different instructions: those furthest behind go first, so that
they meet again. A copy that is asynchronous is there when its thread has waited for its
group, and not before; shared memory faults where a barrier is missing (memory.py).
Follows the PTX ISA's "Control Flow", "Parallel Synchronization and Communication",
"shfl.sync", "cp.async", "cp.async.commit_group" and "cp.async.wait_group".
"""
import re

import numpy as np
import parse
import scalar
import tensor
from memory import Fault, Global, Shared

SHARED_BEGIN = 1024  # of a block's own part
SPECIAL = re.compile(r"%(tid|ctaid|ntid|nctaid)\.([xyz])|%(laneid|warpid)")


class Machine:
    def __init__(self, kernel, grid, block, shared_bytes, arrays):
        self.kernel, self.grid, self.block = kernel, grid, block
        self.threads = block[0] * block[1] * block[2]
        if kernel.threads != self.threads:
            raise Fault(f"expected {kernel.threads} threads in a block, but got {self.threads}")
        self.blocks = grid[0] * grid[1] * grid[2]
        self.all = np.arange(self.blocks * self.threads)
        self.block_of = self.all // self.threads
        self.memory = Global([a for a in arrays if isinstance(a, np.ndarray)])
        static = sum(kernel.shared.values())
        self.shared = Shared(self.blocks, static + shared_bytes)
        self.symbols, end = {}, SHARED_BEGIN
        for name, size in sorted(kernel.shared.items(), key=lambda item: -item[1]):
            self.symbols[name] = end
            end += size
        starts = iter(self.memory.starts)
        values = [next(starts) if isinstance(a, np.ndarray) else a for a in arrays]
        self.arguments = {f"{kernel.name}_param_{i}": value for i, value in enumerate(values)}
        self.registers = {}
        self.epoch = np.zeros(len(self.all), np.int64)
        self.groups = np.zeros(len(self.all), np.int64)
        self.copies = []
        self.executed = 0

    # operands

    def special(self, name, at):
        found = SPECIAL.fullmatch(name)
        if found[3]:
            return (self.all[at] % self.threads % 32 if found[3] == "laneid" else self.all[at] % self.threads // 32)
        axis = "xyz".index(found[2])
        if found[1] in ("ntid", "nctaid"):
            return np.full(len(at), (self.block if found[1] == "ntid" else self.grid)[axis])
        sizes = self.block if found[1] == "tid" else self.grid
        flat = self.all[at] % self.threads if found[1] == "tid" else self.block_of[at]
        return flat // int(np.prod(sizes[:axis])) % sizes[axis]

    def get(self, name, width, at):
        kind = scalar.BITS[width]
        if name.startswith("%"):
            if SPECIAL.fullmatch(name):
                return self.special(name, at).astype(kind)
            if name not in self.registers:
                raise Fault(f"read of {name}, which nothing wrote")
            return self.registers[name][at].astype(kind)
        if found := re.fullmatch(r"0([fd])([0-9A-F]+)", name):
            return np.full(len(at), int(found[2], 16), kind)
        if name in self.symbols:
            return np.full(len(at), self.symbols[name], kind)
        return np.full(len(at), int(name, 0) % (1 << 8 * width), kind)

    def set(self, name, values, at):
        if name == "_":
            return
        if name not in self.registers:
            self.registers[name] = np.zeros(len(self.all), values.dtype)
        self.registers[name][at] = values

    def address(self, operand, at):
        _, base, offset = operand
        start = self.get(base, 8, at).astype(np.int64) + offset
        return start.astype(np.uint64)

    def in_shared(self, operand, at):
        return (self.address(operand, at).astype(np.int64) + self.block_of[at] * self.shared.stride).astype(np.uint64)

    # instructions: i, and the threads that execute it

    def arithmetic(self, i, at):
        kind = i.modifiers[-1]
        if kind == "pred":
            values = [self.predicate(o, at) for o in i.operands[1:]]
            result = {"and": np.logical_and, "or": np.logical_or, "xor": np.logical_xor, "not": np.logical_not}[i.name](*values)
            return self.set(i.operands[0], result, at)
        sizes = [scalar.width(kind)] * 3
        if "wide" in i.modifiers:
            sizes[2] *= 2
        values = [self.get(o, s, at) for o, s in zip(i.operands[1:], sizes)]
        if kind.endswith("x2"):
            halves = [v[:, None].view(np.uint16) for v in values]
            result = scalar.compute(i.name, i.modifiers, kind[:-2], halves)
            return self.set(i.operands[0], np.ascontiguousarray(result).view(np.uint32)[:, 0], at)
        self.set(i.operands[0], scalar.compute(i.name, i.modifiers, kind, values), at)

    def predicate(self, name, at):
        if name.startswith("!"):
            return ~self.get_raw(name[1:], at)
        return np.full(len(at), int(name, 0) != 0) if not name.startswith("%") else self.get_raw(name, at)

    def get_raw(self, name, at):
        return self.registers[name][at]

    def shl(self, i, at):
        kind = i.modifiers[-1]
        value = self.get(i.operands[1], scalar.width(kind), at)
        self.set(i.operands[0], scalar.shifted(i.name, kind, value, self.get(i.operands[2], 4, at)), at)

    def bfe(self, i, at):
        value, begin, length = (self.get(o, 4, at).astype(np.uint64) for o in i.operands[1:])
        self.set(i.operands[0], (value >> begin & ((np.uint64(1) << length) - np.uint64(1))).astype(np.uint32), at)

    def mov(self, i, at):
        to, value = i.operands
        kind = i.modifiers[-1]
        if kind == "pred":
            return self.set(to, self.predicate(value, at), at)
        size = scalar.width(kind)
        if isinstance(to, list):
            parts = self.get(value, size, at)[:, None].view(scalar.BITS[size // len(to)])
            for name, part in zip(to, parts.T):
                self.set(name, part, at)
        elif isinstance(value, list):
            parts = np.stack([self.get(v, size // len(value), at) for v in value], 1)
            self.set(to, parts.view(scalar.BITS[size])[:, 0], at)
        else:
            self.set(to, self.get(value, size, at), at)

    def cvt(self, i, at):
        to, origin = i.modifiers[-2:]
        if to.endswith("x2"):
            halves = [scalar.convert(to[:-2], origin, i.modifiers, self.get(o, 4, at)) for o in reversed(i.operands[1:])]
            return self.set(i.operands[0], np.stack(halves, 1).view(np.uint32)[:, 0], at)
        value = self.get(i.operands[1], scalar.width(origin), at)
        result = scalar.convert(to, origin, i.modifiers, value)
        self.set(i.operands[0], result.astype(np.uint16) if result.dtype == np.uint8 else result, at)

    def setp(self, i, at):
        kind = i.modifiers[-1]
        a, b = (self.get(o, scalar.width(kind), at) for o in i.operands[1:3])
        if kind.endswith("x2"):
            result = scalar.compare(i.modifiers[0], kind[:-2], *(v[:, None].view(np.uint16) for v in (a, b)))
            for name, half in zip(i.operands[0].split("|"), result.T):
                self.set(name, half, at)
            return
        result = scalar.compare(i.modifiers[0], kind, a, b)
        if len(i.operands) == 4:
            combine = {"and": np.logical_and, "or": np.logical_or, "xor": np.logical_xor}[i.modifiers[1]]
            result = combine(result, self.predicate(i.operands[3], at))
        self.set(i.operands[0], result, at)

    def selp(self, i, at):
        size = scalar.width(i.modifiers[-1])
        a, b = (self.get(o, size, at) for o in i.operands[1:3])
        self.set(i.operands[0], np.where(self.predicate(i.operands[3], at), a, b), at)

    def cvta(self, i, at):
        self.set(i.operands[0], self.get(i.operands[1], 8, at), at)

    def ld(self, i, at):
        kind = i.modifiers[-1]
        size = scalar.width(kind)
        if i.modifiers[0] == "param":
            return self.set(i.operands[0], np.full(len(at), self.arguments[i.operands[1][1]], scalar.BITS[size]), at)
        names = i.operands[0] if isinstance(i.operands[0], list) else [i.operands[0]]
        if i.modifiers[0] == "shared":
            data = self.shared.load(self.in_shared(i.operands[1], at), size * len(names), at, self.epoch[at])
        else:
            data = self.memory.load(self.address(i.operands[1], at), size * len(names), at)
        for name, part in zip(names, np.ascontiguousarray(data).view(scalar.BITS[size]).T):
            self.set(name, part.astype(np.uint16) if size == 1 else part, at)

    def st(self, i, at):
        size = scalar.width(i.modifiers[-1])
        names = i.operands[1] if isinstance(i.operands[1], list) else [i.operands[1]]
        data = np.stack([self.get(name, size, at) for name in names], 1).view(np.uint8)
        if i.modifiers[0] == "shared":
            self.shared.store(self.in_shared(i.operands[0], at), data, at, self.epoch[at])
        else:
            self.memory.store(self.address(i.operands[0], at), data, at)

    def cp(self, i, at):
        if "commit_group" in i.modifiers:
            self.groups[at] += 1
        elif "wait_group" in i.modifiers:
            self.wait(self.groups[at] - int(i.operands[0]), at)
        elif "wait_all" in i.modifiers:
            self.wait(self.groups[at] + 1, at)
        else:
            self.copy(i, at)

    def copy(self, i, at):
        width = int(i.operands[2])
        used = self.get(i.operands[3], 4, at) if len(i.operands) > 3 else np.full(len(at), width)
        if not np.isin(used, (0, width)).all() or (width != 16 and "cg" in i.modifiers):
            raise Fault("a copy of another size than those that kernels use")
        data = np.zeros((len(at), width), np.uint8)
        some = used > 0
        data[some] = self.memory.load(self.address(i.operands[1], at)[some], width, at[some])
        to = self.in_shared(i.operands[0], at)
        if width == 16:
            self.warps(at)
            self.shared.count_conflicts(to)
        places = self.shared.start_copy(to, width, at, self.epoch[at])
        self.copies.append((at, self.groups[at], places, data))

    def wait(self, done_before, at):
        """Finishes the copies of `at` in groups before those."""
        limit = np.zeros(len(self.all), np.int64)
        limit[at] = done_before
        left = []
        for threads, group, places, data in self.copies:
            done = group < limit[threads]
            self.shared.finish_copy(places[done], data[done], threads[done], self.epoch[threads[done]])
            if not done.all():
                left.append((threads[~done], group[~done], places[~done], data[~done]))
        self.copies = left

    def warps(self, at):
        if len(at) % 32 or (at.reshape(-1, 32) != at[::32, None] + np.arange(32)).any() or (at[::32] % 32).any():
            raise Fault("not all threads of a warp are there")
        return at.reshape(-1, 32)

    def ldmatrix(self, i, at):
        warps = self.warps(at)
        count = len(i.operands[0])
        lanes = warps[:, :8 * count].reshape(-1)
        self.shared.count_conflicts(self.in_shared(i.operands[1], lanes))
        data = self.shared.load(self.in_shared(i.operands[1], lanes), 16, lanes, self.epoch[lanes])
        rows = np.ascontiguousarray(data).view(np.uint16).reshape(len(warps), count, 8, 8)
        words = tensor.ldmatrix(rows, "trans" in i.modifiers)
        for j, name in enumerate(i.operands[0]):
            self.set(name, words[:, :, j].reshape(-1), at)

    def shfl(self, i, at):
        if i.modifiers != ["sync", "bfly", "b32"]:
            raise Fault(f"unknown {i.text}")
        lanes = np.arange(32) ^ self.get(i.operands[2], 4, at)[0]
        values = self.get(i.operands[1], 4, at).reshape(self.warps(at).shape)
        to, *taken = i.operands[0].split("|")
        self.set(to, values[:, lanes].reshape(-1), at)
        for name in taken:
            self.set(name, np.ones(len(at), bool), at)

    def mma(self, i, at):
        warps = self.warps(at)
        a, b, c = (np.stack([self.get(name, 4, at) for name in names], 1).reshape(len(warps), 32, -1) for names in i.operands[1:])
        shape, kind = i.modifiers[2], i.modifiers[-2]
        if (shape, kind) not in (("m16n8k16", "f16"), ("m16n8k16", "bf16"), ("m16n8k8", "tf32")):
            raise Fault(f"unknown {i.text}")
        sums = tensor.mma(a, b, c, kind)
        for j, name in enumerate(i.operands[0]):
            self.set(name, sums[:, :, j].reshape(-1), at)

    # control

    def run(self):
        methods = {name: getattr(self, name) for name in ("mov", "cvt", "setp", "selp", "cvta", "ld", "st", "cp", "ldmatrix", "mma", "shfl", "bfe", "shl")}
        methods["shr"] = self.shl
        code, labels = self.kernel.code, self.kernel.labels
        counter = np.zeros(len(self.all), np.int64)
        waiting, done = np.zeros(len(self.all), bool), np.zeros(len(self.all), bool)
        while True:
            ready = ~waiting & ~done
            if not ready.any():
                if done.all():
                    return
                self.epoch[:] += 1
                waiting[:] = False
                continue
            here = counter[ready].min()
            at = self.all[ready & (counter == here)]
            others = counter[ready & (counter != here)]
            until = others.min() if len(others) else len(code)
            while here < until:
                i = code[here]
                here += 1
                self.executed += 1
                take = at
                if i.guard:
                    take = at[self.get_raw(i.guard[0], at) == i.guard[1]]
                if i.name == "bra":
                    counter[at] = here
                    counter[take] = labels[i.operands[0]]
                    break
                if i.name in ("ret", "exit"):
                    counter[at] = here
                    done[take] = True
                    break
                if i.name in ("bar", "barrier"):
                    counter[at] = here
                    waiting[take] = True
                    break
                if len(take):
                    methods.get(i.name, self.arithmetic)(i, take)
            else:
                counter[at] = here


def run(text, name, grid, block, shared_bytes, arrays):
    """Runs kernel `name` on copies of `arrays` and on numbers; returns the arrays as it leaves them."""
    machine = Machine(parse.kernels(text)[name], grid, block, shared_bytes, arrays)
    machine.run()
    if machine.shared.conflicts:
        raise Fault(f"{machine.shared.conflicts} bank conflicts")
    return [machine.memory.array(i, array) for i, array in enumerate(a for a in arrays if isinstance(a, np.ndarray))]
