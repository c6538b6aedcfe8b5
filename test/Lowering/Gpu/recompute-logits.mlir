// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-recompute-logits=chip=sm_80 --canonicalize --split-input-file --verify-diagnostics | FileCheck %s

/// Logits of f32 with 16-bit operands are never stored, however long their sums are.
// RUN: sed 's/x32xbf16/x8192xbf16/g; s/<32x128x/<8192x128x/g' %s | amp-opt --amp-recompute-logits=chip=sm_80 --canonicalize --split-input-file 2>/dev/null | FileCheck %s --check-prefix=LONG
// LONG-LABEL: @cross_entropy(
// LONG: outs(%{{.*}} : tensor<64x2x64xf32>)
// LONG: ins(%arg0, %arg1 : tensor<64x8192xbf16>, tensor<8192x128xbf16>)
// LONG-LABEL: func.func

#row = affine_map<(d0, d1, d2) -> (d0, d2)>
#column = affine_map<(d0, d1, d2) -> (d2, d1)>
#out = affine_map<(d0, d1, d2) -> (d0, d1)>
#all = affine_map<(d0, d1) -> (d0, d1)>
#rows = affine_map<(d0, d1) -> (d0)>
#one = affine_map<(d0) -> (d0)>

/// Parts of 64 columns: their maxima, their sums of exponentials below these,
/// and the label's element, where there is one; then the row's. The reader
/// computes the product again.
// CHECK-LABEL: @cross_entropy(
// CHECK: %[[PARTS:.*]] = linalg.generic {{.*}} ins(%arg0, %{{.*}} : tensor<64x32xbf16>, tensor<32x2x64xbf16>) {{.*}}
// CHECK: %[[MAXIMA:.*]] = linalg.generic {{.*}} ins(%[[PARTS]] : tensor<64x2x64xf32>)
// CHECK: arith.maximumf
// CHECK: %[[M:.*]] = linalg.generic {{.*}} ins(%[[MAXIMA]] : tensor<64x2xf32>)
// CHECK: arith.maximumf
// CHECK: %[[SUMS:.*]] = linalg.generic {{.*}} ins(%[[PARTS]], %[[MAXIMA]] : tensor<64x2x64xf32>, tensor<64x2xf32>)
// CHECK: math.exp %{{.*}} fastmath<afn>
// CHECK: %[[S:.*]] = linalg.generic {{.*}} ins(%[[SUMS]], %[[MAXIMA]], %[[M]] : tensor<64x2xf32>, tensor<64x2xf32>, tensor<64xf32>)
// CHECK: arith.minimumf
// CHECK: math.exp
// CHECK: arith.mulf
// CHECK: arith.addf
/// The plain maximum may be infinite: then the sum is a NaN.
// CHECK: %[[SUM:.*]] = linalg.generic {{.*}} ins(%[[S]], %[[M]] : tensor<64xf32>, tensor<64xf32>)
// CHECK: arith.subf
// CHECK: arith.addf
// CHECK: linalg.generic {{.*}} ins(%[[PARTS]], %{{.*}} : tensor<64x2x64xf32>, tensor<64xi32>)
// CHECK: linalg.index 1
// CHECK: linalg.index 2
// CHECK: arith.cmpi eq
// CHECK: arith.select
// CHECK-NOT: tensor.extract
// CHECK: %[[AGAIN:.*]] = linalg.generic {{.*}} ins(%arg0, %arg1 : tensor<64x32xbf16>, tensor<32x128xbf16>)
// CHECK: %[[E:.*]] = linalg.generic {{.*}} ins(%[[AGAIN]], %[[M]] : tensor<64x128xf32>, tensor<64xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[E]], %[[SUM]] : tensor<64x128xf32>, tensor<64xf32>)
// CHECK: arith.truncf
func.func @cross_entropy(%a: tensor<64x32xbf16>, %w: tensor<32x128xbf16>, %labels: tensor<64xi32>) -> (tensor<64xf32>, tensor<64xf32>, tensor<64x128xbf16>) {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %wide = tensor.empty() : tensor<64x128xf32>
  %narrow = tensor.empty() : tensor<64x128xbf16>
  %each = tensor.empty() : tensor<64xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%wide : tensor<64x128xf32>) -> tensor<64x128xf32>
  %none = linalg.fill ins(%zero : f32) outs(%each : tensor<64xf32>) -> tensor<64xf32>
  %lowest = linalg.fill ins(%low : f32) outs(%each : tensor<64xf32>) -> tensor<64xf32>
  // expected-remark @+1 {{logits are not stored: they are computed again where they are read}}
  %x = linalg.generic {indexing_maps = [#row, #column, #out], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %w : tensor<64x32xbf16>, tensor<32x128xbf16>) outs(%zeros : tensor<64x128xf32>) {
  ^bb0(%in: bf16, %by: bf16, %to: f32):
    %0 = arith.extf %in : bf16 to f32
    %1 = arith.extf %by : bf16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %to, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<64x128xf32>
  %m = linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<64x128xf32>) outs(%lowest : tensor<64xf32>) {
  ^bb0(%in: f32, %to: f32):
    %0 = arith.maximumf %to, %in : f32
    linalg.yield %0 : f32
  } -> tensor<64xf32>
  %e = linalg.generic {indexing_maps = [#all, #rows, #all], iterator_types = ["parallel", "parallel"]} ins(%x, %m : tensor<64x128xf32>, tensor<64xf32>) outs(%wide : tensor<64x128xf32>) {
  ^bb0(%in: f32, %by: f32, %to: f32):
    %0 = arith.subf %in, %by : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<64x128xf32>
  %s = linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "reduction"]} ins(%e : tensor<64x128xf32>) outs(%none : tensor<64xf32>) {
  ^bb0(%in: f32, %to: f32):
    %0 = arith.addf %to, %in : f32
    linalg.yield %0 : f32
  } -> tensor<64xf32>
  %t = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%labels : tensor<64xi32>) outs(%each : tensor<64xf32>) {
  ^bb0(%in: i32, %to: f32):
    %0 = linalg.index 0 : index
    %1 = arith.index_cast %in : i32 to index
    %2 = tensor.extract %x[%0, %1] : tensor<64x128xf32>
    linalg.yield %2 : f32
  } -> tensor<64xf32>
  %p = linalg.generic {indexing_maps = [#all, #rows, #all], iterator_types = ["parallel", "parallel"]} ins(%e, %s : tensor<64x128xf32>, tensor<64xf32>) outs(%narrow : tensor<64x128xbf16>) {
  ^bb0(%in: f32, %by: f32, %to: bf16):
    %0 = arith.divf %in, %by : f32
    %1 = arith.truncf %0 : f32 to bf16
    linalg.yield %1 : bf16
  } -> tensor<64x128xbf16>
  return %s, %t, %p : tensor<64xf32>, tensor<64xf32>, tensor<64x128xbf16>
}

