// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Symbolic shape inference: the sizes of all dimensions of a program.
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
  /// Two modules that share a table give equal names to the arguments of
  /// functions with equal names, and to results of unknown ops in order.
  SizeFlow(const ProgramGraph &graph, SizeTable &table);

  /// Returns the sizes of a ranked tensor.
  SizeIds dimsOf(Value value);

  /// Returns the elements of a short integer list or an integer; none if
  /// unknown.
  SizeIds elementsOf(Value value) const { return elements.lookup(value); }

  /// Transfers the sizes of `from`, which is about to be erased, to `to`.
  void replace(Value from, Value to);

  SizeTable &table;

private:
  void visit(FunctionOpInterface function);
  void visit(Block &block);
  void visit(Operation *op);
  void visitCall(Operation *call, FunctionOpInterface callee);
  bool visitCarriedValues(Operation *op);
  void computeElements(Operation *op);
  void computeDims(Operation *op);
  void learn(Operation *op);
  void adopt(Value value, Value from);
  bool isAlike(Value a, Value b);
  void makeOwn(Value value, StringRef name);
  void generalize(Operation *op, unsigned index);
  std::string newName();

  const ProgramGraph &graph; ///< of the original module
  llvm::DenseMap<Value, SizeIds> dims, elements;
  llvm::DenseSet<Operation *> visited;
  /// Carried values and function arguments whose sizes differ between
  /// iterations or calls.
  llvm::DenseSet<std::pair<Operation *, unsigned>> generalized;
  bool isStable = true;
  std::string function;   ///< current function of the walk
  unsigned numOthers = 0; ///< counts unnamed sizes of the function
};

/// Returns the sizes of a result from those of the operands; none if unknown.
SizeIds computeResultDims(SizeFlow &flow, OpResult result);

/// Returns pairs of operand dimensions that the op requires to be equal.
SmallVector<std::pair<ValueDim, ValueDim>> findEqualDims(Operation *op);

/// Returns true if `value` is an integer or a list of integers that is short
/// enough to describe a shape.
bool isSizeList(Value value);

} // namespace mlir::amp

#endif // LIB_DIMS_SIZES_SIZEFLOW_H
