# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Work of a kernel, counted in its SASS as lib/Lowering/Gpu/Time counts it in LLVM IR of generated kernels.

For kernels that only their machine code is known of: it is read from a library with cuobjdump and nvdisasm of the CUDA
Toolkit (the wheels of triton have both). The loops that multiply on tensor cores are found by their control flow. SASS does
not tell their trip counts: they follow from the floating-point operations of the launch.
"""
import collections
import dataclasses
import os
import re
import subprocess

Instruction = collections.namedtuple("Instruction", "address guard name operands")

# Pipes as the CUDA C++ Programming Guide lists them ("Throughput of Native Arithmetic Instructions"): 16 lanes a clock for MUFU and
# conversions of integers, 64 for these.
FUNCTIONS = {"MUFU", "I2F", "F2I", "FRND", "F2F"}
INTEGER = {"IADD3", "VIADD", "VIADDMNMX", "VIMNMX", "IMNMX", "LOP3", "PLOP3", "ISETP", "SHF", "LEA", "PRMT", "SEL", "FSEL", "FSETP", "FMNMX", "F2FP", "IABS", "SGXT", "BMSK"}


def disassemble(library, function, tools):
    """Instructions for Hopper of a function of a library or object file, in order of their addresses; empty if it has none of
    this name."""
    run = subprocess.run([tools / "cuobjdump", "-sass", "-fun", function, library], capture_output=True, text=True, env=os.environ | {"PATH": f"{tools}:{os.environ['PATH']}"})
    code = next((part for part in run.stdout.split("code for ") if part.startswith("sm_90") and "Function :" in part), "")
    found = re.findall(r"^\s+/\*([0-9a-f]{4,})\*/\s+(?:(@!?U?P\w+)\s+)?([A-Z]\S*)\s*([^;]*?)\s*;", code, re.M)
    return [Instruction(int(address, 16), *rest) for address, *rest in found]


def basic_blocks(code):
    """Basic blocks as lists of instructions, and the numbers of each one's successors."""
    index = {each.address: number for number, each in enumerate(code)}
    starts, targets = {0}, {}
    for number, each in enumerate(code):
        if each.name.split(".")[0] in ("BRA", "EXIT", "RET", "CALL", "BRX"):
            starts.add(number + 1)
            target = re.search(r"0x([0-9a-f]+)$", each.operands)
            if each.name.startswith("BRA") and target:
                targets[number] = index[int(target[1], 16)]
                starts.add(targets[number])
    starts = sorted(start for start in starts if start < len(code))
    number_of = {start: number for number, start in enumerate(starts)}
    blocks = [code[start:end] for start, end in zip(starts, starts[1:] + [len(code)])]
    successors = []
    for start, block in zip(starts, blocks):
        last, after = block[-1], start + len(block)
        ends = last.name.split(".")[0] in ("BRA", "EXIT", "RET", "BRX") and not last.guard and not re.match(r"!?U?P\d", last.operands)
        successors.append([number_of[each] for each in (targets.get(after - 1), None if ends else after) if each in number_of])
    return blocks, successors


def reachable(successors, start, without=None):
    """Blocks that control reaches from `start` on paths that do not enter `without`."""
    seen, work = set(), [start]
    while work:
        block = work.pop()
        if block not in seen and block != without:
            seen.add(block)
            work += successors[block]
    return seen


def natural_loops(successors):
    """Header -> blocks of each natural loop."""
    predecessors = [[] for _ in successors]
    for block, following in enumerate(successors):
        for each in following:
            predecessors[each].append(block)
    loops = {}
    everything = reachable(successors, 0)
    for header in everything:
        # it dominates what is not reached without it
        dominated = everything - reachable(successors, 0, without=header)
        ends = [block for block in predecessors[header] if block in dominated]
        if ends:
            body = loops.setdefault(header, {header})
            for end in ends:
                body |= reachable(predecessors, end, without=header)
    return loops


