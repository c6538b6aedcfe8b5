# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""objective.py AMP_OPT GRAPH: on every chip, in f16 and bf16, the cut costs what its flow proves, and never more than
painting under the same policy; the placed program costs what the solver said, by either solver. Prints the table:
time by the model in f32, painted, and by the cut, which is the lower bound."""
import re
import subprocess
import sys

amp_opt, graph = sys.argv[1:]


def solved(compute, chip, solver):
    passes = [f"--amp-attach-policy=compute={compute}", f"--amp-assign-precision=solver={solver} chip={chip} compare=true"]
    run = subprocess.run([amp_opt, graph, *passes, "--amp-place-casts", "--amp-fold-casts", "--amp-check-solution"],
                         check=True, capture_output=True, text=True)  # fmt: skip
    text = re.search(r"amp\.solution = \{([^}]*)\}", run.stdout)[1]
    return {name: int(number) for name, number in re.findall(r"(\w+) = (\d+) : i64", text)}


for compute in "f16", "bf16":
    for chip in "cpu", "sm_70", "sm_80", "sm_90", "sm_100":
        cut, painted = solved(compute, chip, "mincut"), solved(compute, chip, "paint")
        print(f"{compute:5} {chip:7} f32 {cut['f32'] / 1e9:14,.3f} us  paint {cut['paint'] / cut['f32']:6.3f}  mincut {cut['time'] / cut['f32']:6.3f}  flow {cut['flow']}")
        assert cut["time"] == cut["flow"], cut
        assert cut["paint"] == painted["time"], (cut, painted)
        assert cut["time"] <= cut["paint"] and cut["time"] <= cut["f32"], cut
