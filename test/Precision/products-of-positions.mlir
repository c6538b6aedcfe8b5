// RUN: amp-opt %s --amp="compute=bf16 solver=paint verify" -split-input-file | FileCheck %s --check-prefixes=CHECK,PAINT
// RUN: amp-opt %s --amp="compute=bf16 verify" -split-input-file | FileCheck %s
// RUN: amp-opt %s --amp="compute=f16 solver=paint verify" -split-input-file | FileCheck %s --check-prefixes=CHECK,PAINT

/// A matmul of depth 1 multiplies positions: rotary embeddings as Llama computes
/// them. Their angles are f32.
// CHECK-LABEL: @rotary
// CHECK: stablehlo.dot_general %arg4, %{{.*}} : (tensor<64x1xf32>, tensor<1x1024xf32>) -> tensor<64x1024xf32>
// CHECK: stablehlo.cosine {{.*}} : tensor<1024x64xf32>
// CHECK: stablehlo.dot_general {{.*}}16>, tensor<64x256x{{b?}}f16>)
func.func @rotary(%x: tensor<1024x256xf32>, %w: tensor<256x64xf32>, %w2: tensor<64x256xf32>, %position: tensor<1x1024xi64>, %frequency: tensor<64x1xf32>) -> tensor<1024x256xf32> {
  %p = stablehlo.convert %position : (tensor<1x1024xi64>) -> tensor<1x1024xf32>
  %f = stablehlo.dot_general %frequency, %p, contracting_dims = [1] x [0] : (tensor<64x1xf32>, tensor<1x1024xf32>) -> tensor<64x1024xf32>
  %t = stablehlo.transpose %f, dims = [1, 0] : (tensor<64x1024xf32>) -> tensor<1024x64xf32>
  %c = stablehlo.cosine %t : tensor<1024x64xf32>
  %q = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<1024x256xf32>, tensor<256x64xf32>) -> tensor<1024x64xf32>
  %m = stablehlo.multiply %q, %c : tensor<1024x64xf32>
  %y = stablehlo.dot_general %m, %w2, contracting_dims = [1] x [0] : (tensor<1024x64xf32>, tensor<64x256xf32>) -> tensor<1024x256xf32>
  return %y : tensor<1024x256xf32>
}

// -----

/// Counts that a deeper matmul sums may be low.
// PAINT-LABEL: @counts
// PAINT: stablehlo.dot_general {{.*}}16>, {{.*}}16>)
func.func @counts(%counts: tensor<512x512xi32>, %w: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %p = stablehlo.convert %counts : (tensor<512x512xi32>) -> tensor<512x512xf32>
  %0 = stablehlo.dot_general %p, %w, contracting_dims = [1] x [0] : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  %1 = stablehlo.dot_general %w, %0, contracting_dims = [1] x [0] : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  return %1 : tensor<512x512xf32>
}
