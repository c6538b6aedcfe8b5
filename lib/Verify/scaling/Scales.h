// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The scales of a scaled step, and the ops that multiply by them: amp.scale and
// amp.unscale, or their lowered forms.
#ifndef LIB_VERIFY_SCALING_SCALES_H
#define LIB_VERIFY_SCALING_SCALES_H

#include "dialects/amp/IR/AmpTraining.h"
#include "lib/Verify/scaling/Marks.h"

namespace mlir::amp::verify {

/// Scaler state of one group, traced to the block that updates the scale.
struct ScalerSlots {
  unsigned firstArgument = 0, firstResult = 0; ///< of the function
  Block *home = nullptr;     ///< the block of the scale's update
  SmallVector<Value> before; ///< state at the entry of `home`, by slot
  SmallVector<Value> after;  ///< state that `home` passes to the next step
  Value found;               ///< returned overflow flag
};

/// Multiplication by a power of a scale.
struct Scaling {
  Value input;
  int sign = 0; ///< +1 scales, -1 unscales, 0 multiplies by 1
  unsigned group = 0;
  Operation *op = nullptr;    ///< the multiplication
  unsigned operand = 0;       ///< index of the scaled operand of `op`
  Operation *other = nullptr; ///< multiplication of the imaginary part, or null
};

class Scales {
public:
  /// `scaler` is null if nothing is scaled.
  Scales(const Marks &marks, ScalerAttr scaler)
      : marks(marks), scaler(scaler) {}

  /// Reads the scaler slots of `function`, group by group, from the given
  /// argument and result on. Checks their order, roles, names and types.
  LogicalResult read(FunctionOpInterface function, unsigned firstArgument,
                     unsigned firstResult);

  /// Returns the scaling that defines `value`; none for other values. Sets
  /// `failed` and emits an error if the factor of an unscaling is not a scale.
  std::optional<Scaling> match(Value value);

  const Marks &marks;
  ScalerAttr scaler;
  SmallVector<ScalerSlots, 1> slots; ///< by group; empty for a static scale
  bool failed = false;

private:
  struct Factor {
    int sign = 0;
    unsigned group = 0;
    bool isNarrow = false; ///< was rounded to fewer than 32 bits
  };

  std::optional<Factor> factorOf(Value value);
  std::optional<Factor> computeFactor(Value value);
  std::optional<Scaling> matchProduct(Operation *op);
  std::optional<Scaling> matchComplex(Operation *op);
  LogicalResult followToHome(FunctionOpInterface function, ScalerSlots &group);

  llvm::DenseMap<Value, std::optional<Factor>> factors;
};

/// Returns the roles of the scaler state of a group, in the order that
/// `#amp.scaler` documents, ending with the count of skipped steps.
SmallVector<StringRef> rolesOf(ScalerAttr scaler);

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_SCALING_SCALES_H
