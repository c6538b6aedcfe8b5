# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Composites with one fault each: the right one is found, and none of the faulty ones.

A composite is a list of ops on square data, so that wrong axes have the right sizes. A fault exchanges a part of its text.
"""
import re
import subprocess
import sys

N = 8
PRELUDE = """
  %zero = stablehlo.constant dense<0.0> : S
  %below = stablehlo.constant dense<-1.0> : S
  %low = stablehlo.constant dense<0xFF800000> : S
  %one = stablehlo.constant dense<1.0> : F
  %half = stablehlo.constant dense<0.5> : F
  %n = stablehlo.constant dense<8.0> : R
  %eps = stablehlo.constant dense<1.0e-5> : R
  %ones = stablehlo.constant dense<1.0> : R
"""


def reduce(name, value, body="add", init="zero", dim=1):
    return (f"  {name} = stablehlo.reduce({value} init: %{init}) applies stablehlo.{body} across dimensions = [{dim}] : (F, S) -> R\n")


def spread(name, row, dim=0):
    return f"  {name} = stablehlo.broadcast_in_dim {row}, dims = [{dim}] : (R) -> F\n"


def op(name, text, type="F"):
    return f"  {name} = stablehlo.{text} : {type}\n"


SHIFT = reduce("%m", "%x", "maximum", "low") + spread("%mb", "%m") + op("%s", "subtract %x, %mb")
SOFTMAX = SHIFT + op("%e", "exponential %s") + reduce("%t", "%e") + spread("%tb", "%t") + op("%out", "divide %e, %tb")
LOG_SOFTMAX = SHIFT + op("%e", "exponential %s") + reduce("%t", "%e") + op("%l", "log %t", "R") + spread("%lb", "%l") + op("%out", "subtract %s, %lb")
LOGSUMEXP = SHIFT + op("%e", "exponential %s") + reduce("%t", "%e") + op("%l", "log %t", "R") + op("%row", "add %l, %m", "R")
SOFTMAX_GRADIENT = (op("%e", "exponential %x") + reduce("%t", "%e") + spread("%tb", "%t") + op("%p", "divide %e, %tb") + op("%gp", "multiply %y, %p")
                    + reduce("%a", "%gp") + spread("%ab", "%a") + op("%d", "subtract %y, %ab") + op("%out", "multiply %d, %p"))  # fmt: skip
LOG_SOFTMAX_GRADIENT = (SHIFT + op("%e", "exponential %s") + reduce("%t", "%e") + op("%l", "log %t", "R") + spread("%lb", "%l") + op("%ls", "subtract %s, %lb")
                        + op("%p", "exponential %ls") + reduce("%a", "%y") + spread("%ab", "%a") + op("%d", "multiply %p, %ab")
                        + op("%out", "subtract %y, %d"))  # fmt: skip
LAYER_NORM = (reduce("%t", "%x") + op("%mean", "divide %t, %n", "R") + spread("%mb", "%mean") + op("%c", "subtract %x, %mb") + op("%q", "multiply %c, %c")
              + reduce("%u", "%q") + op("%v", "divide %u, %n", "R") + op("%w", "add %v, %eps", "R") + op("%r", "rsqrt %w", "R") + spread("%rb", "%r")
              + op("%out", "multiply %c, %rb"))  # fmt: skip
RMS_NORM = (op("%q", "multiply %x, %x") + reduce("%u", "%q") + op("%v", "divide %u, %n", "R") + op("%w", "add %v, %eps", "R") + op("%r", "rsqrt %w", "R")
            + spread("%rb", "%r") + op("%out", "multiply %x, %rb"))  # fmt: skip
VARIANCE = (reduce("%t", "%x") + op("%mean", "divide %t, %n", "R") + spread("%mb", "%mean") + op("%c", "subtract %x, %mb") + op("%q", "multiply %c, %c")
            + reduce("%u", "%q") + op("%row", "divide %u, %n", "R"))  # fmt: skip
# The gradient of the sum of the weighted result: 1/s (g - mean(g) - c mean(g c) / s^2), with what the forward pass has made.
LAYER_NORM_GRADIENT = (LAYER_NORM.replace("%out", "%fwd") + op("%gc", "multiply %y, %fwd") + reduce("%k", "%gc") + op("%kn", "divide %k, %n", "R")
                       + spread("%kb", "%kn") + op("%ck", "multiply %fwd, %kb") + reduce("%j", "%y") + op("%jn", "divide %j, %n", "R") + spread("%jb", "%jn")
                       + op("%d", "subtract %y, %ck") + op("%out", "subtract %d, %jb"))  # fmt: skip
SILU = op("%l", "logistic %x") + op("%out", "multiply %x, %l")
SILU_GRADIENT = (op("%l", "logistic %x") + op("%g", "multiply %y, %l") + op("%yx", "multiply %x, %y") + op("%k", "subtract %one, %l") + op("%f", "multiply %l, %k")
                 + op("%h", "multiply %yx, %f") + op("%out", "add %g, %h"))  # fmt: skip
GELU = (op("%k", "constant dense<0.70710678>") + op("%z", "multiply %x, %k") + "  %p = chlo.erf %z : F -> F\n" + op("%o", "add %one, %p")
        + op("%h", "multiply %half, %o") + op("%out", "multiply %x, %h"))  # fmt: skip
LOSS = (SHIFT + op("%e", "exponential %s") + reduce("%t", "%e") + op("%l", "log %t", "R") + spread("%lb", "%l") + op("%ls", "subtract %s, %lb")
        + op("%q", "multiply %y, %ls") + "  %u = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [0, 1] : (F, S) -> S\n"
        + "  %sc = stablehlo.negate %u : S\n")  # fmt: skip

TURN = op("%xt", "transpose %x, dims = [1, 0]").replace(" : F", " : (F) -> F")
ROUND = op("%xr", "reduce_precision %x, format = e5m2")
DOUBLE = op("%xx", "add %x, %x")
OTHER_SHIFT = SHIFT.replace("%mb", "%mb2").replace("%m ", "%m2 ").replace("%m,", "%m2,").replace("%s ", "%s2 ")
BODY = ("  NAME = stablehlo.reduce(VALUE init: %zero) across dimensions = [1] : (F, S) -> R\n"
        "   reducer(%b0: S, %b1: S) {\n    %z0 = stablehlo.add BODY : S\n    stablehlo.return %z0 : S\n  }\n")  # fmt: skip


def body(name, value, what):
    return BODY.replace("NAME", name).replace("VALUE", value).replace("BODY", what)


# Composite: (its group, its text, its faults: what each says, and pairs of what is exchanged).
SOFTMAX_FAULTS = {
    "the sum starts below zero": [("%e init: %zero", "%e init: %below")],
    "the sum is over the other axis": [(reduce("%t", "%e"), reduce("%t", "%e", dim=0))],
    "the sum is spread along the other axis": [(spread("%tb", "%t"), spread("%tb", "%t", 1))],
    "the sum counts an element twice": [(reduce("%t", "%e"), body("%t", "%e", "%b1, %b1"))],
    "the sum is of other data": [(op("%e", "exponential %s") + reduce("%t", "%e"), op("%e", "exponential %s") + op("%e2", "exponential %y") + reduce("%t", "%e2"))],
    "the sum is of the data without the shift": [(reduce("%t", "%e"), op("%e2", "exponential %x") + reduce("%t", "%e2"))],
    "the sum is of the transposed data": [
        (reduce("%t", "%e"), TURN + op("%st", "transpose %s, dims = [1, 0]").replace(" : F", " : (F) -> F") + op("%e2", "exponential %st") + reduce("%t", "%e2"))],
    "the sum is of rounded data": [(reduce("%t", "%e"), op("%sr", "reduce_precision %s, format = e5m2") + op("%e2", "exponential %sr") + reduce("%t", "%e2"))],
    "the sum is of doubled exponentials": [(reduce("%t", "%e"), op("%e2", "add %e, %e") + reduce("%t", "%e2"))],
    "the sum is of some of the exponentials": [(reduce("%t", "%e"), "  %cut = stablehlo.slice %e [0:8, 0:4] : (F) -> tensor<8x4xf32>\n" + reduce("%t", "%cut").replace("(F", "(tensor<8x4xf32>"))],
    "the sum is of masked exponentials": [(reduce("%t", "%e"), op("%e2", "select %mask, %e, %one").replace(": F", ": tensor<8x8xi1>, F") + reduce("%t", "%e2"))],
}  # fmt: skip
SHIFT_FAULTS = {
    "the maximum starts at a number": [("%x init: %low", "%x init: %zero")],
    "the maximum is over the other axis": [(reduce("%m", "%x", "maximum", "low"), reduce("%m", "%x", "maximum", "low", 0))],
    "the maximum is spread along the other axis": [(spread("%mb", "%m"), spread("%mb", "%m", 1))],
    "the maximum is of other data": [("(%x init: %low)", "(%y init: %low)")],
}
MEAN_FAULTS = {
    "the mean is spread along the other axis": [(spread("%mb", "%mean"), spread("%mb", "%mean", 1))],
    "the mean starts at a number": [("%x init: %zero", "%x init: %below")],
    "the mean is over the other axis": [(reduce("%t", "%x"), reduce("%t", "%x", dim=0))],
    "the mean is of other data": [(reduce("%t", "%x"), reduce("%t", "%y"))],
    "the mean is of the transposed data": [(reduce("%t", "%x"), TURN + reduce("%t", "%xt"))],
    "the mean is of rounded data": [(reduce("%t", "%x"), ROUND + reduce("%t", "%xr"))],
    "the mean has one degree of freedom less": [(op("%mean", "divide %t, %n", "R"), op("%n7", "constant dense<7.0>", "R") + op("%mean", "divide %t, %n7", "R"))],
    "the mean is of another count": [(op("%mean", "divide %t, %n", "R"), op("%n7", "constant dense<4.0>", "R") + op("%mean", "divide %t, %n7", "R"))],
}
SQUARE_FAULTS = {
    "the sum of squares starts at a number": [("%q init: %zero", "%q init: %below")],
    "the sum of squares is over the other axis": [(reduce("%u", "%q"), reduce("%u", "%q", dim=0))],
    "the squares are of other data": [(r"(%q = stablehlo\.multiply) %(\w), %\w", r"\1 %y, %y")],
    "the squares are products with other data": [(r"(%q = stablehlo\.multiply) %(\w), %\w", r"\1 %\2, %y")],
    "the squares are products with the transposed data": [(r"  (%q = stablehlo\.multiply) %(\w), %\w", r"  %tt = stablehlo.transpose %\2, dims = [1, 0] : (F) -> F\n  \1 %\2, %tt")],
    "the mean square is of another count": [(r"(%(?:v|row) = stablehlo\.divide %u), %n", r"\1, %eps")],
}  # fmt: skip
ROOT_FAULTS = {
    "the root is spread along the other axis": [(spread("%rb", "%r"), spread("%rb", "%r", 1))],
    "the epsilon is negative": [("dense<1.0e-5>", "dense<-1.0e-5>")],
    "the epsilon is large": [("dense<1.0e-5>", "dense<3.0>")],
}
COMPOSITES = [
    ("softmax", SOFTMAX, SOFTMAX_FAULTS | SHIFT_FAULTS | {
        "the shift is only in the sum": [(op("%out", "divide %e, %tb"), op("%e2", "exponential %x") + op("%out", "divide %e2, %tb"))],
        "the two shifts differ": [(op("%out", "divide %e, %tb"), OTHER_SHIFT.replace("%x init: %low", "%x init: %zero") + op("%e2", "exponential %s2") + op("%out", "divide %e2, %tb"))],
        "the numerator is doubled": [(op("%out", "divide %e, %tb"), op("%e2", "add %e, %e") + op("%out", "divide %e2, %tb"))],
        "the numerator is masked": [(op("%out", "divide %e, %tb"), op("%e2", "select %mask, %one, %e").replace(": F", ": tensor<8x8xi1>, F") + op("%out", "divide %e2, %tb"))],
    }),
    ("log_softmax", LOG_SOFTMAX, {k: [(a.replace("%tb", "%lb").replace("%t\"", "%l"), b) for a, b in v] for k, v in SOFTMAX_FAULTS.items() if "spread" not in k} | SHIFT_FAULTS | {
        "the logarithm is spread along the other axis": [(spread("%lb", "%l"), spread("%lb", "%l", 1))],
        "the shift is only in the sum": [(op("%out", "subtract %s, %lb"), op("%out", "subtract %x, %lb"))],
    }),
    # Roundings on the way are seen through where the values need not be one.
    ("logsumexp", LOGSUMEXP, {k: v for k, v in SOFTMAX_FAULTS.items() if "spread" not in k and "rounded" not in k} | SHIFT_FAULTS | {
        "the shift that is added is another": [(op("%row", "add %l, %m", "R"), op("%row", "add %l, %eps", "R"))],
        "the shift that is added is of other data": [(op("%row", "add %l, %m", "R"), reduce("%m2", "%y", "maximum", "low") + op("%row", "add %l, %m2", "R"))],
    }),
    ("softmax", SOFTMAX_GRADIENT, {
        "the sum of exponentials starts below zero": [("%e init: %zero", "%e init: %below")],
        "the sum of gradients is over the other axis": [(reduce("%a", "%gp"), reduce("%a", "%gp", dim=0))],
        "the sum of gradients is spread along the other axis": [(spread("%ab", "%a"), spread("%ab", "%a", 1))],
        "the sum of gradients starts at a number": [("%gp init: %zero", "%gp init: %below")],
        "the gradient is another in the sum": [(op("%gp", "multiply %y, %p"), DOUBLE + op("%gp", "multiply %xx, %p"))],
        "the share is transposed at the end": [(op("%out", "multiply %d, %p"), op("%pt", "transpose %p, dims = [1, 0]").replace(" : F", " : (F) -> F") + op("%out", "multiply %d, %pt"))],
    }),
    ("log_softmax", LOG_SOFTMAX_GRADIENT, {
        "the sum of gradients is over the other axis": [(reduce("%a", "%y"), reduce("%a", "%y", dim=0))],
        "the sum of gradients is spread along the other axis": [(spread("%ab", "%a"), spread("%ab", "%a", 1))],
        "the sum of gradients is of other data": [(reduce("%a", "%y"), reduce("%a", "%x"))],
        "the sum of gradients starts at a number": [("%y init: %zero", "%y init: %below")],
    }),
    ("layer_norm", LAYER_NORM, MEAN_FAULTS | SQUARE_FAULTS | ROOT_FAULTS | {
        "the result is of other data": [(op("%out", "multiply %c, %rb"), op("%out", "multiply %y, %rb"))],
    }),
    ("rms_norm", RMS_NORM, SQUARE_FAULTS | ROOT_FAULTS | {
        "the result is of other data": [(op("%out", "multiply %x, %rb"), op("%out", "multiply %y, %rb"))],
        "the result is of the transposed data": [(op("%out", "multiply %x, %rb"), TURN + op("%out", "multiply %xt, %rb"))],
        "there is one degree of freedom less": [(op("%v", "divide %u, %n", "R"), op("%n7", "constant dense<7.0>", "R") + op("%v", "divide %u, %n7", "R"))],
    }),
    ("mean_variance", VARIANCE, MEAN_FAULTS | {k: v for k, v in SQUARE_FAULTS.items()}),
    ("layer_norm", LAYER_NORM_GRADIENT, {
        "the sum of products is over the other axis": [(reduce("%k", "%gc"), reduce("%k", "%gc", dim=0))],
        "the sum of products starts at a number": [("%gc init: %zero", "%gc init: %below")],
        "the sum of gradients is over the other axis": [(reduce("%j", "%y"), reduce("%j", "%y", dim=0))],
        "the sum of gradients starts at a number": [("%y init: %zero", "%y init: %below")],
    }),
    ("silu", SILU, {
        "the factor is other data": [("multiply %x, %l", "multiply %y, %l")],
        "the factor is the transposed data": [(op("%out", "multiply %x, %l"), TURN + op("%out", "multiply %xt, %l"))],
    }),
    ("silu", SILU_GRADIENT, {
        "the sigmoid is of other data": [(op("%k", "subtract %one, %l"), op("%l2", "logistic %y") + op("%k", "subtract %one, %l2"))],
        "the gradient is another": [("multiply %x, %y", "multiply %x, %x")],
        "one is two": [("dense<1.0> : F", "dense<2.0> : F")],
    }),
    ("gelu", GELU, {
        "the factor is other data": [("multiply %x, %h", "multiply %y, %h")],
        "the argument is scaled otherwise": [("0.70710678", "0.8")],
        "one is two": [("dense<1.0> : F", "dense<2.0> : F")],
        "the half is one": [("dense<0.5> : F", "dense<1.0> : F")],
    }),
    ("cross_entropy", LOSS, {k: v for k, v in SOFTMAX_FAULTS.items() if "spread" not in k} | {
        "the loss starts at a number": [("%q init: %zero", "%q init: %below")],
        "the logarithm is spread along the other axis": [(spread("%lb", "%l"), spread("%lb", "%l", 1))],
    }),
]  # fmt: skip


def program(text):
    """A module of these ops, which begin with the prelude."""
    result = "%sc : S" if "%sc = " in text else "%row : R" if "%row = " in text else "%out : F"
    text = f"func.func @f(%x: F, %y: F, %mask: tensor<8x8xi1>) -> {result[-1]} {{{text}  return {result}\n}}\n"
    return re.sub(r"\b([FRS])\b", lambda m: {"F": f"tensor<{N}x{N}xf32>", "R": f"tensor<{N}xf32>", "S": "tensor<f32>"}[m[1]], text)


def exchange(text, pairs):
    for old, new in pairs:
        changed = text.replace(old, new) if old in text else re.sub(old, new, text)
        assert changed != text, f"no {old!r} in {text}"
        text = changed
    return text


def role_of(output, op):
    """The role of the last op whose text this pattern finds."""
    lines = [line for line in output.splitlines() if re.search(op, line)]
    role = re.search(r'amp\.role = "([^"]+)"', lines[-1]) if lines else None
    return role[1] if role else ""


def is_found(group, fault, output):
    """By the op that makes the result. Without its shift a softmax is one of other data, so there the maximum is asked for."""
    if fault in SHIFT_FAULTS and group != "logsumexp":
        return bool(role_of(output, "applies stablehlo.maximum"))
    made = re.search(r"return (%\w+) ", output)[1]
    return role_of(output, f"{made} = ").startswith(f"{group}.")


def main():
    cases = []
    for group, text, faults in COMPOSITES:
        cases.append((group, "right", program(PRELUDE + text), True))
        for fault, pairs in faults.items():
            cases.append((group, fault, program(exchange(PRELUDE + text, pairs)), False))
    joined = "// -----\n".join(case[2] for case in cases)
    run = subprocess.run(["amp-opt", "-", "--split-input-file", "--amp-recognize"], input=joined, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr[:3000]
    wrong = 0
    for (group, fault, _, isRight), output in zip(cases, run.stdout.split("// -----"), strict=True):
        if is_found(group, fault, output) != isRight:
            wrong += 1
            print(f"{group}: {fault}: {'not found' if isRight else 'found all the same'}")
    print(f"{len(COMPOSITES)} composites, {len(cases) - len(COMPOSITES)} faults, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
