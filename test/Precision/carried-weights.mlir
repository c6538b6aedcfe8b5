// RUN: amp-opt %s --amp="compute=bf16 solver=paint" | FileCheck %s
// RUN: amp-opt %s --amp="compute=bf16 solver=mincut" | FileCheck %s --check-prefix=WHOLE

/// A weight that goes into a region or function, is multiplied there and also
/// updated there, goes in whole: the product casts it, the update does not see
/// the cast. Rounded on its way in, it would lose every small update.
!t = tensor<4x4xf32>

// CHECK-LABEL: @in_a_loop(
// CHECK: stablehlo.while(%[[WEIGHT:[^ ]*]] = %arg0
// CHECK: %[[LOW:.*]] = stablehlo.convert %[[WEIGHT]] : (tensor<4x4xf32>) -> tensor<4x4xbf16>
// CHECK: stablehlo.dot {{.*}}%[[LOW]]
// CHECK: stablehlo.subtract %[[WEIGHT]], {{.*}} : tensor<4x4xf32>
// WHOLE-LABEL: @in_a_loop(
// WHOLE: stablehlo.while(%[[WEIGHT:[^ ]*]] = %arg0
// WHOLE: stablehlo.subtract %[[WEIGHT]], {{.*}} : tensor<4x4xf32>
func.func @in_a_loop(%w: !t, %x: !t, %n: tensor<i32>) -> !t {
  %c = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%carried = %w, %left = %n) : !t, tensor<i32>
  cond {
    %1 = stablehlo.compare GT, %left, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.dot %x, %carried : (!t, !t) -> !t
    %2 = stablehlo.composite "amp.gradients" %1 {decomposition = @same} : (!t) -> !t
    %3 = stablehlo.subtract %carried, %2 : !t
    %4 = stablehlo.composite "amp.state" %3, %carried {decomposition = @first} : (!t, !t) -> !t
    %5 = stablehlo.subtract %left, %c : tensor<i32>
    stablehlo.return %4, %5 : !t, tensor<i32>
  }
  return %0#0 : !t
}

// CHECK-LABEL: @in_a_function(
// CHECK: call @step(%arg0, {{.*}}) : (tensor<4x4xf32>, tensor<4x4xbf16>) -> tensor<4x4xf32>
// WHOLE-LABEL: @in_a_function(
// WHOLE: call @step(%arg0, {{.*}}) : (tensor<4x4xf32>,
func.func @in_a_function(%w: !t, %x: !t) -> !t {
  %0 = call @step(%w, %x) : (!t, !t) -> !t
  return %0 : !t
}

// CHECK: @step(%[[WEIGHT:.*]]: tensor<4x4xf32>, %{{.*}}: tensor<4x4xbf16>)
// CHECK: stablehlo.subtract %[[WEIGHT]], {{.*}} : tensor<4x4xf32>
func.func private @step(%w: !t, %x: !t) -> !t {
  %0 = stablehlo.dot %x, %w : (!t, !t) -> !t
  %1 = stablehlo.subtract %w, %0 : !t
  return %1 : !t
}

func.func private @same(%x: !t) -> !t {
  return %x : !t
}
func.func private @first(%x: !t, %y: !t) -> !t {
  return %x : !t
}
