// RUN: amp-opt %s --amp="compute=bf16 solver=paint annotate" -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: amp-opt %s --amp="compute=bf16 solver=paint" -o %t.plain.mlir
// RUN: sed 's/ {amp.decision = "[^"]*"}//; s/, amp.decision = "[^"]*"//' %t.mlir | diff - %t.plain.mlir
// An annotated module is an input like any other.
// RUN: amp-opt %t.mlir --amp="compute=bf16 solver=paint" | FileCheck %s

/// Each decision and its predicted time, in the IR that an editor shows.
// CHECK: stablehlo.dot_general {{.*}}amp.decision = "bf16 in, f32 out, because contraction is on the allow list; takes {{[0-9.]+}} us on sm_90"
// CHECK: stablehlo.exponential {{.*}}amp.decision = "f32, because transcendental is on the deny list; takes {{[0-9.]+}} ns on sm_90; if only this op were bf16, the program would take {{[0-9.]+}} ns less"
// CHECK: stablehlo.tanh {{.*}}amp.decision = "f32, because stablehlo.exponential is denied, and this op depends on it;
func.func @main(%x: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %1 = stablehlo.exponential %0 : tensor<1024x1024xf32>
  %2 = stablehlo.tanh %1 : tensor<1024x1024xf32>
  %3 = stablehlo.dot_general %2, %x, contracting_dims = [1] x [0] : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  return %3 : tensor<1024x1024xf32>
}
