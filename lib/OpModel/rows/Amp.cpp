// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/OpModel/rows/Rows.h"

namespace mlir::amp::rows {

// clang-format off
static constexpr OpRow table[] = {
    {"amp.attention",    opaque,  ".", ".", body, 0, "made behind all decisions; the body is f32"},
    {"amp.attention_gradient", opaque, ".", ".", body, 0, "made behind all decisions; its bodies are f32"},
    {"amp.cast",         convert, ".", ".", none, 1, "says its types itself"},
    {"amp.gradients",    opaque,  ".", ".", none, 0, "a mark of f32, which scaling reads"},
    {"amp.guard",        opaque,  ".", ".", none, 1, "keeps the bits of what it selects"},
    {"amp.loss",         opaque,  ".", ".", none, 0, "a mark of f32, which scaling reads"},
    {"amp.scale",        opaque,  ".", ".", none, 1, "says its types itself"},
    {"amp.seed",         opaque,  ".", ".", none, 0, "a mark of f32, which scaling reads"},
    {"amp.state",        opaque,  ".", ".", none, 0, "a mark of f32, which scaling reads"},
    {"amp.unscale",      opaque,  ".", ".", none, 2, "gradients are unscaled in the type that they have"},
    {"amp.update_scale", opaque,  ".", ".", none, 1, "the scale itself is f32"},
    {"amp.yield",        control, ".", ".", none, 0, "typed by the op around it"},
};
// clang-format on

ArrayRef<OpRow> amp() { return table; }

} // namespace mlir::amp::rows
