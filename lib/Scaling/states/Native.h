// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops and attributes of the graph's own dialects, by name: an embedder may have
// StableHLO from elsewhere.
#ifndef LIB_SCALING_STATES_NATIVE_H
#define LIB_SCALING_STATES_NATIVE_H

#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::amp::native {

/// True if any of the flags is; false without flags.
Value either(OpBuilder &builder, Location loc, ArrayRef<Value> flags);

/// Results of `amp.unscale` for these values; for complex values, their parts.
struct Unscaled {
  SmallVector<Value> values;
  Value foundInf;
};
Unscaled unscale(OpBuilder &builder, Location loc, ValueRange values,
                 Value scale);

/// Ends a region of `op` with `operands`.
void yield(OpBuilder &builder, Operation *op, ValueRange operands);

/// An op of the same name and attributes with more operands and results, all
/// appended, and the regions of `op`, whose results it replaces.
Operation *extend(Operation *op, ValueRange operands, TypeRange results);

/// The devices that `op` runs on together with others, one list per set: of a
/// manual computation, those along its manual axes; of a function, those that
/// its collectives name. None where there is but one program; an error where
/// they cannot be known.
FailureOr<DenseElementsAttr> findDevices(Operation *op);

/// Combines the values of these devices element by element: `or`, `add`, ….
Value acrossDevices(OpBuilder &builder, Location loc, Value value,
                    DenseElementsAttr devices, StringRef how);

/// Appends shardings to the attribute of a manual computation: those of values
/// that every device holds, or of what operand `like` is.
void appendShardings(Operation *manual, StringRef attribute, TypeRange types,
                     std::optional<unsigned> like = {});

/// The attributes that say so at an argument or result of `function`, if others
/// there say how they are split.
SmallVector<NamedAttribute> replicatedLike(FunctionOpInterface function);

} // namespace mlir::amp::native

#endif // LIB_SCALING_STATES_NATIVE_H
