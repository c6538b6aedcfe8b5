# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Graphs of other frameworks, one op per node, and amp-opt's decisions on them.

    Gemm(x, w)     ==>     %0 = "onnx.Gemm"(%x, %w) {contraction = array<i64: 1, 32, 64, 128>, node = 0} : (...) -> ...

A framework's graph is written as a module of a node dialect (dialects/nodes), amp-opt retypes ops and places casts, and `decide`
returns the ops and casts in order, in terms of the framework's own values. So each node has one decision, and writing it back needs
no correspondence between graphs.
"""

import dataclasses
import json
import pathlib
import re
import tempfile
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from mlir_amp.errors import AmpError
from mlir_amp.options import Options
from mlir_amp.samples import resources, sample

DYNAMIC = -(2**63)
"""A size that is known at run time only."""
UNKNOWN = "none"
"""Type of values that are absent or no tensors of numbers."""
Value = Hashable
Bounds = tuple[float, float, float]
"""The least and the greatest element of a value, and the smallest magnitude except zero (or infinity)."""
NAME = re.compile(r"%[\w#]+")
FUNCTION = re.compile(r"\s*func\.func (?:\w+ )?@(?P<name>\w+)\((?P<arguments>.*?)\)(?: -> .*)? ?(?:attributes .*)?\{$")
CONSTANT = re.compile(r"\s*(?P<result>%\w+) = arith\.constant .*?dense_resource<v(?P<number>\d+)>")
CAST = re.compile(r"\s*(?P<result>%\w+) = arith\.(?:truncf|extf) (?P<operand>%[\w#]+).* to (?P<type>\S+)$")
NODE = re.compile(
    r'\s*(?:(?P<result>%\w+)(?::\d+)? = )?"[^"]+"\((?P<operands>.*?)\) '
    r"\{.*\bnode = (?P<number>\d+) : i64.*\} : \(.*?\) -> (?P<types>.*)$"
)
RETURN = re.compile(r"\s*(?:func\.)?return(?P<operands>.*)$")
ELEMENT = re.compile(r"tensor<(?:[\d?]+x)*(\w+)>|(none)")


def tensor(element: str, shape: Sequence[int | None] | None) -> str:
    """A tensor type; None is an unknown dimension.

    Unknown rank is one unknown dimension: arith has no casts of tensors without a rank, and only the element and the size count.
    """
    sizes = "".join("?x" if size is None else f"{size}x" for size in ([None] if shape is None else shape))
    return f"tensor<{sizes}{element}>"


def product(sizes: Iterable[int | None]) -> int:
    """The product of sizes, DYNAMIC if one is unknown or if the product does not fit."""
    total = 1
    for size in sizes:
        if size is None or size == DYNAMIC:
            return DYNAMIC
        total *= size
    return total if total < 2**62 else DYNAMIC


@dataclasses.dataclass(frozen=True)
class Version:
    """A value of the framework in one element type ("f32", "bf16", "i64", ...)."""

    value: Value
    element: str


@dataclasses.dataclass(frozen=True)
class Step:
    """A node with its operands and results, or a cast (`node` is None) of one version of a value to another."""

    node: Any
    operands: tuple[Version | None, ...]
    results: tuple[Version, ...]


@dataclasses.dataclass(frozen=True)
class Decision:
    """A function after amp-opt: its steps in order, and the versions that it returns."""

    steps: tuple[Step, ...]
    returned: tuple[Version, ...]


class Decided(NamedTuple):
    """Output of amp-opt: a decision per function, the report, and warnings."""

    functions: dict[str, Decision]
    report: Any
    messages: str


class Function:
    """A function of a module: nodes in execution order."""

    def __init__(self, module: "Module", name: str) -> None:
        self.module, self.name = module, name
        self._names: dict[Value, tuple[str, str]] = {}
        self._arguments: dict[Value, str] = {}
        self._results: list[Value] = []
        self._lines: list[str] = []
        self._absent = False

    def has(self, value: Value) -> bool:
        """True if the value is defined."""
        return value in self._names

    def type(self, value: Value) -> str:
        """The type of a value."""
        return self._names[value][1]

    def argument(self, value: Value, type: str, bounds: Bounds | None = None) -> None:
        """Adds an argument, whose elements have these bounds."""
        self._names[value] = f"%a{len(self._arguments)}", type
        self._arguments[value] = f" {{{_stated(bounds)}}}" if bounds else ""

    def constant(self, value: Value, type: str, array: Any) -> None:
        """Adds a constant with these elements (f32), from which amp-opt gets its range. No data leaves this process."""
        number = self.module.remember(value, array)
        self._names[value] = f"%c{number}", type
        self._lines.append(f"%c{number} = arith.constant dense_resource<v{number}> : {type}")

    def node(
        self, node: Any, name: str, operands: Sequence[Value | None], results: Sequence[tuple[Value, str]], *, location: str,
        sizes: Sequence[int] | None = None, keep: bool = False, allow: bool = False, bounds: Bounds | None = None,
    ) -> None:  # fmt: skip
        """Adds a node: `sizes` are those of a contraction (batch, M, N, K); None is no operand; `bounds` are those of its result.

        `keep` denies low precision; `allow` permits it behind an op that is denied.
        """
        number = self.module.number(node)
        attributes = [f"node = {number} : i64"]
        if sizes is not None:
            attributes.append(f"contraction = array<i64: {', '.join(map(str, sizes))}>")
        if keep or allow:
            attributes.append(f"amp.require = #amp.require<{'deny' if keep else 'allow'}>")
        if bounds:
            attributes.append(_stated(bounds))
        if None in operands and not self._absent:
            self._lines.insert(0, f'%absent = "{self.module.dialect}.Absent"() : () -> {UNKNOWN}')
            self._absent = True
        read = [self._names[value] if value is not None else ("%absent", UNKNOWN) for value in operands]
        for i, (value, type) in enumerate(results):
            self._names[value] = f"%n{number}#{i}" if len(results) > 1 else f"%n{number}", type
        made = f"%n{number}{f':{len(results)}' if len(results) > 1 else ''} = " if results else ""
        self._lines.append(
            f"{made}{quoted(f'{self.module.dialect}.{name}')}({', '.join(n for n, _ in read)}) {{{', '.join(attributes)}}} : "
            f"({', '.join(t for _, t in read)}) -> ({', '.join(t for _, t in results)}) loc({quoted(location)})"
        )

    def returns(self, values: Sequence[Value]) -> None:
        """Sets the results."""
        self._results = list(values)

    def text(self) -> str:
        """The function as MLIR reads it."""
        arguments = ", ".join("{}: {}{}".format(*self._names[v], stated) for v, stated in self._arguments.items())
        read = [self._names[value] for value in self._results]
        types, names = ", ".join(t for _, t in read), ", ".join(n for n, _ in read)
        returned = f"return {names} : {types}" if read else "return"
        body = "\n  ".join([*self._lines, returned])
        return f"func.func @{self.name}({arguments}) -> ({types}) {{\n  {body}\n}}\n"

    def arguments(self) -> Iterator[Version]:
        """The arguments, as versions."""
        return (Version(value, element_of(self.type(value))) for value in self._arguments)


class Module:
    """Functions of one dialect: "aten" or "onnx"."""

    def __init__(self, dialect: str) -> None:
        self.dialect = dialect
        self.functions: dict[str, Function] = {}
        self._nodes: list[Any] = []
        self._constants: list[tuple[Value, Any]] = []

    def function(self, name: str) -> Function:
        """A new function."""
        made = self.functions[name] = Function(self, name)
        return made

    def number(self, node: Any) -> int:
        """The number of a node in the text."""
        self._nodes.append(node)
        return len(self._nodes) - 1

    def remember(self, value: Value, array: Any) -> int:
        """The number of a constant in the text."""
        found = sample(np.asarray(array).reshape(-1))
        # As many elements as the type has would be data, which amp-opt rounds itself.
        while found.size < 2 or found.size == array.size:
            found = np.append(found, found[-1:] if found.size else np.zeros(1, array.dtype))
        self._constants.append((value, found))
        return len(self._constants) - 1

    def text(self) -> str:
        """The module as MLIR reads it."""
        data = resources({f"v{i}": found for i, (_, found) in enumerate(self._constants)})
        return "".join(f.text() for f in self.functions.values()) + data

    def decide(self, options: Options) -> Decided:
        """Runs amp-opt."""
        with tempfile.TemporaryDirectory(prefix="amp-") as folder:
            path = pathlib.Path(folder) / "report.json"
            others = dict(options.others) | {"report": str(path)}
            text, messages = dataclasses.replace(options, others=tuple(others.items())).rewrite(self.text())
            return Decided(self.read(text), json.loads(path.read_text()), messages)

    def read(self, text: str) -> dict[str, Decision]:
        """The decisions in a module that amp-opt wrote."""
        reader = _Reader(self)
        for line in text.splitlines():
            reader.read(line)
        return reader.decisions


class _Reader:
    """Reads amp-opt's text line by line: it has one op per line, and no other ops than those below."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.decisions: dict[str, Decision] = {}
        self._results = {f.name: _results_of(f) for f in module.functions.values()}
        self._steps: list[Step] = []
        self._versions: dict[str, Version | None] = {}
        self._function = ""

    def read(self, line: str) -> None:
        """Reads one line."""
        if found := FUNCTION.match(line):
            self._begin(found)
        elif found := CONSTANT.match(line):
            value, _ = self.module._constants[int(found["number"])]
            self._versions[found["result"]] = Version(value, "f32")
        elif found := CAST.match(line):
            operand = self._versions[found["operand"]]
            assert operand
            result = self._versions[found["result"]] = Version(operand.value, element_of(found["type"]))
            self._steps.append(Step(None, (operand,), (result,)))
        elif found := NODE.match(line):
            self._node(found)
        elif found := RETURN.match(line):
            returned = tuple(self._operands(found["operands"].partition(" : ")[0]))
            self.decisions[self._function] = Decision(tuple(self._steps), returned)  # type: ignore[arg-type]
        elif '.Absent"()' in line:
            self._versions[line.split(" = ")[0].strip()] = None
        elif re.search(r"\S", line) and not re.match(
            r"\s*(module.*\{|\}|\{-#.*|#-\}|.*dialect_resources.*|builtin.*|v\d+: .*)$", line
        ):
            raise AmpError(f"expects one op per node in what amp-opt writes, but got {line.strip()!r}")

    def _begin(self, found: re.Match[str]) -> None:
        self._function, self._steps, self._versions = found["name"], [], {}
        names = re.findall(r"(%\w+):", found["arguments"])
        self._versions.update(zip(names, self.module.functions[self._function].arguments(), strict=True))

    def _node(self, found: re.Match[str]) -> None:
        number = int(found["number"])
        values = self._results[self._function].get(number, ())
        elements = [element_of(m[0]) for m in ELEMENT.finditer(found["types"])]
        results = tuple(Version(value, element) for value, element in zip(values, elements, strict=True))
        for i, version in enumerate(results):
            self._versions[f"{found['result']}#{i}" if len(results) > 1 else found["result"]] = version
        self._steps.append(Step(self.module._nodes[number], tuple(self._operands(found["operands"])), results))

    def _operands(self, text: str) -> list[Version | None]:
        return [self._versions[name] for name in NAME.findall(text)]


def _results_of(function: Function) -> dict[int, tuple[Value, ...]]:
    found: dict[int, tuple[Value, ...]] = {}
    for value, (name, _) in function._names.items():
        if name.startswith("%n"):
            number = int(name[2:].partition("#")[0])
            found[number] = (*found.get(number, ()), value)
    return found


def element_of(type: str) -> str:
    """The element type of a tensor type."""
    found = ELEMENT.fullmatch(type)
    if not found:
        raise AmpError(f"expects a tensor type, but got {type!r}")
    return found[1] or found[2]


def _stated(bounds: Bounds) -> str:
    """The attribute that states bounds."""
    lo, hi, nonzero = (f"{number:.17e}" for number in bounds)
    return f"amp.range = #amp.range<{lo}, {hi}{'' if nonzero == 'inf' else f', nonzero = {nonzero}'}>"


def quoted(text: str) -> str:
    """A string as MLIR reads it."""
    plain = "".join(
        c if c.isascii() and c.isprintable() and c not in '"\\' else "".join(f"\\{b:02X}" for b in c.encode()) for c in text
    )
    return f'"{plain}"'
