// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The scales of a scaled step, and the ops that multiply by them: amp.scale and
// amp.unscale, or what they are lowered to.
#ifndef LIB_VERIFY_SCALING_SCALES_H
#define LIB_VERIFY_SCALING_SCALES_H

#include "dialects/amp/IR/AmpTraining.h"
#include "lib/Verify/scaling/Marks.h"

namespace mlir::amp::verify {

/// Scaler state of one group, followed to the block where the scale moves.
struct ScalerSlots {
  unsigned firstArgument = 0, firstResult = 0; ///< of the function
  Block *home = nullptr;     ///< the block of the scale's update
  SmallVector<Value> before; ///< in the home, by slot
  SmallVector<Value> after;  ///< what the home leaves to the next step
  Value found;               ///< the result of the function
};

/// A product with a power of a scale.
struct Scaling {
  Value input;
  int sign = 0; ///< +1 scales, -1 unscales, 0 multiplies by 1
  unsigned group = 0;
  Operation *op = nullptr;    ///< the product
  unsigned operand = 0;       ///< of `op`: what is multiplied
  Operation *other = nullptr; ///< the product of the imaginary parts
};

class Scales {
public:
  /// `scaler` is null where nothing is scaled.
  Scales(const Marks &marks, ScalerAttr scaler)
      : marks(marks), scaler(scaler) {}

  /// Reads the scaler slots of `function`: arguments and results from these
  /// numbers on, group by group; checks their order, roles, names and types.
  LogicalResult read(FunctionOpInterface function, unsigned firstArgument,
                     unsigned firstResult);

  /// The scaling that made `value`; none for other values. An unscaling by a
  /// value that is no scale is an error, which `failed` notes.
  std::optional<Scaling> match(Value value);

  const Marks &marks;
  ScalerAttr scaler;
  SmallVector<ScalerSlots, 1> slots; ///< by group; empty for a static scale
  bool failed = false;

private:
  struct Factor {
    int sign = 0;
    unsigned group = 0;
    bool isNarrow = false; ///< rounded to fewer than 32 bits on its way
  };

  std::optional<Factor> factorOf(Value value);
  std::optional<Factor> computeFactor(Value value);
  std::optional<Scaling> matchProduct(Operation *op);
  std::optional<Scaling> matchComplex(Operation *op);
  LogicalResult followToHome(FunctionOpInterface function, ScalerSlots &group);

  llvm::DenseMap<Value, std::optional<Factor>> factors;
};

/// Roles that the scaler of a group carries, in the order that `#amp.scaler`
/// documents, and the count of skipped steps.
SmallVector<StringRef> rolesOf(ScalerAttr scaler);

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_SCALING_SCALES_H
