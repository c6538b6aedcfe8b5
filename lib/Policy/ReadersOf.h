// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_POLICY_READERSOF_H
#define LIB_POLICY_READERSOF_H

#include "lib/Graph/ProgramGraph.h"
#include "llvm/Support/Regex.h"

namespace mlir::amp::policy {

/// Returns the users of function arguments that match by name or, in a public
/// function, by "#" and number. Follows arguments through loops, branches and
/// calls.
DenseSet<Operation *> findReadersOf(const llvm::Regex &argument,
                                    const ProgramGraph &graph);

} // namespace mlir::amp::policy

#endif // LIB_POLICY_READERSOF_H
