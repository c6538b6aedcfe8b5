# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tools amp-opt and amp-run as functions: text in, text out, their diagnostics as exceptions.

A tool is looked for in this order: the file that the environment variable AMP_OPT (or AMP_RUN) names, the folder AMP_BIN, the
`bin` folder that a wheel has inside this package, and PATH.
"""

import linecache
import os
import pathlib
import re
import shutil
import subprocess
from collections.abc import Sequence
from typing import NamedTuple

from mlir_amp.errors import ToolFailed, ToolMissing

PACKAGED = pathlib.Path(__file__).parent / "bin"
# "train.py":12:5 inside a location, as MLIR prints it, or train.py:12:5: in front of a message.
OP = re.compile(r"note: (see current operation|called from)")
START = re.compile(r"^(?=(?:\S.*?: )?(?:warning|error|remark): )", re.M)
NOWHERE = "error: "
NO_SOURCE = ("<stdin>", "<module>", "<unknown>", "-")
PLACE = re.compile(r'"(?P<quoted>[^"\n]+)":(?P<at>\d+(?::\d+)?)|^(?P<bare>[^\s":][^":\n]*):(?P<there>\d+:\d+): ', re.M)


class Output(NamedTuple):
    """Output of a tool: `text` on standard output, `messages` (warnings, summaries) on standard error."""

    text: str
    messages: str


def find(name: str) -> str:
    """The path of a tool; raises ToolMissing with the places that were looked at."""
    variable = name.upper().replace("-", "_")
    named, folder = os.environ.get(variable), os.environ.get("AMP_BIN")
    if named:
        if os.access(named, os.X_OK):
            return named
        raise ToolMissing(f"{variable} names '{named}', which is not a program that can run")
    for place in filter(None, (folder, str(PACKAGED), os.environ.get("PATH"))):
        found = shutil.which(name, path=place)
        if found:
            return found
    raise ToolMissing(
        f"'{name}' is not in {PACKAGED}, nor in a folder of PATH: install the wheel of mlir-amp (pip install ./python), "
        f"or build the tool (tools/dev build) and name it by {variable}=build/bin/{name}"
    )


def run(name: str, arguments: Sequence[str], text: str | None = None) -> Output:
    """Runs a tool on `text`; raises ToolFailed with its diagnostic if it refuses."""
    done = subprocess.run([find(name), *arguments], input=text, capture_output=True, text=True, encoding="utf-8", check=False)
    if done.returncode == 0:
        return Output(done.stdout, done.stderr)
    raise failure(name, done.returncode, done.stderr.strip())


def watch(name: str, arguments: Sequence[str]) -> None:
    """Runs a tool that shows its progress on the terminal, and says there what is wrong before this raises ToolFailed."""
    if code := subprocess.run([find(name), *arguments], check=False).returncode:
        raise ToolFailed(f"{name} failed (exit code {code})", "")


def failure(name: str, code: int, diagnostic: str) -> ToolFailed:
    """The exception for a tool that ended with this code and these words."""
    if not diagnostic:
        ended = f"signal {-code}" if code < 0 else f"exit code {code}"
        return ToolFailed(f"{name} said nothing and ended with {ended}", diagnostic)
    # MLIR prints the op that it complains about, which can be long: what it says and where comes first.
    errors = "".join(part for part in START.split(diagnostic) if re.search(r"\berror: ", part.split("\n", 1)[0])) or diagnostic
    location, line = source_line(errors)
    said = [
        part.removeprefix(NOWHERE) for part in errors.splitlines() if re.search(r"\b(error|note): ", part) and not OP.search(part)
    ]
    shown = "\n".join(said or [errors]) + (f"\n  at {location}: {line}" if location and line else "")
    return ToolFailed(f"{name}: {shown}", diagnostic, location, line)


def warnings_in(messages: str) -> list[tuple[str, str | None]]:
    """Each warning among what a tool said, and the place in the source that it names ("train.py:12:5")."""
    found = [message for message in START.split(messages) if "warning: " in message]
    return [(message.splitlines()[0].split("warning: ", 1)[1], source_line(message)[0]) for message in found]


def source_line(diagnostic: str) -> tuple[str | None, str | None]:
    """The first place of a Python source in a diagnostic ("train.py:12:5"), and that line of it."""
    for found in PLACE.finditer(diagnostic):
        path, at = found["quoted"] or found["bare"], found["at"] or found["there"]
        if not path.startswith(NO_SOURCE) and not path.endswith((".mlir", ".policy")):
            return f"{path}:{at}", linecache.getline(path, int(at.split(":")[0])).strip() or None
    return None, None
