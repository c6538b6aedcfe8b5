// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Op interface for properties of an op that a row (amp/OpRow.h) cannot express.
// To register a model:
//
//   struct DotModel : amp::ModelOp::ExternalModel<DotModel, my::DotOp> {
//     amp::ContractionShape getContractionShape(Operation *op) const;
//   };
//   registry.addExtension(+[](MLIRContext *context, my::MyDialect *) {
//     my::DotOp::attachInterface<DotModel>(*context);
//   });
#ifndef AMP_MODELOP_H
#define AMP_MODELOP_H

#include "dialects/amp/IR/Amp.h"
#include "mlir/IR/BuiltinTypeInterfaces.h"
#include <optional>

namespace mlir::amp {

/// Sizes of a contraction as a batched matmul: [B, M, K] x [B, K, N] -> [B, M,
/// N], with B = `batch`, M = `rows`, N = `columns`, K = `depth`, in elements.
/// In a convolution, M counts output pixels of all examples, N output channels
/// per group, K input channels per group times the kernel window, and B groups.
/// A size may be ShapedType::kDynamic.
struct ContractionShape {
  int64_t batch = 1, rows = 1, columns = 1, depth = 1;

  /// Returns the number of floating-point operations, two per multiply-add;
  /// nullopt if a size is dynamic. A double, because the product may overflow
  /// int64.
  std::optional<double> flops() const;

  /// Returns the product of all sizes, of those of `dimensions`, or of those of
  /// all other dimensions; kDynamic if a size is dynamic, or on overflow.
  static int64_t product(ArrayRef<int64_t> sizes);
  static int64_t product(ArrayRef<int64_t> shape, ArrayRef<int64_t> dimensions);
  static int64_t productExcept(ArrayRef<int64_t> shape,
                               ArrayRef<ArrayRef<int64_t>> dimensions);
};

/// Permission to round f32 operands of a contraction to TF32 on a GPU: never,
/// unless the op requests full precision, or always.
enum class Tf32 { never, unlessRefused, always };

/// Dimension `dim` of operand `value`, or of result `value - numOperands`.
struct ValueDim {
  unsigned value;
  int64_t dim;
};

/// Two dimensions of one op that have equal sizes in every run.
struct SharedDim {
  ValueDim first, second;
};

} // namespace mlir::amp

#include "dialects/amp/IR/AmpInterfaces.h.inc"

#endif // AMP_MODELOP_H
