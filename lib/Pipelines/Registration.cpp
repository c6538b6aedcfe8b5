// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Pipelines/Registration.h"

using namespace mlir;

std::string amp::describeOptionError(StringRef name, StringRef said,
                                     SmallVector<StringRef> known) {
  said.consume_front("<Pass-Options-Parser>: ");
  said = said.trim();
  if (!said.consume_front("no such option "))
    return ("--" + name + ": " + said).str();
  llvm::sort(known);
  return ("unknown option '" + said + "' of --" + name + "; known are " +
          llvm::join(known, ", "))
      .str();
}
