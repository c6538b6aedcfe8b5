// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Storage of one parameter: integers, or pairs of simulated devices.
#ifndef LIB_SCALING_THRESHOLD_CELL_H
#define LIB_SCALING_THRESHOLD_CELL_H

#include "lib/Scaling/threshold/Device.h"

namespace mlir::amp::scaling {

/// State that a step has besides its own.
struct AddedState {
  std::string name;
  StringRef role, kind;
  RankedTensorType type;
  bool hasShape; ///< the shape of a parameter, and so its sharding
};

constexpr llvm::StringLiteral accumulatorRole = "accumulator";
constexpr llvm::StringLiteral epsilonRole = "epsilon";
constexpr llvm::StringLiteral deviceRole = "device";
constexpr llvm::StringLiteral movedRole = "moved";

class Cell {
public:
  Cell(const Parameter &parameter, const ThresholdSpec &spec)
      : parameter(parameter), spec(spec) {}

  /// Type of the argument that was the f32 parameter.
  RankedTensorType getType() const;
  /// States besides it: accumulator, scale, then those of devices.
  SmallVector<AddedState, 4> listStates() const;

  /// Deviates of a step: of the read, of the writes, of the refresh. Empty for
  /// integers.
  SmallVector<Value, 3> draw(Quanta &quanta, Draws *draws) const;

  /// The f32 weight; `stored` is the argument and then the states, `noise` may
  /// be null.
  Value read(Quanta &quanta, ArrayRef<Value> stored, Value noise) const;
  /// The next argument and states; the accumulator in `stored` includes the
  /// update.
  SmallVector<Value, 5> move(Quanta &quanta, ArrayRef<Value> stored,
                             ArrayRef<Value> noise, Value step) const;
  /// The first argument and states of an f32 weight.
  SmallVector<Value, 5> init(Quanta &quanta, Value weight) const;

private:
  const Parameter &parameter;
  const ThresholdSpec &spec;
};

/// States that all devices of a step share: key and number of steps.
SmallVector<AddedState, 2> listShared(const ThresholdSpec &spec,
                                      MLIRContext *context);

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_THRESHOLD_CELL_H
