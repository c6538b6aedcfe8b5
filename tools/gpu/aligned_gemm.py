# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""aligned_gemm.py AMP_OPT [CHIP]: what 30 products around multiples of 8 gain by alignment: as amp-align-shapes predicts, and measured.

cuBLAS is asked through PyTorch, or XLA through JAX (which pads unaligned products itself); without a GPU, only the prediction is printed.
"""
import re
import statistics
import subprocess
import sys
import tempfile
import time

# One dimension at a time is odd: it walks around a multiple of 8, the others are powers of two.
AROUND = {"n": 4096, "k": 4096, "vocabulary": 33708}
STEPS = range(-5, 5)
REPEATS = 20


def shapes():
    for name, middle in AROUND.items():
        for step in STEPS:
            odd = middle + step
            yield (2048, 4096, odd) if name == "n" else (2048, odd, 4096) if name == "k" else (8192, 1024, odd)


def predicted(amp_opt, chip, m, k, n):
    """(size that the odd dimension gets, microseconds that it saves); itself and none where it is aligned."""
    text = (f"func.func @main(%x: tensor<{m}x{k}xbf16>, %w: tensor<{k}x{n}xbf16>) -> tensor<{m}x{n}xbf16> {{\n"
            f"  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<{m}x{k}xbf16>, tensor<{k}x{n}xbf16>)"
            f" -> tensor<{m}x{n}xbf16>\n  return %0 : tensor<{m}x{n}xbf16>\n}}\n")  # fmt: skip
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        run = subprocess.run([amp_opt, file.name, f"--amp-align-shapes=align=always remarks chip={chip}", "-o", "/dev/null"],
                             capture_output=True, text=True, check=True)  # fmt: skip
    found = re.search(r"pads (\d+) to (\d+): 1 products save (-?[\d.]+) us", run.stderr)
    return (int(found[1]), int(found[2]), float(found[3])) if found else (n, n, 0.0)


def with_torch():
    import torch

    if not torch.cuda.is_available():
        return None

    def microseconds(m, k, n):
        x, w = (torch.randn(s, device="cuda", dtype=torch.bfloat16) for s in ((m, k), (k, n)))
        for _ in range(3):
            x @ w
        samples = []
        for _ in range(REPEATS):
            start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
            start.record()
            for _ in range(10):
                x @ w
            end.record()
            torch.cuda.synchronize()
            samples.append(start.elapsed_time(end) * 100)
        return statistics.median(samples)

    return microseconds, f"cuBLAS through PyTorch, {torch.cuda.get_device_name()}"


def with_jax():
    import jax
    import jax.numpy as jnp

    if jax.default_backend() != "gpu":
        return None

    def microseconds(m, k, n):
        x, w = jnp.ones((m, k), jnp.bfloat16), jnp.ones((k, n), jnp.bfloat16)
        product = jax.jit(jnp.matmul)
        product(x, w).block_until_ready()
        samples = []
        for _ in range(REPEATS):
            start = time.perf_counter()
            for _ in range(10):
                last = product(x, w)
            last.block_until_ready()
            samples.append((time.perf_counter() - start) * 1e5)
        return statistics.median(samples)

    return microseconds, f"XLA through JAX, {jax.devices()[0].device_kind}"


def find_gpu():
    for find in (with_torch, with_jax):
        try:
            if found := find():
                return found
        except ImportError:
            pass
    return None, "no GPU that PyTorch or JAX can use: predicted alone"


def main(amp_opt, chip="sm_90"):
    microseconds, how = find_gpu()
    print(f"products of bf16 whose one dimension is odd, predicted for {chip}; measured: {how}")
    agree = 0
    for m, k, n in shapes():
        odd, aligned, saves = predicted(amp_opt, chip, m, k, n)
        line = f"  {m}x{k} by {k}x{n}: {f'{odd} to {aligned}' if aligned != odd else 'aligned':16} predicted {saves:8.2f} us"
        if microseconds and aligned != odd:
            before = microseconds(m, k, n)
            after = microseconds(m, *((aligned, n) if k == odd else (k, aligned)))
            line += f", measured {before - after:8.2f} us of {before:8.2f} us"
            agree += (before > after) == (saves > 0)
        else:
            agree += aligned == odd
        print(line, flush=True)
    if microseconds:
        print(f"the sign agrees for {agree} of {len(AROUND) * len(STEPS)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
