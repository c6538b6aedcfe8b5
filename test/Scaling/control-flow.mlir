// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-scale-loss -split-input-file | FileCheck %s

/// A loop of steps: the scaler is carried from turn to turn, and the flag says whether any of them overflowed.
// CHECK-LABEL: @steps
// CHECK-SAME: %[[W:[^:]*]]: tensor<f32> {amp.state = "w"}, %[[SCALE:[^:]*]]: tensor<f32> {amp.role = "scale", {{[^}]*}}}, %[[TRACKER:[^:]*]]: tensor<i32> {{{[^}]*}}}, %[[SKIPPED:[^:]*]]: tensor<i32> {{{[^}]*}}})
// CHECK: %[[NONE:.*]] = stablehlo.constant dense<false>
// CHECK: %[[LOOP:.*]]:6 = stablehlo.while(%{{.*}} = %{{.*}}, %[[W0:.*]] = %[[W]], %[[S:.*]] = %[[SCALE]], %[[T:.*]] = %[[TRACKER]], %[[K:.*]] = %[[SKIPPED]], %[[F:.*]] = %[[NONE]])
// CHECK: do {
// CHECK: amp.scale %{{.*}} by %[[S]]
// CHECK: %[[G:.*]], %[[FOUND:.*]] = amp.unscale %{{.*}} by %[[S]]
// CHECK: %[[NEW:.*]] = stablehlo.subtract %[[W0]], %[[G]]
// CHECK: %[[GUARDED:.*]] = amp.guard %[[FOUND]], (%[[NEW]]) else (%[[W0]])
// CHECK: %[[NEXT:.*]]:2 = amp.update_scale %[[S]], %[[T]] if %[[FOUND]]
// CHECK: %[[MORE:.*]] = stablehlo.add %[[K]],
// CHECK: %[[ANY:.*]] = stablehlo.or %[[F]], %[[FOUND]]
// CHECK: stablehlo.return %{{.*}}, %[[GUARDED]], %[[NEXT]]#0, %[[NEXT]]#1, %[[MORE]], %[[ANY]]
// CHECK: return %[[LOOP]]#1, %[[LOOP]]#2, %[[LOOP]]#3, %[[LOOP]]#4, %[[LOOP]]#5
func.func @steps(%w: tensor<f32>) -> tensor<f32> {
  %i = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%a = %i, %b = %w) : tensor<i32>, tensor<f32>
  cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %1 = stablehlo.compare LT, %a, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1.0> : tensor<f32>
    %1 = amp.seed "main" %one : tensor<f32>
    %2 = stablehlo.multiply %1, %b : tensor<f32>
    %g = amp.gradients "main" %2 : tensor<f32>
    %3 = stablehlo.subtract %b, %g : tensor<f32>
    %s = amp.state "main" (%3) else (%b) names ["w"] : tensor<f32>
    %c = stablehlo.constant dense<1> : tensor<i32>
    %4 = stablehlo.add %a, %c : tensor<i32>
    stablehlo.return %4, %s : tensor<i32>, tensor<f32>
  }
  return %0#1 : tensor<f32>
}

// -----

/// A batch in parts: gradients are summed with their factor, and looked at once.
// CHECK-LABEL: @parts
// CHECK-SAME: %{{[^:]*}}: tensor<f32> {amp.state = "main.0"}, %[[SCALE:[^:]*]]: tensor<f32>
// CHECK: %[[LOOP:.*]]:2 = stablehlo.while
// CHECK: amp.scale %{{.*}} by %[[SCALE]]
// CHECK-NOT: amp.unscale
// CHECK: stablehlo.return
// CHECK-NOT: stablehlo.return
// CHECK: amp.unscale %[[LOOP]]#1 by %[[SCALE]]
// CHECK-NOT: amp.unscale
func.func @parts(%w: tensor<f32>) -> tensor<f32> {
  %i = stablehlo.constant dense<0> : tensor<i32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0:2 = stablehlo.while(%a = %i, %sum = %zero) : tensor<i32>, tensor<f32>
  cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %1 = stablehlo.compare LT, %a, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1.0> : tensor<f32>
    %1 = amp.seed "main" %one : tensor<f32>
    %2 = stablehlo.multiply %1, %w : tensor<f32>
    %3 = stablehlo.add %sum, %2 : tensor<f32>
    %c = stablehlo.constant dense<1> : tensor<i32>
    %4 = stablehlo.add %a, %c : tensor<i32>
    stablehlo.return %4, %3 : tensor<i32>, tensor<f32>
  }
  %g = amp.gradients "main" %0#1 : tensor<f32>
  %5 = stablehlo.subtract %w, %g : tensor<f32>
  %s = amp.state "main" (%5) else (%w) : tensor<f32>
  return %s : tensor<f32>
}

