# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs of single ops for amp-run, and distances in units of the last place."""
import pathlib
import subprocess

import ml_dtypes
import numpy as np

TYPES = {
    "i1": np.bool_, "i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64,
    "ui8": np.uint8, "ui16": np.uint16, "ui32": np.uint32, "ui64": np.uint64,
    "f16": np.float16, "bf16": ml_dtypes.bfloat16, "f32": np.float32, "f64": np.float64,
    "f8E4M3FN": ml_dtypes.float8_e4m3fn, "f8E5M2": ml_dtypes.float8_e5m2,
    "complex<f32>": np.complex64, "complex<f64>": np.complex128,
}
NAMES = {np.dtype(type).name: name for name, type in TYPES.items()}


def tensor(array):
    return "tensor<" + "".join(f"{size}x" for size in array.shape) + NAMES[array.dtype.name] + ">"


def like(array, element):
    """Type of a tensor of array's shape."""
    return "tensor<" + "".join(f"{size}x" for size in array.shape) + element + ">"


def unary(stablehlo, chlo, type):
    """Ops of both dialects on %0 as `run` takes them, each with its row of these tables."""
    texts = {f"stablehlo.{op} %0 : {type}": row for op, row in stablehlo.items()}
    return texts | {f"chlo.{op} %0 : {type} -> {type}": row for op, row in chlo.items()}


def run(ops, arguments, scratch, options=()):
    """The result of each op: ops are (text on %0, %1, …, type of its result); options are amp-run's."""
    scratch = pathlib.Path(scratch)
    scratch.mkdir(parents=True, exist_ok=True)
    signature = ", ".join(f"%{i}: {tensor(a)}" for i, a in enumerate(arguments))
    types = ", ".join(type for _, type in ops)
    lines = [f"func.func @main({signature}) -> ({types}) {{"]
    lines += [f"  %r{i} = {text}" for i, (text, _) in enumerate(ops)]
    lines += ["  return " + ", ".join(f"%r{i}" for i in range(len(ops))) + f" : {types}", "}", ""]
    program, inputs, outputs = (scratch / name for name in ("op.mlir", "in.npz", "out.npz"))
    program.write_text("\n".join(lines))
    np.savez(inputs, **{f"in_{i}": a for i, a in enumerate(arguments)})
    outputs.unlink(missing_ok=True)
    subprocess.run(["amp-run", program, f"--inputs={inputs}", f"--outputs={outputs}", *options], check=True, timeout=300)
    found = np.load(outputs)
    return [retyped(found[f"out_{i}"], type) for i, (_, type) in enumerate(ops)]


def retyped(array, type):
    """NumPy reads types that it does not know as plain bytes."""
    element = TYPES[type.removesuffix(">").removeprefix("tensor<").split("x")[-1] if "complex" not in type
                    else type[type.index("complex"):-1]]
    return array.view(element) if array.dtype.kind == "V" else array


def same(found, wanted):
    """Equal bit for bit, but for which NaN it is."""
    bits = f"u{found.dtype.itemsize}" if found.dtype.kind not in "c" else f"V{found.dtype.itemsize}"
    with np.errstate(invalid="ignore"):
        wanted = wanted.astype(found.dtype)
    equal = np.atleast_1d(found).view(bits) == np.atleast_1d(wanted).view(bits)
    return equal | (np.atleast_1d(found != found) & np.atleast_1d(wanted != wanted))


def ulps(found, wanted):
    """Steps of the format between two arrays of floats; infinite where one alone is NaN. -0 is 0."""
    wanted = wanted.astype(found.dtype)
    kind = f"i{found.dtype.itemsize}"

    def ordered(x):
        bits = x.view(kind).astype(object if found.dtype.itemsize == 8 else np.int64)
        return np.where(bits < 0, -(bits + 2 ** (8 * found.dtype.itemsize - 1)), bits)

    steps = np.abs(ordered(found) - ordered(wanted)).astype(float)
    noNumber = (found != found) | (wanted != wanted)
    bothNone = (found != found) & (wanted != wanted)
    return np.where(bothNone, 0.0, np.where(noNumber, np.inf, steps))
