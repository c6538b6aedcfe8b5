// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where padding starts and where it ends, if dimensions are padded. All that
// are one dimension are padded together, or none of them is.
#ifndef LIB_SHAPES_PADPLAN_H
#define LIB_SHAPES_PADPLAN_H

#include "lib/OpModel/Calls.h"
#include "lib/OpModel/Joints.h"
#include "lib/Shapes/DimFlow.h"
#include "lib/Shapes/Product.h"
#include "llvm/ADT/BitVector.h"

namespace mlir::amp {

/// A dimension of the program that could be padded, and what that costs.
struct PaddedDim {
  int64_t size;
  SmallVector<int64_t, 2> targets; ///< sizes that it could have, ascending
  Operation *first;                ///< product that asks for it
  int64_t target;                  ///< the size that it gets
  unsigned numProducts = 0;
  double moved = 0;   ///< bytes read and written by pads, slices, masks
  double grown = 0;   ///< bytes of what is longer and is no product
  double kernels = 0; ///< pads, slices, masks that do not fuse
  unsigned numPads = 0, numSlices = 0;
  double gain = 0;         ///< seconds, of its products alone
  bool isTooLarge = false; ///< kept for the bytes alone
};

/// How an operand has to come: for each dimension whether it is to be long,
/// and what is behind its end to be overwritten.
struct PadNeed {
  OpOperand *operand;
  SmallVector<bool, 6> isLong, isMasked;
  TypedAttr neutral; ///< what masks write
  const OpRow *row;  ///< of the op
  double times;      ///< how often it runs
};

class PadPlan {
public:
  PadPlan(ModuleOp module, const Program &program, const Chip &chip);

  DimGraph dims;
  SmallVector<Product, 0> products;
  SmallVector<PaddedDim, 0> padded;
  /// Of every operand with a dimension that may be padded, in order.
  SmallVector<PadNeed, 0> needs;

  /// The padded dimension that this is, if it may be one; else null.
  PaddedDim *find(unsigned dim) {
    return dim >= groups.size() || groups[dim] == none ? nullptr
                                                       : &padded[groups[dim]];
  }

  /// The size of a dimension where it is long, as decided.
  int64_t targetOf(unsigned dim) {
    PaddedDim *found = find(dim);
    return found ? found->target : dims.sizeOf(dim);
  }

  /// Whether what makes this value makes it long.
  bool isLong(unsigned dim) const { return longOnes[dim]; }

  /// Whether the operand of this gather may be long.
  bool isGathered(Operation *op) const { return gathered.contains(op); }

  /// Whether a value has a dimension that may be padded.
  bool touches(Value value);

private:
  static constexpr unsigned none = ~0u;

  void findGroups(const Program &program, const Chip &chip);
  void addStep(unsigned from, unsigned to);
  void addValues(Value from, Value to);
  void addJoint(const Joint &joint);
  void addFunctions(ModuleOp module);
  void addGather(Operation *op);
  void addScatter(Operation *op);
  void addSteps(const Program &program);
  void spread();
  PadNeed needOf(OpOperand &operand, ArrayRef<DimStep> steps);
  static TypedAttr zeroOf(Value value);
  bool isZeroAtUse(const PadNeed &need, size_t dim);
  void dropMasks(PadNeed &need);
  void findNeeds(const Program &program);
  void shareMasks();
  void keepZeros(Operation *op, ArrayRef<DimStep> steps,
                 ArrayRef<PadNeed> operands);

  SmallVector<unsigned, 0> groups; ///< of each dimension
  llvm::BitVector longOnes, zeros; ///< zeros: all of it behind the end
  SmallVector<std::pair<unsigned, unsigned>, 0> edges;
  SmallVector<unsigned, 0> reduced;     ///< where a mask would do, or a clamp
  SmallVector<unsigned, 0> scattered;   ///< made in any length
  llvm::DenseSet<Operation *> gathered; ///< whose indices can be clamped
  SmallVector<DimStep, 0> steps;
  SmallVector<unsigned, 0>
      stepsOf; ///< where those of an op of the program begin
  llvm::DenseMap<OpOperand *, Value> inputs; ///< of joints: their first value
  llvm::DenseMap<Operation *, const Product *> productAt;
};

} // namespace mlir::amp

#endif // LIB_SHAPES_PADPLAN_H
