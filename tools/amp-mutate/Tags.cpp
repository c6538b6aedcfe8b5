// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// loc("step.mlir":3:5)   ==>   loc(fused<"amp-mutate:17">["step.mlir":3:5])
// Scope names do not change.
#include "Tags.h"

#include "mlir/IR/Location.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::mutate;

static constexpr llvm::StringLiteral prefix = "amp-mutate:";

void amp::mutate::tagOps(ModuleOp module) {
  unsigned number = 0;
  module.walk([&](Operation *op) {
    std::string name = (prefix + Twine(number++)).str();
    op->setLoc(FusedLoc::get(op->getContext(), {op->getLoc()},
                             StringAttr::get(op->getContext(), name)));
  });
}

std::optional<unsigned> amp::mutate::findTag(Location location) {
  std::optional<unsigned> tag;
  location->walk([&](Location part) {
    auto fused = dyn_cast<FusedLocWith<StringAttr>>(part);
    unsigned number;
    StringRef text = fused ? fused.getMetadata().getValue() : StringRef();
    if (!text.consume_front(prefix) || text.getAsInteger(10, number))
      return WalkResult::advance();
    tag = number;
    return WalkResult::interrupt();
  });
  return tag;
}

std::string amp::mutate::describePosition(Location location) {
  std::string text = "unknown position";
  location->walk([&](Location part) {
    auto position = dyn_cast<FileLineColLoc>(part);
    if (!position)
      return WalkResult::advance();
    text = (position.getFilename().getValue().rsplit('/').second + ":" +
            Twine(position.getLine()))
               .str();
    return WalkResult::interrupt();
  });
  return text;
}
