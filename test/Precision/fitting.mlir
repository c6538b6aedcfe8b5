// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: split-file %s %t
// RUN: amp-opt %t/fitting.mlir --amp-attach-policy="compute=f16 preset=default" --amp-assign-precision | FileCheck %t/fitting.mlir
// RUN: amp-opt %t/fitting.mlir --amp-attach-policy="compute=f16 preset=default" --amp-assign-precision=solver=paint | FileCheck %t/fitting.mlir --check-prefix=PAINT
// RUN: amp-opt %t/fitting.mlir --amp=compute=f16 --amp-verify=input=%t/fitting.mlir -o /dev/null
// RUN: amp-opt %t/chain.mlir "--amp=compute=f16 explain=func" -o /dev/null 2>&1 | FileCheck %t/chain.mlir

/// An op that is on the infer list, and that only a path denies, may be low if its range
/// is known to fit. Painting knows nothing of that.

//--- fitting.mlir

/// A hyperbolic tangent fits whatever it reads; what its product reads need not
/// be written in f32.
// CHECK-LABEL: func @bounded
// CHECK: stablehlo.broadcast_in_dim {{.*}}<[], <path, "stablehlo.reduce">>
// CHECK: stablehlo.tanh {{.*}}<[f16], <range, "stablehlo.reduce">, proven>
// PAINT-LABEL: func @bounded
// PAINT: stablehlo.tanh {{.*}}<[], <path, "stablehlo.reduce">>
func.func @bounded(%x: tensor<4096x4096xf32>, %w: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4096x4096xf32>, tensor<f32>) -> tensor<4096xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<4096xf32>) -> tensor<4096x4096xf32>
  %2 = stablehlo.tanh %1 : tensor<4096x4096xf32>
  %3 = stablehlo.dot_general %2, %w, contracting_dims = [1] x [0] : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %3 : tensor<4096x4096xf32>
}

/// Nobody knows how large a square is …
// CHECK-LABEL: func @unknown
// CHECK: stablehlo.multiply {{.*}}<[], <path, "stablehlo.reduce">>
func.func @unknown(%x: tensor<4096x64xf32>, %w: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4096x64xf32>, tensor<f32>) -> tensor<4096xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<4096xf32>) -> tensor<4096x4096xf32>
  %2 = stablehlo.multiply %1, %1 : tensor<4096x4096xf32>
  %3 = stablehlo.dot_general %2, %w, contracting_dims = [1] x [0] : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %3 : tensor<4096x4096xf32>
}

/// … unless the user does: at most 64 here, and its square 4096.
// CHECK-LABEL: func @declared
// CHECK: stablehlo.multiply {{.*}}<[f16], <range, "stablehlo.reduce">, proven>
func.func @declared(%x: tensor<4096x64xf32> {amp.range = #amp.range<-1.0, 1.0>}, %w: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4096x64xf32>, tensor<f32>) -> tensor<4096xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<4096xf32>) -> tensor<4096x4096xf32>
  %2 = stablehlo.multiply %1, %1 : tensor<4096x4096xf32>
  %3 = stablehlo.dot_general %2, %w, contracting_dims = [1] x [0] : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %3 : tensor<4096x4096xf32>
}

/// Recorded runs count, if there is room for what others make; they prove
/// nothing. 20000 is no room, and zeros are what a run starts with.
// CHECK-LABEL: func @recorded
// CHECK: stablehlo.multiply {{.*}}<[f16], <range, "stablehlo.reduce">>
// CHECK: stablehlo.multiply {{.*}}<[], <path, "stablehlo.reduce">>
// CHECK: stablehlo.multiply {{.*}}<[], <path, "stablehlo.reduce">>
func.func @recorded(%x: tensor<4096x64xf32>, %w: tensor<4096x4096xf32>) -> (tensor<4096x4096xf32>, tensor<4096x4096xf32>, tensor<4096x4096xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] {amp.range = #amp.range<-30.0, 40.0, recorded>} : (tensor<4096x64xf32>, tensor<f32>) -> tensor<4096xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] {amp.range = #amp.range<-30.0, 40.0, recorded>} : (tensor<4096xf32>) -> tensor<4096x4096xf32>
  %2 = stablehlo.multiply %1, %1 {amp.range = #amp.range<0.0, 1600.0, recorded>} : tensor<4096x4096xf32>
  %3 = stablehlo.dot_general %2, %w, contracting_dims = [1] x [0] : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %4 = stablehlo.multiply %1, %1 {amp.range = #amp.range<0.0, 20000.0, recorded>} : tensor<4096x4096xf32>
  %5 = stablehlo.dot_general %4, %w, contracting_dims = [1] x [0] : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %6 = stablehlo.multiply %1, %1 {amp.range = #amp.range<0.0, 0.0, recorded>} : tensor<4096x4096xf32>
  %7 = stablehlo.dot_general %6, %w, contracting_dims = [1] x [0] : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %3, %5, %7 : tensor<4096x4096xf32>, tensor<4096x4096xf32>, tensor<4096x4096xf32>
}

/// One minus what is at most 0.9995 is never zero, but it is once that is
/// rounded: what is divided by stays f32, and so does what moves it.
// CHECK-LABEL: func @divisor
// CHECK: stablehlo.subtract {{.*}}<[], <structure, "operand of an ill-conditioned op">>
// CHECK: stablehlo.transpose {{.*}}<[], <path, "stablehlo.subtract">>
// CHECK: stablehlo.divide
func.func @divisor(%x: tensor<4096x4xf32> {amp.range = #amp.range<0.0, 0.249875>}, %y: tensor<4096x4096xf32> {amp.range = #amp.range<-1.0, 1.0>}) -> tensor<4096x4096xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<4096x4096xf32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4096x4xf32>, tensor<f32>) -> tensor<4096xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<4096xf32>) -> tensor<4096x4096xf32>
  %2 = stablehlo.subtract %one, %1 : tensor<4096x4096xf32>
  %3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %4 = stablehlo.divide %y, %3 : tensor<4096x4096xf32>
  %5 = stablehlo.dot_general %4, %y, contracting_dims = [1] x [0] : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %6 = stablehlo.dot_general %2, %5, contracting_dims = [1] x [0] : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %6 : tensor<4096x4096xf32>
}

//--- chain.mlir

/// The way to what is denied leads through what is free again.
// CHECK: tanh {{.*}}: f16, because 16 bits hold its values, although stablehlo.reduce is denied, and this op depends on it
// CHECK: multiply {{.*}}: f32, because stablehlo.reduce is denied, and this op depends on it
// CHECK-NEXT: denied by stablehlo.reduce {{.*}}, through {{.*}}broadcast_in_dim {{.*}}, {{.*}}tanh
func.func @func(%x: tensor<4096x4096xf32>, %y: tensor<4096x4096xf32>, %w: tensor<4096x4096xf32>) -> (tensor<4096x4096xf32>, tensor<4096x4096xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4096x4096xf32>, tensor<f32>) -> tensor<4096xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<4096xf32>) -> tensor<4096x4096xf32>
  %2 = stablehlo.tanh %1 : tensor<4096x4096xf32>
  %3 = stablehlo.dot_general %2, %w, contracting_dims = [1] x [0] : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %4 = stablehlo.multiply %2, %y : tensor<4096x4096xf32>
  %5 = stablehlo.dot_general %4, %w, contracting_dims = [1] x [0] : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %3, %5 : tensor<4096x4096xf32>, tensor<4096x4096xf32>
}
