# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`mlir_amp.rewrite`: amp-opt in this process, by the C API of libAmp (include/amp-c/Amp.h)."""

import ctypes
import dataclasses
import functools
import json
import pathlib
import tempfile
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from mlir_amp import native, tools
from mlir_amp.errors import OptionError, ToolMissing
from mlir_amp.options import Options

REPORT = "<report>"
"""Name of the report that stays in memory."""
BYTECODE = b"ML\xefR"
TEXT_FORMAT, BYTECODE_FORMAT = 0, 1
Module = TypeVar("Module", str, bytes)


class Slot(NamedTuple):
    """An argument or result of a public function.

    `state` is the name that pairs a result with the argument of the next step ("" if it is no state), `role` is "scale", "shadow",
    "growth_tracker", "skipped", "found_inf", "loss" or "". `partner` is the number of the argument that a result replaces, or of
    the result that replaces an argument.
    """

    function: str
    is_result: bool
    number: int
    type: str
    state: str
    role: str
    partner: int | None


@dataclasses.dataclass(frozen=True)
class Result:
    """Output of `rewrite`: the module, the report as JSON ("" if not requested), the signature, warnings and tables."""

    module: Any
    report_json: str
    signature: tuple[Slot, ...]
    messages: str

    @functools.cached_property
    def report(self) -> dict[str, Any] | None:
        """The report as a dictionary, parsed on the first access: a report is several times as large as its module."""
        return json.loads(self.report_json) if self.report_json else None


class _String(ctypes.Structure):
    """MlirStringRef."""

    _fields_ = (("data", ctypes.c_void_p), ("length", ctypes.c_size_t))

    def read(self) -> bytes:
        """A copy of the string."""
        return ctypes.string_at(self.data, self.length) if self.length else b""

    @staticmethod
    def of(text: bytes) -> "_String":
        """A view of `text`, which the caller keeps alive."""
        return _String(ctypes.cast(ctypes.c_char_p(text), ctypes.c_void_p), len(text))


class _Slot(ctypes.Structure):
    """AmpSlot."""

    _fields_ = (
        ("function", _String),
        ("is_result", ctypes.c_bool),
        ("number", ctypes.c_ssize_t),
        ("type", _String),
        ("state", _String),
        ("role", _String),
        ("partner", ctypes.c_ssize_t),
    )

    def read(self) -> Slot:
        """A copy of the slot."""
        partner = None if self.partner < 0 else self.partner
        function, kind, state, role = (text.read().decode() for text in (self.function, self.type, self.state, self.role))
        return Slot(function, self.is_result, self.number, kind, state, role, partner)


@functools.cache
def library(path: str) -> ctypes.CDLL:
    """The library with the types of what it exports; ToolMissing if this process cannot load it."""
    try:
        loaded = ctypes.CDLL(path)
    except OSError as error:
        raise ToolMissing(f"cannot load {path}: {error}") from error
    pointer = ctypes.c_void_p
    loaded.ampRewriteText.restype, loaded.ampRewriteText.argtypes = pointer, [_String, _String, ctypes.c_int]
    loaded.ampResultSucceeded.restype, loaded.ampResultSucceeded.argtypes = ctypes.c_bool, [pointer]
    for name in ("Diagnostics", "Report", "Tables", "Module"):
        function = getattr(loaded, f"ampResult{name}")
        function.restype, function.argtypes = _String, [pointer]
    loaded.ampResultSlots.restype = ctypes.POINTER(_Slot)
    loaded.ampResultSlots.argtypes = [pointer, ctypes.POINTER(ctypes.c_ssize_t)]
    loaded.ampResultDestroy.restype, loaded.ampResultDestroy.argtypes = None, [pointer]
    return loaded


def rewrite(module: Module, *, report: bool = True, **options: Any) -> Result:
    """Mixes the precision of a module in this process.

    `module` is text, or bytes of text or of MLIR 22's bytecode; the result's module has the same form. The options are those of
    `amp.jit` and of `mlir-amp optimize`; `report=False` saves the time of the report. Raises OptionError for an unknown option and
    ToolFailed, with the diagnostics, for a module that is refused. Other Python threads run meanwhile.
    """
    if not isinstance(report, bool):
        raise OptionError(f"report expects True or False, but got {report!r}: the report is a field of the result")
    chosen = Options.of(options)  # type: ignore[arg-type]
    source = module.encode() if isinstance(module, str) else bytes(module)
    with tempfile.TemporaryDirectory(prefix="amp-") as folder:
        pipeline = chosen.pipeline(pathlib.Path(folder), REPORT if report else None)
        return _run(source, pipeline.encode(), isinstance(module, str))


def _run(source: bytes, pipeline: bytes, is_text: bool) -> Result:
    loaded = library(native.find())
    wants = BYTECODE_FORMAT if source.startswith(BYTECODE) else TEXT_FORMAT
    result = loaded.ampRewriteText(_String.of(source), _String.of(pipeline), wants)
    try:
        read: Callable[[str], bytes] = lambda name: getattr(loaded, f"ampResult{name}")(result).read()  # noqa: E731
        said = read("Diagnostics").decode(errors="replace")
        if not loaded.ampResultSucceeded(result):
            raise tools.failure("amp-opt", 1, said.strip())
        count = ctypes.c_ssize_t()
        slots = loaded.ampResultSlots(result, ctypes.byref(count))
        signature = tuple(slots[i].read() for i in range(count.value))
        text = read("Module")
        tables, report = read("Tables").decode(), read("Report").decode()
        return Result(text.decode() if is_text else text, report, signature, said + tables)
    finally:
        loaded.ampResultDestroy(result)
