// RUN: amp-opt %s -split-input-file --amp=compute=f16 | FileCheck %s
// RUN: amp-opt %s -split-input-file --amp="compute=f16 solver=paint" | FileCheck %s --check-prefixes=CHECK,PAINT

/// Computations in other types that the program itself has are not checked: f32
/// values computed from them are data, and slots that the program holds partly in
/// 16 bits keep their f32 values.

/// Keys of f16, values of f32.
// CHECK-LABEL: @mixed_sort
func.func @mixed_sort(%keys: tensor<64xf16>, %values: tensor<64xf32>, %w: tensor<64x64xf32>) -> tensor<64xf32> {
  // CHECK: stablehlo.sort
  // CHECK: (tensor<64xf16>, tensor<64xf32>) -> (tensor<64xf16>, tensor<64xf32>)
  %0:2 = "stablehlo.sort"(%keys, %values) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f16>, %b: tensor<f16>, %c: tensor<f32>, %d: tensor<f32>):
    %less = stablehlo.compare LT, %a, %b : (tensor<f16>, tensor<f16>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<64xf16>, tensor<64xf32>) -> (tensor<64xf16>, tensor<64xf32>)
  %1 = stablehlo.dot_general %w, %0#1, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64xf32>) -> tensor<64xf32>
  return %1 : tensor<64xf32>
}

// -----

/// A comparison with a maximum that stays f32 is f32.
// CHECK-LABEL: @mixed_maximum
func.func @mixed_maximum(%x: tensor<64x64xf16>, %y: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %low = stablehlo.constant dense<0.0> : tensor<f16>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0:2 = stablehlo.reduce(%x init: %low), (%y init: %zero) across dimensions = [1] : (tensor<64x64xf16>, tensor<64x64xf32>, tensor<f16>, tensor<f32>) -> (tensor<64xf16>, tensor<64xf32>)
   reducer(%a: tensor<f16>, %c: tensor<f16>) (%b: tensor<f32>, %d: tensor<f32>) {
    %2 = stablehlo.maximum %a, %c : tensor<f16>
    %3 = stablehlo.maximum %b, %d : tensor<f32>
    stablehlo.return %2, %3 : tensor<f16>, tensor<f32>
  }
  %1 = stablehlo.broadcast_in_dim %0#1, dims = [0] : (tensor<64xf32>) -> tensor<64x64xf32>
  // CHECK: stablehlo.compare EQ, {{.*}} (tensor<64x64xf32>, tensor<64x64xf32>)
  %4 = stablehlo.compare EQ, %y, %1, FLOAT : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xi1>
  %5 = stablehlo.select %4, %y, %w : tensor<64x64xi1>, tensor<64x64xf32>
  %6 = stablehlo.dot_general %5, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %6 : tensor<64x64xf32>
}

// -----

/// Positions that the program rounded to bf16.
// CHECK-LABEL: @rounded_positions
func.func @rounded_positions(%w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.iota dim = 0 : tensor<64x64xbf16>
  %1 = stablehlo.convert %0 : (tensor<64x64xbf16>) -> tensor<64x64xf32>
  // PAINT: stablehlo.negate {{.*}} : tensor<64x64xf16>
  %2 = stablehlo.negate %1 : tensor<64x64xf32>
  %3 = stablehlo.dot_general %2, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %3 : tensor<64x64xf32>
}

// -----

/// No rounding error: f64 holds f32.
// CHECK-LABEL: @wider
func.func @wider(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = stablehlo.convert %0 : (tensor<64x64xf32>) -> tensor<64x64xf64>
  %2 = stablehlo.convert %1 : (tensor<64x64xf64>) -> tensor<64x64xf32>
  %3 = stablehlo.subtract %2, %0 : tensor<64x64xf32>
  %4 = stablehlo.dot_general %3, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %4 : tensor<64x64xf32>
}

// -----

/// Tests of complex numbers, and for infinity, compare with no element.
// CHECK-LABEL: @no_element
func.func @no_element(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> (tensor<64xcomplex<f32>>, tensor<64xi1>, tensor<64x64xf32>) {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
  %1 = stablehlo.complex %0, %0 : tensor<64xcomplex<f32>>
  %2 = stablehlo.sign %1 : tensor<64xcomplex<f32>>
  %3 = chlo.is_inf %0 : tensor<64xf32> -> tensor<64xi1>
  %4 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<64xf32>) -> tensor<64x64xf32>
  %5 = stablehlo.dot_general %4, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2, %3, %5 : tensor<64xcomplex<f32>>, tensor<64xi1>, tensor<64x64xf32>
}

// -----

/// A value that a body captures is used by a contraction.
// CHECK-LABEL: @captured
func.func @captured(%x: tensor<64x64xf32>, %s: tensor<1x1xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // PAINT: stablehlo.dot_general {{.*}}f16>) -> tensor<1x1xf16>
  %0 = stablehlo.dot_general %s, %s, contracting_dims = [1] x [0] : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  %1 = stablehlo.reshape %0 : (tensor<1x1xf32>) -> tensor<f32>
  %2 = "stablehlo.map"(%x) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>):
    %4 = stablehlo.add %a, %1 : tensor<f32>
    stablehlo.return %4 : tensor<f32>
  }) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %3 = stablehlo.dot_general %2, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %3 : tensor<64x64xf32>
}

// -----

/// x - x is zero, however large x may be; a predicate that no pass evaluates.
// CHECK-LABEL: @zero
func.func @zero(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %big = stablehlo.constant dense<1.0e5> : tensor<64x64xf32>
  %tiny = stablehlo.constant dense<-1.0e-30> : tensor<64x64xf32>
  %one = stablehlo.constant dense<1.0> : tensor<64x64xf32>
  %false = stablehlo.constant dense<false> : tensor<64x64xi1>
  %0 = stablehlo.logistic %x : tensor<64x64xf32>
  %1 = stablehlo.multiply %0, %big : tensor<64x64xf32>
  %2 = stablehlo.subtract %1, %1 : tensor<64x64xf32>
  %3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<64x64xf32>) -> tensor<64x64xf32>
  // CHECK: stablehlo.dot_general {{.*}}f16>) -> tensor<64x64xf32>
  %4 = stablehlo.dot_general %3, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %5 = stablehlo.select %false, %one, %tiny : tensor<64x64xi1>, tensor<64x64xf32>
  %6 = stablehlo.dot_general %5, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %4, %6 : tensor<64x64xf32>, tensor<64x64xf32>
}

// -----

/// A composite that no list names keeps the types of its function, which
/// another call may run, too.
// CHECK-LABEL: @unlisted
func.func @unlisted(%n: tensor<i32>, %x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.convert %n : (tensor<i32>) -> tensor<f32>
  %1 = stablehlo.composite "my.op" %0, %x {decomposition = @f} : (tensor<f32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}
func.func private @f(%s: tensor<f32>, %x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
  %1 = stablehlo.dot_general %0, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}
