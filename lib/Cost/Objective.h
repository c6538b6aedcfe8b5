// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cost of an assignment of precisions, as a sum of terms over slots. The solver
// minimises it, and the program with casts is measured by it.
//
//   op           arithmetic; for a contraction, with its memory traffic
//   value        store and loads, once per format in which ops that do not fuse
//                use it
//   cast         load and store if an op that does not fuse uses the result;
//                else next to nothing; once per value and format
//   peak         values live at the peak of memory count once more: the
//                activations that are saved for the backward pass
//
// A function counts once per call, a loop of known trip count once per
// iteration, another loop once. Constants are free in both formats.
#ifndef LIB_COST_OBJECTIVE_H
#define LIB_COST_OBJECTIVE_H

#include "lib/Cost/OpCost.h"
#include "lib/Graph/ProgramGraph.h"
#include "llvm/ADT/BitVector.h"

namespace mlir::amp {

class Objective {
public:
  /// Builds the terms of a program with f32 and `compute`. Casts that exist
  /// already count as the values that they convert. `strict`: f32 contractions
  /// that no chip may cut to TF32.
  Objective(const ProgramGraph &graph, const Chip &chip, FloatType compute,
            const OpSet &strict = {});

  /// Slot group of an op, or a carried value of control flow or of a function.
  struct Slot {
    Operation *op;
    unsigned number;
    OpCost cost;
  };

  /// Stand-ins for slots in terms, of fixed precision.
  static constexpr unsigned high = ~0u, low = ~0u - 1, none = ~0u - 2;

  /// Contraction, by the slots of its operands and of its result.
  struct Product {
    unsigned operands, result;
    ProductCost cost;
    Operation *op;
  };

  /// Costs that the readers of one value share: one cost for each format.
  enum class Shared : uint8_t {
    conversion, ///< in registers
    memory,     ///< a cast through memory, or a store for readers
    peak        ///< live at the peak of memory
  };

  /// Cost that applies if a reader has this format and the maker (if any) has
  /// not.
  struct Sharing {
    unsigned maker;
    bool isLow;
    Shared kind;
    unsigned firstReader, numReaders;
    int64_t cost;
  };

  SmallVector<Slot, 0> slots;       ///< in program order
  SmallVector<unsigned, 0> numbers; ///< in `slots`, or none, by graph slot
  SmallVector<Product, 0> products;
  SmallVector<Sharing, 0> sharings;
  SmallVector<unsigned, 0> readers; ///< of all sharings
  SmallVector<OpOperand *, 0> uses; ///< the first use by each of `readers`
  int64_t fixedCost = 0;

  ArrayRef<unsigned> readersOf(const Sharing &sharing) const {
    return ArrayRef(readers).slice(sharing.firstReader, sharing.numReaders);
  }

  /// Adds the own cost of a slot, or of a fixed precision.
  void addCost(unsigned slot, OpCost price);

  /// Slots that are low in the current program.
  llvm::BitVector lowNow;

  /// Returns the femtoseconds of the program if these slots are low; none if a
  /// contraction has a low result and high operands.
  std::optional<int64_t> evaluate(const llvm::BitVector &low) const;
};

} // namespace mlir::amp

#endif // LIB_COST_OBJECTIVE_H
