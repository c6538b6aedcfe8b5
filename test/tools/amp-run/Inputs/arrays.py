# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a .npz or .npy file without NumPy: arrays.py FILE [compressed] NAME=DESCR:SHAPE:VALUES…

DESCR is the type as it stands in the file; bits of a type that Python cannot pack are given as `DESCR/u2` or
`DESCR/u1`. SHAPE is `2x3`, or empty. `fortran` behind SHAPE stores columns first."""
import io
import struct
import sys
import zipfile

CODES = {"f4": "f", "f8": "d", "f2": "e", "i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I",
         "u8": "Q", "b1": "?", "c8": "ff", "c16": "dd"}


def npy(spec):
    descr, shape, values = spec.split(":")
    descr, _, bits = descr.partition("/")
    order = ">" if descr.startswith(">") else "<"
    code = CODES[bits or descr.lstrip("<>|=")]
    shape, _, fortran = shape.partition("fortran")
    sizes = tuple(int(size) for size in shape.split("x") if size)
    header = str({"descr": descr, "fortran_order": bool(_), "shape": sizes})
    parse = float if code in "fdeffdd" else int
    data = b"".join(struct.pack(order + code[0], parse(value)) for value in values.split(",") if value)
    return b"\x93NUMPY\x01\0" + struct.pack("<H", len(header)) + header.encode() + data


def main(path, *arrays):
    kind = zipfile.ZIP_DEFLATED if "compressed" in arrays else zipfile.ZIP_STORED
    named = dict(array.split("=", 1) for array in arrays if array != "compressed")
    if path.endswith(".npy"):
        (only,) = named.values()
        with open(path, "wb") as file:
            file.write(npy(only))
        return
    with zipfile.ZipFile(path, "w", kind) as file:
        for name, spec in named.items():
            file.writestr(name + ".npy", npy(spec))


main(*sys.argv[1:])
