// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_POLICY_READERSOF_H
#define LIB_POLICY_READERSOF_H

#include "lib/Graph/ProgramGraph.h"
#include "llvm/Support/Regex.h"

namespace mlir::amp::policy {

/// The ops that read a function argument whose name, or "#" and its number in a
/// public function, matches, or what loops, branches and calls hand on of it.
DenseSet<Operation *> findReadersOf(const llvm::Regex &argument,
                                    const ProgramGraph &graph);

} // namespace mlir::amp::policy

#endif // LIB_POLICY_READERSOF_H
