// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops and attributes of the program's own dialects, created by name, because an
// embedder may use its own StableHLO.
#ifndef LIB_SCALING_STATES_NATIVE_H
#define LIB_SCALING_STATES_NATIVE_H

#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::amp::native {

/// Returns the disjunction of `flags`; false if there are none.
Value either(OpBuilder &builder, Location loc, ArrayRef<Value> flags);

/// Results of `amp.unscale`. Complex values are unscaled by parts.
struct Unscaled {
  SmallVector<Value> values;
  Value foundInf;
};
Unscaled unscale(OpBuilder &builder, Location loc, ValueRange values,
                 Value scale);

/// Ends a region of `op` with `operands`.
void yield(OpBuilder &builder, Operation *op, ValueRange operands);

/// Replaces `op` by an op of the same name, attributes and regions, with
/// appended operands and results.
Operation *extend(Operation *op, ValueRange operands, TypeRange results);

/// Returns the groups of devices that run `op` together, one list per group:
/// for a manual computation, along its manual axes; for a function, the devices
/// that its collectives name. Null if there is one program; an error if
/// unknown.
FailureOr<DenseElementsAttr> findDevices(Operation *op);

/// Reduces the values of these devices element by element, by `or`, `add`, ….
Value acrossDevices(OpBuilder &builder, Location loc, Value value,
                    DenseElementsAttr devices, StringRef how);

/// Appends shardings to the attribute of a manual computation: replicated ones,
/// or those of operand `like`.
void appendShardings(Operation *manual, StringRef attribute, TypeRange types,
                     std::optional<unsigned> like = {});

/// Returns the attributes that replicate an argument or result of `function`,
/// if other arguments or results have shardings.
SmallVector<NamedAttribute> replicatedLike(FunctionOpInterface function);

} // namespace mlir::amp::native

#endif // LIB_SCALING_STATES_NATIVE_H