// -----

#row = affine_map<(d0, d1, d2) -> (d0, d2)>
#column = affine_map<(d0, d1, d2) -> (d2, d1)>
#out = affine_map<(d0, d1, d2) -> (d0, d1)>
#all = affine_map<(d0, d1) -> (d0, d1)>
#rows = affine_map<(d0, d1) -> (d0)>

/// Returned logits are stored, and read from memory.
// CHECK-LABEL: @returned(
// CHECK-NOT: x2x64
// CHECK: return
func.func @returned(%a: tensor<64x32xbf16>, %w: tensor<32x128xbf16>) -> (tensor<64xf32>, tensor<64x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %wide = tensor.empty() : tensor<64x128xf32>
  %each = tensor.empty() : tensor<64xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%wide : tensor<64x128xf32>) -> tensor<64x128xf32>
  %none = linalg.fill ins(%zero : f32) outs(%each : tensor<64xf32>) -> tensor<64xf32>
  %lowest = linalg.fill ins(%low : f32) outs(%each : tensor<64xf32>) -> tensor<64xf32>
  %x = linalg.generic {indexing_maps = [#row, #column, #out], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %w : tensor<64x32xbf16>, tensor<32x128xbf16>) outs(%zeros : tensor<64x128xf32>) {
  ^bb0(%in: bf16, %by: bf16, %to: f32):
    %0 = arith.extf %in : bf16 to f32
    %1 = arith.extf %by : bf16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %to, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<64x128xf32>
  %m = linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<64x128xf32>) outs(%lowest : tensor<64xf32>) {
  ^bb0(%in: f32, %to: f32):
    %0 = arith.maximumf %to, %in : f32
    linalg.yield %0 : f32
  } -> tensor<64xf32>
  %s = linalg.generic {indexing_maps = [#all, #rows, #rows], iterator_types = ["parallel", "reduction"]} ins(%x, %m : tensor<64x128xf32>, tensor<64xf32>) outs(%none : tensor<64xf32>) {
  ^bb0(%in: f32, %by: f32, %to: f32):
    %0 = arith.subf %in, %by : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %to, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<64xf32>
  return %s, %x : tensor<64xf32>, tensor<64x128xf32>
}

// -----

#row = affine_map<(d0, d1, d2) -> (d0, d2)>
#column = affine_map<(d0, d1, d2) -> (d2, d1)>
#out = affine_map<(d0, d1, d2) -> (d0, d1)>
#all = affine_map<(d0, d1) -> (d0, d1)>
#rows = affine_map<(d0, d1) -> (d0)>

/// Logits of 16 bits, which each body rounds for itself: the kernel of the product rounds them, and that of the reader does so again.
// CHECK-LABEL: @rounded_32(
// CHECK: %[[PARTS:.*]] = linalg.generic {{.*}} ins(%arg0, %{{.*}} : tensor<64x32xbf16>, tensor<32x2x64xbf16>)
// CHECK: %[[ROUNDED:.*]] = linalg.generic {{.*}} ins(%[[PARTS]] : tensor<64x2x64xf32>) outs(%{{.*}} : tensor<64x2x64xf32>)
// CHECK-NEXT: ^bb0
// CHECK-NEXT: arith.truncf %{{.*}} : f32 to bf16
// CHECK-NEXT: arith.extf
// CHECK-NEXT: linalg.yield
// CHECK: linalg.generic {{.*}} ins(%[[ROUNDED]] : tensor<64x2x64xf32>)
// CHECK-NOT: arith.truncf
// CHECK: linalg.generic {{.*}} ins(%arg0, %arg1 :
// CHECK: arith.truncf %{{.*}} : f32 to bf16
// CHECK: arith.truncf %{{.*}} : f32 to bf16
// CHECK-NOT: arith.truncf
func.func @rounded_32(%a: tensor<64x32xbf16>, %w: tensor<32x128xbf16>) -> (tensor<64xf32>, tensor<64x128xbf16>) {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %wide = tensor.empty() : tensor<64x128xf32>
  %narrow = tensor.empty() : tensor<64x128xbf16>
  %each = tensor.empty() : tensor<64xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%wide : tensor<64x128xf32>) -> tensor<64x128xf32>
  %none = linalg.fill ins(%zero : f32) outs(%each : tensor<64xf32>) -> tensor<64xf32>
  %lowest = linalg.fill ins(%low : f32) outs(%each : tensor<64xf32>) -> tensor<64xf32>
  // expected-remark @+1 {{logits are not stored: they are computed again where they are read}}
  %x = linalg.generic {indexing_maps = [#row, #column, #out], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %w : tensor<64x32xbf16>, tensor<32x128xbf16>) outs(%zeros : tensor<64x128xf32>) {
  ^bb0(%in: bf16, %by: bf16, %to: f32):
    %0 = arith.extf %in : bf16 to f32
    %1 = arith.extf %by : bf16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %to, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<64x128xf32>
  %m = linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<64x128xf32>) outs(%lowest : tensor<64xf32>) {
  ^bb0(%in: f32, %to: f32):
    %0 = arith.truncf %in : f32 to bf16
    %1 = arith.extf %0 : bf16 to f32
    %2 = arith.maximumf %to, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<64xf32>
  %s = linalg.generic {indexing_maps = [#all, #rows, #rows], iterator_types = ["parallel", "reduction"]} ins(%x, %m : tensor<64x128xf32>, tensor<64xf32>) outs(%none : tensor<64xf32>) {
  ^bb0(%in: f32, %by: f32, %to: f32):
    %0 = arith.truncf %in : f32 to bf16
    %1 = arith.extf %0 : bf16 to f32
    %2 = arith.subf %1, %by : f32
    %3 = math.exp %2 : f32
    %4 = arith.addf %to, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<64xf32>
  %d = linalg.generic {indexing_maps = [#all, #rows, #all], iterator_types = ["parallel", "parallel"]} ins(%x, %m : tensor<64x128xf32>, tensor<64xf32>) outs(%narrow : tensor<64x128xbf16>) {
  ^bb0(%in: f32, %by: f32, %to: bf16):
    %0 = arith.truncf %in : f32 to bf16
    %1 = arith.extf %0 : bf16 to f32
    %2 = arith.subf %1, %by : f32
    %3 = arith.truncf %2 : f32 to bf16
    linalg.yield %3 : bf16
  } -> tensor<64x128xbf16>
  return %s, %d : tensor<64xf32>, tensor<64x128xbf16>
}

// -----

#row = affine_map<(d0, d1, d2) -> (d0, d2)>
#column = affine_map<(d0, d1, d2) -> (d2, d1)>
#out = affine_map<(d0, d1, d2) -> (d0, d1)>
#all = affine_map<(d0, d1) -> (d0, d1)>
#rows = affine_map<(d0, d1) -> (d0)>

/// If more products would take longer than 16 bits of each logit, these are stored.
// CHECK-LABEL: @rounded_2048(
// CHECK: %[[X:.*]] = linalg.generic {{.*}} ins(%arg0, %arg1 :
// CHECK: %[[S:.*]] = linalg.generic {{.*}} ins(%[[X]] : tensor<64x128xf32>) outs(%{{.*}} : tensor<64x128xbf16>)
// CHECK-NEXT: ^bb0
// CHECK-NEXT: arith.truncf
// CHECK: linalg.generic {{.*}} ins(%[[S]] : tensor<64x128xbf16>)
// CHECK-NEXT: ^bb0
// CHECK-NEXT: arith.extf
// CHECK-NEXT: arith.maximumf
// CHECK: linalg.generic {{.*}} ins(%[[S]], %{{.*}} : tensor<64x128xbf16>, tensor<64xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[S]], %{{.*}} : tensor<64x128xbf16>, tensor<64xf32>)
func.func @rounded_2048(%a: tensor<64x2048xbf16>, %w: tensor<2048x128xbf16>) -> (tensor<64xf32>, tensor<64x128xbf16>) {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %wide = tensor.empty() : tensor<64x128xf32>
  %narrow = tensor.empty() : tensor<64x128xbf16>
  %each = tensor.empty() : tensor<64xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%wide : tensor<64x128xf32>) -> tensor<64x128xf32>
  %none = linalg.fill ins(%zero : f32) outs(%each : tensor<64xf32>) -> tensor<64xf32>
  %lowest = linalg.fill ins(%low : f32) outs(%each : tensor<64xf32>) -> tensor<64xf32>
  %x = linalg.generic {indexing_maps = [#row, #column, #out], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %w : tensor<64x2048xbf16>, tensor<2048x128xbf16>) outs(%zeros : tensor<64x128xf32>) {
  ^bb0(%in: bf16, %by: bf16, %to: f32):
    %0 = arith.extf %in : bf16 to f32
    %1 = arith.extf %by : bf16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %to, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<64x128xf32>
  %m = linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<64x128xf32>) outs(%lowest : tensor<64xf32>) {
  ^bb0(%in: f32, %to: f32):
    %0 = arith.truncf %in : f32 to bf16
    %1 = arith.extf %0 : bf16 to f32
    %2 = arith.maximumf %to, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<64xf32>
  %s = linalg.generic {indexing_maps = [#all, #rows, #rows], iterator_types = ["parallel", "reduction"]} ins(%x, %m : tensor<64x128xf32>, tensor<64xf32>) outs(%none : tensor<64xf32>) {
  ^bb0(%in: f32, %by: f32, %to: f32):
    %0 = arith.truncf %in : f32 to bf16
    %1 = arith.extf %0 : bf16 to f32
    %2 = arith.subf %1, %by : f32
    %3 = math.exp %2 : f32
    %4 = arith.addf %to, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<64xf32>
  %d = linalg.generic {indexing_maps = [#all, #rows, #all], iterator_types = ["parallel", "parallel"]} ins(%x, %m : tensor<64x128xf32>, tensor<64xf32>) outs(%narrow : tensor<64x128xbf16>) {
  ^bb0(%in: f32, %by: f32, %to: bf16):
    %0 = arith.truncf %in : f32 to bf16
    %1 = arith.extf %0 : bf16 to f32
    %2 = arith.subf %1, %by : f32
    %3 = arith.truncf %2 : f32 to bf16
    linalg.yield %3 : bf16
  } -> tensor<64x128xbf16>
  return %s, %d : tensor<64xf32>, tensor<64x128xbf16>
}

// -----

#row = affine_map<(d0, d1, d2) -> (d0, d2)>
#column = affine_map<(d0, d1, d2) -> (d2, d1)>
#out = affine_map<(d0, d1, d2) -> (d0, d1)>
#all = affine_map<(d0, d1) -> (d0, d1)>
#rows = affine_map<(d0, d1) -> (d0)>

/// A body that reads the product as it is needs it in 32 bits.
// CHECK-LABEL: @negative_read_unrounded(
// CHECK: %[[X:.*]] = linalg.generic {{.*}} ins(%arg0, %arg1 :
// CHECK: linalg.generic {{.*}} ins(%[[X]] : tensor<64x128xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[X]], %{{.*}} : tensor<64x128xf32>, tensor<64xf32>)
func.func @negative_read_unrounded(%a: tensor<64x2048xbf16>, %w: tensor<2048x128xbf16>) -> (tensor<64xf32>, tensor<64x128xbf16>) {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %wide = tensor.empty() : tensor<64x128xf32>
  %narrow = tensor.empty() : tensor<64x128xbf16>
  %each = tensor.empty() : tensor<64xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%wide : tensor<64x128xf32>) -> tensor<64x128xf32>
  %none = linalg.fill ins(%zero : f32) outs(%each : tensor<64xf32>) -> tensor<64xf32>
  %lowest = linalg.fill ins(%low : f32) outs(%each : tensor<64xf32>) -> tensor<64xf32>
  %x = linalg.generic {indexing_maps = [#row, #column, #out], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %w : tensor<64x2048xbf16>, tensor<2048x128xbf16>) outs(%zeros : tensor<64x128xf32>) {
  ^bb0(%in: bf16, %by: bf16, %to: f32):
    %0 = arith.extf %in : bf16 to f32
    %1 = arith.extf %by : bf16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %to, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<64x128xf32>
  %m = linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<64x128xf32>) outs(%lowest : tensor<64xf32>) {
  ^bb0(%in: f32, %to: f32):
    %0 = arith.truncf %in : f32 to bf16
    %1 = arith.extf %0 : bf16 to f32
    %2 = arith.maximumf %to, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<64xf32>
  %s = linalg.generic {indexing_maps = [#all, #rows, #rows], iterator_types = ["parallel", "reduction"]} ins(%x, %m : tensor<64x128xf32>, tensor<64xf32>) outs(%none : tensor<64xf32>) {
  ^bb0(%in: f32, %by: f32, %to: f32):
    %0 = arith.truncf %in : f32 to bf16
    %1 = arith.extf %0 : bf16 to f32
    %2 = arith.subf %1, %by : f32
    %3 = math.exp %2 : f32
    %4 = arith.addf %to, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<64xf32>
  %d = linalg.generic {indexing_maps = [#all, #rows, #all], iterator_types = ["parallel", "parallel"]} ins(%x, %m : tensor<64x128xf32>, tensor<64xf32>) outs(%narrow : tensor<64x128xbf16>) {
  ^bb0(%in: f32, %by: f32, %to: bf16):
    %0 = arith.truncf %in : f32 to bf16
    %1 = arith.extf %0 : bf16 to f32
    %2 = arith.subf %in, %by : f32
    %3 = arith.truncf %2 : f32 to bf16
    linalg.yield %3 : bf16
  } -> tensor<64x128xbf16>
  return %s, %d : tensor<64xf32>, tensor<64x128xbf16>
}
