# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From the location of an op to the module of the model that it belongs to."""

import re

# jit(step)/transpose(jvp(Net))/Dense_0/dot_general: what transformations wrap round a name, and functions that were jitted.
WRAPPED = re.compile(r"^(?:transpose|jvp|vmap|checkpoint|rematted_computation|remat)\((.*)\)$")
JITTED = re.compile(r"^(?:jit|pjit)\(.*\)$|^$")
ELSEWHERE = "(no module)"


def scope_of(location: str, depth: int) -> str:
    """The first `depth` names of modules; backward passes count where their forward passes do."""
    path = location.split(" at ")[0]
    names = [unwrapped(part) for part in split(path)[:-1]]
    return "/".join([name for name in names if not JITTED.match(name)][:depth]) or ELSEWHERE


def unwrapped(part: str) -> str:
    """transpose(jvp(Net)) is Net."""
    while found := WRAPPED.match(part):
        part = found[1]
    return part


def split(path: str) -> list[str]:
    """At each / that is in no parentheses."""
    parts, depth, start = [], 0, 0
    for i, letter in enumerate(path):
        depth += (letter in "(<") - (letter in ")>")
        if letter == "/" and depth == 0:
            parts.append(path[start:i])
            start = i + 1
    return [*parts, path[start:]]
