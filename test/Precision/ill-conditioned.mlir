// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-attach-policy=compute=bf16 --amp-assign-precision --mlir-print-local-scope | FileCheck %s --check-prefix=COST
// RUN: amp-opt %s --amp-attach-policy="compute=bf16 preset=apex-o3" --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s
// RUN: amp-opt %s --amp-attach-policy="compute=f16 preset=apex-o3" --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s

/// The solver by cost, with the default lists, keeps the same ops f32.
// COST-LABEL: @negative_noise_level
// COST-COUNT-2: <[], <structure, "operand of an ill-conditioned op">>
// COST-LABEL: @negative_scaled
// COST: <[], <structure, "operand of an ill-conditioned op">>
// COST-LABEL: @negative_angles
// COST: <[], <structure, "operand of an ill-conditioned op">>
// COST: <[], <structure, "an angle of unknown size">>
!t = tensor<4096x4096xf32>

/// The noise level of diffusion: where c is near 1, bf16 rounds 1 - c * c to 0. The root and the data that it scales may be low.
// CHECK-LABEL: @negative_noise_level
func.func @negative_noise_level(%t: !t, %x: !t, %w: !t) -> !t {
  %one = stablehlo.constant dense<1.0> : !t
  // CHECK: stablehlo.cosine {{.*}}<[], <structure, "an angle of unknown size">>
  %c = stablehlo.cosine %t : !t
  // CHECK: stablehlo.multiply {{.*}}<[], <structure, "operand of an ill-conditioned op">>
  %0 = stablehlo.multiply %c, %c : !t
  // CHECK: stablehlo.subtract {{.*}}<[], <structure, "operand of an ill-conditioned op">>
  %1 = stablehlo.subtract %one, %0 : !t
  // CHECK: stablehlo.sqrt
  %2 = stablehlo.sqrt %1 : !t
  // CHECK: stablehlo.multiply {{.*}}16], <
  %3 = stablehlo.multiply %2, %x : !t
  %4 = stablehlo.dot %3, %w : (!t, !t) -> !t
  return %4 : !t
}

/// Behind a factor, an absolute value and a reshape; and written as an addition of a negated value.
// CHECK-LABEL: @negative_scaled
func.func @negative_scaled(%a: !t, %b: !t, %w: !t) -> !t {
  %two = stablehlo.constant dense<2.0> : !t
  // CHECK: stablehlo.exponential {{.*}}<[], <
  %e = stablehlo.exponential %b : !t
  // CHECK: stablehlo.negate {{.*}}<[], <
  %0 = stablehlo.negate %e : !t
  // CHECK: stablehlo.add {{.*}}<[], <structure, "operand of an ill-conditioned op">>
  %1 = stablehlo.add %a, %0 : !t
  // CHECK: stablehlo.reshape
  %2 = stablehlo.reshape %1 : (!t) -> tensor<16777216xf32>
  // CHECK: stablehlo.reshape
  %3 = stablehlo.reshape %2 : (tensor<16777216xf32>) -> !t
  // CHECK: stablehlo.multiply
  %4 = stablehlo.multiply %3, %two : !t
  // CHECK: stablehlo.abs
  %5 = stablehlo.abs %4 : !t
  // CHECK: stablehlo.divide
  %6 = stablehlo.divide %a, %5 : !t
  %7 = stablehlo.dot %6, %w : (!t, !t) -> !t
  return %7 : !t
}

/// A squared distance by a matmul: its result is f32, its operands are not.
// CHECK-LABEL: @negative_distance
func.func @negative_distance(%x: !t, %squares: !t, %w: !t) -> !t {
  // CHECK: stablehlo.dot {{.*}}16, f32{{]}}, <allow, "contraction">
  %0 = stablehlo.dot %x, %w : (!t, !t) -> !t
  // CHECK: stablehlo.subtract {{.*}}<[], <structure, "operand of an ill-conditioned op">>
  %1 = stablehlo.subtract %squares, %0 : !t
  // CHECK: stablehlo.sqrt
  %2 = stablehlo.sqrt %1 : !t
  %3 = stablehlo.dot %2, %w : (!t, !t) -> !t
  return %3 : !t
}

