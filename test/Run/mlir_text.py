# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""MLIR text up to the names of SSA values: what two printers must agree on."""
import re

# Strings and attribute names may contain anything, so they are tokens of their own.
# A definition is `%x =`, `%x:2 =`, `%x, %y =` or, in an argument list, `%x: type`; all else is a use.
TOKEN = re.compile(r'''
      "(?:[^"\\]|\\.)*"
    | (?P<results> %[\w$.-]+ (?::\d+)? (?: ,\s* %[\w$.-]+ (?::\d+)? )* (?= \s=\s ) )
    | (?P<argument> %[\w$.-]+ (?= :\s ) )
    | (?P<use> %[\w$.-]+ (?: \#\d+ )? )
    | (?P<spaces> [ ]{2,} )
    | (?P<open> \{ ) | (?P<close> \} )''', re.VERBOSE)


def normalised(text):
    """Number every value in the order of its definition; drop comments, blank lines and indentation.

    >>> normalised("%a, %b = op : ()\\n  return %b") == normalised("%0:2 = op : ()\\nreturn %0#1")
    True
    >>> normalised("f(%x: t, %y: t) { %z = add %x, %y }") == normalised("f(%0: t, %1: t) { %2 = add %1, %0 }")
    False
    """
    scopes, count = [{}], 0

    def define(name, results=1):
        nonlocal count
        fresh = []
        for i in range(results):
            scopes[-1][name, i] = f"%{count}"
            fresh.append(f"%{count}")
            count += 1
        return ", ".join(fresh)

    def use(name):
        base, _, index = name.partition("#")
        for scope in reversed(scopes):
            if (base, int(index or 0)) in scope:
                return scope[base, int(index or 0)]
        return name

    def rename(match):
        kind, token = match.lastgroup, match[0]
        if kind == "open":
            scopes.append({})
        elif kind == "close" and len(scopes) > 1:
            scopes.pop()
        elif kind == "spaces":
            return " "  # older printers wrote two after `stablehlo.compare`
        elif kind == "results":
            groups = (group.strip().partition(":") for group in token.split(","))
            return ", ".join(define(name, int(size or 1)) for name, _, size in groups)
        elif kind == "argument":
            return define(token)
        elif kind == "use":
            return use(token)
        return token

    lines = (line.strip() for line in text.splitlines())
    return TOKEN.sub(rename, "\n".join(line for line in lines if line and not line.startswith("//")))


def first_difference(wanted, found, width=160):
    """One line that shows where two normalised texts part, or '' when they do not."""
    if wanted == found:
        return ""
    pairs = zip(wanted.splitlines() + [""], found.splitlines() + [""])
    a, b = next((a, b) for a, b in pairs if a != b)
    start = max(0, next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b))) - 40)
    return f"wanted {a[start:start + width].strip()!r}, found {b[start:start + width].strip()!r}"
