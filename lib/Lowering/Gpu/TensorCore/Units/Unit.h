// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Content of a fusion group, without its loops: a contraction, and its epilogue
// for each element.
#ifndef LIB_LOWERING_GPU_TENSORCORE_UNITS_UNIT_H
#define LIB_LOWERING_GPU_TENSORCORE_UNITS_UNIT_H

#include "lib/Lowering/Gpu/TensorCore/Access.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include <array>

namespace mlir::amp::lowering {

enum class Role { Batch, Row, Column, Depth };

/// Operand of an op behind the contraction, for one element: an earlier value,
/// an access, or a scalar of the function.
struct Source {
  enum Kind { Register, Memory, Scalar } kind;
  unsigned index = 0;
  Value scalar; // of the unit
};

/// An elementwise op; its results are the registers from `first` on. Or a
/// reduction of segments, each of which is all iterations of one loop: the
/// result is the register of all elements of the segment.
struct Step {
  linalg::LinalgOp op;
  SmallVector<Source> inputs;    // one per argument of the body
  SmallVector<unsigned> indices; // by loop: the access that counts it
  unsigned first;
  Operation *combiner = nullptr; // of a reduction
  unsigned loop = 0;             // that it reduces
};

struct Store {
  unsigned source; // a register
  unsigned access;
};

/// A reduction of elements over rows or columns, or both, of which each warp
/// leaves its part: places x what is not reduced.
struct Total {
  linalg::GenericOp op;
  SmallVector<Source> inputs;    // as in a step, without the one it sums in
  SmallVector<unsigned> indices; // as in a step
  unsigned access;               // to the first part
  int64_t places;                // dynamic: as many as the plan needs
  int64_t size;                  // of a part, in elements
};

/// Contractions with the same loops and strides that continue one sum.
struct Contraction {
  SmallVector<int64_t> sizes; // of its loops
  SmallVector<Role> roles;
  SmallVector<Access> accesses; // the factors, then what steps read and write
  /// The accesses to both factors of each further contraction.
  SmallVector<std::array<unsigned, 2>> more;
  bool needsTf32 = false;         // its factors are f32
  bool mayCut = false;            // them to TF32
  SmallVector<Operation *> setup; // scalars and views, in order
  std::optional<unsigned> start;  // an access that the sum starts from
  SmallVector<Step> steps;        // register 0 is the sum
  SmallVector<Store> stores;
  SmallVector<Total> totals;

  /// The loop whose iterations are the segments that steps reduce; none if no
  /// step does.
  std::optional<unsigned> segmentLoop() const;
  /// The arguments that it writes.
  SmallVector<unsigned> written() const;
  /// The number of contractions.
  int64_t count() const { return 1 + int64_t(more.size()); }
  /// The accesses to a factor of each contraction.
  SmallVector<unsigned> factors(unsigned factor) const;
  /// Those to the first factor of each, and then to the second.
  SmallVector<unsigned> factors() const;
};

/// Fails with `why` where the tensor cores cannot do what `unit` does.
FailureOr<Contraction> readContraction(func::FuncOp unit, std::string &why);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_UNITS_UNIT_H
