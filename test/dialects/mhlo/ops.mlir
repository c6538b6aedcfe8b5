// RUN: amp-opt %s --verify-roundtrip | FileCheck %s
// RUN: amp-opt %s --mlir-print-op-generic | amp-opt | FileCheck %s
// RUN: amp-opt %s --amp="compute=f16 solver=paint" | FileCheck %s --check-prefix=AMP

/// Ops of mhlo that TensorFlow leaves between StableHLO ops. A copy has the class layout, so that f16 passes through.
// CHECK-LABEL: @copy(
// CHECK: mhlo.copy %{{.*}} : tensor<8x8xf32>
// CHECK: mhlo.copy %{{.*}} {mhlo.sharding = "{replicated}"} : tensor<8x8xf32>
// CHECK: mhlo.copy %{{.*}} {cross_program_prefetch_index = 0 : i32} : tensor<8x8xf32>
// AMP-LABEL: @copy(
// AMP: stablehlo.dot_general {{.*}} (tensor<8x8xf16>, tensor<8x8xf16>)
// AMP: mhlo.copy %{{.*}} : tensor<8x8xf16>
// AMP: stablehlo.dot_general {{.*}} (tensor<8x8xf16>, tensor<8x8xf16>)
func.func @copy(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = mhlo.copy %0 : tensor<8x8xf32>
  %2 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %3 = mhlo.copy %2 {mhlo.sharding = "{replicated}"} : tensor<8x8xf32>
  %4 = mhlo.copy %2 {cross_program_prefetch_index = 0 : i32} : tensor<8x8xf32>
  return %3, %4, %2 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}

/// The bytes of 16-bit numbers are others.
// CHECK-LABEL: @bytes(
// CHECK: mhlo.bitcast %{{.*}} : (tensor<8x8xf32>) -> tensor<64xi32>
// CHECK: mhlo.erf %{{.*}} : tensor<8x8xf32>
// CHECK: mhlo.topk(%{{.*}}, k=2) : tensor<8x8xf32> -> (tensor<8x2xf32>, tensor<8x2xi32>)
// CHECK: mhlo.topk(%{{.*}}, k=2, largest=false) : tensor<8x8xf32> -> (tensor<8x2xf32>, tensor<8x2xi32>)
// AMP-LABEL: @bytes(
// AMP: mhlo.bitcast %{{.*}} : (tensor<8x8xf32>) -> tensor<64xi32>
func.func @bytes(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> (tensor<64xi32>, tensor<8x8xf32>, tensor<8x2xf32>, tensor<8x2xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = mhlo.bitcast %0 : (tensor<8x8xf32>) -> tensor<64xi32>
  %2 = mhlo.erf %0 : tensor<8x8xf32>
  %3:2 = mhlo.topk(%0, k=2) : tensor<8x8xf32> -> (tensor<8x2xf32>, tensor<8x2xi32>)
  %4:2 = mhlo.topk(%0, k=2, largest=false) : tensor<8x8xf32> -> (tensor<8x2xf32>, tensor<8x2xi32>)
  %5 = stablehlo.dot_general %2, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1, %5, %3#0, %4#0 : tensor<64xi32>, tensor<8x8xf32>, tensor<8x2xf32>, tensor<8x2xf32>
}
