# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Real training on real images: f16 with dynamic loss scaling, and bf16, learn what f32 learns; and why f16 needs the scale."""

import functools

import pytest

pytest.importorskip("sklearn")
from learn_digits import WAYS, train

EPOCHS, FEW, POINT = 10, 4, 0.01


@functools.cache
def in_f32(model, seed):
    return train(model, WAYS["f32"], EPOCHS, seed)


@pytest.mark.parametrize("way", ["f16, dynamic scale", "bf16"])
@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize("model", ["mlp", "cnn"])
def test_within_a_point_of_f32(model, seed, way):
    (wide, wide_loss, _), (low, low_loss, step) = in_f32(model, seed), train(model, WAYS[way], EPOCHS, seed)
    assert wide > 0.96 and low >= wide - POINT
    assert low_loss <= 1.1 * wide_loss
    assert not step.scaler or int(step.skipped) <= 2


def test_gradients_that_underflow_need_the_scale():
    (wide, wide_loss, _), (lost, _, _), (scaled, scaled_loss, _) = (
        train("mlp", options, FEW, factor=1e-6)
        for options in (WAYS["f32"], WAYS["f16"], {"compute": "f16", "loss_scale": "dynamic:16777216"})
    )
    assert wide > 0.93 and lost < 0.3
    assert scaled >= wide - POINT and scaled_loss == pytest.approx(wide_loss, rel=0.02)
