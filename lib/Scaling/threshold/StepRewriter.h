// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SCALING_THRESHOLD_STEPREWRITER_H
#define LIB_SCALING_THRESHOLD_STEPREWRITER_H

#include "lib/Scaling/threshold/Cell.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::amp::scaling {

/// Rewrites one step to store its parameters as integers.
class StepRewriter {
public:
  StepRewriter(FunctionOpInterface function, ArrayRef<Parameter> parameters,
               const ThresholdSpec &spec)
      : function(function), parameters(parameters), spec(spec) {}

  LogicalResult run();

private:
  /// One parameter. `stored` and `next` are the values of its argument and
  /// then of its appended states.
  struct Rewritten {
    SmallVector<AddedState, 4> states;
    SmallVector<Value, 5> stored, next;
    SmallVector<Value, 3> noise;
    Value updated; ///< the f32 value that the mark received
  };

  FailureOr<Value> addArgument(const AddedState &state, unsigned like);
  LogicalResult addArguments();
  FailureOr<Value> accumulate(const Parameter &parameter, Rewritten &made);
  void retype(const Parameter &parameter, Rewritten &made, OpBuilder &builder);
  void buildMove(const Parameter &parameter, Value sum, Rewritten &made);
  StateOp replaceMark(StateOp mark, bool isFirst);
  LogicalResult finish(const Parameter &parameter, StateOp mark,
                       unsigned &nextAdded, Rewritten &made);
  LogicalResult finishMarks();
  void replaceUpdated(const Parameter &parameter, const Rewritten &made);
  LogicalResult returnState(const AddedState &state, Value value,
                            unsigned like);
  void setSignature();

  FunctionOpInterface function;
  ArrayRef<Parameter> parameters;
  const ThresholdSpec &spec;
  SmallVector<Rewritten, 0> rewritten; ///< one per parameter
  SmallVector<AddedState, 2> shared;   ///< of all devices: key, number of steps
  SmallVector<Value, 2> sharedStored, sharedNext;
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
