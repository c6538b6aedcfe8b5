// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cost of an assignment of precisions, as a sum of terms over slots. The solver
// minimises it, and the placed program is measured by it.
//
//   op           its arithmetic; with its memory, if it is a contraction
//   value        what is written and read, once per format in which ops that
//                do not fuse ask for it
//   cast         memory read and written if an op that does not fuse needs the
//                result; else next to nothing, but once per value and format
//   peak         what lives at the moment at which most lives is counted once
//                more: the activations that a backward pass waits for
//
// A function counts as often as it is called, a loop of known length as often
// as it turns, another loop once. Constants are free in both formats.
#ifndef LIB_COST_OBJECTIVE_H
#define LIB_COST_OBJECTIVE_H

#include "lib/Cost/OpCost.h"
#include "lib/Graph/ProgramGraph.h"
#include "llvm/ADT/BitVector.h"

namespace mlir::amp {

class Objective {
public:
  /// Reads a program with f32 and `compute` in it; casts of ours may be there
  /// already, and count as the values that they convert. `strict` are
  /// contractions that no chip will cut to TF32 where they are f32.
  Objective(const ProgramGraph &graph, const Chip &chip, FloatType compute,
            const OpSet &strict = {});

  /// A slot group of an op, or a joint of control flow or of a function.
  struct Slot {
    Operation *op;
    unsigned number;
    OpCost cost;
  };

  /// Ends of terms that no decision moves.
  static constexpr unsigned high = ~0u, low = ~0u - 1, none = ~0u - 2;

  /// A product and what it sums into.
  struct Product {
    unsigned operands, result;
    ProductCost cost;
    Operation *op;
  };

  /// Costs that the readers of one value share: one cost for each format.
  enum class Shared : uint8_t {
    conversion, ///< in registers
    memory,     ///< a cast through memory, or what is written for readers
    peak        ///< what lives when most does
  };

  /// Costs if some reader has this format and the maker (if any) has not.
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

  /// Adds what a slot, or an end, costs by itself.
  void addCost(unsigned slot, OpCost price);

  /// The slots that are low as the program stands.
  llvm::BitVector lowNow;

  /// Femtoseconds of the program if these slots are low; none if one of them
  /// is the result of a high product.
  std::optional<int64_t> evaluate(const llvm::BitVector &low) const;
};

} // namespace mlir::amp

#endif // LIB_COST_OBJECTIVE_H