@dataclasses.dataclass
class Pipes:
    """Of one warp: instructions, those of the integer pipe and of the special function unit, bytes between shared memory and
    registers or tensor cores, and floating-point operations of tensor cores by mma.sync and by wgmma."""

    issued: float = 0
    integer: float = 0
    functions: float = 0
    shared_bytes: float = 0
    flops16: float = 0
    flops_wgmma: float = 0

    def add(self, other, times):
        for field in dataclasses.fields(self):
            setattr(self, field.name, getattr(self, field.name) + getattr(other, field.name) * times)

    @property
    def flops(self):
        return self.flops16 + self.flops_wgmma


def cost(each):
    """Pipes that one instruction of a warp uses."""
    name = each.name.split(".")[0]
    pipes = Pipes(issued=1, integer=name in INTEGER, functions=name in FUNCTIONS)
    shape = re.match(r"H(G?)MMA\.(\d+)x?(\d*)x?(\d*)", each.name)
    if shape and shape[1]:
        rows, columns, depth = int(shape[2]), int(shape[3]), int(shape[4])
        pipes.flops_wgmma = 2 * rows * columns * depth / 4  # of a warpgroup, of four warps
        in_registers = re.match(r"R\d+, R\d+, gdesc", each.operands)
        pipes.shared_bytes = ((0 if in_registers else rows) + columns) * depth * 2 / 4
    elif shape:
        pipes.flops16 = 2 * {"16816": 16 * 8 * 16, "1688": 16 * 8 * 8}[shape[2]]
    elif name in ("LDSM", "STSM"):
        matrices = re.search(r"\.(\d)$", each.name)
        pipes.shared_bytes = 128 * int(matrices[1] if matrices else 1)
    elif name in ("LDS", "STS", "LDGSTS", "SHFL"):
        bits = re.search(r"\.(64|128)\b", each.name)
        pipes.shared_bytes = 32 * int(bits[1] if bits else 32) / 8
    return pipes


def sum_of(blocks, numbers):
    total = Pipes()
    for number in numbers:
        for each in blocks[number]:
            total.add(cost(each), 1)
    return total


def count_work(code, flops, tiles, warps):
    """The members of Work for a launch that computes `tiles` of its result, each by `warps` warps that multiply, with `flops`
    floating-point operations of tensor cores.

    Instructions behind or in front of the loop that multiplies are counted once for each tile, those of all branches; paths that
    lead to no such loop (warps that copy) are not counted. Raises ValueError if there is no such loop.
    """
    blocks, successors = basic_blocks(code)
    loops = natural_loops(successors)
    multiplies = {header: body for header, body in loops.items() if sum_of(blocks, body).flops}
    innermost = [body for header, body in multiplies.items() if not any(other < body for other in multiplies.values())]
    if not innermost:
        raise ValueError("no loop of this kernel uses tensor cores")
    main = max(innermost, key=lambda body: (sum_of(blocks, body).flops, -sum_of(blocks, body).issued))
    before = [block for block in range(len(blocks)) if main & reachable(successors, block)]
    around = (set(before) | reachable(successors, next(iter(main)))) - main
    inside, outside = sum_of(blocks, main), sum_of(blocks, around)
    executions = tiles * warps
    trips = (flops / executions - outside.flops) / inside.flops
    everything, out = Pipes(), Pipes()
    out.add(outside, executions)
    everything.add(outside, executions)
    everything.add(inside, trips * executions)
    work = dataclasses.asdict(everything)
    work |= {f"outside_{name}": value for name, value in dataclasses.asdict(out).items() if not name.startswith("flops")}
    # stores to global memory in a loop around it: a block goes on to another tile
    persistent = any(main < body and any(each.name.startswith(("STG", "UTMASTG")) for number in body for each in blocks[number]) for body in loops.values())
    return work | {"barrier": 1, "barrier_in_loop": 1, "persistent": persistent}
