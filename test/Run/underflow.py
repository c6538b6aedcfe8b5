# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""underflow.py BUILD INPUTS OUT: why the loss is scaled. The digits, with a loss so small (times 1e-6) that its gradients are
zero in float16: f32 learns, f16 does not, f16 with loss-scale=dynamic ends with the loss of f32 to 2 %, bf16 learns too."""
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools" / "demo"))
import digits

EPOCHS, FACTOR, TO_F32 = 10, "1e-6", 0.02
LEARNED, CHANCE = 0.9, 0.2


def main(build, inputs, out):
    build, inputs, out = map(pathlib.Path, (build, inputs, out))
    out.mkdir(parents=True, exist_ok=True)
    step = subprocess.run([sys.executable, inputs / "export_digits.py", "mlp", "step", FACTOR], check=True, capture_output=True, text=True)
    (out / "digits_mlp.mlir").write_text(step.stdout)
    shutil.copy(inputs / "digits_mlp_predict.mlir", out)
    data = digits.prepare(out / "digits_mlp_predict.mlir", EPOCHS)
    found = {precision: digits.train("mlp", precision, build, out, out, data) for precision in digits.PRECISIONS}
    right = {precision: accuracy for precision, (accuracy, _) in found.items()}
    off = abs(found["f16 scaled"][1] / found["f32"][1] - 1)
    print(f"the loss of f16 scaled is {100 * off:.2f} % from that of f32")
    learned = min(right["f32"], right["f16 scaled"], right["bf16"])
    return not (learned > LEARNED and right["f16"] < CHANCE and off <= TO_F32)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
