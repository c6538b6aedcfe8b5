# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""roles.py NPZ: the arguments of generate-roles.mlir are drawn by role."""
import sys

import numpy as np

names = "x", "w", "variance", "gain", "in_body", "mask", "position", "sorted", "count", "divisor", "label", "decayed"
drawn = {name: np.load(sys.argv[1])[f"in_{i}"] for i, name in enumerate(names)}
# Of 65,536 samples, the deviation is known to about 1/sqrt(131072) of itself.
assert abs(drawn["w"].std() * 16 - 1) < 0.02 and abs(drawn["w"].mean()) < 0.01, drawn["w"].std()
for name in "variance", "in_body":
    assert (0.5 <= drawn[name]).all() and (drawn[name] <= 1.5).all() and drawn[name].std() > 0.1, name
assert abs(drawn["gain"].mean() - 1) < 0.05 and 0.5 < drawn["gain"].min() and drawn["gain"].max() < 1.5, drawn["gain"]
assert set(drawn["mask"].ravel()) == {0, 1}, drawn["mask"]
assert (drawn["position"] == np.arange(64)).all(), drawn["position"]
assert (np.diff(drawn["sorted"], axis=0) >= 0).all() and drawn["sorted"].max() < 64, drawn["sorted"]
assert drawn["count"] in range(1, 8) and 0.5 < drawn["divisor"] < 1.5, (drawn["count"], drawn["divisor"])
assert len(set(drawn["label"])) > 2 and (drawn["label"] >= 0).all(), drawn["label"]
assert (drawn["decayed"] < 0).any(), drawn["decayed"]
