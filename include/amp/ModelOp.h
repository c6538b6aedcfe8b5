// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Interface for facts that the name of an op does not tell. To register:
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

/// The sizes of a contraction seen as a batched matrix product:
/// [batch, rows, depth] x [batch, depth, columns] -> [batch, rows, columns].
/// A convolution has its output pixels as rows, output channels as columns, and
/// kernel window times input channels as depth; groups are its batch.
/// Each may be ShapedType::kDynamic.
struct ContractionShape {
  int64_t batch = 1, rows = 1, columns = 1, depth = 1;

  /// Two operations per multiply-add; none if a size is dynamic. In double,
  /// because products of sizes overflow int64.
  std::optional<double> flops() const;

  /// Product of all sizes, of those of some dimensions, or of those of all
  /// others; kDynamic if one of them is, or if it does not fit.
  static int64_t product(ArrayRef<int64_t> sizes);
  static int64_t product(ArrayRef<int64_t> shape, ArrayRef<int64_t> dimensions);
  static int64_t productExcept(ArrayRef<int64_t> shape,
                               ArrayRef<ArrayRef<int64_t>> dimensions);
};

/// Permission to round f32 operands of a contraction to TF32 on a GPU.
enum class Tf32 { never, unlessRefused, always };

/// Dimension `dim` of operand `value`, or of a result; results are numbered on
/// from the operands.
struct ValueDim {
  unsigned value;
  int64_t dim;
};

/// Two dimensions that are one.
struct SharedDim {
  ValueDim first, second;
};

} // namespace mlir::amp

#include "dialects/amp/IR/AmpInterfaces.h.inc"

#endif // AMP_MODELOP_H
