// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_RECOGNIZE_GRADIENTSUMS_H
#define LIB_RECOGNIZE_GRADIENTSUMS_H

#include "lib/Graph/ProgramGraph.h"

namespace mlir::amp::recognize {

/// Gives the role "gradients.sum" to the collectives that add gradients over
/// devices: between an amp.gradients mark and the last op before it that does
/// more than move values or handle them one by one.
void recognizeGradientSums(const ProgramGraph &graph,
                           ArrayRef<Operation *> marks);

} // namespace mlir::amp::recognize

#endif // LIB_RECOGNIZE_GRADIENTSUMS_H
