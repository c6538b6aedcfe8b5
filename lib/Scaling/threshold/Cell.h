// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Storage of one parameter: integers, or pairs of simulated devices.
#ifndef LIB_SCALING_THRESHOLD_CELL_H
#define LIB_SCALING_THRESHOLD_CELL_H

#include "lib/Scaling/threshold/Device.h"

namespace mlir::amp::scaling {

/// State that the pass adds to a step.
struct AddedState {
  std::string name;
  StringRef role, kind;
  RankedTensorType type;
  bool hasShape; ///< has the shape, and so the sharding, of a parameter
};

constexpr llvm::StringLiteral accumulatorRole = "accumulator";
constexpr llvm::StringLiteral epsilonRole = "epsilon";
constexpr llvm::StringLiteral deviceRole = "device";
constexpr llvm::StringLiteral movedRole = "moved";

class Cell {
public:
  Cell(const Parameter &parameter, const ThresholdSpec &spec)
      : parameter(parameter), spec(spec) {}

  /// Returns the type of the argument that replaces the f32 parameter.
  RankedTensorType getType() const;
  /// Returns the added states: accumulator, scale, then those of devices.
  SmallVector<AddedState, 4> listStates() const;

  /// Draws the deviates of a step: for the read, the writes and the refresh.
  /// Empty for integers.
  SmallVector<Value, 3> draw(Quanta &quanta, Draws *draws) const;

  /// Returns the f32 weight. `stored` holds the argument, then the states;
  /// `noise` may be null.
  Value read(Quanta &quanta, ArrayRef<Value> stored, Value noise) const;
  /// Returns the next argument and states. The accumulator in `stored` includes
  /// the update.
  SmallVector<Value, 5> move(Quanta &quanta, ArrayRef<Value> stored,
                             ArrayRef<Value> noise, Value step) const;
  /// Returns the initial argument and states for an f32 weight.
  SmallVector<Value, 5> init(Quanta &quanta, Value weight) const;

private:
  const Parameter &parameter;
  const ThresholdSpec &spec;
};

/// Returns the states that all devices of a step share: key and number of
/// steps.
SmallVector<AddedState, 2> listShared(const ThresholdSpec &spec,
                                      MLIRContext *context);

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_THRESHOLD_CELL_H
