# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Prints a program that nests LEVELS deep in one KIND of way: nested.py KIND LEVELS
import sys


def op(attribute, location="unknown"):
    return f'"t.x"() {{a = {attribute}}} : () -> () loc({location})\n'


def inside(opening, closing, middle=""):
    return lambda n: opening * n + middle + closing * n


def aliases(sigil, first, step):
    return lambda n: "".join(
        f"{sigil}a{i} = {step.replace('@', f'{sigil}a{i - 1}') if i else first}\n" for i in range(n)
    )


def expression(operator):
    return lambda n: "affine_map<(d0)[s0] -> (" + operator.join(f"d0 mod {i + 2}" for i in range(n // 2)) + ")>"


# Brackets around the nest, per kind: braces of an attribute dictionary, the map's own brackets.
kinds = {
    "module": lambda n: inside("module {", "}")(n) + "\n",
    "region": lambda n: inside('"t.x"() ({', "}) : () -> ()")(n // 2) + "\n",
    "loop": lambda n: "func.func @f(%c: i1) {" + inside("scf.if %c {", "}")(n - 1) + " return }\n",
    "array": lambda n: op(inside("[", "]")(n - 1)),
    "dictionary": lambda n: op(inside("{a = ", "}", "1")(n - 1)),
    "elements": lambda n: op("dense<" + inside("[", "]", "1")(n - 2) + "> : tensor<" + "1x" * (n - 2) + "i8>"),
    "tuple": lambda n: op(inside("tuple<", ">")(n - 1)),
    "function": lambda n: op(inside("(", ") -> ()", "() -> ()")(n - 2)),
    "dialect": lambda n: op(inside("!llvm.array<1 x ", ">", "f32")(n - 1)),
    "debug": lambda n: op(inside("#llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = ", ">",
                                 "#llvm.di_basic_type<tag = DW_TAG_base_type, name = \"a\">")(n - 2)),
    "callsite": lambda n: op("1", inside('callsite("a" at ', ")", '"b"')(n)),
    "fused": lambda n: op("1", inside("fused[", "]", '"b"')(n)),
    "named": lambda n: op("1", inside('"a"(', ")", '"b"')(n)),
    "array-alias": lambda n: aliases("#", "1", "[@]")(n) + op(f"#a{n - 1}"),
    "type-alias": lambda n: aliases("!", "i8", "tuple<@>")(n) + op(f"!a{n - 1}"),
    "arrow-alias": lambda n: aliases("!", "i8", "() -> @")(n) + op(f"!a{n - 1}"),
    "location-alias": lambda n: aliases("#", 'loc("x")', 'loc(callsite("y" at @))')(n) + op("1", f"#a{n - 1}"),
    "parentheses": lambda n: op("affine_map<(d0) -> (" + inside("(", ")", "d0")(n - 3) + ")>"),
    "minus": lambda n: op("affine_map<(d0) -> (" + "-" * (n - 3) + "d0)>"),
    "sum": lambda n: op(expression(" + ")(n - 3)),
    "product": lambda n: op("affine_map<(d0)[s0] -> (d0" + " * s0" * (n - 3) + ")>"),
    "quotient": lambda n: op("affine_map<(d0)[s0] -> (d0" + " floordiv 3" * (n - 3) + ")>"),
    "set": lambda n: op("affine_set<(d0) : (d0 + " + inside("(", ")", "d0")(n - 4) + " >= 0)>"),
}
if sys.argv[1] == "kinds":
    print(*kinds)
else:
    print(kinds[sys.argv[1]](int(sys.argv[2])), end="")
