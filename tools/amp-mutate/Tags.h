// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tags: numbers of input ops, stored in locations, which passes preserve.
#ifndef AMP_MUTATE_TAGS_H
#define AMP_MUTATE_TAGS_H

#include "mlir/IR/BuiltinOps.h"
#include <optional>

namespace mlir::amp::mutate {

/// Numbers all ops of `module` in walk order.
void tagOps(ModuleOp module);

/// Returns the number in a location; nullopt for ops without a counterpart.
std::optional<unsigned> findTag(Location location);

/// Returns the innermost file position in a location, for messages.
std::string describePosition(Location location);

} // namespace mlir::amp::mutate

#endif // AMP_MUTATE_TAGS_H
