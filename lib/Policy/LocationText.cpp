// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Policy/LocationText.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::amp;

static bool matchesPlace(FileLineColLoc loc, const llvm::Regex &pattern) {
  return pattern.match((loc.getFilename().getValue() + ":" +
                        llvm::Twine(loc.getLine()) + ":" +
                        llvm::Twine(loc.getColumn()))
                           .str());
}

bool amp::matchesLocation(Location loc, const llvm::Regex &pattern) {
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

bool amp::matchesScope(Location loc, const llvm::Regex &pattern) {
  if (auto name = dyn_cast<NameLoc>(loc))
    return pattern.match(name.getName());
  if (auto call = dyn_cast<CallSiteLoc>(loc))
    return matchesScope(call.getCallee(), pattern) ||
           matchesScope(call.getCaller(), pattern);
  auto fused = dyn_cast<FusedLoc>(loc);
  return fused && llvm::any_of(fused.getLocations(), [&](Location part) {
           return matchesScope(part, pattern);
         });
}
