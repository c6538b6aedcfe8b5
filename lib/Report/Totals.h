// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_REPORT_TOTALS_H
#define LIB_REPORT_TOTALS_H

#include "dialects/amp/IR/Amp.h"
#include "lib/Graph/ProgramGraph.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::amp::report {

/// Computation and memory of a module, per element type. A function counts once
/// per call, the body of a loop once.
struct Totals {
  struct Work {
    int64_t ops = 0; ///< static count, not executions
    double flops = 0;
    int64_t unsized = 0; ///< ops with unknown FLOPs
  };
  struct Casts {
    int64_t ops = 0;
    double bytesRead = 0, bytesWritten = 0;
  };

  /// Ops that handle floats, by class and operand precision.
  llvm::MapVector<std::pair<OpClass, Type>, Work> work;
  Casts casts;
  /// Bytes; excludes tensors of dynamic shape.
  llvm::MapVector<Type, double> parameters, constants, activations;

  static Totals of(ArrayRef<PlacedOp> program);

  /// Converts to a dictionary attribute, for modules and reports.
  DictionaryAttr toAttr(MLIRContext *context) const;
};

/// Returns the name of a type in a report.
std::string nameOf(Type type);

} // namespace mlir::amp::report

#endif // LIB_REPORT_TOTALS_H
