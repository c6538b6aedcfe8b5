// RUN: split-file %s %t
// RUN: amp-opt %t/step.mlir --amp-record-step --amp-scale-loss=loss-scale=dynamic --amp-check-scaling | FileCheck %s
// RUN: not amp-opt %t/alone.mlir --amp-check-scaling=input=%t/step.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=DEVICES
// RUN: not amp-opt %t/replicas.mlir --amp-check-scaling=input=%t/step.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=DEVICES

/// Gradients that functions of the step share between devices: all devices skip
/// a step together. The verdict is combined over devices of the same numbering.
// CHECK: "stablehlo.all_reduce"(%found_inf) <{channel_handle = {{.*}}, replica_groups = dense<{{\[\[}}0, 1]]>
// DEVICES: breaks "a flag tests each element of its gradients": found_inf of group 'main' does not combine the verdicts of all devices

//--- step.mlir
module attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 2 : i32} {
func.func @main(%w: tensor<8x8xf32>, %e: tensor<8x8xf32>, %x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<f32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %1 = stablehlo.subtract %0, %y : tensor<4x8xf32>
  %2 = stablehlo.multiply %1, %1 : tensor<4x8xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %3 : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %4 = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %5 = stablehlo.multiply %4, %1 : tensor<4x8xf32>
  %dw = stablehlo.dot_general %x, %5, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %dr = func.call @sum(%dw) : (tensor<8x8xf32>) -> tensor<4x8xf32>
  %da = func.call @all(%dr) : (tensor<4x8xf32>) -> tensor<8x8xf32>
  %g = amp.gradients "main" %dr : tensor<4x8xf32>
  %gg = func.call @all(%g) : (tensor<4x8xf32>) -> tensor<8x8xf32>
  %rate = stablehlo.constant dense<0.01> : tensor<8x8xf32>
  %6 = stablehlo.multiply %gg, %rate : tensor<8x8xf32>
  %7 = stablehlo.subtract %w, %6 : tensor<8x8xf32>
  %8 = stablehlo.add %e, %7 : tensor<8x8xf32>
  %new:2 = amp.state "main" (%7, %8) else (%w, %e) names ["w", "e"] : tensor<8x8xf32>, tensor<8x8xf32>
  return %new#0, %new#1, %loss : tensor<8x8xf32>, tensor<8x8xf32>, tensor<f32>
}
func.func private @sum(%g: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.reduce_scatter"(%g) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %1 : tensor<f32>
  }) : (tensor<8x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
func.func private @all(%g: tensor<4x8xf32>) -> tensor<8x8xf32> {
  %0 = "stablehlo.all_gather"(%g) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
}

//--- alone.mlir
module attributes {amp.applied = {scaling = "#amp.scaler<dynamic, min = 5.96046448e-08, max = 16777216.0, exact = true>", stages = ["scale"]}, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 2 : i32} {
  func.func @main(%arg0: tensor<8x8xf32> {amp.state = "w"}, %arg1: tensor<8x8xf32> {amp.state = "e"}, %arg2: tensor<4x8xf32>, %arg3: tensor<4x8xf32>, %arg4: tensor<f32> {amp.role = "scale", amp.state = "scaler['main'].scale"}, %arg5: tensor<i32> {amp.role = "growth_tracker", amp.state = "scaler['main'].growth_tracker"}, %arg6: tensor<i32> {amp.role = "skipped", amp.state = "scaler['main'].skipped"}) -> (tensor<8x8xf32> {amp.state = "w"}, tensor<8x8xf32> {amp.state = "e"}, tensor<f32> {amp.role = "loss"}, tensor<f32> {amp.role = "scale", amp.state = "scaler['main'].scale", jax.result_info = "scaler['main'].scale"}, tensor<i32> {amp.role = "growth_tracker", amp.state = "scaler['main'].growth_tracker", jax.result_info = "scaler['main'].growth_tracker"}, tensor<i32> {amp.role = "skipped", amp.state = "scaler['main'].skipped", jax.result_info = "scaler['main'].skipped"}, tensor<i1> {amp.role = "found_inf", jax.result_info = "scaler['main'].found_inf"}) {
    %0 = stablehlo.dot_general %arg2, %arg0, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %1 = stablehlo.subtract %0, %arg3 : tensor<4x8xf32>
    %2 = stablehlo.multiply %1, %1 : tensor<4x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.reduce(%2 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = amp.scale %cst_0 by %arg4 : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %6 = stablehlo.multiply %5, %1 : tensor<4x8xf32>
    %7 = stablehlo.dot_general %arg2, %6, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
    %8 = call @sum(%7) : (tensor<8x8xf32>) -> tensor<4x8xf32>
    %9 = call @all(%8) : (tensor<4x8xf32>) -> tensor<8x8xf32>
    %unscaled, %found_inf = amp.unscale %8 by %arg4 : tensor<4x8xf32>
    %10 = call @all(%unscaled) : (tensor<4x8xf32>) -> tensor<8x8xf32>
    %cst_1 = stablehlo.constant dense<0.00999999977> : tensor<8x8xf32>
    %11 = stablehlo.multiply %10, %cst_1 : tensor<8x8xf32>
    %12 = stablehlo.subtract %arg0, %11 : tensor<8x8xf32>
    %13 = stablehlo.add %arg1, %12 : tensor<8x8xf32>
    %14:2 = amp.guard %found_inf, (%12, %13) else (%arg0, %arg1) : tensor<8x8xf32>, tensor<8x8xf32>
    %15:2 = amp.update_scale %arg4, %arg5 if %found_inf by <dynamic, min = 5.96046448e-08, max = 16777216.0, exact = true> : tensor<f32>, tensor<i32>
    %16 = stablehlo.convert %found_inf : (tensor<i1>) -> tensor<i32>
    %17 = stablehlo.add %arg6, %16 : tensor<i32>
    return %14#0, %14#1, %3, %15#0, %15#1, %17, %found_inf : tensor<8x8xf32>, tensor<8x8xf32>, tensor<f32>, tensor<f32>, tensor<i32>, tensor<i32>, tensor<i1>
  }
  func.func @main_init_scaler() -> (tensor<f32> {amp.role = "scale", amp.state = "scaler['main'].scale", jax.result_info = "scaler['main'].scale"}, tensor<i32> {amp.role = "growth_tracker", amp.state = "scaler['main'].growth_tracker", jax.result_info = "scaler['main'].growth_tracker"}, tensor<i32> {amp.role = "skipped", amp.state = "scaler['main'].skipped", jax.result_info = "scaler['main'].skipped"}) {
    %cst = stablehlo.constant dense<6.553600e+04> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    return %cst, %c, %c_0 : tensor<f32>, tensor<i32>, tensor<i32>
  }
  func.func private @sum(%arg0: tensor<8x8xf32>) -> tensor<4x8xf32> {
    %0 = "stablehlo.reduce_scatter"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<8x8xf32>) -> tensor<4x8xf32>
    return %0 : tensor<4x8xf32>
  }
  func.func private @all(%arg0: tensor<4x8xf32>) -> tensor<8x8xf32> {
    %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
}

//--- replicas.mlir
module attributes {amp.applied = {scaling = "#amp.scaler<dynamic, min = 5.96046448e-08, max = 16777216.0, exact = true>", stages = ["scale"]}, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 2 : i32} {
  func.func @main(%arg0: tensor<8x8xf32> {amp.state = "w"}, %arg1: tensor<8x8xf32> {amp.state = "e"}, %arg2: tensor<4x8xf32>, %arg3: tensor<4x8xf32>, %arg4: tensor<f32> {amp.role = "scale", amp.state = "scaler['main'].scale"}, %arg5: tensor<i32> {amp.role = "growth_tracker", amp.state = "scaler['main'].growth_tracker"}, %arg6: tensor<i32> {amp.role = "skipped", amp.state = "scaler['main'].skipped"}) -> (tensor<8x8xf32> {amp.state = "w"}, tensor<8x8xf32> {amp.state = "e"}, tensor<f32> {amp.role = "loss"}, tensor<f32> {amp.role = "scale", amp.state = "scaler['main'].scale", jax.result_info = "scaler['main'].scale"}, tensor<i32> {amp.role = "growth_tracker", amp.state = "scaler['main'].growth_tracker", jax.result_info = "scaler['main'].growth_tracker"}, tensor<i32> {amp.role = "skipped", amp.state = "scaler['main'].skipped", jax.result_info = "scaler['main'].skipped"}, tensor<i1> {amp.role = "found_inf", jax.result_info = "scaler['main'].found_inf"}) {
    %0 = stablehlo.dot_general %arg2, %arg0, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %1 = stablehlo.subtract %0, %arg3 : tensor<4x8xf32>
    %2 = stablehlo.multiply %1, %1 : tensor<4x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.reduce(%2 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = amp.scale %cst_0 by %arg4 : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %6 = stablehlo.multiply %5, %1 : tensor<4x8xf32>
    %7 = stablehlo.dot_general %arg2, %6, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
    %8 = call @sum(%7) : (tensor<8x8xf32>) -> tensor<4x8xf32>
    %9 = call @all(%8) : (tensor<4x8xf32>) -> tensor<8x8xf32>
    %unscaled, %found_inf = amp.unscale %8 by %arg4 : tensor<4x8xf32>
    %10 = "stablehlo.all_reduce"(%found_inf) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%arg7: tensor<i1>, %arg8: tensor<i1>):
      %19 = stablehlo.or %arg7, %arg8 : tensor<i1>
      stablehlo.return %19 : tensor<i1>
    }) : (tensor<i1>) -> tensor<i1>
    %11 = call @all(%unscaled) : (tensor<4x8xf32>) -> tensor<8x8xf32>
    %cst_1 = stablehlo.constant dense<0.00999999977> : tensor<8x8xf32>
    %12 = stablehlo.multiply %11, %cst_1 : tensor<8x8xf32>
    %13 = stablehlo.subtract %arg0, %12 : tensor<8x8xf32>
    %14 = stablehlo.add %arg1, %13 : tensor<8x8xf32>
    %15:2 = amp.guard %10, (%13, %14) else (%arg0, %arg1) : tensor<8x8xf32>, tensor<8x8xf32>
    %16:2 = amp.update_scale %arg4, %arg5 if %10 by <dynamic, min = 5.96046448e-08, max = 16777216.0, exact = true> : tensor<f32>, tensor<i32>
    %17 = stablehlo.convert %10 : (tensor<i1>) -> tensor<i32>
    %18 = stablehlo.add %arg6, %17 : tensor<i32>
    return %15#0, %15#1, %3, %16#0, %16#1, %18, %10 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<f32>, tensor<f32>, tensor<i32>, tensor<i32>, tensor<i1>
  }
  func.func @main_init_scaler() -> (tensor<f32> {amp.role = "scale", amp.state = "scaler['main'].scale", jax.result_info = "scaler['main'].scale"}, tensor<i32> {amp.role = "growth_tracker", amp.state = "scaler['main'].growth_tracker", jax.result_info = "scaler['main'].growth_tracker"}, tensor<i32> {amp.role = "skipped", amp.state = "scaler['main'].skipped", jax.result_info = "scaler['main'].skipped"}) {
    %cst = stablehlo.constant dense<6.553600e+04> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    return %cst, %c, %c_0 : tensor<f32>, tensor<i32>, tensor<i32>
  }
  func.func private @sum(%arg0: tensor<8x8xf32>) -> tensor<4x8xf32> {
    %0 = "stablehlo.reduce_scatter"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<8x8xf32>) -> tensor<4x8xf32>
    return %0 : tensor<4x8xf32>
  }
  func.func private @all(%arg0: tensor<4x8xf32>) -> tensor<8x8xf32> {
    %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
}
