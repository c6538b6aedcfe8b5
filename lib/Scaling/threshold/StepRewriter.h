// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SCALING_THRESHOLD_STEPREWRITER_H
#define LIB_SCALING_THRESHOLD_STEPREWRITER_H

#include "lib/Scaling/threshold/Quanta.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::amp::scaling {

/// Appended state of a step: an argument, its next value, and how both are
/// named.
struct AddedState {
  std::string name;
  StringRef role;
  Value argument, next;
  unsigned like; ///< number of the argument whose sharding the state has
};

/// Carries the parameters of one step as integers.
class StepRewriter {
public:
  StepRewriter(FunctionOpInterface function, ArrayRef<Parameter> parameters,
               const ThresholdSpec &spec)
      : function(function), parameters(parameters), spec(spec) {}

  LogicalResult run();

private:
  struct Rewritten {
    Value count, next; ///< the argument, and what the mark receives
    SmallVector<AddedState, 2> added;
    Value updated; ///< the f32 value that the mark received
  };

  FailureOr<Value> addArgument(const AddedState &state, Type type);
  FailureOr<Value> addAccumulator(const Parameter &parameter, Rewritten &made);
  void retype(const Parameter &parameter, Rewritten &made);
  void buildMove(const Parameter &parameter, Value sum, Rewritten &made);
  StateOp replaceMark(StateOp mark);
  LogicalResult finish(const Parameter &parameter, StateOp mark,
                       unsigned &nextAdded, Rewritten &made);
  void replaceUpdated(const Parameter &parameter, const Rewritten &made);
  LogicalResult returnState(const AddedState &state, Value value);
  void setSignature();

  FunctionOpInterface function;
  ArrayRef<Parameter> parameters;
  const ThresholdSpec &spec;
  SmallVector<Rewritten> rewritten; ///< one per parameter
};

/// Adds NAME_init_weights, which computes the first states from the parameters
/// in f32, and NAME_read_weights, which computes the f32 weights that a step
/// reads.
void addInitializer(FunctionOpInterface function,
                    ArrayRef<Parameter> parameters, const ThresholdSpec &spec);
void addReader(FunctionOpInterface function, ArrayRef<Parameter> parameters,
               const ThresholdSpec &spec);

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_THRESHOLD_STEPREWRITER_H
