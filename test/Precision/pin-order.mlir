// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-attach-policy="compute=f16 preset=apex-o3" --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s

/// One function per row of lib/Precision/pins/Pins.cpp, in its order. The preset
/// allows every op, and the values exceed f16, which `out-of-range` would say:
/// the reason is that of the first rule, which overrides the list and the rule
/// of ranges. `out-of-range` itself overrides `epsilons`.
!t = tensor<16x16xf32>

// CHECK-LABEL: @bodies
// CHECK: stablehlo.map
// CHECK: }) {amp.precision = #amp.precision<[], <body, "holds 'stablehlo.constant': becomes
func.func @bodies(%x: !t) -> !t {
  %big = stablehlo.constant dense<1.0e+30> : !t
  %0 = stablehlo.multiply %x, %big : !t
  %1 = "stablehlo.map"(%0) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>):
    %c = stablehlo.constant dense<1.0e-30> : tensor<f32>
    %m = stablehlo.maximum %a, %c : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (!t) -> !t
  %2 = stablehlo.dot %1, %x : (!t, !t) -> !t
  return %2 : !t
}

// CHECK-LABEL: @random
// CHECK: stablehlo.multiply {{.*}}<[], <random, "made of random bits">>
func.func @random(%x: !t, %bits: tensor<16x16xi32>) -> !t {
  %big = stablehlo.constant dense<1.0e+30> : !t
  %0 = stablehlo.bitcast_convert %bits : (tensor<16x16xi32>) -> !t
  %1 = stablehlo.multiply %0, %big : !t
  %2 = stablehlo.multiply %1, %x : !t
  %3 = stablehlo.dot %2, %x : (!t, !t) -> !t
  return %3 : !t
}

// CHECK-LABEL: @random_bodies
// CHECK: stablehlo.sort
// CHECK: }) {amp.precision = #amp.precision<[], <body, "holds 'stablehlo.compare', which compares random values">>
func.func @random_bodies(%x: !t, %bits: tensor<16x16xi32>) -> !t {
  %big = stablehlo.constant dense<1.0e+30> : !t
  %0 = stablehlo.multiply %x, %big : !t
  %1 = stablehlo.bitcast_convert %bits : (tensor<16x16xi32>) -> !t
  %2:2 = "stablehlo.sort"(%1, %0) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (!t, !t) -> (!t, !t)
  %3 = stablehlo.dot %2#1, %x : (!t, !t) -> !t
  return %3 : !t
}

// CHECK-LABEL: @structure
// CHECK: stablehlo.dot
// CHECK: stablehlo.multiply {{.*}}<[], <structure, "nothing after it multiplies matrices">>
func.func @structure(%x: !t) -> !t {
  %big = stablehlo.constant dense<1.0e+30> : !t
  %0 = stablehlo.dot %x, %x : (!t, !t) -> !t
  %1 = stablehlo.multiply %0, %big : !t
  return %1 : !t
}

// CHECK-LABEL: @positions
// CHECK: stablehlo.multiply {{.*}}<[], <structure, "made of positions or counts alone">>
func.func @positions(%x: !t) -> !t {
  %big = stablehlo.constant dense<1.0e+30> : !t
  %0 = stablehlo.iota dim = 1 : !t
  %1 = stablehlo.multiply %0, %big : !t
  %2 = stablehlo.add %1, %x : !t
  %3 = stablehlo.dot %2, %x : (!t, !t) -> !t
  return %3 : !t
}

// CHECK-LABEL: @residues
// CHECK: stablehlo.subtract {{.*}}<[], <structure, "what a cast rounded away">>
func.func @residues(%x: !t) -> !t {
  %big = stablehlo.constant dense<1.0e+30> : !t
  %0 = stablehlo.multiply %x, %big : !t
  %1 = stablehlo.reduce_precision %0, format = e8m7 : !t
  %2 = stablehlo.subtract %0, %1 : !t
  %3 = stablehlo.dot %2, %x : (!t, !t) -> !t
  return %3 : !t
}

// CHECK-LABEL: @counters
// CHECK: stablehlo.while
// CHECK: stablehlo.add {{.*}}<[], <structure, "what a loop counts up">>
func.func @counters(%x: !t, %n: tensor<i32>) -> !t {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %big = stablehlo.constant dense<1.0e+30> : tensor<f32>
  %start = stablehlo.constant dense<0.0> : tensor<f32>
  %0:2 = stablehlo.while(%i = %zero, %c = %start) : tensor<i32>, tensor<f32>
   cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %a = stablehlo.add %c, %big : tensor<f32>
    stablehlo.return %j, %a : tensor<i32>, tensor<f32>
  }
  %1 = stablehlo.broadcast_in_dim %0#1, dims = [] : (tensor<f32>) -> !t
  %2 = stablehlo.multiply %1, %x : !t
  %3 = stablehlo.dot %2, %x : (!t, !t) -> !t
  return %3 : !t
}

