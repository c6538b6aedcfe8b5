// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_VERIFY_MATCH_ATTRIBUTES_H
#define LIB_VERIFY_MATCH_ATTRIBUTES_H

#include "lib/Verify/Session.h"

namespace mlir::amp::verify {

/// Compares the attributes of `op` with those of op number `before` of the
/// record. Those that follow types may follow them: bounds are rounded, private
/// signatures are low, calls name private copies.
LogicalResult matchAttributes(Session &session, Operation *op, size_t before);

/// Returns true if two dictionaries are equal except for attributes of the
/// passes.
bool sameButNotes(DictionaryAttr a, DictionaryAttr b);

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_MATCH_ATTRIBUTES_H
