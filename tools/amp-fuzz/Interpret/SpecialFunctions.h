// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHLO functions that the C++ standard library lacks, in f64.
#ifndef TOOLS_FUZZ_INTERPRET_SPECIALFUNCTIONS_H
#define TOOLS_FUZZ_INTERPRET_SPECIALFUNCTIONS_H

namespace mlir::amp::fuzz {

double erfInverse(double x);
double digamma(double x);
double besselI1e(double x);
/// Derivative of order n + 1 of log(gamma(x)).
double polygamma(double n, double x);
/// Sum of (q + k)^-x for k = 0, 1, 2, ...
double hurwitzZeta(double x, double q);

} // namespace mlir::amp::fuzz

#endif // TOOLS_FUZZ_INTERPRET_SPECIALFUNCTIONS_H
