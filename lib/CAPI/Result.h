// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Definition of AmpResult (amp-c/Amp.h): outcome of a call of the C interface.
#ifndef LIB_CAPI_RESULT_H
#define LIB_CAPI_RESULT_H

#include "amp-c/Amp.h"
#include "mlir/IR/BuiltinOps.h"
#include <deque>
#include <string>
#include <vector>

struct AmpResult {
  bool succeeded = false;
  std::string diagnostics, report, tables, module;
  std::vector<AmpSlot> slots;

  /// Fills `slots` with the arguments and results of public functions.
  void readSignature(mlir::ModuleOp module);

  /// Adds an error without a location.
  void addError(const llvm::Twine &message) {
    diagnostics += ("error: " + message + "\n").str();
  }

private:
  MlirStringRef keep(const llvm::Twine &text);

  std::deque<std::string> texts; ///< strings of `slots`
};

#endif // LIB_CAPI_RESULT_H
