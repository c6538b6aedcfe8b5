// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Equivalence classes of dimensions in a program: an op that adds, multiplies
// or forwards values has equal sizes on both sides, for all sizes.
#ifndef LIB_DIMS_DIMS_H
#define LIB_DIMS_DIMS_H

#include "lib/Graph/ProgramGraph.h"

namespace mlir::amp {

class DimGraph;
using DimRule = void (*)(DimGraph &, Operation *);

/// Numbers of the dimensions of a value; rank 0 without a static shape.
struct DimRange {
  unsigned first, rank;
};

class DimGraph {
public:
  explicit DimGraph(const ProgramGraph &program);

  DimRange rangeOf(Value value);

  /// Returns the number of a value's first dimension; the others follow it.
  unsigned firstDimOf(Value value) { return rangeOf(value).first; }

  /// Returns the operand (result) ranges of the op at this program position.
  ArrayRef<DimRange> operandsAt(size_t op) const {
    return ArrayRef(ranges).slice(ends[op].results - ends[op].numOperands,
                                  ends[op].numOperands);
  }
  ArrayRef<DimRange> resultsAt(size_t op) const {
    return ArrayRef(ranges).slice(ends[op].results, ends[op].numResults);
  }

  /// Returns the equivalence class of a dimension.
  unsigned classOf(Value value, int64_t dim) {
    return find(firstDimOf(value) + dim);
  }

  /// Returns the classes of all dimensions of a ranked value.
  SmallVector<unsigned, 4> classesOf(Value value);

  /// Reshape between two groups of dimensions with equal numbers of elements.
  struct Regrouping {
    Operation *op;
    SmallVector<unsigned, 3> from, to; ///< dimensions, outermost first
  };
  ArrayRef<Regrouping> regroupings() const { return regrouped; }

  /// Op that changes the size of a dimension, such as a slice or concatenate.
  struct Resizing {
    Operation *op;
    unsigned from, to;
  };
  ArrayRef<Resizing> resizings() const { return resized; }

  /// Returns the ops with an unknown dimension mapping.
  ArrayRef<Operation *> unknownOps() const { return unknown; }

  unsigned find(unsigned dim);
  int64_t sizeOf(unsigned dim) const { return sizes[dim]; }
  ArrayRef<int64_t> sizesFrom(unsigned dim, size_t rank) const {
    return ArrayRef(sizes).slice(dim, rank);
  }
  size_t numDims() const { return sizes.size(); }

  /// For dimension rules: unites the classes of two dimensions. Unit dimensions
  /// are skipped, because equal sizes of 1 are usually coincidental.
  void unite(Value first, int64_t firstDim, Value second, int64_t secondDim);
  void unite(Value first, Value second);
  /// Unites the dimensions of two values of equal rank; records a resizing by
  /// `op` for each pair of unequal sizes.
  void uniteOrResize(Operation *op, Value from, Value to);
  void regroup(Operation *op, Value from, Value to);
  void addUnknown(Operation *op) { unknown.push_back(op); }

private:
  /// Multiplicative hash: values have regular strides in memory, which collide
  /// in the default pointer hash.
  struct SpreadValues : llvm::DenseMapInfo<Value> {
    static unsigned getHashValue(Value value) {
      auto pointer = reinterpret_cast<uintptr_t>(value.getAsOpaquePointer());
      return (uint64_t(pointer) * 0x9E3779B97F4A7C15u) >> 32;
    }
  };
  /// Start of the ranges of an op's results; its operands' ranges precede them.
  struct OpEnds {
    unsigned results, numOperands, numResults;
  };

  ArrayRef<int64_t> sizesOf(DimRange range) const {
    return sizesFrom(range.first, range.rank);
  }
  void unite(unsigned first, unsigned second);
  DimRange lookup(Value value);
  void number(const PlacedOp &placed);
  void addOp(const PlacedOp &placed, const ProgramGraph &program);

  llvm::DenseMap<OperationName, DimRule> rules;
  llvm::DenseMap<Value, DimRange, SpreadValues> known;
  SmallVector<std::pair<Value, DimRange>, 8> atHand; ///< cache for a small op
  SmallVector<DimRange, 0> ranges;
  SmallVector<OpEnds, 0> ends;
  SmallVector<unsigned> parents;
  SmallVector<int64_t> sizes;
  SmallVector<Regrouping> regrouped;
  SmallVector<Resizing> resized;
  SmallVector<Operation *> unknown;
};

/// Returns the dimension rule of ops named like `op`: by name, by SharedDimsOp,
/// or by class. Null for functions, terminators and constants.
DimRule findDimRule(Operation *op);

/// Returns the shape of a static ranked tensor; empty for other types.
ArrayRef<int64_t> staticShape(Value value);

} // namespace mlir::amp

#endif // LIB_DIMS_DIMS_H
