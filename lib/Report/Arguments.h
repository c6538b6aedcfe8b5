// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_REPORT_ARGUMENTS_H
#define LIB_REPORT_ARGUMENTS_H

#include "lib/Dims/Dims.h"

namespace mlir::amp::report {

/// Ranked arguments and results of the public functions.
struct Arguments {
  SmallVector<Value> states, data; ///< excludes scalars and random keys
  SmallVector<Value> results;
  bool statesAreSure = false; ///< from marks or aliases, not inferred from
                              ///< shapes

  static Arguments of(const ProgramGraph &graph, DimGraph &dims);
};

} // namespace mlir::amp::report

#endif // LIB_REPORT_ARGUMENTS_H
