# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Real training on real images: f16 with dynamic loss scaling learns what f32 learns, and why it needs the scale."""

import pytest

pytest.importorskip("sklearn")
import digits

EPOCHS, POINT = 4, 0.01


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize("model", ["mlp", "cnn"])
def test_f16_is_within_a_point_of_f32(model, seed):
    (wide, wide_loss, _), (low, low_loss, step) = (digits.train(model, way, EPOCHS, seed) for way in ("f32", "f16, dynamic scale"))
    assert wide > 0.93 and low >= wide - POINT
    assert low_loss == pytest.approx(wide_loss, rel=0.1) and int(step.skipped) <= 2


def test_gradients_that_underflow_need_the_scale():
    digits.WAYS["f16, from 2^24"] = {"compute": "f16", "loss_scale": "dynamic:16777216"}
    (wide, wide_loss, _), (lost, _, _), (scaled, scaled_loss, _) = (
        digits.train("mlp", way, EPOCHS, factor=1e-6) for way in ("f32", "f16", "f16, from 2^24")
    )
    assert wide > 0.93 and lost < 0.3
    assert scaled >= wide - POINT and scaled_loss == pytest.approx(wide_loss, rel=0.02)
