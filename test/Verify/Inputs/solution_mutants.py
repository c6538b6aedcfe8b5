# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""solution_mutants.py AMP_OPT SEED GRAPH...: forges what the solver leaves of each graph, in f16 and bf16, and prints how
many forgeries of each kind amp-check-solution refuses. One more or less on an edge may be another flow of the same value,
which proves as much: those that survive are of that kind alone."""
import random
import re
import subprocess
import sys
from collections import Counter

amp_opt, seed, *graphs = sys.argv[1:]
random.seed(int(seed))
PLACE = ["--amp-place-casts", "--amp-fold-casts", "--mlir-print-local-scope"]


def run(arguments, text=None):
    return subprocess.run([amp_opt, *arguments], input=text, capture_output=True, text=True)


def place(graph, compute, solver):
    return run([graph, f"--amp-attach-policy=compute={compute}", f"--amp-assign-precision=solver={solver} compare=true", *PLACE]).stdout


def field(text, name):
    return re.search(rf"\b{name} = (?:array<\w+(?:: )?([^>]*)>|(\d+) : i64)", text)


def numbers(text, name):
    found = field(text, name)
    return [int(n) for n in (found[1] or found[2] or "").split(", ") if n]


def put(text, name, values):
    found = field(text, name)
    span = found.span(2) if found[2] else found.span(1)
    if found[1] is None and not found[2]:
        return text
    return text[: span[0]] + ", ".join(map(str, values)) + text[span[1] :]


def forgeries(text, painted):
    time, edges, pins = numbers(text, "time")[0], numbers(text, "flow_edges"), numbers(text, "flow_pins")
    for more in -1, 1, random.randint(2, 10**6):
        both = put(text, "time", [time + more])
        yield "time", both
        yield "time and flow", put(both, "flow", [time + more])
        yield "flow", put(text, "flow", [time + more])
    for _ in range(12):
        i = random.randrange(len(edges) // 2) * 2
        change = lambda value: put(text, "flow_edges", [*edges[: i + 1], value, *edges[i + 2 :]])
        yield "flow of an edge", change(edges[i + 1] + random.choice([-1, 1, 7]))
        yield "negative flow", change(-edges[i + 1] - (edges[i] % 8 == 6) * 2**40)
        yield "flow dropped", put(text, "flow_edges", edges[:i] + edges[i + 2 :])
        yield "flow beyond the cost", change(edges[i + 1] + 2**50)
    for _ in range(12):
        i = random.randrange(len(pins))
        change = lambda value: put(text, "flow_pins", [*pins[:i], value, *pins[i + 1 :]])
        if pins[i] == 0:
            yield "pinned by a list", change(1)
            yield "other format", change(8)
        elif pins[i] == 1:
            yield "forced", change(7)
        yield "pin dropped", put(text, "flow_pins", pins[:i] + pins[i + 1 :])
    # Another assignment, with the claim that it is as good as can be.
    worse = numbers(painted, "time")[0]
    if worse != time:
        claim = text[text.index("flow_edges") : text.index(", graph_bytes")]
        yield "another assignment", painted.replace('solver = "paint"', f'flow = {worse} : i64, {claim}, solver = "mincut"')
    casts = [m for m in re.finditer(r"\n *(%\w+) = amp\.cast (%\w+)[^\n]*", text)]
    for cast in random.sample(casts, min(4, len(casts))):
        yield "cast without use", text[: cast.end()] + cast[0].replace(cast[1] + " =", "%unused =", 1) + text[cast.end() :]


made, refused, survivors = Counter(), Counter(), []
for graph in graphs:
    for compute in "f16", "bf16":
        text, painted = place(graph, compute, "mincut"), place(graph, compute, "paint")
        clean = run(["--amp-check-solution", "-o", "/dev/null"], text)
        assert clean.returncode == 0, clean.stderr
        for kind, forged in forgeries(text, painted):
            assert forged != text, kind
            made[kind] += 1
            checked = run(["--amp-check-solution", "-o", "/dev/null"], forged)
            refused[kind] += checked.returncode != 0
            if checked.returncode == 0:
                survivors.append((graph, compute, kind))
for kind in sorted(made):
    print(f"{kind:24} {refused[kind]:4} of {made[kind]:4}")
print(f"{'all':24} {sum(refused.values()):4} of {sum(made.values()):4}")
for survivor in survivors:
    print("survives:", *survivor)
sys.exit(any(kind != "flow of an edge" for *_, kind in survivors))
