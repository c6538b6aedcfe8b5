// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_REPORT_MEMORY_MEASURE_H
#define LIB_REPORT_MEMORY_MEASURE_H

#include "lib/Graph/ProgramGraph.h"

namespace mlir::amp::report {

/// Options of a user about memory.
struct MemoryQuestion {
  double limit = 0;  ///< bytes that there are; 0 if not said
  int64_t batch = 0; ///< the size of the batch; 0 if it is to be found

  /// From the options of a pass; diagnoses a size that is none.
  static FailureOr<MemoryQuestion> parse(ModuleOp module, StringRef memory,
                                         int64_t batch);
};

/// Everything that a report says about a module as a whole, as a dictionary
/// that a module can carry from one pass to another.
DictionaryAttr measure(const ProgramGraph &graph,
                       const MemoryQuestion &question);

} // namespace mlir::amp::report

#endif // LIB_REPORT_MEMORY_MEASURE_H
