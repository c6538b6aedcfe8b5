// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_REPORT_MEMORY_MEASURE_H
#define LIB_REPORT_MEMORY_MEASURE_H

#include "lib/Graph/ProgramGraph.h"

namespace mlir::amp::report {

/// User options about memory.
struct MemoryQuestion {
  double limit = 0;  ///< available bytes; 0 if not given
  int64_t batch = 0; ///< batch size; 0 to infer it

  /// Parses the options of a pass; emits an error for an invalid size.
  static FailureOr<MemoryQuestion> parse(ModuleOp module, StringRef memory,
                                         int64_t batch);
};

/// Returns all module-level measurements of a report as a dictionary, which a
/// module can carry between passes.
DictionaryAttr measure(const ProgramGraph &graph,
                       const MemoryQuestion &question);

} // namespace mlir::amp::report

#endif // LIB_REPORT_MEMORY_MEASURE_H
