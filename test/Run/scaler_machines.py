# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rules of frameworks for the scale of a loss, each in its own terms, to compare amp.update_scale with.

A machine is called once per step with whether it overflowed, and then has the scale of the next step in `scale`.
"""
import math

import numpy as np

f32 = np.float32


def doubled(scale):
    """Ours grows to no infinity. Nor do PyTorch's and Paddle's; DeepSpeed's is a double, Megatron's has no check."""
    with np.errstate(over="ignore"):
        twice = scale * f32(2)
    return twice if np.isfinite(twice) else scale


class Torch:
    """torch.amp, Apex, Keras, jmp, Paddle on the host: they count good steps in a row."""
    floor, cap = 0.0, math.inf

    def __init__(self, init, interval):
        self.scale, self.interval, self.good = f32(init), interval, 0

    def step(self, overflowed):
        if overflowed:
            self.scale, self.good = max(self.scale * f32(0.5), f32(self.floor)), 0
            return
        self.good += 1
        if self.good == self.interval:
            self.good = 0
            self.scale = min(doubled(self.scale), f32(self.cap))


class Apex(Torch):
    cap = 2.0**24


class Jmp(Torch):
    floor = 1.0


class Flax:
    """Compares the counter with the window before it counts this step."""
    def __init__(self, init, interval):
        self.scale, self.interval, self.good = f32(init), interval, 0

    def step(self, overflowed):
        if overflowed:
            self.scale, self.good = max(self.scale * f32(0.5), np.finfo(f32).tiny), 0
        elif self.good == self.interval:
            with np.errstate(over="ignore"):
                self.scale, self.good = min(self.scale * f32(2), np.finfo(f32).max), 0
        else:
            self.good += 1


class DeepSpeed:
    """Counts all iterations, remembers the last overflow, and raises at the floor: `raised`."""
    patience, consecutive = 2, False

    def __init__(self, init, interval):
        self.scale, self.interval, self.left = f32(init), interval, self.patience
        self.iteration, self.last, self.raised = 0, -1, False

    def step(self, overflowed):
        if overflowed:
            if self.patience == 1 or self.left == 1:
                self.raised |= bool(self.scale == 1)
                self.scale = max(self.scale * f32(0.5), f32(1))
            else:
                self.left -= 1
            self.last = self.iteration
        else:
            if self.consecutive:
                self.left = self.patience
            stable = self.iteration - self.last - 1
            if stable > 0 and stable % self.interval == 0:
                self.left = self.patience
                self.scale = doubled(self.scale)
        self.iteration += 1


class DeepSpeedImpatient(DeepSpeed):
    patience = 1


class DeepSpeedConsecutive(DeepSpeed):
    consecutive = True


class Megatron:
    """Its patience runs below zero until a growth fills it."""
    def __init__(self, init, interval):
        self.scale, self.interval, self.good, self.left = f32(init), interval, 0, 2

    def step(self, overflowed):
        if overflowed:
            self.good, self.left = 0, self.left - 1
            if self.left <= 0:
                self.scale = max(self.scale * f32(0.5), f32(1))
            return
        self.good += 1
        if self.good == self.interval:
            self.good, self.left = 0, 2
            self.scale = doubled(self.scale)


class MXNet:
    """Decides on the scale of the step after the next."""
    def __init__(self, init, interval):
        self.scale = self.next = f32(init)
        self.interval, self.good = interval, 0

    def step(self, overflowed):
        self.scale = self.next
        if overflowed:
            self.next, self.good = self.scale * f32(0.5), 0
        else:
            self.good += 1
        if self.good == self.interval:
            self.next, self.good = min(self.scale * f32(2), f32(2**24)), 0


class PaddleKernel:
    """Two overflows in a row."""
    def __init__(self, init, interval):
        self.scale, self.interval, self.good, self.bad = f32(init), interval, 0, 0

    def step(self, overflowed):
        if overflowed:
            self.good, self.bad = 0, self.bad + 1
            if self.bad == 2:
                self.scale, self.bad = max(self.scale * f32(0.5), f32(1)), 0
            return
        self.good, self.bad = self.good + 1, 0
        if self.good == self.interval:
            self.good = 0
            self.scale = doubled(self.scale)
