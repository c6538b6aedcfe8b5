// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir --amp-verify=input=%t/input.mlir -split-input-file -verify-diagnostics

/// Intervals of the verifier's own: what occurs in every run is held; so is
/// what the program bounds, and what is low after a denied op only because a
/// range is claimed, where a plain input shows that it is not.

//--- input.mlir
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction"], infer = ["elementwise", "stablehlo.tanh", "stablehlo.logistic"], clear = ["layout", "contraction.result"], deny = ["transcendental"]>} {
  func.func @main(%x: tensor<4x4xf32>, %n: tensor<4x4xi1>) -> tensor<4x4xf32> {
    %big = stablehlo.constant dense<300.0> : tensor<4x4xf32>
    %tiny = stablehlo.constant dense<1.0e-5> : tensor<4x4xf32>
    %0 = stablehlo.logistic %x : tensor<4x4xf32>
    %1 = stablehlo.multiply %0, %big : tensor<4x4xf32>
    %2 = stablehlo.multiply %1, %big : tensor<4x4xf32>
    %3 = stablehlo.multiply %tiny, %tiny : tensor<4x4xf32>
    %4 = stablehlo.exponential %x : tensor<4x4xf32>
    %5 = stablehlo.transpose %4, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %6 = stablehlo.add %5, %5 : tensor<4x4xf32>
    %7 = stablehlo.multiply %big, %big : tensor<4x4xf32>
    %8 = stablehlo.tanh %7 : tensor<4x4xf32>
    %9 = stablehlo.add %2, %3 : tensor<4x4xf32>
    %10 = stablehlo.add %6, %7 : tensor<4x4xf32>
    %11 = stablehlo.add %9, %10 : tensor<4x4xf32>
    %12 = stablehlo.add %11, %8 : tensor<4x4xf32>
    %13 = stablehlo.dot %12, %12 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %13 : tensor<4x4xf32>
  }
}

//--- output.mlir
/// Bounded, and within the format; what saturates may read more.
func.func @main(%x: tensor<4x4xf32>, %n: tensor<4x4xi1>) -> tensor<4x4xf32> {
  %big = stablehlo.constant dense<300.0> : tensor<4x4xf32>
  %big16 = stablehlo.constant dense<300.0> : tensor<4x4xf16>
  %tiny = stablehlo.constant dense<1.0e-5> : tensor<4x4xf32>
  %x16 = amp.cast %x <unlisted> : tensor<4x4xf32> to tensor<4x4xf16>
  %0 = stablehlo.logistic %x16 : tensor<4x4xf16>
  %1 = stablehlo.multiply %0, %big16 : tensor<4x4xf16>
  %a = amp.cast %1 <unlisted> : tensor<4x4xf16> to tensor<4x4xf32>
  %2 = stablehlo.multiply %a, %big : tensor<4x4xf32>
  %3 = stablehlo.multiply %tiny, %tiny : tensor<4x4xf32>
  %4 = stablehlo.exponential %x : tensor<4x4xf32>
  %5 = stablehlo.transpose %4, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %6 = stablehlo.add %5, %5 : tensor<4x4xf32>
  %7 = stablehlo.multiply %big, %big : tensor<4x4xf32>
  %b = amp.cast %7 <unlisted> : tensor<4x4xf32> to tensor<4x4xf16>
  %8 = stablehlo.tanh %b : tensor<4x4xf16>
  %9 = stablehlo.add %2, %3 : tensor<4x4xf32>
  %10 = stablehlo.add %6, %7 : tensor<4x4xf32>
  %11 = stablehlo.add %9, %10 : tensor<4x4xf32>
  %c = amp.cast %8 <unlisted> : tensor<4x4xf16> to tensor<4x4xf32>
  %12 = stablehlo.add %11, %c : tensor<4x4xf32>
  %13 = stablehlo.dot %12, %12 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %13 : tensor<4x4xf32>
}

// -----

/// Bounded by 90000, which inputs of one come near enough to.
func.func @main(%x: tensor<4x4xf32>, %n: tensor<4x4xi1>) -> tensor<4x4xf32> {
  %big = stablehlo.constant dense<300.0> : tensor<4x4xf32>
  %big16 = stablehlo.constant dense<300.0> : tensor<4x4xf16>
  %tiny = stablehlo.constant dense<1.0e-5> : tensor<4x4xf32>
  %0 = stablehlo.logistic %x : tensor<4x4xf32>
  %1 = stablehlo.multiply %0, %big : tensor<4x4xf32>
  %a = amp.cast %1 <unlisted> : tensor<4x4xf32> to tensor<4x4xf16>
  // expected-error @+1 {{'stablehlo.multiply' op breaks "a low format holds what is known to occur": expects a format that holds 6.6e+04, which occurs where inputs are 1, but got 'f16'}}
  %2 = stablehlo.multiply %a, %big16 : tensor<4x4xf16>
  %3 = stablehlo.multiply %tiny, %tiny : tensor<4x4xf32>
  %4 = stablehlo.exponential %x : tensor<4x4xf32>
  %5 = stablehlo.transpose %4, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %6 = stablehlo.add %5, %5 : tensor<4x4xf32>
  %7 = stablehlo.multiply %big, %big : tensor<4x4xf32>
  %8 = stablehlo.tanh %7 : tensor<4x4xf32>
  %b = amp.cast %2 <unlisted> : tensor<4x4xf16> to tensor<4x4xf32>
  %9 = stablehlo.add %b, %3 : tensor<4x4xf32>
  %10 = stablehlo.add %6, %7 : tensor<4x4xf32>
  %11 = stablehlo.add %9, %10 : tensor<4x4xf32>
  %12 = stablehlo.add %11, %8 : tensor<4x4xf32>
  %13 = stablehlo.dot %12, %12 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %13 : tensor<4x4xf32>
}

