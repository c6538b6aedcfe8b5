// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Contents of a fusion group without its loops: a contraction, and its epilogue
// for each element.
#ifndef LIB_LOWERING_GPU_TENSORCORE_UNITS_UNIT_H
#define LIB_LOWERING_GPU_TENSORCORE_UNITS_UNIT_H

#include "lib/Lowering/Gpu/TensorCore/Access.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include <array>

namespace mlir::amp::lowering {

enum class Role { Batch, Row, Column, Depth };

/// Operand of an epilogue op for one element: an earlier value, an access, or a
/// scalar of the function.
struct Source {
  enum Kind { Register, Memory, Scalar } kind;
  unsigned index = 0;
  Value scalar; // of the fusion group's function
};

/// Elementwise op, whose results are the registers from `first` on; or a
/// reduction of segments, which are the iterations of one loop. Then all
/// elements of a segment share the result register.
struct Step {
  linalg::LinalgOp op;
  SmallVector<Source> inputs;    // one per argument of the body
  SmallVector<unsigned> indices; // by loop: the access that is its index
  unsigned first;
  Operation *combiner = nullptr; // of a reduction
  unsigned loop = 0;             // the loop that it reduces
};

struct Store {
  unsigned source; // register
  unsigned access;
};

/// Reduction of elements over rows, columns or both. Blocks or warps write
/// partial sums to a buffer of `places` x (the dims that are not reduced).
struct Total {
  linalg::GenericOp op;
  SmallVector<Source> inputs;    // as in Step, without the accumulator
  SmallVector<unsigned> indices; // as in Step
  unsigned access;               // to the first partial sum
  int64_t places; // number of partial sums; dynamic: set by the plan
  int64_t size;   // elements of a partial sum
};

/// Contractions with the same loops and strides, which accumulate into one
/// result.
struct Contraction {
  SmallVector<int64_t> sizes; // of the loops
  SmallVector<Role> roles;
  SmallVector<Access> accesses; // operands A and B, then those of the epilogue
  /// Accesses to A and B of each further contraction.
  SmallVector<std::array<unsigned, 2>> more;
  bool needsTf32 = false;         // operands are f32
  bool allowTf32 = false;         // f32 operands may be rounded to TF32
  SmallVector<Operation *> setup; // scalars and views, in order
  std::optional<unsigned> start;  // access to the accumulator's initial value
  SmallVector<Step> steps;        // register 0 is the accumulator
  SmallVector<Store> stores;
  SmallVector<Total> totals;

  /// Returns the loop whose iterations are the segments that steps reduce; none
  /// if no step reduces.
  std::optional<unsigned> segmentLoop() const;
  /// Returns the arguments that are written.
  SmallVector<unsigned> written() const;
  /// Returns the number of contractions.
  int64_t count() const { return 1 + int64_t(more.size()); }
  /// Returns the accesses to operand A (0) or B (1) of each contraction.
  SmallVector<unsigned> operands(unsigned operand) const;
  /// Returns the accesses to A of each contraction, then those to B.
  SmallVector<unsigned> operands() const;
};

/// Returns the contents of `unit`; sets `why` and fails if a tensor core kernel
/// cannot compute them.
FailureOr<Contraction> readContraction(func::FuncOp unit, std::string &why);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_UNITS_UNIT_H