// CHECK-LABEL: @sums_of_squares
// CHECK: stablehlo.dot {{.*}}<[], <range, "a sum of squares">>
func.func @sums_of_squares(%x: !t) -> !t {
  %big = stablehlo.constant dense<1.0e+30> : !t
  %mean = stablehlo.constant dense<0.0625> : tensor<16x1xf32>
  %0 = stablehlo.multiply %x, %big : !t
  %1 = stablehlo.multiply %0, %0 : !t
  %2 = stablehlo.dot %1, %mean : (!t, tensor<16x1xf32>) -> tensor<16x1xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<16x1xf32>) -> !t
  %4 = stablehlo.multiply %3, %x : !t
  %5 = stablehlo.dot %4, %x : (!t, !t) -> !t
  return %5 : !t
}

// CHECK-LABEL: @out_of_range
// CHECK: stablehlo.rsqrt {{.*}}<[], <range, "{{.*}}from 'stablehlo.add'">>
func.func @out_of_range(%x: !t) -> !t {
  %big = stablehlo.constant dense<1.0e+30> : !t
  %epsilon = stablehlo.constant dense<1.0e-12> : !t
  %0 = stablehlo.multiply %x, %big : !t
  %1 = stablehlo.add %0, %epsilon : !t
  %2 = stablehlo.rsqrt %1 : !t
  %3 = stablehlo.dot %2, %x : (!t, !t) -> !t
  return %3 : !t
}

// CHECK-LABEL: @epsilons
// CHECK: stablehlo.rsqrt {{.*}}<[], <range, "kept from zero by a constant that becomes zero">>
func.func @epsilons(%x: !t) -> !t {
  %epsilon = stablehlo.constant dense<1.0e-12> : !t
  %0 = stablehlo.add %x, %epsilon : !t
  %1 = stablehlo.rsqrt %0 : !t
  %2 = stablehlo.dot %1, %x : (!t, !t) -> !t
  return %2 : !t
}

// CHECK-LABEL: @powers
// CHECK: stablehlo.sqrt {{.*}}<[], <structure, "a power of data">>
func.func @powers(%x: !t, %y: !t) -> !t {
  %0 = stablehlo.multiply %x, %x : !t
  %1 = stablehlo.multiply %0, %x : !t
  %2 = stablehlo.subtract %1, %y : !t
  %3 = stablehlo.sqrt %2 : !t
  %4 = stablehlo.dot %3, %x : (!t, !t) -> !t
  return %4 : !t
}

// CHECK-LABEL: @exponentials
// CHECK: stablehlo.exponential {{.*}}<[], <structure, "an exponential of data">>
// CHECK: stablehlo.subtract {{.*}}<[], <structure, "an exponential of data">>
func.func @exponentials(%x: !t, %w: !t) -> !t {
  %0 = stablehlo.dot %x, %w : (!t, !t) -> !t
  %1 = stablehlo.exponential %0 : !t
  %2 = stablehlo.subtract %1, %x : !t
  %3 = stablehlo.log %2 : !t
  %4 = stablehlo.dot %3, %w : (!t, !t) -> !t
  return %4 : !t
}

// CHECK-LABEL: @ill_conditioned
// CHECK: stablehlo.subtract {{.*}}<[], <structure, "operand of an ill-conditioned op">>
func.func @ill_conditioned(%x: !t, %y: !t) -> !t {
  %0 = stablehlo.subtract %x, %y : !t
  %1 = stablehlo.sqrt %0 : !t
  %2 = stablehlo.dot %1, %x : (!t, !t) -> !t
  return %2 : !t
}

// CHECK-LABEL: @ties
// CHECK: stablehlo.subtract {{.*}}<[], <structure, "compared with its own maximum">>
func.func @ties(%x: !t, %w: !t) -> !t {
  %c = stablehlo.constant dense<0.3> : !t
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.subtract %x, %w : !t
  %1 = stablehlo.reduce(%0 init: %low) applies stablehlo.maximum across dimensions = [1] : (!t, tensor<f32>) -> tensor<16xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<16xf32>) -> !t
  %3 = stablehlo.compare EQ, %0, %2 : (!t, !t) -> tensor<16x16xi1>
  %4 = stablehlo.select %3, %x, %c : tensor<16x16xi1>, !t
  %5 = stablehlo.dot %4, %w : (!t, !t) -> !t
  return %5 : !t
}

