// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_REPORT_SUMMARY_H
#define LIB_REPORT_SUMMARY_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::amp {

/// How often each function runs when every public function runs once. A
/// function that calls itself, directly or not, counts as called once.
llvm::DenseMap<Operation *, double> countCalls(ModuleOp module);

/// What a module computes and holds, per element type.
struct Summary {
  struct Contractions {
    int64_t ops = 0;
    double flops = 0;
    int64_t unsized = 0; ///< of dynamic shape, or without a model
  };
  struct Casts {
    int64_t ops = 0;
    double bytesRead = 0, bytesWritten = 0;
  };

  /// Keyed by the element type of what is multiplied.
  llvm::MapVector<Type, Contractions> contractions;
  Casts casts;
  /// Bytes; tensors of dynamic shape are left out.
  llvm::MapVector<Type, double> parameters, constants;

  static Summary of(ModuleOp module);
  void print(raw_ostream &os) const;
};

} // namespace mlir::amp

#endif // LIB_REPORT_SUMMARY_H
