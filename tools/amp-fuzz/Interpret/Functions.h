// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of one element, in f64 or 64-bit integers, by op name.
#ifndef TOOLS_FUZZ_INTERPRET_FUNCTIONS_H
#define TOOLS_FUZZ_INTERPRET_FUNCTIONS_H

#include "Interpret/ElementAccess.h"

namespace mlir::amp::fuzz {

struct RealUnary {
  StringLiteral name;
  double (*function)(double);
};
struct RealBinary {
  StringLiteral name;
  double (*function)(double, double);
};
struct ComplexUnary {
  StringLiteral name;
  Complex (*function)(Complex);
};
struct ComplexBinary {
  StringLiteral name;
  Complex (*function)(Complex, Complex);
};
struct IntegerBinary {
  StringLiteral name;
  uint64_t (*function)(uint64_t, uint64_t, const Format &);
};

ArrayRef<RealUnary> realUnaries();
ArrayRef<RealBinary> realBinaries();
ArrayRef<ComplexUnary> complexUnaries();
ArrayRef<ComplexBinary> complexBinaries();
ArrayRef<IntegerBinary> integerBinaries();

/// IEEE 754 maximum and minimum: NaN propagates, -0 is less than 0.
double maximumOf(double a, double b);
double minimumOf(double a, double b);

/// Returns the row of this name, or null.
template <typename Row> const Row *findRow(ArrayRef<Row> rows, StringRef name) {
  const Row *row =
      llvm::find_if(rows, [&](const Row &row) { return row.name == name; });
  return row == rows.end() ? nullptr : row;
}

} // namespace mlir::amp::fuzz

#endif // TOOLS_FUZZ_INTERPRET_FUNCTIONS_H