// -----

/// A product of constants is zero in f16.
func.func @main(%x: tensor<4x4xf32>, %n: tensor<4x4xi1>) -> tensor<4x4xf32> {
  %big = stablehlo.constant dense<300.0> : tensor<4x4xf32>
  %tiny = stablehlo.constant dense<1.0e-5> : tensor<4x4xf16>
  %0 = stablehlo.logistic %x : tensor<4x4xf32>
  %1 = stablehlo.multiply %0, %big : tensor<4x4xf32>
  %2 = stablehlo.multiply %1, %big : tensor<4x4xf32>
  // expected-error @+1 {{'stablehlo.multiply' op breaks "a low format holds what is known to occur": expects a format that holds 1.0e-10, which occurs in every run, but got 'f16'}}
  %3 = stablehlo.multiply %tiny, %tiny : tensor<4x4xf16>
  %4 = stablehlo.exponential %x : tensor<4x4xf32>
  %5 = stablehlo.transpose %4, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %6 = stablehlo.add %5, %5 : tensor<4x4xf32>
  %7 = stablehlo.multiply %big, %big : tensor<4x4xf32>
  %8 = stablehlo.tanh %7 : tensor<4x4xf32>
  %b = amp.cast %3 <unlisted> : tensor<4x4xf16> to tensor<4x4xf32>
  %9 = stablehlo.add %2, %b : tensor<4x4xf32>
  %10 = stablehlo.add %6, %7 : tensor<4x4xf32>
  %11 = stablehlo.add %9, %10 : tensor<4x4xf32>
  %12 = stablehlo.add %11, %8 : tensor<4x4xf32>
  %13 = stablehlo.dot %12, %12 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %13 : tensor<4x4xf32>
}

// -----

/// A denied op before it, and no bound.
func.func @main(%x: tensor<4x4xf32>, %n: tensor<4x4xi1>) -> tensor<4x4xf32> {
  %big = stablehlo.constant dense<300.0> : tensor<4x4xf32>
  %tiny = stablehlo.constant dense<1.0e-5> : tensor<4x4xf32>
  %0 = stablehlo.logistic %x : tensor<4x4xf32>
  %1 = stablehlo.multiply %0, %big : tensor<4x4xf32>
  %2 = stablehlo.multiply %1, %big : tensor<4x4xf32>
  %3 = stablehlo.multiply %tiny, %tiny : tensor<4x4xf32>
  %4 = stablehlo.exponential %x : tensor<4x4xf32>
  %5 = stablehlo.transpose %4, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %a = amp.cast %5 <unlisted> : tensor<4x4xf32> to tensor<4x4xf16>
  // expected-error @+1 {{'stablehlo.add' op breaks "a low format holds what is known to occur": expects a format that holds INF, which occurs where inputs are 300, but got 'f16'}}
  %6 = stablehlo.add %a, %a : tensor<4x4xf16>
  %7 = stablehlo.multiply %big, %big : tensor<4x4xf32>
  %8 = stablehlo.tanh %7 : tensor<4x4xf32>
  %9 = stablehlo.add %2, %3 : tensor<4x4xf32>
  %b = amp.cast %6 <unlisted> : tensor<4x4xf16> to tensor<4x4xf32>
  %10 = stablehlo.add %b, %7 : tensor<4x4xf32>
  %11 = stablehlo.add %9, %10 : tensor<4x4xf32>
  %12 = stablehlo.add %11, %8 : tensor<4x4xf32>
  %13 = stablehlo.dot %12, %12 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %13 : tensor<4x4xf32>
}

// -----

/// In every run.
func.func @main(%x: tensor<4x4xf32>, %n: tensor<4x4xi1>) -> tensor<4x4xf32> {
  %big = stablehlo.constant dense<300.0> : tensor<4x4xf32>
  %big16 = stablehlo.constant dense<300.0> : tensor<4x4xf16>
  %tiny = stablehlo.constant dense<1.0e-5> : tensor<4x4xf32>
  %0 = stablehlo.logistic %x : tensor<4x4xf32>
  %1 = stablehlo.multiply %0, %big : tensor<4x4xf32>
  %2 = stablehlo.multiply %1, %big : tensor<4x4xf32>
  %3 = stablehlo.multiply %tiny, %tiny : tensor<4x4xf32>
  %4 = stablehlo.exponential %x : tensor<4x4xf32>
  %5 = stablehlo.transpose %4, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %6 = stablehlo.add %5, %5 : tensor<4x4xf32>
  // expected-error @+1 {{'stablehlo.multiply' op breaks "a low format holds what is known to occur": expects a format that holds 9.0e+04, which occurs in every run, but got 'f16'}}
  %7 = stablehlo.multiply %big16, %big16 : tensor<4x4xf16>
  %8 = stablehlo.tanh %7 : tensor<4x4xf16>
  %9 = stablehlo.add %2, %3 : tensor<4x4xf32>
  %b = amp.cast %7 <unlisted> : tensor<4x4xf16> to tensor<4x4xf32>
  %10 = stablehlo.add %6, %b : tensor<4x4xf32>
  %11 = stablehlo.add %9, %10 : tensor<4x4xf32>
  %c = amp.cast %8 <unlisted> : tensor<4x4xf16> to tensor<4x4xf32>
  %12 = stablehlo.add %11, %c : tensor<4x4xf32>
  %13 = stablehlo.dot %12, %12 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %13 : tensor<4x4xf32>
}
