// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_UNITS_FUNCTIONS_H
#define LIB_LOWERING_GPU_UNITS_FUNCTIONS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::amp::lowering {

/// Builder of f32 or f64 scalar arithmetic, for expansions of math ops.
struct Scalars {
  ImplicitLocOpBuilder &b;
  Type type;

  Value number(double value);
  Value add(Value x, Value y);
  Value sub(Value x, Value y);
  Value mul(Value x, Value y);
  Value div(Value x, Value y);
  Value fma(Value x, Value y, Value z);
  Value sqrt(Value x);
  Value less(Value x, Value y);
  Value equal(Value x, Value y);
  Value select(Value is, Value x, Value y);
  Value size(Value x);
  Value copySign(Value x, Value sign);
  /// terms[0] + terms[1] x + ...
  Value polynomial(ArrayRef<double> terms, Value x);
};

/// Expands inverse and hyperbolic functions and roots of f32 in kernels to exp,
/// log, log1p, expm1 and polynomials, and makes log accept subnormal numbers.
void lowerFunctions(gpu::GPUModuleOp kernels);

/// Returns true if `op`, after amp-gpu-math, is lowered to a call of CUDA's
/// libdevice.
bool callsLibdevice(Operation *op);

/// Expands math.powf on f32 to arith on f64.
void lowerPowers(gpu::GPUModuleOp kernels);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_UNITS_FUNCTIONS_H
