// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes of the dimensions of a program.
#ifndef LIB_DIMS_SIZES_SIZEFLOW_H
#define LIB_DIMS_SIZES_SIZEFLOW_H

#include "amp/ModelOp.h"
#include "lib/Dims/sizes/Sizes.h"
#include "lib/Graph/ProgramGraph.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::amp {

using SizeIds = SmallVector<SizeId, 4>;

class SizeFlow {
public:
  /// Two modules that share a table call the arguments of functions of one
  /// name alike, and what unknown ops make in the same order.
  SizeFlow(const ProgramGraph &graph, SizeTable &table);

  /// The sizes of a ranked tensor.
  SizeIds dimsOf(Value value);

  /// The elements of a short list of integers, or of an integer; none if they
  /// are not known.
  SizeIds elementsOf(Value value) const { return elements.lookup(value); }

  /// `to` takes the place of `from`, which is about to be erased.
  void replace(Value from, Value to);

  SizeTable &table;

private:
  void visit(FunctionOpInterface function);
  void visit(Block &block);
  void visit(Operation *op);
  void visitCall(Operation *call, FunctionOpInterface callee);
  bool visitJoints(Operation *op);
  void computeElements(Operation *op);
  void computeDims(Operation *op);
  void learn(Operation *op);
  void adopt(Value value, Value from);
  bool isAlike(Value a, Value b);
  void makeOwn(Value value, StringRef name);
  void generalize(Operation *op, unsigned index);
  std::string newName();

  const ProgramGraph &graph; ///< of the module before it is changed
  llvm::DenseMap<Value, SizeIds> dims, elements;
  llvm::DenseSet<Operation *> visited;
  /// Carried values, and arguments of functions, that are not always as large
  /// as the first time.
  llvm::DenseSet<std::pair<Operation *, unsigned>> generalized;
  bool isStable = true;
  std::string function;   ///< where the walk is
  unsigned numOthers = 0; ///< what has no name there
};

/// The sizes of a result, from those of the operands; none if nobody knows.
SizeIds computeResultDims(SizeFlow &flow, OpResult result);

/// Dimensions of operands that cannot but have one size.
SmallVector<std::pair<ValueDim, ValueDim>> findEqualDims(Operation *op);

/// Returns true if `value` is a list of integers, or one integer, that is short
/// enough to describe a shape.
bool isSizeList(Value value);

} // namespace mlir::amp

#endif // LIB_DIMS_SIZES_SIZEFLOW_H