/// Angles of unknown size, with their factor. Known small angles are in @small_angles.
// CHECK-LABEL: @negative_angles
func.func @negative_angles(%t: !t, %w: !t) -> !t {
  %frequency = stablehlo.constant dense<1000.0> : !t
  // CHECK: stablehlo.multiply {{.*}}<[], <structure, "operand of an ill-conditioned op">>
  %0 = stablehlo.multiply %t, %frequency : !t
  // CHECK: stablehlo.sine {{.*}}<[], <structure, "an angle of unknown size">>
  %1 = stablehlo.sine %0 : !t
  %2 = stablehlo.dot %1, %w : (!t, !t) -> !t
  return %2 : !t
}

/// An epsilon and a choice do not hide the error of a difference.
// CHECK-LABEL: @negative_epsilon
func.func @negative_epsilon(%x: !t, %m: tensor<4096x4096xi1>, %w: !t) -> !t {
  %one = stablehlo.constant dense<1.0> : !t
  %epsilon = stablehlo.constant dense<1.0e-6> : !t
  %0 = stablehlo.tanh %x : !t
  // CHECK: stablehlo.multiply {{.*}}<[], <structure, "operand of an ill-conditioned op">>
  %1 = stablehlo.multiply %0, %0 : !t
  // CHECK: stablehlo.subtract {{.*}}<[], <structure, "operand of an ill-conditioned op">>
  %2 = stablehlo.subtract %one, %1 : !t
  %3 = stablehlo.add %2, %epsilon : !t
  %4 = stablehlo.select %m, %3, %one : tensor<4096x4096xi1>, !t
  %5 = stablehlo.rsqrt %4 : !t
  %6 = stablehlo.dot %5, %w : (!t, !t) -> !t
  return %6 : !t
}

/// 1 - tanh is 0 in bf16 from 3.5 on, and atanh of it infinite.
// CHECK-LABEL: @negative_ends
func.func @negative_ends(%x: !t, %w: !t) -> !t {
  %0 = stablehlo.dot %x, %w : (!t, !t) -> !t
  // CHECK: stablehlo.tanh {{.*}}<[], <structure, "operand of an ill-conditioned op">>
  %1 = stablehlo.tanh %0 : !t
  // CHECK: chlo.atanh {{.*}}<[], <structure, "an operand near the end of the domain">>
  %2 = chlo.atanh %1 : !t -> !t
  // CHECK: stablehlo.negate {{.*}}<[], <structure, "operand of an ill-conditioned op">>
  %3 = stablehlo.negate %1 : !t
  // CHECK: stablehlo.log_plus_one {{.*}}<[], <structure, "an operand near the end of the domain">>
  %4 = stablehlo.log_plus_one %3 : !t
  %5 = stablehlo.dot %2, %4 : (!t, !t) -> !t
  return %5 : !t
}

/// Operands far from the ends; a square by power, which keeps the relative error.
// CHECK-LABEL: @inner_operands
func.func @inner_operands(%x: !t, %y: !t, %w: !t) -> !t {
  // CHECK-NOT: ill-conditioned
  %half = stablehlo.constant dense<0.5> : !t
  %two = stablehlo.constant dense<2.0> : !t
  %0 = stablehlo.dot %x, %w : (!t, !t) -> !t
  // CHECK: stablehlo.tanh {{.*}}16], <
  %1 = stablehlo.tanh %0 : !t
  // CHECK: stablehlo.multiply {{.*}}16], <
  %2 = stablehlo.multiply %1, %half : !t
  // CHECK: chlo.atanh {{.*}}16], <
  %3 = chlo.atanh %2 : !t -> !t
  // CHECK: stablehlo.subtract {{.*}}16], <
  %4 = stablehlo.subtract %3, %1 : !t
  // CHECK: stablehlo.power {{.*}}16], <
  %5 = stablehlo.power %4, %two : !t
  %6 = stablehlo.dot %5, %w : (!t, !t) -> !t
  return %6 : !t
}

