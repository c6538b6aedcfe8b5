// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Peak of live bytes, by one stated model:
// * every result takes memory of its own from its op to its last use, and
//   aliases nothing; no op is fused; the results of marks and barriers are
//   their operands;
// * arguments of public functions live throughout, but a donated one
//   (jax.buffer_donor, tf.aliasing_output) only to its last use;
// * constants live throughout;
// * a call adds the peak of the function, a branch the larger of its sides, a
//   loop once what it carries and its body;
// * what a control flow graph of several blocks hands from block to block lives
//   as long as the function runs.
#ifndef LIB_REPORT_MEMORY_PEAK_H
#define LIB_REPORT_MEMORY_PEAK_H

#include "lib/Graph/ProgramGraph.h"
#include "lib/Report/memory/Frontier.h"
#include "mlir/IR/Value.h"

namespace mlir::amp::report {

/// The peaks of one run of a public function, the largest if there are several.
/// Linear in the ops. `sizeOf` tells the bytes of a value.
Frontier findPeaks(const ProgramGraph &graph,
                   function_ref<Bytes(Value)> sizeOf);

} // namespace mlir::amp::report

#endif // LIB_REPORT_MEMORY_PEAK_H
