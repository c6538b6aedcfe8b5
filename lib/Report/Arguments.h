// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_REPORT_ARGUMENTS_H
#define LIB_REPORT_ARGUMENTS_H

#include "lib/Dims/Dims.h"

namespace mlir::amp::report {

/// The ranked arguments and results of the public functions.
struct Arguments {
  SmallVector<Value> states, data; ///< scalars and random keys are neither
  SmallVector<Value> results;
  bool statesAreSure = false; ///< told by marks or aliases, not by their shape

  static Arguments of(const ProgramGraph &graph, DimGraph &dims);
};

} // namespace mlir::amp::report

#endif // LIB_REPORT_ARGUMENTS_H