/// Low operands of the contraction have rounded these angles already.
// CHECK-LABEL: @contracted_angles
func.func @contracted_angles(%x: !t, %w: !t) -> !t {
  // CHECK-NOT: of unknown size
  %0 = stablehlo.dot %x, %w : (!t, !t) -> !t
  %1 = stablehlo.transpose %0, dims = [1, 0] : (!t) -> !t
  // CHECK: stablehlo.sine {{.*}}16], <
  %2 = stablehlo.sine %1 : !t
  %3 = stablehlo.dot %2, %w : (!t, !t) -> !t
  return %3 : !t
}

// CHECK-LABEL: @small_angles
func.func @small_angles(%x: !t, %w: !t) -> !t {
  // CHECK-NOT: ill-conditioned
  %0 = stablehlo.dot %x, %w : (!t, !t) -> !t
  %1 = stablehlo.tanh %0 : !t
  // CHECK: stablehlo.sine {{.*}}16], <
  %2 = stablehlo.sine %1 : !t
  %3 = stablehlo.dot %2, %w : (!t, !t) -> !t
  return %3 : !t
}

/// The dividend may be a difference; 2 - tanh has all its digits; sums of squares do not cancel.
// CHECK-LABEL: @well_conditioned
func.func @well_conditioned(%x: !t, %y: !t, %w: !t) -> !t {
  // CHECK-NOT: ill-conditioned
  %big = stablehlo.constant dense<2.0> : !t
  %one = stablehlo.constant dense<1.0> : !t
  %0 = stablehlo.dot %x, %w : (!t, !t) -> !t
  // CHECK: stablehlo.tanh {{.*}}16], <
  %1 = stablehlo.tanh %0 : !t
  // CHECK: stablehlo.subtract {{.*}}16], <
  %2 = stablehlo.subtract %big, %1 : !t
  // CHECK: stablehlo.subtract {{.*}}16], <
  %3 = stablehlo.subtract %1, %0 : !t
  // CHECK: stablehlo.divide {{.*}}16], <
  %4 = stablehlo.divide %3, %2 : !t
  // CHECK: stablehlo.multiply {{.*}}16], <
  %5 = stablehlo.multiply %4, %4 : !t
  // CHECK: stablehlo.add {{.*}}16], <
  %6 = stablehlo.add %5, %one : !t
  // CHECK: stablehlo.sqrt {{.*}}16], <
  %7 = stablehlo.sqrt %6 : !t
  %8 = stablehlo.dot %7, %w : (!t, !t) -> !t
  // CHECK: return
  return %8 : !t
}

