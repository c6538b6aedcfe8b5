// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an op makes of the degrees of its operands: one row per op.
#ifndef LIB_SCALING_DEGREERULES_H
#define LIB_SCALING_DEGREERULES_H

#include "lib/Scaling/Degree.h"

namespace mlir::amp {

/// One op, and what is known of its operands.
struct DegreeReading {
  Operation *op;
  llvm::function_ref<Degree(Value)> of;
  llvm::function_ref<void(unsigned)> leak;
  /// What region `number` yields for arguments of this degree; none if it is
  /// not the same, or something leaks there.
  llvm::function_ref<bool(unsigned, Degree)> keeps;

  Degree operator[](unsigned i) const { return of(op->getOperand(i)); }

  /// One degree of all float operands from `first` on; where they differ, they
  /// leak, and it is 0.
  Degree join(unsigned first = 0) const;
  Degree leakAll(unsigned first = 0) const;
};

/// The degree of the float results.
using DegreeRule = Degree (*)(const DegreeReading &);

/// The rule of an op, by its name, else by its class. Whatever is unknown is
/// no power of anything: its operands must not have the factor.
DegreeRule lookupDegreeRule(Operation *op);

/// Of the lesser one, if one is any; none if they differ.
std::optional<Degree> join(Degree a, Degree b);

/// Whether values of this type can have a factor.
bool isScalable(Type type);

} // namespace mlir::amp

#endif // LIB_SCALING_DEGREERULES_H