// -----

/// The same, but each part is marked: the state waits for all their verdicts.
// CHECK-LABEL: @marked_parts
// CHECK: %[[LOOP:.*]]:3 = stablehlo.while(%{{.*}}, %[[F:[^ ]*]] = %{{[^ ]*}}) :
// CHECK: %{{.*}}, %[[FOUND:.*]] = amp.unscale
// CHECK: %[[ANY:.*]] = stablehlo.or %[[F]], %[[FOUND]]
// CHECK: stablehlo.return %{{.*}}, %{{.*}}, %[[ANY]]
// CHECK: amp.guard %[[LOOP]]#2,
// CHECK: amp.update_scale %{{.*}} if %[[LOOP]]#2
func.func @marked_parts(%w: tensor<f32>) -> tensor<f32> {
  %i = stablehlo.constant dense<0> : tensor<i32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0:2 = stablehlo.while(%a = %i, %sum = %zero) : tensor<i32>, tensor<f32>
  cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %1 = stablehlo.compare LT, %a, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1.0> : tensor<f32>
    %1 = amp.seed "main" %one : tensor<f32>
    %2 = stablehlo.multiply %1, %w : tensor<f32>
    %g = amp.gradients "main" %2 : tensor<f32>
    %3 = stablehlo.add %sum, %g : tensor<f32>
    %c = stablehlo.constant dense<1> : tensor<i32>
    %4 = stablehlo.add %a, %c : tensor<i32>
    stablehlo.return %4, %3 : tensor<i32>, tensor<f32>
  }
  %5 = stablehlo.subtract %w, %0#1 : tensor<f32>
  %s = amp.state "main" (%5) else (%w) : tensor<f32>
  return %s : tensor<f32>
}

// -----

/// A sum that is not empty at first cannot have the factor: each part is unscaled.
// CHECK-LABEL: @carried_sum
// CHECK: do {
// CHECK: %[[U:.*]], %{{.*}} = amp.unscale
// CHECK: stablehlo.add %{{.*}}, %[[U]]
func.func @carried_sum(%w: tensor<f32>, %before: tensor<f32>) -> tensor<f32> {
  %i = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %0:2 = stablehlo.while(%a = %i, %sum = %before) : tensor<i32>, tensor<f32>
  cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %1 = stablehlo.compare LT, %a, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %2 = stablehlo.multiply %seed, %w : tensor<f32>
    %3 = stablehlo.add %sum, %2 : tensor<f32>
    %c = stablehlo.constant dense<1> : tensor<i32>
    %4 = stablehlo.add %a, %c : tensor<i32>
    stablehlo.return %4, %3 : tensor<i32>, tensor<f32>
  }
  %g:2 = amp.gradients "main" %0#1, %seed : tensor<f32>, tensor<f32>
  %s = amp.state "main" (%g#0) else (%w) : tensor<f32>
  return %s : tensor<f32>
}

// -----

