// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers of input ops, which passes carry along in locations.
#ifndef AMP_MUTATE_TAGS_H
#define AMP_MUTATE_TAGS_H

#include "mlir/IR/BuiltinOps.h"
#include <optional>

namespace mlir::amp::mutate {

/// Numbers all ops of `module` in the order of a walk.
void tagOps(ModuleOp module);

/// The number in a location; none for ops that have no counterpart.
std::optional<unsigned> findTag(Location location);

/// The innermost file position in a location, for people.
std::string describePosition(Location location);

} // namespace mlir::amp::mutate

#endif // AMP_MUTATE_TAGS_H
