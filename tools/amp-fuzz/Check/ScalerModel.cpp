// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Check/ScalerModel.h"
#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

static float grow(const ScalerRow &row, float scale) {
  float grown = std::min(scale * 2, row.max);
  return std::isfinite(grown) ? grown : scale;
}

static float shrink(const ScalerRow &row, float scale) {
  return std::max(scale / 2, row.min);
}

/// torch.amp.GradScaler (aten/native/cuda/AmpKernels.cu,
/// amp_update_scale_cuda_kernel), apex.amp.scaler, keras LossScaleOptimizer,
/// jmp.DynamicLossScale: a window of `window` consecutive steps.
static void updateInWindows(const ScalerRow &row, ScalerState &state,
                            bool overflows) {
  if (overflows) {
    state.scale = shrink(row, state.scale);
    state.good = 0;
  } else if (++state.good >= row.window) {
    state.scale = grow(row, state.scale);
    state.good = 0;
  }
}

/// flax.training.dynamic_scale: compares fin_steps before incrementing it.
static void updateFlax(const ScalerRow &row, ScalerState &state,
                       bool overflows) {
  bool grows = state.good >= row.window;
  state.scale = overflows ? shrink(row, state.scale)
                : grows   ? std::min(state.scale * 2, row.max)
                          : state.scale;
  state.good = overflows || grows ? 0 : state.good + 1;
}

/// mxnet.amp.loss_scaler: reads the flag while the next step already runs.
static void updateMxnet(const ScalerRow &row, ScalerState &state,
                        bool overflows) {
  float current = state.nextScale;
  state.scale = current;
  ScalerState next = state;
  next.scale = current;
  updateInWindows(row, next, overflows);
  state.good = next.good;
  state.nextScale = next.scale;
}

/// deepspeed.runtime.fp16.loss_scaler.DynamicLossScaler: stable_interval is
/// cur_iter - last_overflow_iter - 1, so the first step after an overflow
/// counts 0. At min_scale the framework raises an error.
static void updateDeepSpeed(const ScalerRow &row, ScalerState &state,
                            bool overflows) {
  if (!overflows) {
    if (++state.good >= row.window) {
      state.patience = row.patience;
      state.scale = grow(row, state.scale);
      state.good = 0;
    }
    return;
  }
  state.good = -1;
  if (state.patience > 1) {
    --state.patience;
    return;
  }
  state.atMin |= state.scale <= row.min;
  state.scale = shrink(row, state.scale);
}

/// megatron.core.optimizer.grad_scaler.DynamicGradScaler: only growth resets
/// the hysteresis tracker.
static void updateMegatron(const ScalerRow &row, ScalerState &state,
                           bool overflows) {
  if (overflows) {
    state.good = 0;
    if (--state.patience <= 0)
      state.scale = shrink(row, state.scale);
    state.patience = std::max(state.patience, 1); // same below 1
  } else if (++state.good >= row.window) {
    state.good = 0;
    state.patience = row.patience;
    state.scale = grow(row, state.scale);
  }
}

/// Paddle's kernel update_loss_scaling: decr_every_n_nan_or_inf consecutive
/// overflows shrink the scale.
static void updatePaddle(const ScalerRow &row, ScalerState &state,
                         bool overflows) {
  if (overflows) {
    state.good = 0;
    if (++state.bad >= row.patience) {
      state.scale = shrink(row, state.scale);
      state.bad = 0;
    }
    return;
  }
  state.bad = 0;
  if (++state.good >= row.window) {
    state.scale = grow(row, state.scale);
    state.good = 0;
  }
}

const ScalerRow *fuzz::findScalerRow(StringRef name) {
  constexpr float infinity = std::numeric_limits<float>::infinity(),
                  largest = std::numeric_limits<float>::max(),
                  tiny = std::numeric_limits<float>::min();
  // clang-format off
  static const ScalerRow rows[] = {
      {"", 2000, 0x1p-24f, 0x1p24f, 1, updateInWindows},
      {"apex", 2000, 0, 0x1p24f, 1, updateInWindows},
      {"deepspeed", 1000, 1, infinity, 2, updateDeepSpeed},
      {"flax", 2000, tiny, largest, 1, updateFlax},
      {"jmp", 2000, 1, infinity, 1, updateInWindows},
      {"keras", 2000, 0, infinity, 1, updateInWindows},
      {"megatron", 1000, 1, infinity, 2, updateMegatron},
      {"mxnet", 2000, 0, 0x1p24f, 1, updateMxnet},
      {"paddle", 2000, 0, infinity, 1, updatePaddle},
      {"paddle-kernel", 1000, 1, infinity, 2, updatePaddle},
      {"torch", 2000, 0, infinity, 1, updateInWindows},
  };
  // clang-format on
  const ScalerRow *row = llvm::find_if(
      rows, [&](const ScalerRow &row) { return row.name == name; });
  return row == std::end(rows) ? nullptr : row;
}
