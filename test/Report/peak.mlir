// RUN: amp-opt %s -split-input-file --amp-print-summary -o /dev/null 2>&1 | FileCheck %s

/// Every tensor here has 100 f32, 400 bytes. Both arguments live throughout;
/// %0 and %1 live when %1 is made, %1 and %2 when %2 is: 4 tensors.
// CHECK-LABEL: summary of @straight
// CHECK: peak memory     1.56 KiB
module @straight {
  func.func @main(%a: tensor<100xf32>, %b: tensor<100xf32>) -> tensor<100xf32> {
    %0 = stablehlo.add %a, %b : tensor<100xf32>
    %1 = stablehlo.tanh %0 : tensor<100xf32>
    %2 = stablehlo.multiply %1, %b : tensor<100xf32>
    return %2 : tensor<100xf32>
  }
}

// -----

/// A result that nobody reads takes memory while its op runs; the constant
/// lives throughout: 1 argument, 1 constant, %0 and %1, and not %2: 4 tensors.
// CHECK-LABEL: summary of @unread
// CHECK: peak memory     1.56 KiB
module @unread {
  func.func @main(%a: tensor<100xf32>) -> tensor<100xf32> {
    %c = stablehlo.constant dense<1.0> : tensor<100xf32>
    %0 = stablehlo.add %a, %c : tensor<100xf32>
    %1 = stablehlo.tanh %a : tensor<100xf32>
    return %0 : tensor<100xf32>
  }
}

// -----

/// Donated arguments go with their last use: %a and %b, then %b, %0 and %1,
/// then %1 and %2: 3 tensors.
// CHECK-LABEL: summary of @donated
// CHECK: peak memory     1.17 KiB
module @donated {
  func.func @main(%a: tensor<100xf32> {jax.buffer_donor = true}, %b: tensor<100xf32> {tf.aliasing_output = 0 : i32}) -> tensor<100xf32> {
    %0 = stablehlo.tanh %a : tensor<100xf32>
    %1 = stablehlo.multiply %0, %b : tensor<100xf32>
    %2 = stablehlo.tanh %1 : tensor<100xf32>
    return %2 : tensor<100xf32>
  }
}

// -----

/// The call happens while %a and %0 live, and in it live two more, one of
/// which is its result: 4 tensors; the caller's %0 goes before the last op.
// CHECK-LABEL: summary of @call
// CHECK: peak memory     1.56 KiB
module @call {
  func.func private @twice(%x: tensor<100xf32>) -> tensor<100xf32> {
    %0 = stablehlo.tanh %x : tensor<100xf32>
    %1 = stablehlo.tanh %0 : tensor<100xf32>
    return %1 : tensor<100xf32>
  }
  func.func @main(%a: tensor<100xf32>) -> tensor<100xf32> {
    %0 = stablehlo.tanh %a : tensor<100xf32>
    %1 = call @twice(%0) : (tensor<100xf32>) -> tensor<100xf32>
    %2 = stablehlo.tanh %1 : tensor<100xf32>
    return %2 : tensor<100xf32>
  }
}

// -----

/// The argument, which starts the loop, the carried tensor, and two in the body
/// at a time: 4 tensors, and the counter three times: 4 bytes of argument, 4
/// that are carried, 4 in the body.
// CHECK-LABEL: summary of @loop
// CHECK: peak memory     1.57 KiB
module @loop {
  func.func @main(%a: tensor<100xf32>, %n: tensor<i32>) -> tensor<100xf32> {
    %0:2 = stablehlo.while(%i = %n, %x = %a) : tensor<i32>, tensor<100xf32>
    cond {
      %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = stablehlo.tanh %x : tensor<100xf32>
      %2 = stablehlo.tanh %1 : tensor<100xf32>
      %3 = stablehlo.add %i, %n : tensor<i32>
      stablehlo.return %3, %2 : tensor<i32>, tensor<100xf32>
    }
    return %0#1 : tensor<100xf32>
  }
}

// -----

/// Of the two branches the second holds three tensors at a time: with %a,
/// 4 tensors, and the bool.
// CHECK-LABEL: summary of @branch
// CHECK: peak memory     1.56 KiB
module @branch {
  func.func @main(%a: tensor<100xf32>, %p: tensor<i1>) -> tensor<100xf32> {
    %0 = "stablehlo.if"(%p) ({
      %1 = stablehlo.tanh %a : tensor<100xf32>
      stablehlo.return %1 : tensor<100xf32>
    }, {
      %1 = stablehlo.tanh %a : tensor<100xf32>
      %2 = stablehlo.sine %a : tensor<100xf32>
      %3 = stablehlo.add %1, %2 : tensor<100xf32>
      stablehlo.return %3 : tensor<100xf32>
    }) : (tensor<i1>) -> tensor<100xf32>
    return %0 : tensor<100xf32>
  }
}

// -----

/// A value that a region reads lives across the op that holds the region: %a,
/// %0, and in the branch %1 and %2: 4 tensors, and the bool.
// CHECK-LABEL: summary of @captured
// CHECK: peak memory     1.56 KiB
module @captured {
  func.func @main(%a: tensor<100xf32>, %p: tensor<i1>) -> tensor<100xf32> {
    %0 = stablehlo.tanh %a : tensor<100xf32>
    %3 = "stablehlo.if"(%p) ({
      %1 = stablehlo.sine %0 : tensor<100xf32>
      %2 = stablehlo.add %1, %0 : tensor<100xf32>
      stablehlo.return %2 : tensor<100xf32>
    }, {
      stablehlo.return %a : tensor<100xf32>
    }) : (tensor<i1>) -> tensor<100xf32>
    return %3 : tensor<100xf32>
  }
}

// -----

/// Values that blocks pass to each other live as long as the function: %a, %0, the
/// argument of the last block, and %2: 4 tensors, and the bool.
// CHECK-LABEL: summary of @blocks
// CHECK: peak memory     1.56 KiB
module @blocks {
  func.func @main(%a: tensor<100xf32>, %p: i1) -> tensor<100xf32> {
    %0 = math.tanh %a : tensor<100xf32>
    cf.cond_br %p, ^bb1(%a : tensor<100xf32>), ^bb1(%0 : tensor<100xf32>)
  ^bb1(%1: tensor<100xf32>):
    %2 = arith.addf %1, %0 : tensor<100xf32>
    return %2 : tensor<100xf32>
  }
}

// -----

/// A mark's result is its operand, which lives as long as it is read.
// CHECK-LABEL: summary of @mark
// CHECK: peak memory     1.17 KiB
module @mark {
  func.func private @amp.loss(%x: tensor<100xf32>) -> tensor<100xf32> {
    return %x : tensor<100xf32>
  }
  func.func @main(%a: tensor<100xf32>) -> tensor<100xf32> {
    %0 = stablehlo.tanh %a : tensor<100xf32>
    %1 = stablehlo.composite "amp.loss" %0 {decomposition = @amp.loss} : (tensor<100xf32>) -> tensor<100xf32>
    %2 = stablehlo.tanh %1 : tensor<100xf32>
    return %2 : tensor<100xf32>
  }
}
