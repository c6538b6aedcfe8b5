// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Appended arguments and results of a scaled step: the state of its scalers.
#ifndef LIB_SCALING_STATES_SIGNATURE_H
#define LIB_SCALING_STATES_SIGNATURE_H

#include "dialects/amp/IR/AmpTraining.h"
#include "lib/Scaling/Step.h"

namespace mlir::amp::scaling {

/// Attributes that shard arguments and results.
inline constexpr StringLiteral sdySharding = "sdy.sharding";
inline constexpr StringLiteral shardingNames[] = {"mhlo.sharding", sdySharding};

/// Appended scalar with its role: the state of a scaler, `skipped` (the number
/// of skipped steps), or, for results only, `found_inf`.
struct Slot {
  std::string name; ///< `scaler['main'].scale`, for argument and result
  StringRef role;
  RankedTensorType type;
  DenseElementsAttr init;
};

/// Returns the slots of this group's scaler state and skipped steps; empty for
/// a static scaler.
SmallVector<Slot> listSlots(const Group &group, ScalerAttr scaler);
Slot flagSlot(const Group &group);

/// Appends arguments; returns their values in the function.
SmallVector<Value> appendArguments(FunctionOpInterface function,
                                   ArrayRef<Slot> slots);
/// Appends one result with these attributes.
LogicalResult appendResult(FunctionOpInterface function, Value value,
                           DictionaryAttr attributes);
void appendResults(FunctionOpInterface function, ArrayRef<Slot> slots,
                   ValueRange values);

/// Adds a public function that returns the initial values of all slots.
void addInitializer(FunctionOpInterface function, ArrayRef<Slot> slots);

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_STATES_SIGNATURE_H
