// RUN: amp-opt %s -split-input-file --amp-print-summary=memory=1MiB -o /dev/null 2>&1 | FileCheck %s
// RUN: amp-opt %s -split-input-file --amp-print-summary="memory=1MiB batch=6" -o /dev/null 2>&1 | FileCheck %s --check-prefix=GIVEN

/// The batch leads all data; the weights, which their updates replace, stay.
/// At the second product %x, %y (16 bytes an example each) and two 4x4 (64
/// bytes each) live: 352 bytes, and (2^20 - 128) / 32 = 32764 examples fit.
// CHECK-LABEL: summary of @step
// CHECK: peak memory     352 B, at a batch of 7
// CHECK: largest batch   32764, in 1.00 MiB
// GIVEN-LABEL: summary of @step
// GIVEN: largest batch   in doubt: no data argument has a dimension of the given size 6
module @step {
  func.func @main(%w: tensor<4x4xf32>, %x: tensor<7x4xf32>) -> tensor<4x4xf32> {
    %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<7x4xf32>, tensor<4x4xf32>) -> tensor<7x4xf32>
    %g = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<7x4xf32>, tensor<7x4xf32>) -> tensor<4x4xf32>
    %0 = stablehlo.subtract %w, %g : tensor<4x4xf32>
    return %0 : tensor<4x4xf32>
  }
}

// -----

/// Reshapes carry it, and a transpose; what is made of constants has it by what
/// it meets.
// CHECK-LABEL: summary of @reshaped
// CHECK: peak memory {{.*}} at a batch of 6
// CHECK: largest batch   {{[0-9]+}}, in 1.00 MiB
module @reshaped {
  func.func @main(%x: tensor<6x2x4xf32>) -> tensor<6x8xf32> {
    %one = stablehlo.constant dense<1.0> : tensor<f32>
    %0 = stablehlo.transpose %x, dims = [1, 0, 2] : (tensor<6x2x4xf32>) -> tensor<2x6x4xf32>
    %1 = stablehlo.reshape %0 : (tensor<2x6x4xf32>) -> tensor<12x4xf32>
    %2 = stablehlo.broadcast_in_dim %one, dims = [] : (tensor<f32>) -> tensor<12x4xf32>
    %3 = stablehlo.add %1, %2 : tensor<12x4xf32>
    %4 = stablehlo.reshape %3 : (tensor<12x4xf32>) -> tensor<2x6x4xf32>
    %5 = stablehlo.transpose %4, dims = [1, 0, 2] : (tensor<2x6x4xf32>) -> tensor<6x2x4xf32>
    %6 = stablehlo.reshape %5 : (tensor<6x2x4xf32>) -> tensor<6x8xf32>
    return %6 : tensor<6x8xf32>
  }
}

// -----

/// Every example with every other: no straight line.
// CHECK-LABEL: summary of @square
// CHECK: largest batch   in doubt: stablehlo.dot_general at {{.*}}batch.mlir:[[#@LINE+3]]:10 grows with the square of the batch
module @square {
  func.func @main(%x: tensor<6x4xf32>) -> tensor<6x6xf32> {
    %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [1] : (tensor<6x4xf32>, tensor<6x4xf32>) -> tensor<6x6xf32>
    return %0 : tensor<6x6xf32>
  }
}

// -----

/// Half of the batch, or always three?
// CHECK-LABEL: summary of @half
// CHECK: largest batch   in doubt: stablehlo.slice at {{.*}}batch.mlir:[[#@LINE+4]]:10 takes or joins parts of the batch
module @half {
  func.func @main(%x: tensor<6x4xf32>) -> (tensor<6x4xf32>, tensor<6x4xf32>) {
    %1 = stablehlo.tanh %x : tensor<6x4xf32>
    %0 = stablehlo.slice %1 [0:3, 0:4] : (tensor<6x4xf32>) -> tensor<3x4xf32>
    %2 = stablehlo.tanh %1 : tensor<6x4xf32>
    return %1, %2 : tensor<6x4xf32>, tensor<6x4xf32>
  }
}

// -----

// CHECK-LABEL: summary of @split
// CHECK: largest batch   in doubt: stablehlo.reshape at {{.*}}batch.mlir:[[#@LINE+3]]:10 splits the batch dimension
module @split {
  func.func @main(%x: tensor<6x4xf32>) -> tensor<6x4xf32> {
    %0 = stablehlo.reshape %x : (tensor<6x4xf32>) -> tensor<2x3x4xf32>
    return %x : tensor<6x4xf32>
  }
}

// -----

// CHECK-LABEL: summary of @opaque
// CHECK: largest batch   in doubt: stablehlo.custom_call at {{.*}}batch.mlir:[[#@LINE+3]]:10 may or may not make the batch larger
module @opaque {
  func.func @main(%x: tensor<6x4xf32>) -> tensor<6x4xf32> {
    %0 = stablehlo.custom_call @who_knows(%x) : (tensor<6x4xf32>) -> tensor<12x4xf32>
    return %x : tensor<6x4xf32>
  }
}

// -----

/// Two leading sizes; told which, it is found.
// CHECK-LABEL: summary of @two
// CHECK: largest batch   in doubt: no single dimension leads all data arguments; say batch=N
// GIVEN-LABEL: summary of @two
// GIVEN: at a batch of 6
module @two {
  func.func @main(%x: tensor<6x4xf32>, %y: tensor<3xf32>) -> (tensor<6x4xf32>, tensor<3xf32>) {
    %0 = stablehlo.tanh %x : tensor<6x4xf32>
    %1 = stablehlo.tanh %y : tensor<3xf32>
    return %0, %1 : tensor<6x4xf32>, tensor<3xf32>
  }
}

// -----

/// Added to a state, which does not grow.
// CHECK-LABEL: summary of @weight
// CHECK: largest batch   in doubt: no single dimension leads all data arguments; say batch=N
module @weight {
  func.func @main(%w: tensor<6x4xf32> {tf.aliasing_output = 0 : i32}, %x: tensor<6x4xf32>) -> tensor<6x4xf32> {
    %0 = stablehlo.add %w, %x : tensor<6x4xf32>
    return %0 : tensor<6x4xf32>
  }
}

// -----

// CHECK-LABEL: summary of @one
// CHECK: largest batch   in doubt: a batch of 1 cannot be told from other dimensions of that size
module @one {
  func.func @main(%x: tensor<1x4xf32>) -> tensor<1x4xf32> {
    %0 = stablehlo.tanh %x : tensor<1x4xf32>
    return %0 : tensor<1x4xf32>
  }
}