/// The user's force overrides the rule.
// CHECK-LABEL: @forced
func.func @forced(%t: !t, %w: !t) -> !t {
  // CHECK: stablehlo.cosine {{.*}}16], <
  %0 = stablehlo.cosine %t {amp.require = #amp.require<force>} : !t
  %1 = stablehlo.dot %0, %w : (!t, !t) -> !t
  return %1 : !t
}

/// A variance as E[x * x] - E[x]^2, and x less its mean. With a mean of 100 deviations, the unit of bf16 (2^-9 of the mean) is a fifth of a
/// deviation. All of it is computed from the same x, whose own rounding is an error of the data; the product before the offset may be low.
// CHECK-LABEL: @negative_variance
func.func @negative_variance(%a: !t, %w: !t) -> !t {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<4096.0> : tensor<4096xf32>
  %eps = stablehlo.constant dense<1.0e-5> : tensor<4096xf32>
  %offset = stablehlo.constant dense<100.0> : !t
  %0 = stablehlo.dot %a, %w : (!t, !t) -> !t
  // CHECK: stablehlo.add {{.*}}<[], <structure, 
  %x = stablehlo.add %0, %offset : !t
  // CHECK: stablehlo.multiply {{.*}}<[], <{{range|structure}}, 
  %1 = stablehlo.multiply %x, %x : !t
  // CHECK: stablehlo.reduce{{.*}}<[], <
  %2 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (!t, tensor<f32>) -> tensor<4096xf32>
  // CHECK: stablehlo.reduce{{.*}}<[], <
  %3 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0] : (!t, tensor<f32>) -> tensor<4096xf32>
  // CHECK: stablehlo.divide {{.*}}<[], <
  %mean = stablehlo.divide %2, %n : tensor<4096xf32>
  %4 = stablehlo.divide %3, %n : tensor<4096xf32>
  %5 = stablehlo.multiply %mean, %mean : tensor<4096xf32>
  // CHECK: stablehlo.subtract {{.*}}<[], <
  %6 = stablehlo.subtract %4, %5 : tensor<4096xf32>
  %7 = stablehlo.add %6, %eps : tensor<4096xf32>
  %8 = stablehlo.rsqrt %7 : tensor<4096xf32>
  %9 = stablehlo.broadcast_in_dim %mean, dims = [1] : (tensor<4096xf32>) -> !t
  // CHECK: stablehlo.broadcast_in_dim
  %10 = stablehlo.broadcast_in_dim %8, dims = [1] : (tensor<4096xf32>) -> !t
  // CHECK: stablehlo.subtract {{.*}}<[], <{{range|structure}}, 
  %11 = stablehlo.subtract %x, %9 : !t
  %12 = stablehlo.multiply %11, %10 : !t
  %13 = stablehlo.dot %12, %w : (!t, !t) -> !t
  return %13 : !t
}

/// The sum of a mean is a contraction with ones.
// CHECK-LABEL: @negative_contracted_mean
func.func @negative_contracted_mean(%x: !t, %w: !t) -> !t {
  %part = stablehlo.constant dense<2.44140625e-4> : tensor<4096xf32>
  // CHECK: stablehlo.multiply {{.*}}<[], <{{range|structure}}, 
  %0 = stablehlo.multiply %x, %x : !t
  // CHECK: stablehlo.dot_general {{.*}}<[], <{{range|structure}}, 
  %1 = stablehlo.dot_general %part, %x, contracting_dims = [0] x [0] : (tensor<4096xf32>, !t) -> tensor<4096xf32>
  // CHECK: stablehlo.dot_general {{.*}}<[], <{{range|structure}}, 
  %2 = stablehlo.dot_general %part, %0, contracting_dims = [0] x [0] : (tensor<4096xf32>, !t) -> tensor<4096xf32>
  %3 = stablehlo.multiply %1, %1 : tensor<4096xf32>
  // CHECK: stablehlo.subtract {{.*}}<[], <structure, "operand of an ill-conditioned op">>
  %4 = stablehlo.subtract %2, %3 : tensor<4096xf32>
  %5 = stablehlo.sqrt %4 : tensor<4096xf32>
  %6 = stablehlo.broadcast_in_dim %5, dims = [1] : (tensor<4096xf32>) -> !t
  %7 = stablehlo.dot %6, %w : (!t, !t) -> !t
  return %7 : !t
}

/// The mean of each row, by a matrix of one number, as it is.
// CHECK-LABEL: @negative_centring
func.func @negative_centring(%x: !t, %w: !t) -> !t {
  %part = stablehlo.constant dense<2.44140625e-4> : !t
  // CHECK: stablehlo.dot {{.*}}<[], <structure, "mean that is subtracted">>
  %0 = stablehlo.dot %x, %part : (!t, !t) -> !t
  // CHECK: stablehlo.subtract {{.*}}<[], <structure, "mean that is subtracted">>
  %1 = stablehlo.subtract %x, %0 : !t
  %2 = stablehlo.dot %1, %w : (!t, !t) -> !t
  return %2 : !t
}
