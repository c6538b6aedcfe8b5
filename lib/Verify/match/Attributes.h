// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_VERIFY_MATCH_ATTRIBUTES_H
#define LIB_VERIFY_MATCH_ATTRIBUTES_H

#include "lib/Verify/Session.h"

namespace mlir::amp::verify {

/// Compares the attributes of `op` with those of op number `before` of the
/// record. Attributes may change with the types: bounds are rounded, private
/// signatures become low, calls name private copies.
LogicalResult matchAttributes(Session &session, Operation *op, size_t before);

/// Returns true if two dictionaries are equal, apart from `amp.` attributes and
/// cached indexing maps.
bool areEqualIgnoringAmpAttrs(DictionaryAttr a, DictionaryAttr b);

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_MATCH_ATTRIBUTES_H
