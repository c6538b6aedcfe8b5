// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Padding plan: the values and uses that are padded. Equal dimensions are
// padded together or not at all.
#ifndef LIB_SHAPES_PADPLAN_H
#define LIB_SHAPES_PADPLAN_H

#include "lib/Graph/Calls.h"
#include "lib/Graph/CarriedValues.h"
#include "lib/Shapes/Contraction.h"
#include "lib/Shapes/DimFlow.h"
#include "lib/Shapes/PadState.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::amp::shapes {

/// Requirement of an operand: dimensions to be padded, and dimensions whose
/// padding must be overwritten by a mask.
struct PadNeed {
  OpOperand *operand;
  llvm::SmallBitVector isPadded, isMasked;
  TypedAttr neutral; ///< element that masks write; null without masks
  unsigned first;    ///< number of the value's first dimension
  unsigned op;       ///< position of the op in the program
};

class PadPlan {
public:
  /// `states` may stay padded between steps. Dimension classes tied by reshapes
  /// may be padded together, except those that are `isAlone`. `dynamicSizes`
  /// are example values of dynamic sizes.
  PadPlan(const ProgramGraph &graph, const Chip &chip,
          ArrayRef<CarriedState> states, function_ref<bool(unsigned)> isAlone,
          const llvm::DenseSet<int64_t> &dynamicSizes);

  DimGraph dims;
  SmallVector<Contraction, 0> contractions;
  SmallVector<PaddedDim, 0> padded;
  /// Needs of all operands that are or must be padded, in program order.
  SmallVector<PadNeed, 0> needs;

  /// Returns the candidate for padding that contains `dim`; null if none.
  PaddedDim *find(unsigned dim) {
    return dim >= groups.size() || groups[dim] == none ? nullptr
                                                       : &padded[groups[dim]];
  }

  /// Returns the decided padded size of a dimension.
  int64_t targetOf(unsigned dim) {
    PaddedDim *found = find(dim);
    int64_t size = dims.sizeOf(dim);
    return found ? found->targetOf(size) : size;
  }

  /// Returns true if the value's producer yields this dimension padded.
  bool isPadded(unsigned dim) const { return paddedDims[dim]; }

  /// Returns true if the operand of this gather may be padded.
  bool isGathered(Operation *op) const { return gathered.contains(op); }

private:
  static constexpr unsigned none = PaddedDim::none;

  /// Position of an op: its number, the first dimension of its result, and the
  /// index of its first step.
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
  void addCarriedValue(const CarriedValue &carried);
  void addFunctions(const ProgramGraph &graph);
  void addState(const CarriedState &state);
  void addGather(Operation *op, const Place &place);
  void addScatter(Operation *op, const Place &place);
  void addReduced(Operation *op, const Place &place);
  void addSteps(ArrayRef<PlacedOp> program);
  void spread();
  PadNeed needOf(OpOperand &operand, const OpRow *row,
                 const Contraction *contraction, const Place &place);
  TypedAttr zeroOf(Value value);
  bool keepsZerosBehind(Operation *op);
  ArrayRef<DimStep> stepsOf(const Place &place) const;
  bool isZeroAtUse(const PadNeed &need, size_t dim);
  void dropMasks(PadNeed &need);
  void findNeeds(ArrayRef<PlacedOp> program);
  void addNeeds(const PlacedOp &placed, const Place &place);
  void shareMasks();
  void keepZeros(const Place &place, ArrayRef<PadNeed> operands);

  SmallVector<unsigned, 0> groups; ///< index in `padded`, per dimension
  llvm::SmallDenseMap<OperationName, bool> zeroKeepers;
  TypedAttr lastZero;                ///< cache: most are of one type
  llvm::BitVector paddedDims, zeros; ///< zeros: the whole padding
  SmallVector<std::pair<unsigned, unsigned>, 0> edges;
  SmallVector<unsigned, 0> reduced;     ///< needs a mask or a clamp
  SmallVector<unsigned, 0> scattered;   ///< produced in any size
  llvm::DenseSet<Operation *> gathered; ///< gathers with clampable indices
  SmallVector<DimStep, 0> steps;        ///< between dimensions of a group
  SmallVector<Place, 0> places;         ///< per op, and an end marker
  llvm::BitVector touched;              ///< ops that use padded groups
  llvm::DenseMap<OpOperand *, Value>
      inputs;                         ///< of carried values: their first value
  SmallVector<unsigned, 0> stateDims; ///< padding is always zero
  llvm::DenseSet<OpOperand *> stateResults; ///< require zero padding
  llvm::DenseMap<Operation *, const Contraction *> contractionAt;
};

} // namespace mlir::amp::shapes

#endif // LIB_SHAPES_PADPLAN_H
