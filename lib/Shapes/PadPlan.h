// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Positions at which padding starts and ends, if dimensions are padded. Equal
// dimensions are padded together, or not at all.
#ifndef LIB_SHAPES_PADPLAN_H
#define LIB_SHAPES_PADPLAN_H

#include "lib/Graph/Calls.h"
#include "lib/Graph/Joints.h"
#include "lib/Shapes/DimFlow.h"
#include "lib/Shapes/PadState.h"
#include "lib/Shapes/Product.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::amp::shapes {

/// Requirement of an operand: the dimensions that are to be padded, and the
/// padding that must be overwritten.
struct PadNeed {
  OpOperand *operand;
  llvm::SmallBitVector isLong, isMasked;
  TypedAttr neutral; ///< what masks write; null if none of them does
  unsigned first;    ///< the number of the first dimension of the value
  unsigned op;       ///< where the op is in the program
};

class PadPlan {
public:
  /// `states` may stay padded from step to step. Classes that reshapes make of
  /// others may be padded together with those, but for those that are alone.
  /// `dynamicSizes` are examples of sizes that are not known.
  PadPlan(const ProgramGraph &graph, const Chip &chip,
          ArrayRef<CarriedState> states, function_ref<bool(unsigned)> isAlone,
          const llvm::DenseSet<int64_t> &dynamicSizes);

  DimGraph dims;
  SmallVector<Product, 0> products;
  SmallVector<PaddedDim, 0> padded;
  /// Of every operand that is long, or has to be, in order.
  SmallVector<PadNeed, 0> needs;

  /// The padded dimension that this is, if it may be one; else null.
  PaddedDim *find(unsigned dim) {
    return dim >= groups.size() || groups[dim] == none ? nullptr
                                                       : &padded[groups[dim]];
  }

  /// The size of a dimension where it is long, as decided.
  int64_t targetOf(unsigned dim) {
    PaddedDim *found = find(dim);
    int64_t size = dims.sizeOf(dim);
    return found ? found->targetOf(size) : size;
  }

  /// Returns true if the producer of this value pads it.
  bool isLong(unsigned dim) const { return longOnes[dim]; }

  /// Returns true if the operand of this gather may be padded.
  bool isGathered(Operation *op) const { return gathered.contains(op); }

private:
  static constexpr unsigned none = PaddedDim::none;

  /// An op of the program: the number of the first dimension of its result,
  /// and where its steps begin.
  struct Place {
    unsigned op, result, steps;
  };

  void findGroups(ArrayRef<PlacedOp> program,
                  function_ref<bool(unsigned)> isAlone,
                  const llvm::DenseSet<int64_t> &dynamicSizes);
  bool touches(DimRange range) const;
  DimRange rangeOf(OpOperand &operand, const Place &place) const {
    return dims.operandsAt(place.op)[operand.getOperandNumber()];
  }
  void addStep(unsigned from, unsigned to);
  void addValues(Value from, Value to);
  void addJoint(const Joint &joint);
  void addFunctions(const ProgramGraph &graph);
  void addState(const CarriedState &state);
  void addGather(Operation *op, const Place &place);
  void addScatter(Operation *op, const Place &place);
  void addReduced(Operation *op, const Place &place);
  void addSteps(ArrayRef<PlacedOp> program);
  void spread();
  PadNeed needOf(OpOperand &operand, const OpRow *row, const Product *product,
                 const Place &place);
  TypedAttr zeroOf(Value value);
  bool keepsZerosBehind(Operation *op);
  ArrayRef<DimStep> stepsOf(const Place &place) const;
  bool isZeroAtUse(const PadNeed &need, size_t dim);
  void dropMasks(PadNeed &need);
  void findNeeds(ArrayRef<PlacedOp> program);
  void addNeeds(const PlacedOp &placed, const Place &place);
  void shareMasks();
  void keepZeros(const Place &place, ArrayRef<PadNeed> operands);

  SmallVector<unsigned, 0> groups; ///< of each dimension
  llvm::SmallDenseMap<OperationName, bool> zeroKeepers;
  TypedAttr lastZero;              ///< most are of one type
  llvm::BitVector longOnes, zeros; ///< zeros: all of it behind the end
  SmallVector<std::pair<unsigned, unsigned>, 0> edges;
  SmallVector<unsigned, 0> reduced;     ///< where a mask would do, or a clamp
  SmallVector<unsigned, 0> scattered;   ///< made in any length
  llvm::DenseSet<Operation *> gathered; ///< whose indices can be clamped
  SmallVector<DimStep, 0> steps;        ///< between dimensions of one group
  SmallVector<Place, 0> places;         ///< of each op, and one behind
  llvm::BitVector touched;              ///< ops that read padded groups
  llvm::DenseMap<OpOperand *, Value> inputs; ///< of joints: their first value
  SmallVector<unsigned, 0> stateDims;        ///< zero behind the end, always
  llvm::DenseSet<OpOperand *> stateResults;  ///< to be so
  llvm::DenseMap<Operation *, const Product *> productAt;
};

} // namespace mlir::amp::shapes

#endif // LIB_SHAPES_PADPLAN_H
