// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not amp-opt %s --amp-assign-precision=solver=guess 2>&1 | FileCheck %s --check-prefix=SOLVER
// RUN: not amp-opt %s --amp-assign-precision=chip=abacus 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: not amp-opt %s --amp-assign-precision=solver=exhaustive 2>&1 | FileCheck %s --check-prefix=MANY

// SOLVER: {{^}}error: expects a solver of mincut, paint, exhaustive, but got 'guess'
// CHIP: {{^}}error: expects a chip of cpu, sm_70, sm_80, sm_86, sm_89, sm_90, sm_100, sm_120, h200, but got 'abacus'
// MANY: invalid-solver.mlir:[[#@LINE+1]]:1: error: solver 'exhaustive' tries every assignment, which is possible for at most 20 free slots, but got 21
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, allow = ["elementwise"]>} {
  func.func @main(%x0: f32, %w: tensor<8x8xf32>) -> f32 {
    %x1 = arith.addf %x0, %x0 {amp.require = #amp.require<allow>} : f32
    %x2 = arith.addf %x1, %x1 {amp.require = #amp.require<allow>} : f32
    %x3 = arith.addf %x2, %x2 {amp.require = #amp.require<allow>} : f32
    %x4 = arith.addf %x3, %x3 {amp.require = #amp.require<allow>} : f32
    %x5 = arith.addf %x4, %x4 {amp.require = #amp.require<allow>} : f32
    %x6 = arith.addf %x5, %x5 {amp.require = #amp.require<allow>} : f32
    %x7 = arith.addf %x6, %x6 {amp.require = #amp.require<allow>} : f32
    %x8 = arith.addf %x7, %x7 {amp.require = #amp.require<allow>} : f32
    %x9 = arith.addf %x8, %x8 {amp.require = #amp.require<allow>} : f32
    %x10 = arith.addf %x9, %x9 {amp.require = #amp.require<allow>} : f32
    %x11 = arith.addf %x10, %x10 {amp.require = #amp.require<allow>} : f32
    %x12 = arith.addf %x11, %x11 {amp.require = #amp.require<allow>} : f32
    %x13 = arith.addf %x12, %x12 {amp.require = #amp.require<allow>} : f32
    %x14 = arith.addf %x13, %x13 {amp.require = #amp.require<allow>} : f32
    %x15 = arith.addf %x14, %x14 {amp.require = #amp.require<allow>} : f32
    %x16 = arith.addf %x15, %x15 {amp.require = #amp.require<allow>} : f32
    %x17 = arith.addf %x16, %x16 {amp.require = #amp.require<allow>} : f32
    %x18 = arith.addf %x17, %x17 {amp.require = #amp.require<allow>} : f32
    %x19 = arith.addf %x18, %x18 {amp.require = #amp.require<allow>} : f32
    %x20 = arith.addf %x19, %x19 {amp.require = #amp.require<allow>} : f32
    %x21 = arith.addf %x20, %x20 {amp.require = #amp.require<allow>} : f32
    return %x21 : f32
  }
}
