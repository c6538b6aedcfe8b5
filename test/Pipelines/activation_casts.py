# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""activation_casts.py SHORT LONG: casts per layer of two lowered transformers, one with two layers more.

Prints how many are of activations, and how many of parameters: of arguments but the first, also behind ops that
move values.
"""
import re
import sys

MOVES = {"broadcast_in_dim", "reshape", "transpose"}


def casts(path):
    made, found = {}, []
    for line in open(path):
        if op := re.search(r"(%\w+) = stablehlo\.(\w+) (%\w+)", line):
            result, name, operand = op.groups()
            made[result] = name, operand
            if name == "convert" and "i1>" not in line:
                found.append(operand)

    def is_parameter(value):
        while value in made and made[value][0] in MOVES:
            value = made[value][1]
        return value.startswith("%arg") and value != "%arg0"

    of_parameters = sum(map(is_parameter, found))
    return len(found) - of_parameters, of_parameters


short, long = casts(sys.argv[1]), casts(sys.argv[2])
activations, parameters = ((b - a) / 2 for a, b in zip(short, long))
print(f"a layer casts {activations:g} activations and {parameters:g} parameters")
