// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp="compute=f16 solver=paint verify" | FileCheck %s --check-prefixes=CHECK,F16
// RUN: amp-opt %s --amp="compute=f16 solver=paint preset=apex-o3 verify" | FileCheck %s --check-prefixes=CHECK,F16
// RUN: amp-opt %s --amp="compute=bf16 solver=paint verify" | FileCheck %s --check-prefixes=CHECK,BF16

!t = tensor<256x256xf32>

/// 1 - c is as small as the unit of f32, or zero, and the epsilon of 1e-7 hardly larger: the quotient reaches 1e7. bf16 holds it.
// CHECK-LABEL: func.func @negative_inverse
// F16: stablehlo.divide {{.*}} : tensor<256x256xf32>
// F16-NEXT: stablehlo.dot_general {{.*}} : (tensor<256x256xf32>, tensor<256x256xf32>)
// BF16: stablehlo.dot_general {{.*}} : (tensor<256x256xbf16>, tensor<256x256xbf16>)
func.func @negative_inverse(%x: !t, %y: !t, %w: !t) -> !t {
  %one = stablehlo.constant dense<1.0> : !t
  %eps = stablehlo.constant dense<1.0e-7> : !t
  %c = stablehlo.cosine %x : !t
  %d = stablehlo.subtract %one, %c : !t
  %e = stablehlo.add %d, %eps : !t
  %q = stablehlo.divide %y, %e : !t
  %o = stablehlo.dot_general %q, %w, contracting_dims = [1] x [0] : (!t, !t) -> !t
  return %o : !t
}

/// 0.999 - c + 0.001 was found positive by amp-verify alone, which rejected the output.
// CHECK-LABEL: func.func @negative_hardly_positive
// F16: stablehlo.divide {{.*}} : tensor<256x256xf32>
// F16-NEXT: stablehlo.dot_general {{.*}} : (tensor<256x256xf32>, tensor<256x256xf32>)
func.func @negative_hardly_positive(%x: !t, %w: !t) -> !t {
  %one = stablehlo.constant dense<0.999> : !t
  %eps = stablehlo.constant dense<1.0e-3> : !t
  %c = stablehlo.cosine %x : !t
  %d = stablehlo.subtract %one, %c : !t
  %e = stablehlo.add %d, %eps : !t
  %q = stablehlo.divide %c, %e : !t
  %o = stablehlo.dot_general %q, %w, contracting_dims = [1] x [0] : (!t, !t) -> !t
  return %o : !t
}

/// 2 - c is at least 1.
// CHECK-LABEL: func.func @far_from_zero
// CHECK: stablehlo.dot_general {{.*}}f16>)
func.func @far_from_zero(%x: !t, %y: !t, %w: !t) -> !t {
  %two = stablehlo.constant dense<2.0> : !t
  %c = stablehlo.cosine %x : !t
  %d = stablehlo.subtract %two, %c : !t
  %q = stablehlo.divide %y, %d : !t
  %o = stablehlo.dot_general %q, %w, contracting_dims = [1] x [0] : (!t, !t) -> !t
  return %o : !t
}

/// The logit of a probability, log(p / (1 - p)): the logarithm reads the quotient, and so does what multiplies it.
// CHECK-LABEL: func.func @negative_logit
// F16: stablehlo.divide {{.*}} : tensor<256x256xf32>
// F16-NEXT: stablehlo.log {{.*}} : tensor<256x256xf32>
// F16: stablehlo.multiply {{.*}} : tensor<256x256xf32>
// F16-NEXT: stablehlo.dot_general {{.*}} : (tensor<256x256xf32>, tensor<256x256xf32>)
func.func @negative_logit(%x: !t, %w: !t) -> (!t, !t) {
  %one = stablehlo.constant dense<1.0> : !t
  %p = stablehlo.logistic %x : !t
  %d = stablehlo.subtract %one, %p : !t
  %q = stablehlo.divide %p, %d : !t
  %l = stablehlo.log %q : !t
  %0 = stablehlo.dot_general %l, %w, contracting_dims = [1] x [0] : (!t, !t) -> !t
  %m = stablehlo.multiply %q, %x : !t
  %1 = stablehlo.dot_general %m, %w, contracting_dims = [1] x [0] : (!t, !t) -> !t
  return %0, %1 : !t, !t
}
