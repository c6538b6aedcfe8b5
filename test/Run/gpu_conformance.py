# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""gpu_conformance.py DATA.tar.xz SCRATCH isa|PTXAS CHIP [GLOB]: programs of the StableHLO project as PTX.

Their inputs become arguments, so that nothing folds away, and their checks go. Prints how many lower,
how many ptxas takes, and why the others do not.
"""
import concurrent.futures
import os
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools" / "gpu"))
from kernels import assembled, ptx_of  # noqa: E402
from programs import amp_opt, unpacked  # noqa: E402


def types_of(text):
    """The types in `tensor<..>` or `(tensor<..>, tuple<..>)`."""
    found, depth, start = [], 0, 0
    text = text.strip()
    if text.startswith("("):
        text = text[1:-1]
    for i, letter in enumerate(text + ","):
        if letter == "," and depth == 0:
            found.append(text[start:i].strip())
            start = i + 1
        depth += (letter in "<([{") - (letter in ">)]}" and text[i - 1 : i] != "-")
    return [each for each in found if each]


def with_arguments(text):
    head, main, rest = re.match(r"(.*?)(func\.func public @main.*?)(\n  }\n.*)", text, re.S).groups()
    arguments = []
    while call := re.search(r"^ *(%\w+)(:\d+)? = call @inputs\(\) : \(\) -> (.*)\n", main, re.M):
        main = main[: call.start()] + main[call.end() :]
        for i, kind in enumerate(types_of(call[3])):
            name = f"%input_{len(arguments)}"
            arguments.append(f"{name}: {kind}")
            main = re.sub(re.escape(call[1]) + rf"#{i}\b", name, main)
            if not call[2]:
                main = re.sub(re.escape(call[1]) + r"\b(?!#)", name, main)
    main = re.sub(r"\n *stablehlo\.custom_call @check\.\w+\(.*", "", main)
    main = re.sub(r"\n *%\w+(:\d+)? = call @expected\(\).*", "", main)
    main = main.replace("@main()", f"@main({', '.join(arguments)})", 1)
    return head + main + rest


def outcome(result, what, chip):
    """('assembled' | 'lowered' | 'refused' | 'crashed' | 'not assembled', why)."""
    output, stderr, code = result
    if code:
        errors = re.findall(r"^(.*?)error: (.*)", stderr, re.M) or [("", stderr.strip().splitlines()[:1])]
        located = errors[0][0].startswith("<stdin>:")
        return "refused" if code == 1 and located else "crashed", errors[0][1]
    if what == "isa" or "kernels" not in output:
        return "lowered", ""
    _, refused = assembled(what, ptx_of(output), chip)
    return ("not assembled", refused.splitlines()[0]) if refused else ("assembled", "")


def main(archive, scratch, what, chip, pattern="*"):
    programs = unpacked(archive, scratch, pattern)
    results = amp_opt([with_arguments(program.read_text()) for program in programs], f"--amp-to-gpu=chip={chip} format=isa")
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        outcomes = list(pool.map(lambda result: outcome(result, what, chip), results))
    kinds = [kind for kind, _ in outcomes]
    print(f"of {len(programs)}: " + ", ".join(f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds)))
    for program, (kind, why) in zip(programs, outcomes):
        if why:
            print(f"  {kind} {program.stem}: {why}")


if __name__ == "__main__":
    main(*sys.argv[1:])
