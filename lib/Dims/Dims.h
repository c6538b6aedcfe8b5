// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Classes of dimensions that are equal in a program: an op that adds,
// multiplies or forwards values has equal sizes on both sides, for all sizes.
#ifndef LIB_DIMS_DIMS_H
#define LIB_DIMS_DIMS_H

#include "lib/Graph/ProgramGraph.h"

namespace mlir::amp {

class DimGraph;
using DimRule = void (*)(DimGraph &, Operation *);

/// The numbers of the dimensions of a value; of none of static shape, no one.
struct DimRange {
  unsigned first, rank;
};

class DimGraph {
public:
  explicit DimGraph(const ProgramGraph &program);

  DimRange rangeOf(Value value);

  /// The number of the first dimension of a value; the others follow.
  unsigned firstDimOf(Value value) { return rangeOf(value).first; }

  /// Of the op that is at this place of the program, what it reads and makes.
  ArrayRef<DimRange> operandsAt(size_t op) const {
    return ArrayRef(ranges).slice(ends[op].results - ends[op].numOperands,
                                  ends[op].numOperands);
  }
  ArrayRef<DimRange> resultsAt(size_t op) const {
    return ArrayRef(ranges).slice(ends[op].results, ends[op].numResults);
  }

  /// The class of a dimension: dimensions that are one have one class.
  unsigned classOf(Value value, int64_t dim) {
    return find(firstDimOf(value) + dim);
  }

  /// The classes of all dimensions of a ranked value.
  SmallVector<unsigned, 4> classesOf(Value value);

  /// A reshape that makes some dimensions out of others: their products agree.
  struct Regrouping {
    Operation *op;
    SmallVector<unsigned, 3> from, to; ///< dimensions, outermost first
  };
  ArrayRef<Regrouping> regroupings() const { return regrouped; }

  /// An op that makes a dimension of another size out of one: slices, joins.
  struct Resizing {
    Operation *op;
    unsigned from, to;
  };
  ArrayRef<Resizing> resizings() const { return resized; }

  /// Ops about whose dimensions nothing is known.
  ArrayRef<Operation *> unknownOps() const { return unknown; }

  unsigned find(unsigned dim);
  int64_t sizeOf(unsigned dim) const { return sizes[dim]; }
  ArrayRef<int64_t> sizesFrom(unsigned dim, size_t rank) const {
    return ArrayRef(sizes).slice(dim, rank);
  }
  size_t numDims() const { return sizes.size(); }

  /// For the rules of ops: says that two dimensions are one. Those of size 1
  /// are left alone: they are not the same 1.
  void unite(Value first, int64_t firstDim, Value second, int64_t secondDim);
  void unite(Value first, Value second);
  /// As unite, for each dimension of two values of one rank; another size is a
  /// resizing by `op`.
  void uniteOrResize(Operation *op, Value from, Value to);
  void regroup(Operation *op, Value from, Value to);
  void addUnknown(Operation *op) { unknown.push_back(op); }

private:
  /// Values lie at regular distances, which hashes of pointers do not like.
  struct SpreadValues : llvm::DenseMapInfo<Value> {
    static unsigned getHashValue(Value value) {
      auto pointer = reinterpret_cast<uintptr_t>(value.getAsOpaquePointer());
      return (uint64_t(pointer) * 0x9E3779B97F4A7C15u) >> 32;
    }
  };
  /// Start of the ranges of an op's results; those of its operands precede
  /// them.
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
  SmallVector<std::pair<Value, DimRange>, 8> atHand; ///< of a small op
  SmallVector<DimRange, 0> ranges;
  SmallVector<OpEnds, 0> ends;
  SmallVector<unsigned> parents;
  SmallVector<int64_t> sizes;
  SmallVector<Regrouping> regrouped;
  SmallVector<Resizing> resized;
  SmallVector<Operation *> unknown;
};

/// The rule of all ops of a name: by the name, by SharedDimsOp, or by class.
/// Null for functions, terminators and constants, which need none.
DimRule findDimRule(Operation *op);

/// The sizes of a ranked tensor of static shape; empty for anything else.
ArrayRef<int64_t> staticShape(Value value);

} // namespace mlir::amp

#endif // LIB_DIMS_DIMS_H