/// A step in a branch: where it is not taken, the scaler stays and nothing was found.
// CHECK-LABEL: @branch
// CHECK-SAME: %[[SCALE:[^:]*]]: tensor<f32> {amp.role = "scale"
// CHECK-SAME: %[[TRACKER:[^:]*]]: tensor<i32> {amp.role = "growth_tracker"
// CHECK-SAME: %[[SKIPPED:[^:]*]]: tensor<i32> {amp.role = "skipped"
// CHECK: %[[IF:.*]]:5 = "stablehlo.if"
// CHECK: amp.scale %{{.*}} by %[[SCALE]]
// CHECK: %{{.*}}, %[[FOUND:.*]] = amp.unscale
// CHECK: stablehlo.return %{{.*}}, %{{.*}}#0, %{{.*}}#1, %{{.*}}, %[[FOUND]]
// CHECK: stablehlo.return %{{.*}}, %[[SCALE]], %[[TRACKER]], %[[SKIPPED]], %{{.*}}
// CHECK: return %[[IF]]#0, %[[IF]]#1, %[[IF]]#2, %[[IF]]#3, %[[IF]]#4
func.func @branch(%p: tensor<i1>, %w: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.if"(%p) ({
    %one = stablehlo.constant dense<1.0> : tensor<f32>
    %1 = amp.seed "main" %one : tensor<f32>
    %2 = stablehlo.multiply %1, %w : tensor<f32>
    %g = amp.gradients "main" %2 : tensor<f32>
    %s = amp.state "main" (%g) else (%w) names ["w"] : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }, {
    stablehlo.return %w : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

/// Two losses have two scales; two optimizers of one loss share one, and each state hears its own gradients.
// CHECK-LABEL: @groups
// CHECK-SAME: %[[A:[^:]*]]: tensor<f32> {amp.role = "scale", amp.state = "scaler['a'].scale"}
// CHECK-SAME: %[[B:[^:]*]]: tensor<f32> {amp.role = "scale", amp.state = "scaler['b'].scale"}
// CHECK-DAG: amp.scale %{{.*}} by %[[A]]
// CHECK-DAG: amp.scale %{{.*}} by %[[B]]
// CHECK: %{{.*}}, %[[F1:.*]] = amp.unscale %{{.*}} by %[[A]]
// CHECK: %{{.*}}, %[[F2:.*]] = amp.unscale %{{.*}} by %[[A]]
// CHECK: %{{.*}}, %[[F3:.*]] = amp.unscale %{{.*}} by %[[B]]
// CHECK: amp.guard %[[F1]], (%{{.*}}) else (%arg0)
// CHECK: amp.guard %[[F2]], (%{{.*}}) else (%arg1)
/// A state of two groups is guarded by both flags; statistics without gradients by all flags of their group.
// CHECK: %[[BOTH:.*]] = stablehlo.or %[[F1]], %[[F3]]
// CHECK: amp.guard %[[BOTH]], (%{{.*}}) else (%arg2)
// CHECK: %[[ALL:.*]] = stablehlo.or %[[F1]], %[[F2]]
// CHECK: amp.guard %[[ALL]], (%{{.*}}) else (%arg3)
// CHECK: %[[ALL2:.*]] = stablehlo.or %[[F1]], %[[F2]]
// CHECK: amp.update_scale %[[A]], %{{.*}} if %[[ALL2]]
// CHECK: amp.update_scale %[[B]], %{{.*}} if %[[F3]]
func.func @groups(%w: tensor<f32>, %v: tensor<f32>, %u: tensor<f32>, %stat: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %a = amp.seed "a" %one : tensor<f32>
  %b = amp.seed "b" %one : tensor<f32>
  %0 = stablehlo.multiply %a, %w : tensor<f32>
  %1 = stablehlo.multiply %a, %v : tensor<f32>
  %2 = stablehlo.multiply %b, %u : tensor<f32>
  %g1 = amp.gradients "a" %0 : tensor<f32>
  %g2 = amp.gradients "a" %1 : tensor<f32>
  %g3 = amp.gradients "b" %2 : tensor<f32>
  %both = stablehlo.add %g1, %g3 : tensor<f32>
  %average = stablehlo.add %stat, %w : tensor<f32>
  %s:4 = amp.state "a" (%g1, %g2, %both, %average) else (%w, %v, %u, %stat) : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
  return %s#0, %s#1, %s#2, %s#3 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
}

// -----

/// Marks in functions and composites are put where they are called.
// CHECK-LABEL: @called
// CHECK: amp.scale
// CHECK: amp.unscale
// CHECK: amp.guard
// CHECK-NOT: @update
func.func @called(%w: tensor<f32>) -> tensor<f32> {
  %0 = call @backward(%w) : (tensor<f32>) -> tensor<f32>
  %1 = stablehlo.composite "my.update" %w, %0 {decomposition = @update} : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
func.func private @backward(%w: tensor<f32>) -> tensor<f32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = amp.seed "main" %one : tensor<f32>
  %1 = stablehlo.multiply %0, %w : tensor<f32>
  %g = amp.gradients "main" %1 : tensor<f32>
  return %g : tensor<f32>
}
func.func private @update(%w: tensor<f32>, %g: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.subtract %w, %g : tensor<f32>
  %s = amp.state "main" (%0) else (%w) : tensor<f32>
  return %s : tensor<f32>
}

// -----

/// A state that is marked before the verdict is guarded behind it.
// CHECK-LABEL: @early_state
// CHECK: %[[NEW:.*]] = stablehlo.add
// CHECK: stablehlo.multiply %{{.*}}, %[[NEW]]
// CHECK: %{{.*}}, %[[FOUND:.*]] = amp.unscale
// CHECK: %[[GUARDED:.*]] = amp.guard %[[FOUND]], (%[[NEW]])
// CHECK: return %[[GUARDED]]
func.func @early_state(%w: tensor<f32>, %stat: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %0 = stablehlo.add %stat, %w : tensor<f32>
  %s = amp.state "main" (%0) else (%stat) : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %1 = amp.seed "main" %one : tensor<f32>
  %2 = stablehlo.multiply %1, %s : tensor<f32>
  %g = amp.gradients "main" %2 : tensor<f32>
  return %s, %g : tensor<f32>, tensor<f32>
}

// -----

/// Marks in a manual computation: the scale enters as an operand that every device holds, the verdict is that of all devices,
/// and leaves with the scaler.
// CHECK-LABEL: @manual
// CHECK-SAME: %[[SCALE:[^:]*]]: tensor<f32> {amp.role = "scale"
// CHECK: sdy.manual_computation(%arg0, %arg1, %[[SCALE]], %{{.*}}, %{{.*}}) in_shardings=[<@mesh, [{}]>, <@mesh, [{"x"}]>, <@mesh, []>, <@mesh, []>, <@mesh, []>] out_shardings=[<@mesh, [{}]>, <@mesh, []>, <@mesh, []>, <@mesh, []>, <@mesh, []>]
// CHECK: amp.scale %{{.*}} by %{{.*}}
// CHECK: %[[G:.*]], %[[FOUND:.*]] = amp.unscale
// CHECK: %[[ANY:.*]] = "stablehlo.all_reduce"(%[[FOUND]])
// CHECK: stablehlo.or
// CHECK: amp.guard %[[ANY]],
// CHECK: amp.update_scale %{{.*}} if %[[ANY]]
sdy.mesh @mesh = <["x"=2]>
func.func @manual(%w: tensor<4xf32>, %x: tensor<8xf32>) -> tensor<4xf32> {
  %0 = sdy.manual_computation(%w, %x) in_shardings=[<@mesh, [{}]>, <@mesh, [{"x"}]>] out_shardings=[<@mesh, [{}]>] manual_axes={"x"} (%a: tensor<4xf32>, %b: tensor<4xf32>) {
    %one = stablehlo.constant dense<1.0> : tensor<f32>
    %1 = amp.seed "main" %one : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %3 = stablehlo.multiply %2, %b : tensor<4xf32>
    %g = amp.gradients "main" %3 : tensor<4xf32>
    %4 = stablehlo.subtract %a, %g : tensor<4xf32>
    %s = amp.state "main" (%4) else (%a) names ["w"] : tensor<4xf32>
    sdy.return %s : tensor<4xf32>
  } : (tensor<4xf32>, tensor<8xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

/// A step in one of several branches.
// CHECK-LABEL: @cases
// CHECK: %[[CASE:.*]]:5 = "stablehlo.case"
// CHECK: amp.scale
// CHECK: amp.guard
// CHECK: return %[[CASE]]#0, %[[CASE]]#1, %[[CASE]]#2, %[[CASE]]#3, %[[CASE]]#4
func.func @cases(%p: tensor<i32>, %w: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.case"(%p) ({
    stablehlo.return %w : tensor<f32>
  }, {
    %one = stablehlo.constant dense<1.0> : tensor<f32>
    %1 = amp.seed "main" %one : tensor<f32>
    %g = amp.gradients "main" %1 : tensor<f32>
    %s = amp.state "main" (%g) else (%w) names ["w"] : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }, {
    stablehlo.return %w : tensor<f32>
  }) : (tensor<i32>) -> tensor<f32>
  return %0 : tensor<f32>
}
