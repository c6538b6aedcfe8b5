# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arithmetic of one thread, for all threads at once: bits in, bits out.

Follows the PTX ISA's "Integer", "Floating Point", "Half Precision", "Comparison and
Selection", "Logic and Shift" and "Data Conversion Instructions". f16 and bf16 compute
in f32 (or f64) and round once.
"""
import numpy as np

BITS = {1: np.uint8, 2: np.uint16, 4: np.uint32, 8: np.uint64}


def width(kind):
    return 4 if kind in ("f16x2", "bf16x2", "tf32") else int(kind.lstrip("usbf")) // 8


def decode(bits, kind):
    if kind == "bf16":
        return (bits.astype(np.uint32) << 16).view(np.float32)
    if kind[0] == "f":
        return bits.view({2: np.float16, 4: np.float32, 8: np.float64}[width(kind)])
    return bits.view({1: np.int8, 2: np.int16, 4: np.int32, 8: np.int64}[width(kind)]) if kind[0] == "s" else bits


def encode(values, kind):
    if kind == "bf16":
        bits = values.astype(np.float32).view(np.uint32)
        rounded = (bits + np.uint32(0x7FFF) + (bits >> np.uint32(16) & np.uint32(1))) >> np.uint32(16)
        return np.where(np.isnan(values), 0x7FFF, rounded).astype(np.uint16)
    if kind[0] == "f":
        return values.astype({2: np.float16, 4: np.float32, 8: np.float64}[width(kind)]).view(BITS[width(kind)])
    return values.astype(BITS[width(kind)])


def keep_nan(pick):
    """max.NaN and min.NaN; +0 is larger than -0."""

    def compute(a, b):
        order = np.where((a == 0) & (b == 0), np.signbit(b) if pick is np.fmax else np.signbit(a), pick(a, b) == a)
        return np.where(np.isnan(a) | np.isnan(b), np.nan, np.where(order, a, b))

    return compute



FLOAT = {
    "add": np.add, "sub": np.subtract, "mul": np.multiply, "div": np.divide, "neg": np.negative, "abs": np.abs,
    "sqrt": np.sqrt, "rcp": np.reciprocal, "ex2": np.exp2, "lg2": np.log2, "tanh": np.tanh,
    "rsqrt": lambda a: 1 / np.sqrt(a),
    "min": np.fmin, "max": np.fmax,
    "fma": lambda a, b, c: a.astype(np.float64) * b + c, "mad": lambda a, b, c: a.astype(np.float64) * b + c,
}
INTEGER = {
    "add": np.add, "sub": np.subtract, "mul": np.multiply, "div": np.floor_divide, "rem": np.remainder,
    "min": np.minimum, "max": np.maximum, "and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor,
    "not": np.invert, "neg": np.negative, "abs": np.abs, "mad": lambda a, b, c: a * b + c,
}
COMPARE = {"eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal, "gt": np.greater, "ge": np.greater_equal,
           "lo": np.less, "ls": np.less_equal, "hi": np.greater, "hs": np.greater_equal}


def compute(name, modifiers, kind, operands):
    """`operands` are bits; returns bits."""
    values = [decode(o, kind) for o in operands]
    with np.errstate(all="ignore"):
        if kind[0] == "f" or kind == "bf16":
            operation = keep_nan(FLOAT[name]) if "NaN" in modifiers else FLOAT[name]
            return encode(operation(*values), kind)
        if kind[0] == "s" and name in ("div", "rem"):
            quotient = np.trunc(values[0].astype(np.float64) / values[1]).astype(values[0].dtype)
            return encode(quotient if name == "div" else values[0] - quotient * values[1], kind)
        if "wide" in modifiers:
            twice = kind[0] + str(width(kind) * 16)
            wide = [v.astype(np.int64 if kind[0] == "s" else np.uint64) for v in values]
            return encode(INTEGER[name](*wide), twice)
        if "hi" in modifiers:
            product = values[0].astype(np.uint64 if kind[0] == "u" else np.int64) * values[1]
            return encode(product >> type(product[0])(width(kind) * 8), kind)
        return encode(INTEGER[name](*values), kind)


def shifted(name, kind, value, by):
    bits = width(kind) * 8
    value, by = decode(value, kind), np.minimum(by, 64).astype(np.int64)
    if name == "shl":
        return encode(np.where(by >= bits, 0, value.astype(np.uint64) << by.astype(np.uint64)), kind)
    wide = value.astype(np.int64 if kind[0] == "s" else np.uint64)
    by = np.minimum(by, 63 if kind[0] == "s" else 64)
    return encode(np.where(by > 63, 0, wide >> np.minimum(by, 63).astype(wide.dtype)), kind)


def compare(how, kind, a, b):
    a, b = decode(a, kind), decode(b, kind)
    unordered = (np.isnan(a) | np.isnan(b)) if kind[0] == "f" or kind == "bf16" else np.zeros(a.shape, bool)
    if how in ("num", "nan"):
        return unordered if how == "nan" else ~unordered
    with np.errstate(invalid="ignore"):
        if len(how) == 3:  # equ, neu, ltu, ...: or unordered
            return COMPARE[how[:2]](a, b) | unordered
        return COMPARE[how](a, b) & ~unordered


def convert(to, origin, modifiers, bits):
    if to == "tf32":  # nearest, ties away from zero
        return np.where(np.isnan(bits.view(np.float32)), bits, (bits + np.uint32(0x1000)) & np.uint32(0xFFFFE000))
    values = decode(bits, origin)
    is_float = to[0] == "f" or to == "bf16"
    with np.errstate(all="ignore"):
        if not is_float and (origin[0] == "f" or origin == "bf16"):
            rounded = {"rzi": np.trunc, "rni": np.rint, "rmi": np.floor, "rpi": np.ceil}[next(m for m in modifiers if m.endswith("i"))](values)
            limits = np.iinfo(decode(np.zeros(1, BITS[width(to)]), to).dtype)
            return encode(np.clip(np.nan_to_num(rounded.astype(np.float64)), limits.min, limits.max).astype(np.int64 if to[0] == "s" else np.uint64), to)
        return encode(values, to)
