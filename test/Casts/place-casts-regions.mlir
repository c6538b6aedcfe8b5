// RUN: amp-opt %s --amp-assign-precision=solver=paint --amp-place-casts | FileCheck %s

module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"]>} {
  /// A loop-invariant value is cast once, before the loop; a loop-carried value, in
  /// its body.
  // CHECK-LABEL: @loop
  // CHECK: amp.cast %arg0
  // CHECK: scf.for {{.*}} iter_args(%[[CARRIED:.*]] = %arg1)
  // CHECK-NEXT: amp.cast %[[CARRIED]]
  // CHECK-NOT: amp.cast
  // CHECK: scf.yield
  func.func @loop(%w: tensor<4x4xf32>, %x: tensor<4x4xf32>, %init: tensor<4x4xf32>, %n: index) -> tensor<4x4xf32> {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %0 = scf.for %i = %zero to %n step %one iter_args(%carried = %x) -> tensor<4x4xf32> {
      %1 = linalg.matmul ins(%carried, %w : tensor<4x4xf32>, tensor<4x4xf32>) outs(%init : tensor<4x4xf32>) -> tensor<4x4xf32>
      scf.yield %1 : tensor<4x4xf32>
    }
    return %0 : tensor<4x4xf32>
  }

  /// Only one branch multiplies: the other one pays for no cast.
  // CHECK-LABEL: @branch
  // CHECK-NOT: amp.cast
  // CHECK: scf.if
  // CHECK-NEXT: amp.cast %arg1
  // CHECK-NEXT: linalg.matmul
  // CHECK: else
  // CHECK-NOT: amp.cast
  func.func @branch(%p: i1, %x: tensor<4x4xf32>, %init: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %0 = scf.if %p -> tensor<4x4xf32> {
      %1 = linalg.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%init : tensor<4x4xf32>) -> tensor<4x4xf32>
      scf.yield %1 : tensor<4x4xf32>
    } else {
      scf.yield %x : tensor<4x4xf32>
    }
    return %0 : tensor<4x4xf32>
  }

  /// Both branches multiply: one cast, before them.
  // CHECK-LABEL: @both_branches
  // CHECK-NEXT: amp.cast %arg1
  // CHECK-NEXT: scf.if
  // CHECK-NOT: amp.cast
  // CHECK: return
  func.func @both_branches(%p: i1, %x: tensor<4x4xf32>, %init: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %0 = scf.if %p -> tensor<4x4xf32> {
      %1 = linalg.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%init : tensor<4x4xf32>) -> tensor<4x4xf32>
      scf.yield %1 : tensor<4x4xf32>
    } else {
      %1 = linalg.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%x : tensor<4x4xf32>) -> tensor<4x4xf32>
      scf.yield %1 : tensor<4x4xf32>
    }
    return %0 : tensor<4x4xf32>
  }

  /// A branch inside a loop still counts as inside the loop.
  // CHECK-LABEL: @branch_in_loop
  // CHECK-NEXT: amp.cast %arg1
  // CHECK: scf.for
  // CHECK-NOT: amp.cast
  // CHECK: return
  func.func @branch_in_loop(%p: i1, %w: tensor<4x4xf32>, %init: tensor<4x4xf32>, %n: index) {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    scf.for %i = %zero to %n step %one {
      scf.if %p {
        %1 = linalg.matmul ins(%w, %w : tensor<4x4xf32>, tensor<4x4xf32>) outs(%init : tensor<4x4xf32>) -> tensor<4x4xf32>
      }
    }
    return
  }

  /// Several blocks: the definition dominates them all.
  // CHECK-LABEL: @blocks
  // CHECK: amp.cast %arg1
  // CHECK-NEXT: cf.cond_br
  // CHECK-NOT: amp.cast
  func.func @blocks(%p: i1, %x: tensor<4x4xf32>, %init: tensor<4x4xf32>) {
    cf.cond_br %p, ^one, ^two
  ^one:
    %0 = linalg.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%init : tensor<4x4xf32>) -> tensor<4x4xf32>
    return
  ^two:
    %1 = linalg.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%init : tensor<4x4xf32>) -> tensor<4x4xf32>
    return
  }
}
