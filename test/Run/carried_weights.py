# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""carried_weights.py AMP_OPT GRAPH.mlir: 16-bit shadows of parameters, on XLA.

With them a step gives what it gave without, bit for bit; what it returns as shadows are its new parameters, rounded; and no cast
of a parameter is left in front of its use. With a scaler beside them as well.
"""
import subprocess
import sys

import xla  # first: it sets how JAX starts

import numpy as np

from graphs import Graph
from scaling import differing


def mixed(tool, path, options):
    made = subprocess.run([tool, path, f"--amp=compute=f16 {options}"], check=True, capture_output=True, text=True)
    return xla.parse(made.stdout)


def said(module, kind, name):
    """A string attribute of each of main's arguments or results, or None."""
    with xla.CONTEXT:
        main = xla.ir.SymbolTable(module.operation)["main"]
        if kind not in main.attributes:
            return [None] * len(main.type.inputs)
        found = [xla.ir.DictAttr(a) for a in xla.ir.ArrayAttr(main.attributes[kind])]
        return [xla.ir.StringAttr(a[name]).value if name in a else None for a in found]


def casts_of_arguments(module, states):
    with xla.CONTEXT:
        arguments = list(xla.ir.SymbolTable(module.operation)["main"].arguments)
        users = [use.owner for state, a in zip(states, arguments) if state for use in a.uses]
        return sum(user.name == "stablehlo.convert" for user in users)


def arguments(graph, module, states):
    """Those of the graph, shadows of them, and a scaler's first state."""
    all_types, roles = xla.described(xla.main_type(module).inputs), said(module, "arg_attrs", "amp.role")
    values = list(graph.inputs)
    for i in range(len(values), len(all_types)):
        value = {"scale": 1024, "growth_tracker": 0, "skipped": 0}.get(roles[i])
        if roles[i] == "shadow":
            value = graph.inputs[states.index(states[i].rsplit(".", 1)[0])]
        values.append(np.asarray(value).astype(all_types[i].dtype))
    return values


def main(tool, path):
    graph = Graph(path)
    for options in "loss-scale=none", "loss-scale=dynamic:1024":
        plain = mixed(tool, path, options)
        states = said(plain, "arg_attrs", "amp.state")
        expected = xla.compiled(plain, effort=0)(*arguments(graph, plain, states))
        module = mixed(tool, path, f"{options} weights=master")
        states = said(module, "arg_attrs", "amp.state")
        results = xla.compiled(module, effort=0)(*arguments(graph, module, states))
        roles, names = said(module, "res_attrs", "amp.role"), said(module, "res_attrs", "amp.state")
        if wrong := differing([r for r, role in zip(results, roles) if role != "shadow"], expected):
            return f"{options}: results {wrong} are not those without shadows"
        shadows = [i for i, role in enumerate(roles) if role == "shadow"]
        for i in shadows:
            parameter = results[names.index(names[i].rsplit(".", 1)[0])]
            if results[i].tobytes() != parameter.astype(results[i].dtype).tobytes():
                return f"{options}: expects {names[i]} to be its parameter, rounded"
        if casts := casts_of_arguments(module, states):
            return f"{options}: expects no cast of a parameter, but got {casts}"
        print(f"{options}: {len(shadows)} shadows, {len(expected)} results the same bit for bit")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
