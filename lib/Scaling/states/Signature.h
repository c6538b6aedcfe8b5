// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Appended arguments and results of a scaled step: the state of its scalers.
#ifndef LIB_SCALING_STATES_SIGNATURE_H
#define LIB_SCALING_STATES_SIGNATURE_H

#include "dialects/amp/IR/AmpTraining.h"
#include "lib/Scaling/Step.h"

namespace mlir::amp::scaling {

/// Attributes that place arguments and results on devices.
inline constexpr StringLiteral sdySharding = "sdy.sharding";
inline constexpr StringLiteral shardingNames[] = {"mhlo.sharding", sdySharding};

/// One scalar that is appended, and its role: those of a scaler, `skipped` (how
/// many steps were), and of results also `found_inf`.
struct Slot {
  std::string name; ///< `scaler['main'].scale`, the same in and out
  StringRef role;
  RankedTensorType type;
  DenseElementsAttr init;
};

/// Returns the state of a scaler for this group, and the count of skipped
/// steps; empty for a static scaler.
SmallVector<Slot> listSlots(const Group &group, ScalerAttr scaler);
Slot flagSlot(const Group &group);

/// Appends arguments; returns the values of the function's.
SmallVector<Value> appendArguments(FunctionOpInterface function,
                                   ArrayRef<Slot> slots);
/// One more result, with these attributes.
LogicalResult appendResult(FunctionOpInterface function, Value value,
                           DictionaryAttr attributes);
void appendResults(FunctionOpInterface function, ArrayRef<Slot> slots,
                   ValueRange values);

/// Adds a public function that returns the first values of all slots.
void addInitializer(FunctionOpInterface function, ArrayRef<Slot> slots);

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_STATES_SIGNATURE_H
