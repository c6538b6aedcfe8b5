# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PTX text as LLVM prints it -> kernels of decoded instructions.

Follows the PTX ISA's chapters "Syntax" and "Directives", as far as LLVM uses them.
"""
import dataclasses
import re


@dataclasses.dataclass
class Instruction:
    name: str  # without its modifiers
    modifiers: list  # .rn, .f32, ... in order, without dots
    operands: list  # text; lists for {a, b}; ("at", register or symbol, offset) for [a+b]
    guard: tuple | None  # (register, wanted)
    text: str


@dataclasses.dataclass
class Kernel:
    name: str
    parameters: list  # bytes of each
    threads: int
    code: list
    labels: dict
    shared: dict  # symbol -> bytes


WIDTHS = {"b8": 1, "u8": 1, "s8": 1, "b16": 2, "u16": 2, "s16": 2, "f16": 2, "b32": 4, "u32": 4, "s32": 4, "f32": 4, "b64": 8, "u64": 8, "s64": 8, "f64": 8}


def operand(text):
    text = text.strip()
    if text.startswith("{"):
        return [part.strip() for part in text[1:-1].split(",")]
    if text.startswith("["):
        inner = re.fullmatch(r"\[\s*([%$\w.]+)\s*(?:\+\s*(-?\d+))?\s*\]", text)
        return ("at", inner[1], int(inner[2] or 0))
    return text


def instruction(line):
    guard = None
    text = line
    if found := re.match(r"@(!?)(%p\d+)\s+", line):
        guard = (found[2], not found[1])
        line = line[found.end():]
    opcode, _, rest = line.partition(" ")
    name, *modifiers = opcode.split(".")
    operands = [operand(part) for part in re.findall(r"\{[^}]*\}|\[[^\]]*\]|[^,\s][^,]*", rest)]
    return Instruction(name, modifiers, operands, guard, text)


def body(text):
    code, labels = [], {}
    text = re.sub(r"//[^\n]*", "", text)
    for statement in re.sub(r"([$\w]+:)", r"\1;", text).split(";"):
        line = " ".join(statement.split())
        if line.endswith(":"):
            labels[line[:-1]] = len(code)
        elif line not in ("", "{", "}") and not line.startswith((".reg", ".loc", ".pragma")):
            code.append(instruction(line))
    return code, labels


def kernels(text):
    shared = {m[1]: int(m[2] or 0) for m in re.finditer(r"\.shared\s+\.align\s+\d+\s+\.b8\s+(\w+)\[(\d*)\]", text)}
    result = {}
    for entry in re.finditer(r"\.entry\s+(\w+)\(([^)]*)\)([^{]*)\{\n(.*?)\n\}", text, re.DOTALL):
        widths = [WIDTHS[t] for t in re.findall(r"\.param\s+\.(\w+)", entry[2])]
        threads = re.search(r"\.(?:max|req)ntid\s+(\d+)(?:,\s*(\d+))?(?:,\s*(\d+))?", entry[3])
        count = 1
        for part in threads.groups() if threads else ():
            count *= int(part or 1)
        result[entry[1]] = Kernel(entry[1], widths, count, *body(entry[4]), shared)
    return result
