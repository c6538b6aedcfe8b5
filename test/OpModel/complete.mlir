// RUN: amp-opt %s --amp-print-op-model=missing=true -o /dev/null 2>&1 | FileCheck %s

/// Every op that these dialects declare has a row. Of affine, only control flow
/// is modelled. The module holds one op of each dialect, so that it is loaded.

// CHECK-NOT: no row: {{(amp|arith|cf|chlo|func|linalg|math|mhlo|scf|sdy|stablehlo|tensor|tm_tensor|tosa)\.}}
// CHECK: affine: 4 of {{[0-9]+}} ops
// CHECK-NEXT: amp: [[N:[0-9]+]] of [[N]] ops
// CHECK-NEXT: arith: [[N:[0-9]+]] of [[N]] ops
// CHECK-NEXT: cf: [[N:[0-9]+]] of [[N]] ops
// CHECK-NEXT: chlo: [[N:[0-9]+]] of [[N]] ops
// CHECK-NEXT: func: [[N:[0-9]+]] of [[N]] ops
// CHECK-NEXT: linalg: [[N:[0-9]+]] of [[N]] ops
// CHECK-NEXT: math: [[N:[0-9]+]] of [[N]] ops
// CHECK-NEXT: mhlo: [[N:[0-9]+]] of [[N]] ops
// CHECK-NEXT: scf: [[N:[0-9]+]] of [[N]] ops
// CHECK-NEXT: sdy: [[N:[0-9]+]] of [[N]] ops
// CHECK-NEXT: stablehlo: [[N:[0-9]+]] of [[N]] ops
// CHECK-NEXT: tensor: [[N:[0-9]+]] of [[N]] ops
// CHECK-NEXT: tm_tensor: [[N:[0-9]+]] of [[N]] ops
// CHECK-NEXT: tosa: [[N:[0-9]+]] of [[N]] ops
sdy.mesh @mesh = <["x"=2]>
func.func @f(%a: tensor<4xf32>, %s: f32, %b: i1, %i: index) -> tensor<4xf32> {
  %0 = stablehlo.abs %a : tensor<4xf32>
  %1 = chlo.erf %0 : tensor<4xf32> -> tensor<4xf32>
  %2 = tosa.abs %1 : (tensor<4xf32>) -> tensor<4xf32>
  %3 = tensor.extract %2[%i] : tensor<4xf32>
  %4 = math.exp %3 : f32
  %5 = arith.addf %4, %s : f32
  %6 = scf.if %b -> f32 {
    scf.yield %4 : f32
  } else {
    scf.yield %5 : f32
  }
  affine.for %j = 0 to 4 {
  }
  %7 = linalg.fill ins(%6 : f32) outs(%2 : tensor<4xf32>) -> tensor<4xf32>
  %8 = amp.cast %7 <unlisted> : tensor<4xf32> to tensor<4xf16>
  %9 = mhlo.copy %7 : tensor<4xf32>
  %10:2 = tm_tensor.attention ins(%7 : tensor<4xf32>) outs(%7, %7 : tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>, tensor<4xf32>
  cf.assert %b, "loads cf"
  return %7 : tensor<4xf32>
}
