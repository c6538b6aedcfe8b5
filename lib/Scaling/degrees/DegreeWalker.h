// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Walk of the degree analysis through a step and its callees, in program order.
#ifndef LIB_SCALING_DEGREES_DEGREEWALKER_H
#define LIB_SCALING_DEGREES_DEGREEWALKER_H

#include "lib/Graph/CarriedValues.h"
#include "lib/Scaling/degrees/DegreeRules.h"
#include <map>

namespace mlir::amp::scaling {

/// Facts of the results of a function, for given facts of its operands.
struct DegreesOfCall {
  SmallVector<Fact> results;
  bool leaks = false;
};

/// Transfer function of all ops of one name.
struct DegreeTransfer {
  enum Kind { rule, mark, call, control, unknown } kind;
  DegreeRule function = nullptr;
};

/// Shared by all walks of one analysis.
struct DegreeContext {
  explicit DegreeContext(const Step &step) : step(step) {}

  const Step &step;
  llvm::DenseMap<OperationName, DegreeTransfer> transfers;
  using Key = std::pair<Operation *, std::vector<std::array<uint64_t, 2>>>;
  std::map<Key, DegreesOfCall> called;
  llvm::SmallPtrSet<Operation *, 8> running;
  /// Ops that compute with unscaled floats of the backward pass; null if not
  /// requested.
  llvm::SetVector<Operation *> *readers = nullptr;
  bool testsLeak = false; ///< outside of op bodies, such as comparators
};

/// Walk through one function, or through the body of one op.
class DegreeWalker {
public:
  DegreeWalker(DegreeContext &shared, const DegreeWalker *outside = nullptr)
      : shared(shared), outside(outside) {}

  void walkRegion(Region &region);
  void visit(Operation *op) { walkOp(op); }
  Fact of(Value value) const;
  void set(Value value, Fact fact);

  llvm::DenseMap<Value, Fact> facts;
  bool hasLeaked = false;
  SmallVector<Leak> *leaks = nullptr; ///< null: only `hasLeaked` is set
  SmallVector<Operation *> *calls = nullptr;

private:
  void walkOp(Operation *op);
  DegreeTransfer transferOf(Operation *op);
  bool capturesScaled(Operation *op) const;
  void leakInside(Operation *op);
  void walkByRule(Operation *op, DegreeRule rule);
  void walkEachOperand(Operation *op, DegreeRule rule);
  void noteReader(Operation *op);
  void walkMark(Operation *op);
  void walkControl(Operation *op, ArrayRef<CarriedValue> carriedValues);
  void walkLoop(Operation *op, ArrayRef<CarriedValue> carriedValues);
  void walkRegions(Operation *op);
  void walkCall(Operation *op, FunctionOpInterface callee);
  DegreesOfCall call(FunctionOpInterface callee, ArrayRef<Fact> operands);
  bool keeps(Region &body, Degree degree);
  bool joinAll(Operation *op, ArrayRef<CarriedValue> carriedValues,
               bool onEntry);
  void leakInputs(ArrayRef<CarriedValue> carriedValues);
  Degree leavingHome(OpOperand &operand);
  void leak(Operation *op, unsigned operand);
  uint64_t marksOf(Operation *op) const;

  DegreeContext &shared;
  const DegreeWalker *outside;
};

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_DEGREES_DEGREEWALKER_H
