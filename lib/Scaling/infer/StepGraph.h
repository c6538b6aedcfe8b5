// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dataflow graph of one function. Calls are expanded, and each value that
// control flow carries is one merge node, so that analyses see no regions:
//
//   %1 = call @f(%0)           ==>   the ops of @f, in a frame of their own
//   %1 = while(%x = %0) {…}    ==>   %x and %1 are one merge of %0 and the
//                                    yielded value
#ifndef LIB_SCALING_INFER_STEPGRAPH_H
#define LIB_SCALING_INFER_STEPGRAPH_H

#include "lib/Graph/Adjacency.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/BitVector.h"

namespace mlir::amp::scaling {

class StepGraph {
  using Map = llvm::DenseMap<Value, unsigned>;

public:
  enum class Kind : uint8_t { argument, constant, op, merge };

  struct Node {
    Operation *op; ///< null for arguments
    Kind kind;
    bool isLoop;    ///< merge with a loop-carried operand
    bool isOpaque;  ///< op whose regions capture values
    uint32_t frame; ///< 0 for the function itself, else a call
    uint32_t firstOperand, numOperands;
    uint32_t numInputs; ///< operands of a merge before its conditions
    uint32_t firstResult, numResults;
  };

  /// A call that was expanded.
  struct Frame {
    Operation *call;
    uint32_t parent;
  };

  StepGraph(FunctionOpInterface function, const SymbolTable &symbols);

  FunctionOpInterface getFunction() const { return function; }
  ArrayRef<Node> getNodes() const { return nodes; }
  unsigned numValues() const { return values.size(); }
  unsigned numSlots() const { return operands.size(); }

  ArrayRef<unsigned> operandsOf(const Node &node) const {
    return ArrayRef(operands).slice(node.firstOperand, node.numOperands);
  }
  /// Returns the operands that the node may forward: no conditions of merges.
  ArrayRef<unsigned> inputsOf(const Node &node) const {
    return operandsOf(node).take_front(node.numInputs);
  }
  const Node &definitionOf(unsigned value) const {
    return nodes[values[value].node];
  }
  unsigned nodeOf(unsigned value) const { return values[value].node; }
  Type typeOf(unsigned value) const { return values[value].value.getType(); }
  Location locOf(unsigned value) const { return values[value].value.getLoc(); }
  /// Returns the IR value; it belongs to the function itself only in frame 0.
  Value valueOf(unsigned value) const { return values[value].value; }

  /// Returns the number of a value of the function itself.
  unsigned numberOf(Value value) const { return own.lookup(value); }

  /// Slot: index of an operand in the list of all operands of all nodes.
  unsigned valueAt(unsigned slot) const { return operands[slot]; }
  OpOperand *operandAt(unsigned slot) const { return slotOperands[slot]; }
  unsigned nodeAt(unsigned slot) const { return slotNodes[slot]; }
  ArrayRef<unsigned> slotsOf(unsigned value) const { return uses[value]; }

  ArrayRef<unsigned> getReturned() const { return returned; }
  /// Arguments are the first values.
  unsigned numArguments() const { return argumentCount; }
  bool isArgument(unsigned value) const { return value < argumentCount; }

  /// Returns the call in the function itself whose expansion contains `frame`.
  Operation *outermostCall(uint32_t frame) const;

  /// Looks through casts among floats, reshapes, sharding and barriers.
  unsigned strip(unsigned value) const;
  /// Returns whether the node forwards its first operand, up to type, layout
  /// and sharding.
  bool isIdentity(const Node &node) const;

  /// Returns whether the value is computed from literals alone.
  bool isConstant(unsigned value) const { return constants[value]; }

private:
  unsigned addNode(Operation *op, Kind kind, uint32_t frame);
  unsigned addValue(unsigned node, Value value);
  void addOperand(unsigned node, unsigned value, OpOperand *operand);
  void visit(Region &region, Map &map, uint32_t frame);
  void visitOp(Operation *op, Map &map, uint32_t frame);
  bool visitCall(Operation *op, Map &map, uint32_t frame);
  bool visitControl(Operation *op, Map &map, uint32_t frame);
  bool visitTuple(Operation *op, Map &map);
  void findConstants();
  void findUses();

  FunctionOpInterface function;
  const SymbolTable &symbols;
  std::vector<Node> nodes;
  struct ValueInfo {
    unsigned node;
    Value value;
  };
  std::vector<ValueInfo> values;
  std::vector<unsigned> operands, slotNodes, returned;
  Adjacency uses;
  std::vector<OpOperand *> slotOperands;
  std::vector<Frame> frames;
  llvm::DenseMap<unsigned, SmallVector<unsigned>> tuples;
  llvm::SmallPtrSet<Operation *, 8> running;
  llvm::BitVector constants;
  Map own;
  unsigned argumentCount = 0;
  unsigned budget = 0; ///< nodes that calls may still add
};

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_INFER_STEPGRAPH_H
