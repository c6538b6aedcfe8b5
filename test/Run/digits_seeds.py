# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""digits_seeds.py BUILD INPUTS OUT: what the demo trains, from three starts and in three orders: of f32, bf16 and f16 scaled, each
recognises the same share of the digits that were kept apart, on average, to one percentage point."""
import pathlib
import sys

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools" / "demo"))
import digits

EPOCHS, SEEDS, POINT = 15, range(3), 0.01


def main(build, inputs, out):
    build, inputs, out = map(pathlib.Path, (build, inputs, out))
    out.mkdir(parents=True, exist_ok=True)
    wrong = []
    for model in "mlp", "cnn":
        starts = [digits.prepare(inputs / f"digits_{model}_predict.mlir", EPOCHS, seed) for seed in SEEDS]
        right = {p: np.mean([digits.train(model, p, build, inputs, out, start)[0] for start in starts]) for p in ("f32", "bf16", "f16 scaled")}
        for precision in "bf16", "f16 scaled":
            off = right[precision] - right["f32"]
            print(f"{model} {precision}: {100 * off:+.2f} points from f32's {100 * right['f32']:.2f} % over {len(starts)} seeds")
            if abs(off) > POINT or right["f32"] < 0.93:
                wrong.append((model, precision))
    return f"more than a point away: {wrong}" if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
