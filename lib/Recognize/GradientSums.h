// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_RECOGNIZE_GRADIENTSUMS_H
#define LIB_RECOGNIZE_GRADIENTSUMS_H

#include "lib/Graph/ProgramGraph.h"

namespace mlir::amp::recognize {

/// Assigns the role "gradients.sum" to collectives that sum gradients over
/// devices. They lie between an amp.gradients mark and the last op before it
/// that is neither elementwise nor data movement.
void recognizeGradientSums(const ProgramGraph &graph,
                           ArrayRef<Operation *> marks);

} // namespace mlir::amp::recognize

#endif // LIB_RECOGNIZE_GRADIENTSUMS_H
