// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Peak of live bytes, in a simple model:
// * Every result is allocated from its op to its last use, without aliasing or
//   fusion. Results of marks and barriers are their operands.
// * Arguments of public functions live throughout, but a donated one
//   (jax.buffer_donor, tf.aliasing_output) only to its last use.
// * Constants live throughout.
// * A call adds the peak of the callee, a branch the maximum of its regions, a
//   loop its carried values and its body, once.
// * Values that pass between the blocks of a multi-block CFG live throughout
//   the function.
#ifndef LIB_REPORT_MEMORY_PEAK_H
#define LIB_REPORT_MEMORY_PEAK_H

#include "lib/Graph/ProgramGraph.h"
#include "lib/Report/memory/Frontier.h"
#include "mlir/IR/Value.h"

namespace mlir::amp::report {

/// Returns the peak points of one call of a public function, the maximum over
/// several. Linear in the ops. `sizeOf` returns the bytes of a value.
Frontier findPeaks(const ProgramGraph &graph,
                   function_ref<Bytes(Value)> sizeOf);

} // namespace mlir::amp::report

#endif // LIB_REPORT_MEMORY_PEAK_H
