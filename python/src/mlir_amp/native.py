# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Modules as native code of this machine, in this process: libAmp (include/amp-c/Program.h) on NumPy's arrays.

The library is looked for as tools are (`mlir_amp.tools`): the file that AMP_LIBRARY names, `lib` beside the folder AMP_BIN,
and the `lib` folder that a wheel has inside this package.
"""

import ctypes
import functools
import math
import os
import pathlib
import weakref
from collections.abc import Sequence
from typing import Any

import numpy as np

from mlir_amp import tools
from mlir_amp.errors import AmpError, ToolMissing

NAME = "libAmp.so"
ALIGNMENT = 64
"""Bytes that addresses of arrays are multiples of."""


class Array(ctypes.Structure):
    """amp_array: an argument or result; `element` as MLIR writes it (b"bf16"), `size` in bytes of all of it."""

    _fields_ = [
        ("element", ctypes.c_char_p),
        ("size", ctypes.c_uint64),
        ("rank", ctypes.c_uint64),
        ("sizes", ctypes.POINTER(ctypes.c_int64)),
    ]


def find() -> str:
    """The path of the library; raises ToolMissing with the places that were looked at."""
    named, folder = os.environ.get("AMP_LIBRARY"), os.environ.get("AMP_BIN")
    places = [pathlib.Path(named)] if named else [pathlib.Path(b).parent / "lib" / NAME for b in (folder, tools.PACKAGED) if b]
    for place in places:
        if place.is_file():
            return str(place)
    raise ToolMissing(
        f"'{NAME}' is not at {' nor at '.join(map(str, places))}: install the wheel of mlir-amp (pip install ./python), "
        f"or build it (tools/dev build) and name it by AMP_LIBRARY=build/lib/{NAME}"
    )


@functools.cache
def library(path: str) -> ctypes.CDLL:
    """The library with the types of what it exports; ToolMissing if this process cannot load it."""
    try:
        loaded = ctypes.CDLL(path)
    except OSError as error:
        raise ToolMissing(f"cannot load {path}: {error}") from error
    pointer, size, text = ctypes.c_void_p, ctypes.c_uint64, ctypes.POINTER(ctypes.c_void_p)
    arrays = ctypes.POINTER(Array)
    for name, result, arguments in (
        ("amp_compile", pointer, [ctypes.c_char_p, size, ctypes.c_char_p, text]),
        ("amp_free_messages", None, [pointer]),
        ("amp_destroy", None, [pointer]),
        ("amp_arguments", arrays, [pointer, ctypes.POINTER(size)]),
        ("amp_results", arrays, [pointer, ctypes.POINTER(size)]),
        ("amp_call", None, [pointer, pointer, pointer]),
    ):
        function = getattr(loaded, name)
        function.restype, function.argtypes = result, arguments
    return loaded


class Program:
    """Function `entry` of a module, compiled; call it with `run`. Raises ToolFailed, with the diagnostic, if that fails."""

    def __init__(self, text: str, entry: str = "main") -> None:
        self._library = library(find())
        source, messages = text.encode(), ctypes.c_void_p()
        self._program = self._library.amp_compile(source, len(source), entry.encode(), ctypes.byref(messages))
        said = ctypes.string_at(messages).decode() if messages else ""
        self._library.amp_free_messages(messages)
        if not self._program:
            raise tools.failure("libAmp", 1, said.strip())
        weakref.finalize(self, self._library.amp_destroy, self._program).atexit = False
        self.arguments, self.results = (self._sizes(of) for of in (self._library.amp_arguments, self._library.amp_results))

    def _sizes(self, of: Any) -> list[int]:
        count = ctypes.c_uint64()
        arrays = of(self._program, ctypes.byref(count))
        return [arrays[i].size for i in range(count.value)]

    def run(self, arguments: Sequence[Any], results: Sequence[Any]) -> None:
        """Computes `results` from `arguments`: NumPy arrays, dense, of the module's types (i1 is bool), `aligned`.

        AmpError if their number or sizes are not the module's. When memory runs out, the process ends, as amp-run does.
        """
        if [a.nbytes for a in arguments] != self.arguments or [r.nbytes for r in results] != self.results:
            raise AmpError(f"the module takes arrays of {self.arguments} bytes and gives arrays of {self.results} bytes")
        self._library.amp_call(self._program, _addresses(arguments), _addresses(results))


def _addresses(arrays: Sequence[Any]) -> Any:
    return (ctypes.c_void_p * len(arrays))(*[address(a) for a in arrays])


def address(array: Any) -> int:
    """Of the first element."""
    found: int = array.__array_interface__["data"][0]
    return found


def empty(shape: tuple[int, ...], dtype: Any) -> Any:
    """An array whose elements are not set, where `Program.run` can use it."""
    memory = np.empty(math.prod(shape) * np.dtype(dtype).itemsize + ALIGNMENT, np.uint8)
    return np.ndarray(shape, dtype, memory, -address(memory) % ALIGNMENT)


def aligned(array: Any) -> Any:
    """The array, or a copy of it that `Program.run` can use."""
    if array.flags.c_contiguous and address(array) % ALIGNMENT == 0:
        return array
    copy = empty(array.shape, array.dtype)
    copy[...] = array
    return copy
