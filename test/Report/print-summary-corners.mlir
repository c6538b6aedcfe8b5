// RUN: amp-opt %s -split-input-file --amp-print-summary -o /dev/null 2>&1 | FileCheck %s

/// Nothing there.
// CHECK:      summary of @module
// CHECK-NEXT: ops that read
// CHECK-NEXT: casts           0, reading 0 B, writing 0 B
// CHECK-NEXT: parameters      none
// CHECK-NEXT: constants       none
module {}

// -----

/// Dynamic sizes are said to be unknown, not guessed.
// CHECK:      summary of @dynamic
// CHECK:      contraction            1             0     0.0 %  (1 of unknown size not counted)
module @dynamic {
  func.func @main(%a: tensor<?x4xf32>, %b: tensor<4x4xf32>, %init: tensor<?x4xf32>) {
    %0 = linalg.matmul ins(%a, %b : tensor<?x4xf32>, tensor<4x4xf32>) outs(%init : tensor<?x4xf32>) -> tensor<?x4xf32>
    return
  }
}

// -----

/// Nor does an unranked tensor have sizes.
// CHECK:      summary of @unranked
// CHECK:      contraction            1             0     0.0 %  (1 of unknown size not counted)
module @unranked {
  func.func @main(%a: tensor<*xf32>, %z: tensor<1xf32>) {
    %0 = tosa.matmul %a, %a, %z, %z : (tensor<*xf32>, tensor<*xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<*xf32>
    return
  }
}

// -----

/// Functions that call each other in a circle count once.
// CHECK:      summary of @recursion
// CHECK:      contraction            1      1.28e-07   100.0 %
module @recursion {
  func.func private @even(%a: tensor<4x4xf32>) {
    %0 = linalg.matmul ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
    call @odd(%0) : (tensor<4x4xf32>) -> ()
    return
  }
  func.func private @odd(%a: tensor<4x4xf32>) {
    call @even(%a) : (tensor<4x4xf32>) -> ()
    return
  }
}

// -----

// CHECK: summary of @module (mixed precision was applied before; nothing changed)
module attributes {amp.applied = {}} {}
