# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs kernels of PTX text on numpy arrays, all threads of all blocks at once.

Threads that stand at different instructions: those furthest behind go first, so that
they meet again. What instructions do is in compute.py, access.py and warp.py; shared
memory faults where a barrier is missing (memory.py). Follows the PTX ISA's "Control Flow"
and "Parallel Synchronization and Communication".
"""
import re

import access
import compute
import numpy as np
import parse
import scalar
import warp
from memory import Fault, Global, Shared

SHARED_BEGIN = 1024  # of a block's own part
SPECIAL = re.compile(r"%(tid|ctaid|ntid|nctaid)\.([xyz])|%(laneid|warpid)")
INSTRUCTIONS = compute.INSTRUCTIONS | access.INSTRUCTIONS | warp.INSTRUCTIONS


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

    def predicate(self, name, at):
        if name.startswith("!"):
            return ~self.get_raw(name[1:], at)
        return np.full(len(at), int(name, 0) != 0) if not name.startswith("%") else self.get_raw(name, at)

    def get_raw(self, name, at):
        return self.registers[name][at]

    # control

    def run(self):
        code, labels = self.kernel.code, self.kernel.labels
        counter = np.zeros(len(self.all), np.int64)
        waiting, done, alone = (np.zeros(len(self.all), bool) for _ in range(3))
        while True:
            ready = ~waiting & ~done & ~alone
            if not ready.any():
                if done.all():
                    return
                if alone.any():
                    raise Fault("not all threads of a warp are there")
                self.epoch[:] += 1
                waiting[:] = False
                continue
            here = counter[ready].min()
            at = self.all[(ready | alone) & (counter == here)]
            alone[at] = False
            others = counter[(ready | alone) & (counter > here)]
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
                if i.name == "shfl" and not (whole := warp.are_whole(at)).all():
                    alone[at[~whole]] = True  # until the others of its warp come
                    counter[at[~whole]] = here - 1
                    take = at = at[whole]
                    if not len(at):
                        break
                if len(take):
                    INSTRUCTIONS.get(i.name, compute.arithmetic)(self, i, take)
            else:
                counter[at] = here


def run(text, name, grid, block, shared_bytes, arrays):
    """Runs kernel `name` on copies of `arrays` and on numbers; returns the arrays as it leaves them."""
    machine = Machine(parse.kernels(text)[name], grid, block, shared_bytes, arrays)
    machine.run()
    if machine.shared.conflicts:
        raise Fault(f"{machine.shared.conflicts} bank conflicts")
    return [machine.memory.array(i, array) for i, array in enumerate(a for a in arrays if isinstance(a, np.ndarray))]
