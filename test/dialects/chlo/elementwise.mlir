// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s | FileCheck %s
// RUN: amp-opt --mlir-print-op-generic %s | amp-opt | FileCheck %s

// CHECK-LABEL: func @unary
func.func @unary(
    %f32: tensor<2x3xf32>, %f16: tensor<?x4xf16>, %bf16: tensor<5xbf16>,
    %f64: tensor<f64>, %c: tensor<2xcomplex<f32>>) {
  // CHECK: chlo.acos %{{.*}} : tensor<2x3xf32> -> tensor<2x3xf32>
  %acos = chlo.acos %f32 : tensor<2x3xf32> -> tensor<2x3xf32>
  // CHECK: chlo.acosh %{{.*}} : tensor<?x4xf16> -> tensor<?x4xf16>
  %acosh = chlo.acosh %f16 : tensor<?x4xf16> -> tensor<?x4xf16>
  // CHECK: chlo._asin_acos_kernel %{{.*}} : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>
  %asin_acos_kernel = chlo._asin_acos_kernel %c : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>
  // CHECK: chlo.asin %{{.*}} : tensor<f64> -> tensor<f64>
  %asin = chlo.asin %f64 : tensor<f64> -> tensor<f64>
  // CHECK: chlo.asinh %{{.*}} : tensor<2x3xf32> -> tensor<2x3xf32>
  %asinh = chlo.asinh %f32 : tensor<2x3xf32> -> tensor<2x3xf32>
  // CHECK: chlo.atan %{{.*}} : tensor<?x4xf16> -> tensor<?x4xf16>
  %atan = chlo.atan %f16 : tensor<?x4xf16> -> tensor<?x4xf16>
  // CHECK: chlo.atanh %{{.*}} : tensor<5xbf16> -> tensor<5xbf16>
  %atanh = chlo.atanh %bf16 : tensor<5xbf16> -> tensor<5xbf16>
  // CHECK: chlo.bessel_i1e %{{.*}} : tensor<f64> -> tensor<f64>
  %bessel_i1e = chlo.bessel_i1e %f64 : tensor<f64> -> tensor<f64>
  // CHECK: chlo.conj %{{.*}} : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>
  %conj = chlo.conj %c : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>
  // CHECK: chlo.cosh %{{.*}} : tensor<?x4xf16> -> tensor<?x4xf16>
  %cosh = chlo.cosh %f16 : tensor<?x4xf16> -> tensor<?x4xf16>
  // CHECK: chlo.digamma %{{.*}} : tensor<5xbf16> -> tensor<5xbf16>
  %digamma = chlo.digamma %bf16 : tensor<5xbf16> -> tensor<5xbf16>
  // CHECK: chlo.erf_inv %{{.*}} : tensor<f64> -> tensor<f64>
  %erf_inv = chlo.erf_inv %f64 : tensor<f64> -> tensor<f64>
  // CHECK: chlo.erf %{{.*}} : tensor<2x3xf32> -> tensor<2x3xf32>
  %erf = chlo.erf %f32 : tensor<2x3xf32> -> tensor<2x3xf32>
  // CHECK: chlo.erfc %{{.*}} : tensor<?x4xf16> -> tensor<?x4xf16>
  %erfc = chlo.erfc %f16 : tensor<?x4xf16> -> tensor<?x4xf16>
  // CHECK: chlo.is_inf %{{.*}} : tensor<5xbf16> -> tensor<5xi1>
  %is_inf = chlo.is_inf %bf16 : tensor<5xbf16> -> tensor<5xi1>
  // CHECK: chlo.is_neg_inf %{{.*}} : tensor<f64> -> tensor<i1>
  %is_neg_inf = chlo.is_neg_inf %f64 : tensor<f64> -> tensor<i1>
  // CHECK: chlo.is_pos_inf %{{.*}} : tensor<2x3xf32> -> tensor<2x3xi1>
  %is_pos_inf = chlo.is_pos_inf %f32 : tensor<2x3xf32> -> tensor<2x3xi1>
  // CHECK: chlo.lgamma %{{.*}} : tensor<?x4xf16> -> tensor<?x4xf16>
  %lgamma = chlo.lgamma %f16 : tensor<?x4xf16> -> tensor<?x4xf16>
  // CHECK: chlo.sinh %{{.*}} : tensor<5xbf16> -> tensor<5xbf16>
  %sinh = chlo.sinh %bf16 : tensor<5xbf16> -> tensor<5xbf16>
  // CHECK: chlo.square %{{.*}} : tensor<f64> -> tensor<f64>
  %square = chlo.square %f64 : tensor<f64> -> tensor<f64>
  // CHECK: chlo.tan %{{.*}} : tensor<2x3xf32> -> tensor<2x3xf32>
  %tan = chlo.tan %f32 : tensor<2x3xf32> -> tensor<2x3xf32>
  // CHECK: chlo.tan %{{.*}} : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>
  %ctan = chlo.tan %c : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>
  // CHECK: chlo.erf %{{.*}} {tag = 1 : i32} : tensor<?x4xf16> -> tensor<2x?xf16>
  %partly = chlo.erf %f16 {tag = 1 : i32} : tensor<?x4xf16> -> tensor<2x?xf16>
  return
}

// CHECK-LABEL: func @binary
func.func @binary(%a: tensor<2xf32>, %b: tensor<?xf32>, %i: tensor<4xui8>) {
  // CHECK: chlo.mulhi %{{.*}}, %{{.*}} : tensor<4xui8>, tensor<4xui8> -> tensor<4xui8>
  %mulhi = chlo.mulhi %i, %i : tensor<4xui8>, tensor<4xui8> -> tensor<4xui8>
  // CHECK: chlo.next_after %{{.*}}, %{{.*}} : tensor<2xf32>, tensor<?xf32> -> tensor<2xf32>
  %next_after = chlo.next_after %a, %b : tensor<2xf32>, tensor<?xf32> -> tensor<2xf32>
  // CHECK: chlo.polygamma %{{.*}}, %{{.*}} : tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>
  %polygamma = chlo.polygamma %a, %a : tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>
  // CHECK: chlo.zeta %{{.*}}, %{{.*}} : tensor<2xf32>, tensor<2xf32> -> tensor<?xf32>
  %zeta = chlo.zeta %a, %a : tensor<2xf32>, tensor<2xf32> -> tensor<?xf32>
  // CHECK: chlo.zeta %{{.*}}, %{{.*}} : tensor<2xf32>, tensor<2xf32> -> tensor<*xf32>
  %unranked = chlo.zeta %a, %a : tensor<2xf32>, tensor<2xf32> -> tensor<*xf32>
  return
}
