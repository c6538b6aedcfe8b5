# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""finite.py NPZ: what generate.mlir returns of its arguments is drawn by role."""
import sys

import numpy as np

root, second, count, hot, row, label, at, scale, first = (np.load(sys.argv[1])[f"out_{i}"] for i in range(9))
assert np.isfinite(root).all() and (second >= 0).all() and (first < 0).any(), (root, second, first)
assert 1 <= count < 8 and 0 <= at < 3 and scale > 1 and np.log2(scale) % 1 == 0, (count, at, scale)
assert (hot.sum(1) == 1).all() and set(label) <= {0, 1, 2}, label
