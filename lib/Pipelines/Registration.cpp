// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Pipelines/Registration.h"
#include "amp/Pipelines.h"
#include <cstdlib>

using namespace mlir;

bool amp::verifiesEachPass() {
#ifdef NDEBUG
  return std::getenv("AMP_VERIFY_EACH") != nullptr;
#else
  return true;
#endif
}

std::string amp::describeOptionError(StringRef name, StringRef said,
                                     SmallVector<StringRef> known) {
  said.consume_front("<Pass-Options-Parser>: ");
  said = said.trim();
  if (!said.consume_front("no such option "))
    return ("--" + name + ": " + said).str();
  llvm::sort(known);
  return ("expects an option of --" + name + " (" + llvm::join(known, ", ") +
          "), but got '" + said + "'")
      .str();
}