// CHECK-LABEL: @decays
// CHECK: stablehlo.logistic {{.*}}<[], <structure, "decay of a state">>
func.func @decays(%x: !t, %p: tensor<16xf32>) -> !t {
  %0 = stablehlo.logistic %p : tensor<16xf32>
  %a = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<16xf32>) -> !t
  %first = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %last = stablehlo.constant dense<1000> : tensor<i32>
  %r:2 = stablehlo.while(%i = %first, %h = %x) : tensor<i32>, !t
    cond {
      %t = stablehlo.compare LT, %i, %last : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %t : tensor<i1>
    } do {
      %k = stablehlo.add %i, %one : tensor<i32>
      %u = stablehlo.dot %x, %x : (!t, !t) -> !t
      %1 = stablehlo.multiply %a, %h : !t
      %2 = stablehlo.add %1, %u : !t
      stablehlo.return %k, %2 : tensor<i32>, !t
    }
  %2 = stablehlo.dot %r#1, %x : (!t, !t) -> !t
  return %2 : !t
}

// CHECK-LABEL: @tolerances
// CHECK: stablehlo.tanh {{.*}}<[], <structure, "ends a loop">>
func.func @tolerances(%x: !t) -> !t {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %tolerance = stablehlo.constant dense<1.0e-06> : tensor<f32>
  %r:2 = stablehlo.while(%a = %x, %e = %one) : !t, tensor<f32>
    cond {
      %p = stablehlo.compare GT, %e, %tolerance : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %0 = stablehlo.dot %x, %a : (!t, !t) -> !t
      %1 = stablehlo.tanh %0 : !t
      %2 = stablehlo.subtract %1, %a : !t
      %3 = stablehlo.abs %2 : !t
      %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.maximum across dimensions = [0, 1] : (!t, tensor<f32>) -> tensor<f32>
      stablehlo.return %1, %4 : !t, tensor<f32>
    }
  %5 = stablehlo.dot %r#0, %x : (!t, !t) -> !t
  return %5 : !t
}

// CHECK-LABEL: @unrounded
// CHECK: stablehlo.subtract {{.*}}<[], <structure, "an exact difference or choice">>
func.func @unrounded(%x: !t, %y: !t) -> !t {
  %0 = stablehlo.subtract %x, %y : !t
  %1 = stablehlo.dot %0, %x : (!t, !t) -> !t
  return %1 : !t
}

// CHECK-LABEL: @opaque
// CHECK: stablehlo.add {{.*}}<[], <structure, "an opaque op reads it">>
func.func @opaque(%x: !t, %y: !t) -> !t {
  %0 = stablehlo.add %x, %y : !t
  %1 = stablehlo.cholesky %0, lower = true : !t
  %2 = stablehlo.dot %1, %x : (!t, !t) -> !t
  return %2 : !t
}

// CHECK-LABEL: @exponents
// CHECK: stablehlo.add {{.*}}<[], <structure, "a difference that an exponential reads">>
func.func @exponents(%x: !t, %y: !t) -> !t {
  %0 = stablehlo.add %x, %y : !t
  %1 = stablehlo.exponential %0 : !t
  %2 = stablehlo.tanh %1 : !t
  %3 = stablehlo.dot %2, %x : (!t, !t) -> !t
  return %3 : !t
}

// CHECK-LABEL: @polynomials
// CHECK-COUNT-6: <[], <structure, "a step of a polynomial">>
func.func @polynomials(%x: !t) -> !t {
  %c = stablehlo.constant dense<0.3> : !t
  %0 = stablehlo.multiply %x, %c : !t
  %1 = stablehlo.add %0, %c : !t
  %2 = stablehlo.multiply %1, %x : !t
  %3 = stablehlo.add %2, %c : !t
  %4 = stablehlo.multiply %3, %x : !t
  %5 = stablehlo.add %4, %c : !t
  %6 = stablehlo.dot %5, %x : (!t, !t) -> !t
  return %6 : !t
}

// CHECK-LABEL: @constants
// CHECK: stablehlo.multiply {{.*}}<[], <structure, "16 bits change its constant">>
func.func @constants(%x: !t) -> !t {
  %c = stablehlo.constant dense<5.2e-06> : !t
  %0 = stablehlo.multiply %x, %c : !t
  %1 = stablehlo.dot %0, %x : (!t, !t) -> !t
  return %1 : !t
}
