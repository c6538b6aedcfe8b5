// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: env -u CUDA_HOME -u CUDA_ROOT -u CUDA_PATH amp-opt %s --amp-gpu-math --split-input-file --verify-diagnostics | FileCheck %s

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @single
  // CHECK-NOT: math.exp
  // CHECK-NOT: math.tanh
  // CHECK: llvm.call_intrinsic "llvm.sqrt"
  // CHECK: gpu.return
  gpu.func @single(%m: memref<2xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %x = memref.load %m[%c0] : memref<2xf32>
    %e = math.exp %x : f32
    %t = math.tanh %e : f32
    %s = math.sqrt %t : f32
    memref.store %s, %m[%c1] : memref<2xf32>
    gpu.return
  }
}

// -----

/// The divisor, doubled as often as it fits into the remainder, is subtracted.
gpu.module @kernels {
  // CHECK-LABEL: gpu.func @remainder
  // CHECK: %[[TOP:.*]] = scf.while
  // CHECK: arith.addf
  // CHECK: scf.while (%{{.*}} = %{{.*}}, %{{.*}} = %[[TOP]])
  // CHECK: arith.subf
  // CHECK-NOT: arith.remf
  // CHECK: gpu.return
  gpu.func @remainder(%m: memref<2xf64>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %x = memref.load %m[%c0] : memref<2xf64>
    %y = memref.load %m[%c1] : memref<2xf64>
    %r = arith.remf %x, %y : f64
    memref.store %r, %m[%c0] : memref<2xf64>
    gpu.return
  }
}

// -----

/// Large angles go by the bits of 2 / pi; a power is computed in f64.
gpu.module @kernels {
  // CHECK-LABEL: gpu.func @angle
  // CHECK-NOT: math.sin
  // CHECK: %[[SMALL:.*]] = arith.cmpf ole
  // CHECK: scf.if %[[SMALL]]
  // CHECK: else
  // CHECK: arith.muli {{.*}} : i64
  // CHECK-NOT: math.powf
  // CHECK: arith.divf {{.*}} : f64
  // CHECK: arith.truncf {{.*}} : f64 to f32
  // CHECK: gpu.return
  gpu.func @angle(%m: memref<2xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %x = memref.load %m[%c0] : memref<2xf32>
    %s = math.sin %x : f32
    %p = math.powf %s, %x : f32
    memref.store %p, %m[%c1] : memref<2xf32>
    gpu.return
  }
}

// -----

/// LLVM would drop the upper half of the amount.
gpu.module @kernels {
  // CHECK-LABEL: gpu.func @shift
  // CHECK: %[[MOST:.*]] = arith.constant 64 : i64
  // CHECK: %[[LIMITED:.*]] = arith.minui %{{.*}}, %[[MOST]] : i64
  // CHECK: %[[AMOUNT:.*]] = arith.trunci %[[LIMITED]] : i64 to i32
  // CHECK: llvm.inline_asm "shr.u64 $0, $1, $2;", "=l,l,r" %{{.*}}, %[[AMOUNT]]
  // CHECK: gpu.return
  gpu.func @shift(%m: memref<2xi64>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %x = memref.load %m[%c0] : memref<2xi64>
    %y = memref.load %m[%c1] : memref<2xi64>
    %r = arith.shrui %x, %y : i64
    memref.store %r, %m[%c0] : memref<2xi64>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @negative_double(%m: memref<2xf64>) kernel {
    %c0 = arith.constant 0 : index
    %x = memref.load %m[%c0] : memref<2xf64>
    // expected-error @+1 {{'math.exp' op on 'f64' needs libdevice of CUDA's toolkit, which is in neither CUDA_HOME, CUDA_ROOT nor CUDA_PATH}}
    %e = math.exp %x : f64
    memref.store %e, %m[%c0] : memref<2xf64>
    gpu.return
  }
}
