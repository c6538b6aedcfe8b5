// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_UNITS_UNITORDER_H
#define LIB_LOWERING_GPU_UNITS_UNITORDER_H

#include "lib/Lowering/Gpu/Units/Units.h"

namespace mlir::amp::lowering {

/// Dependence graph of a block. Its nodes are parts: ops that one kernel
/// executes. Ops are added in the block's order; ops without effects belong to
/// no part.
class UnitOrder {
public:
  using Part = unsigned;

  /// Returns true if `op` belongs to a part, because it has effects.
  static bool isPart(Operation *op);
  /// Adds `op` as a part of its own.
  Part add(Operation *op);

  /// Returns true if `parts` can be merged: no dependence between two of them
  /// leads through another part.
  bool canMoveTogether(ArrayRef<Part> parts);
  /// Merges `parts` into the first one, and returns it.
  Part meet(ArrayRef<Part> parts);

  /// Returns the parts on which `part` depends.
  ArrayRef<Part> needsOf(Part part) { return parts[part].needs.getArrayRef(); }
  unsigned lastOf(Part part) { return parts[part].last; }
  /// Returns the parts that have read the buffer of `memref` since its last
  /// write.
  SmallVector<Part> readersOf(Value memref);

  /// Moves the ops of each part together, after the parts on which it depends.
  void reorder(Block &block);

private:
  struct Record {
    SmallVector<Operation *> ops;
    llvm::SmallSetVector<Part, 4> needs, users;
    unsigned first = 0, last = 0;
    unsigned reach = 0; // last position of the part and its transitive needs
    bool isMet = false; // merged into another part
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
  std::vector<Part> met; // union-find parents
  llvm::DenseMap<Operation *, Part> owners;
  llvm::DenseMap<Operation *, unsigned> places;
  llvm::DenseMap<Value, Memory> memory;
  std::optional<Part> lastUnknownOp; // last op of unknown effects
  unsigned place = 0;
};

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_UNITS_UNITORDER_H
