// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Casts/CastRequests.h"
#include "lib/Casts/CastPoints.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::casts;

Type amp::casts::withElementType(Type type, Type element) {
  if (auto shaped = dyn_cast<ShapedType>(type))
    return shaped.clone(element);
  return element;
}

void CastRequests::add(OpOperand &use, Type element, ReasonAttr reason) {
  if (getElementTypeOrSelf(use.get().getType()) == element)
    return;
  Request &request = requests[{use.get(), element}];
  request.uses.push_back(&use);
  request.reason = request.reason ? request.reason : reason;
}

unsigned CastRequests::write() {
  CastPoints points;
  for (auto &[key, request] : requests) {
    auto [value, element] = key;
    OpBuilder builder = points.find(value, request.uses);
    auto cast = CastOp::create(builder, value.getLoc(),
                               withElementType(value.getType(), element), value,
                               request.reason);
    points.placed(cast);
    for (OpOperand *use : request.uses)
      use->set(cast);
  }
  return requests.size();
}
