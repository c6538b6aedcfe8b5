// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: split-file %s %t
// RUN: amp-opt %t/several.mlir --amp-to-gpu="chip=sm_80 format=isa" | sed 's/\\0A/\n/g; s/\\09/ /g' | FileCheck %s --check-prefix=SEVERAL
// RUN: amp-opt %t/several.mlir --amp-to-gpu="chip=sm_90a format=isa" | sed 's/\\0A/\n/g; s/\\09/ /g' | FileCheck %s --check-prefix=SEVERAL
// RUN: amp-opt %t/one.mlir --amp-to-gpu="chip=sm_90a format=isa" | sed 's/\\0A/\n/g; s/\\09/ /g' | FileCheck %s --check-prefix=ONE

/// Eight quotients and four roots of a thread: one branch, behind which all are computed again where an operand is out of range. The reciprocal of
/// a constant is a constant.
// SEVERAL: setp.ge.f32 {{.*}}, 0f14800000;
// SEVERAL-NEXT: setp.le.f32 {{.*}}, 0f5E800000;
// SEVERAL-NOT: {{(div|[^r]sqrt)}}.
// SEVERAL: rcp.approx.ftz.f32
// SEVERAL-NOT: {{(div|[^r]sqrt)}}.
// SEVERAL: rsqrt.approx.ftz.f32
// SEVERAL-NOT: {{(div|[^r]sqrt)}}.
// SEVERAL: bra
// SEVERAL-NOT: bra
// SEVERAL: st.global.v4
// SEVERAL: div.rn.f32 [[Q:%r[0-9]+]], %r1,
// SEVERAL-NEXT: sqrt.rn.f32 [[R:%r[0-9]+]], [[Q]]
// SEVERAL-NEXT: div.rn.f32 {{.*}}, [[R]], 0f40400000;
// SEVERAL-COUNT-3: sqrt.rn.f32

/// One quotient of a thread has its own branch.
// ONE-NOT: approx
// ONE: div.rn.f32
// ONE-NOT: approx

//--- several.mlir
func.func @main(%x: tensor<1024xf32>, %y: tensor<1024xf32>) -> tensor<1024xf32> {
  %three = stablehlo.constant dense<3.0> : tensor<1024xf32>
  %0 = stablehlo.divide %x, %y : tensor<1024xf32>
  %1 = stablehlo.sqrt %0 : tensor<1024xf32>
  %2 = stablehlo.divide %1, %three : tensor<1024xf32>
  return %2 : tensor<1024xf32>
}
//--- one.mlir
func.func @main(%x: tensor<1023xf32>, %y: tensor<1023xf32>) -> tensor<1023xf32> {
  %0 = stablehlo.divide %x, %y : tensor<1023xf32>
  return %0 : tensor<1023xf32>
}
