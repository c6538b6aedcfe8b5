// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Verify/match/Locations.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

bool amp::verify::anyOutermostName(Location loc,
                                   function_ref<bool(StringRef)> accepts) {
  SmallVector<Location> work = {loc};
  while (!work.empty()) {
    Location part = work.pop_back_val();
    if (auto name = dyn_cast<NameLoc>(part)) {
      if (accepts(name.getName().getValue()))
        return true;
    } else if (auto call = dyn_cast<CallSiteLoc>(part)) {
      work.append({call.getCallee(), call.getCaller()});
    } else if (auto fused = dyn_cast<FusedLoc>(part)) {
      llvm::append_range(work, fused.getLocations());
    }
  }
  return false;
}

bool amp::verify::anyPart(Location loc, function_ref<bool(StringRef)> accepts) {
  bool found = false;
  loc->walk([&](Location part) {
    if (auto name = dyn_cast<NameLoc>(part))
      found = accepts(name.getName().getValue());
    if (auto place = dyn_cast<FileLineColLoc>(part)) {
      llvm::SmallString<64> text;
      llvm::raw_svector_ostream(text)
          << place.getFilename().getValue() << ":" << place.getLine() << ":"
          << place.getColumn();
      found = accepts(text);
    }
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}
