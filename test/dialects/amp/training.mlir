// RUN: amp-opt %s | amp-opt | FileCheck %s
// RUN: amp-opt %s --mlir-print-op-generic | amp-opt | FileCheck %s

/// Every form of the ops of training survives printing and parsing.

// CHECK-LABEL: @step
func.func @step(%w: tensor<2x3xf32>, %new: tensor<2x3xf32>, %count: tensor<i32>,
                %next: tensor<i32>, %g: tensor<2x?xf16>, %seed: tensor<f32>,
                %scale: tensor<f32>, %tracker: tensor<i32>) {
  // CHECK: amp.scale %{{.*}} by %{{.*}} : tensor<f32>
  %0 = amp.scale %seed by %scale : tensor<f32>
  // CHECK: amp.unscale %{{.*}}, %{{.*}} by %{{.*}} {note} : tensor<2x3xf32>, tensor<2x?xf16>
  %1, %2, %found = amp.unscale %w, %g by %scale {note} : tensor<2x3xf32>, tensor<2x?xf16>
  // CHECK: amp.update_scale %{{.*}}, %{{.*}} if %{{.*}} by <dynamic> : tensor<f32>, tensor<i32>
  %3:2 = amp.update_scale %scale, %tracker if %found by <dynamic> : tensor<f32>, tensor<i32>
  // CHECK: amp.guard %{{.*}}, (%{{.*}}, %{{.*}}) else (%{{.*}}, %{{.*}}) : tensor<2x3xf32>, tensor<i32>
  %4:2 = amp.guard %found, (%new, %next) else (%w, %count) : tensor<2x3xf32>, tensor<i32>
  // CHECK: amp.update_scale if %{{.*}} by <static, init = 1024.0>
  amp.update_scale if %found by <static, init = 1024.0>
  return
}

/// The state that each attribute needs, in its order.
// CHECK-LABEL: @states
func.func @states(%f: tensor<f32>, %i: tensor<i32>, %b: tensor<i1>) {
  // CHECK: by <dynamic, interval = 1000, min = 1.0, hysteresis = 2, refill = on_good, window_offset = first, at_min = error> : tensor<f32>, tensor<i32>, tensor<i32>, tensor<i1>
  %0:4 = amp.update_scale %f, %i, %i, %b if %b by <dynamic, interval = 1000, min = 1.0, hysteresis = 2, refill = on_good, window_offset = first, at_min = error> : tensor<f32>, tensor<i32>, tensor<i32>, tensor<i1>
  // CHECK: by <dynamic, init = 32768.0, growth = 4.0, backoff = 0.25, max = 16777216.0, decr_every_n = 2, window_offset = every, delay = true, exact = true> : tensor<f32>, tensor<i32>, tensor<i32>, tensor<f32>
  %1:4 = amp.update_scale %f, %i, %i, %f if %b by <dynamic, init = 32768.0, growth = 4.0, backoff = 0.25, max = 16777216.0, decr_every_n = 2, window_offset = every, delay = true, exact = true> : tensor<f32>, tensor<i32>, tensor<i32>, tensor<f32>
  return
}
