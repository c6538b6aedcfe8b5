// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_UNITS_UNITORDER_H
#define LIB_LOWERING_GPU_UNITS_UNITORDER_H

#include "lib/Lowering/Gpu/Units/Units.h"

namespace mlir::amp::lowering {

/// Dependences between parts of a block, where a part is ops that run as one.
/// Ops are added in the block's order; those without effects belong to no part.
class UnitOrder {
public:
  using Part = unsigned;

  /// Returns true if `op` has to run at its position.
  static bool isPart(Operation *op);
  /// Takes in `op`, as a part of its own.
  Part add(Operation *op);

  /// Returns true if `parts` can be joined: none waits for another one over a
  /// third.
  bool canMeet(ArrayRef<Part> parts);
  /// The first of `parts`, which is all of them now.
  Part meet(ArrayRef<Part> parts);

  /// The parts that this one waits for.
  ArrayRef<Part> needsOf(Part part) { return parts[part].needs.getArrayRef(); }
  unsigned lastOf(Part part) { return parts[part].last; }
  /// The parts that have read what `memref` is part of since it was written.
  SmallVector<Part> readersOf(Value memref);

  /// Moves the ops of each part together, after the parts that it waits for.
  void reorder(Block &block);

private:
  struct Record {
    SmallVector<Operation *> ops;
    llvm::SmallSetVector<Part, 4> needs, users;
    unsigned first = 0, last = 0;
    unsigned reach = 0; // of what it is or waits for, the last place
    bool isMet = false; // by another part
  };
  struct Memory {
    std::optional<Part> writer;
    SmallVector<Part> readers;
  };

  llvm::SmallSetVector<Part, 4> findNeeds(Operation *op,
                                          const Effects &effects);
  void addSources(Operation *op, llvm::SmallSetVector<Part, 4> &needs);
  void note(Part part, const Effects &effects);
  void raise(Part part, unsigned reach);
  bool isInOrder();
  Part find(Part part);

  std::vector<Record> parts;
  std::vector<Part> met; // by which part
  llvm::DenseMap<Operation *, Part> owners;
  llvm::DenseMap<Operation *, unsigned> places;
  llvm::DenseMap<Value, Memory> memory;
  std::optional<Part> wall; // the last op that nobody knows
  unsigned place = 0;
};

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_UNITS_UNITORDER_H
