// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Policy/LocationText.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::policy;

static bool matchesPlace(FileLineColLoc loc, const llvm::Regex &pattern) {
  return pattern.match((loc.getFilename().getValue() + ":" +
                        llvm::Twine(loc.getLine()) + ":" +
                        llvm::Twine(loc.getColumn()))
                           .str());
}

bool amp::policy::matchesLocation(Location loc, const llvm::Regex &pattern) {
  return loc
      ->walk([&](Location part) {
        auto name = dyn_cast<NameLoc>(part);
        auto place = dyn_cast<FileLineColLoc>(part);
        return (name && pattern.match(name.getName())) ||
                       (place && matchesPlace(place, pattern))
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

bool amp::policy::anyScope(Location loc,
                           llvm::function_ref<bool(StringRef)> isWanted) {
  if (auto name = dyn_cast<NameLoc>(loc))
    return isWanted(name.getName());
  if (auto call = dyn_cast<CallSiteLoc>(loc))
    return anyScope(call.getCallee(), isWanted) ||
           anyScope(call.getCaller(), isWanted);
  auto fused = dyn_cast<FusedLoc>(loc);
  return fused && llvm::any_of(fused.getLocations(), [&](Location part) {
           return anyScope(part, isWanted);
         });
}

bool amp::policy::matchesScope(Location loc, const llvm::Regex &pattern) {
  return anyScope(loc, [&](StringRef name) { return pattern.match(name); });
}
