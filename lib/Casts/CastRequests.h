// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_CASTS_CASTREQUESTS_H
#define LIB_CASTS_CASTREQUESTS_H

#include "dialects/amp/IR/Amp.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::amp::casts {

/// Returns `type` with another element type.
Type withElementType(Type type, Type element);

/// Collects uses that need a value in another element type, then creates one
/// cast per value and element type.
class CastRequests {
public:
  void add(OpOperand &use, Type element, ReasonAttr reason);

  /// Creates the casts and returns their number.
  unsigned write();

private:
  struct Request {
    SmallVector<OpOperand *, 2> uses;
    ReasonAttr reason;
  };
  llvm::MapVector<std::pair<Value, Type>, Request> requests;
};

} // namespace mlir::amp::casts

#endif // LIB_CASTS_CASTREQUESTS_H
