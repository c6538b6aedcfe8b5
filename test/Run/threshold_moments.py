# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""threshold_moments.py AMP_OPT AMP_RUN FOLDER: statistics of simulated devices against the formulas of their model.

One step over 128 x 128 weights, all in one state, is a sample of N = 16,384 pairs. A mean has to be within 5 deviations / sqrt(N) of
the formula, a variance within 5 sqrt(2 / N) of it (5 deviations of a normal sample), a correlation within 5 / sqrt(N) of 0.
"""
import pathlib
import subprocess
import sys

import numpy as np

SIZE, EPSILON, QUANTUM, CEILING = 128, 0.25, 0.77, 12.0
N = SIZE * SIZE
MODULE = """
func.func @main(%w: tensor<128x128xf32>, %x: tensor<128x128xf32>, %u: tensor<128x128xf32>) -> (tensor<128x128xf32>, tensor<128x128xf32>) {
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<128x128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>
  %g = amp.gradients "main" %u : tensor<128x128xf32>
  %1 = stablehlo.subtract %w, %g : tensor<128x128xf32>
  %s = amp.state "main" (%1) else (%w) names ["w"] kinds ["parameter"] : tensor<128x128xf32>
  return %s, %y : tensor<128x128xf32>, tensor<128x128xf32>
}
"""


class Devices:
    def __init__(self, amp_opt, amp_run, folder):
        self.amp_opt, self.amp_run, self.folder = amp_opt, amp_run, pathlib.Path(folder)
        self.source = self.folder / "moments.mlir"
        self.source.write_text(MODULE)
        self.modules = {}

    def step(self, options, conductance, pulses=0, history=(0, 0), age=(0, 0), number=0, key=(5, 6)):
        """(next conductances, weights that the matmul read, next histories, next ages) of a step in which all pairs are alike."""
        if options not in self.modules:
            self.modules[options] = self.folder / f"moments.{len(self.modules)}.mlir"
            subprocess.run([self.amp_opt, self.source, f"--amp-threshold-weights=weights=threshold:8,device=pcm{options}",
                            "--amp-scale-loss=loss-scale=none", "--amp-lower-training", "-o", self.modules[options]], check=True)  # fmt: skip
        pairs = [np.broadcast_to(np.reshape(np.float32(pair), (2, 1, 1)), (2, SIZE, SIZE)) for pair in (conductance, history, age)]
        flat = np.eye(SIZE, dtype=np.float32)
        chi = np.full((SIZE, SIZE), pulses * EPSILON, np.float32)
        values = [pairs[0], flat, 0 * flat, chi, np.float32(EPSILON), pairs[1], pairs[2], np.uint64(key), np.int32(number)]
        given, out = self.folder / "moments.in.npz", self.folder / "moments.out.npz"
        np.savez(given, **{f"in_{i}": value for i, value in enumerate(values)})
        subprocess.run([self.amp_run, self.modules[options], f"--inputs={given}", f"--outputs={out}"], check=True)
        found = np.load(out)
        results = [found[f"out_{i}"] for i in range(len(found.files))]
        assert not results[2].any(), "every quantum became a pulse"
        return results[0].astype(float), results[1].astype(float), results[4], results[5]


def check(what, sample, mean, deviation):
    found, width = np.mean(sample), 5 * deviation / N**0.5
    assert abs(found - mean) <= width + 1e-5 * abs(mean), f"{what}: mean {found}, not {mean} within {width}"
    ratio = np.var(sample) / deviation**2 if deviation else 1 + np.var(sample)
    assert abs(ratio - 1) <= 5 * (2 / N) ** 0.5, f"{what}: variance {np.var(sample)}, not {deviation**2}"
    print(f"{what}: {found:.4f} +- {np.std(sample):.4f}, formula {mean:.4f} +- {deviation:.4f}", flush=True)


def unrelated(what, a, b):
    r = np.corrcoef(a.ravel(), b.ravel())[0, 1]
    assert abs(r) <= 5 / N**0.5, f"{what}: correlation {r}"
    print(f"{what}: not correlated", flush=True)


def read_noise(devices):
    _, weights, _, _ = devices.step(",refresh-steps=0", (5, 3))
    deviation = np.hypot(0.03 * 5 + 0.13, 0.03 * 3 + 0.13)
    check("read noise", weights * QUANTUM / EPSILON, 2, deviation)
    _, other, _, _ = devices.step(",refresh-steps=0", (5, 3), key=(5, 7))
    unrelated("reads of two steps", weights, other)


def drift(devices):
    _, weights, _, ages = devices.step(",reading=0,step-time=2,refresh-steps=0", (8, 1), age=(1000, 50))
    left = [g * (1 + 2 * age / 38.6) ** -0.04 for g, age in ((8, 1000), (1, 50))]
    check("drift", weights * QUANTUM / EPSILON, left[0] - left[1], 0)
    assert set(ages.ravel()) == {1001, 51}


def programming(devices):
    for pulses in 1, 4:
        h = 0.4 * np.exp(-pulses / 2.6)
        after, weights, histories, ages = devices.step(",refresh-steps=0", (2, 5), pulses, (0.4, 0.4), (9, 9))
        mean, deviation = -0.084 * 2 + 0.88 + 1.4 * h, 0.091 * 2 + 0.26 + 2.15 * h
        # Few are clamped at 0, which is 3 deviations away.
        if pulses == 4:
            check("4 pulses", after[0], 2 + 4 * mean, 2 * deviation)
        else:
            check("a pulse", after[0], 2 + mean, deviation)
        assert np.all(after[1] == 5) and np.allclose(histories[0], h, rtol=1e-5) and np.allclose(histories[1], 0.4)
        assert not ages[0].any() and np.all(ages[1] == 10)
        unrelated("noise of reads and of writes", after[0], weights)


def asymmetry(devices):
    """A negative quantum programs the other device; steps are smaller where the conductance is larger."""
    after, _, _, _ = devices.step(",refresh-steps=0", (5, 4), -1)
    assert np.all(after[0] == 5)
    check("a negative pulse", after[1], 4 + 0.88 - 0.084 * 4, 0.26 + 0.091 * 4)
    quiet = [devices.step(",refresh-steps=0,programming=0", (g, 0), 1)[0][0, 0, 0] - g for g in (1, 5, 9)]
    assert np.allclose(quiet, [0.88 - 0.084 * g for g in (1, 5, 9)], atol=1e-5), quiet
    print("steps shrink with the conductance", flush=True)


def ceiling(devices):
    """The share that is clamped is the tail of a normal distribution."""
    from statistics import NormalDist

    after, _, _, _ = devices.step(",refresh-steps=0", (11, 0), 1)
    mean, deviation = 11 + 0.88 - 0.084 * 11, 0.26 + 0.091 * 11
    share, expected = np.mean(after[0] == CEILING), 1 - NormalDist(mean, deviation).cdf(CEILING)
    # The deviates' distribution is a binomial one, smoothed: its own steps of 1 / sqrt(8) are at most 0.002 from the normal tail.
    assert after.max() == CEILING and abs(share - expected) < 5 * (expected * (1 - expected) / N) ** 0.5 + 0.002, (share, expected)
    print("saturated devices: as many as the formula says", flush=True)


def refresh(devices):
    options = ",reading=0,refresh-steps=10"
    untouched, _, _, _ = devices.step(options, (9, 5), number=8)
    assert np.all(untouched[0] == 9)
    after, _, histories, ages = devices.step(options, (9, 5), number=9, age=(3, 3))
    check("refreshed", after[0], 3 + 4, 0.03 * 4 + 0.13)
    assert np.all(after[1] == 3) and not ages.any()
    assert np.allclose(histories[:, 0, 0], np.exp([-7 / QUANTUM / 2.6, -3 / QUANTUM / 2.6]), rtol=1e-5)
    for pair in (7.5, 5), (9, 2.5):  # no device above 8 uS; a difference of more than 6 uS
        assert np.all(devices.step(options, pair, number=9)[0][0] == np.float32(pair[0]))


if __name__ == "__main__":
    pairs = Devices(*sys.argv[1:])
    for effect in read_noise, drift, programming, asymmetry, ceiling, refresh:
        effect(pairs)
