// RUN: split-file %s %t
// RUN: not amp-opt %t/low.mlir --amp-verify=input=%t/input.mlir -o /dev/null 2>&1 | FileCheck %s
// RUN: not amp-opt %t/flag-low.mlir --amp-verify=input=%t/flag.mlir -o /dev/null 2>&1 | FileCheck %s
// CHECK: breaks "losses, updates, statistics and random numbers stay f32": expects f32 for a value that ends a loop

/// A fixed point whose iterate is carried in bf16.

//--- input.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], infer = ["elementwise", "stablehlo.tanh"], clear = ["select", "layout", "control", "contraction.result"]>} {
func.func @fixed_point(%k: tensor<64x64xf32>, %a: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %r:2 = stablehlo.while(%x = %a, %e = %one) : tensor<64x64xf32>, tensor<f32>
    cond {
      %tolerance = stablehlo.constant dense<1.0e-06> : tensor<f32>
      %p = stablehlo.compare GT, %e, %tolerance : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %0 = stablehlo.dot_general %k, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
      %1 = stablehlo.tanh %0 : tensor<64x64xf32>
      %2 = stablehlo.subtract %1, %x : tensor<64x64xf32>
      %3 = stablehlo.abs %2 : tensor<64x64xf32>
      %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<f32>
      stablehlo.return %1, %4 : tensor<64x64xf32>, tensor<f32>
    }
  %y = stablehlo.dot_general %r#0, %k, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}
}

//--- low.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], infer = ["elementwise", "stablehlo.tanh"], clear = ["select", "layout", "control", "contraction.result"]>} {
  func.func @fixed_point(%arg0: tensor<64x64xf32>, %arg1: tensor<64x64xf32>) -> tensor<64x64xf32> {
    %0 = amp.cast %arg1 <clear, "control"> : tensor<64x64xf32> to tensor<64x64xbf16>
    %1 = amp.cast %arg0 <allow, "contraction"> : tensor<64x64xf32> to tensor<64x64xbf16>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2:2 = stablehlo.while(%iterArg = %0, %iterArg_1 = %cst) : tensor<64x64xbf16>, tensor<f32>
    cond {
      %cst_2 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
      %4 = stablehlo.compare GT, %iterArg_1, %cst_2 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %4 : tensor<i1>
    } do {
      %4 = amp.cast %iterArg <clear, "control"> : tensor<64x64xbf16> to tensor<64x64xf32>
      %5 = stablehlo.dot_general %1, %iterArg, contracting_dims = [1] x [0] : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xbf16>
      %6 = stablehlo.tanh %5 : tensor<64x64xbf16>
      %7 = amp.cast %6 <infer, "stablehlo.tanh"> : tensor<64x64xbf16> to tensor<64x64xf32>
      %8 = stablehlo.subtract %7, %4 : tensor<64x64xf32>
      %9 = stablehlo.abs %8 : tensor<64x64xf32>
      %10 = stablehlo.reduce(%9 init: %cst_0) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<f32>
      stablehlo.return %6, %10 : tensor<64x64xbf16>, tensor<f32>
    }
    %3 = stablehlo.dot_general %2#0, %1, contracting_dims = [1] x [0] : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xf32>
    return %3 : tensor<64x64xf32>
  }
}

/// The same, with a flag that the loop carries.

//--- flag.mlir
func.func @flag(%k: tensor<64x64xf32>, %a: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %false = stablehlo.constant dense<false> : tensor<i1>
  %r:2 = stablehlo.while(%x = %a, %done = %false) : tensor<64x64xf32>, tensor<i1>
    cond {
      %go = stablehlo.not %done : tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %zero = stablehlo.constant dense<0.0> : tensor<f32>
      %tolerance = stablehlo.constant dense<1.0e-06> : tensor<f32>
      %0 = stablehlo.dot_general %k, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
      %1 = stablehlo.tanh %0 : tensor<64x64xf32>
      %2 = stablehlo.subtract %1, %x : tensor<64x64xf32>
      %3 = stablehlo.abs %2 : tensor<64x64xf32>
      %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<f32>
      %5 = stablehlo.compare LE, %4, %tolerance : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1, %5 : tensor<64x64xf32>, tensor<i1>
    }
  %y = stablehlo.dot_general %r#0, %k, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}

//--- flag-low.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], infer = ["elementwise", "chlo.erf", "chlo.erfc", "linalg.erf", "linalg.sqrt", "linalg.tanh", "math.cos", "math.erf", "math.erfc", "math.sin", "math.sqrt", "math.tanh", "stablehlo.cosine", "stablehlo.logistic", "stablehlo.sine", "stablehlo.sqrt", "stablehlo.tanh", "tosa.cos", "tosa.erf", "tosa.sigmoid", "tosa.sin", "tosa.tanh"], clear = ["contraction.result", "control", "layout", "select", "arith.negf", "linalg.abs", "linalg.negf", "math.absf", "stablehlo.abs", "stablehlo.negate", "tosa.abs", "tosa.negate", "gather_scatter", "group.batch_norm.output", "group.group_norm.output"], deny = ["collective", "reduction", "scan", "transcendental", "chlo.square", "linalg.reciprocal", "linalg.square", "tosa.reciprocal", "tosa.resize", "group.batch_norm.statistic", "group.clip_by_global_norm.statistic", "group.cross_entropy.statistic", "group.group_norm.statistic", "group.layer_norm.statistic", "group.log_softmax.statistic", "group.logsumexp.statistic", "group.mean_variance.statistic", "group.rms_norm.statistic", "group.softmax.statistic", "group.layer_norm.output", "group.rms_norm.output", "group.embedding.output"]>} {
  func.func @flag(%arg0: tensor<64x64xf32>, %arg1: tensor<64x64xf32>) -> tensor<64x64xf32> {
    %0 = amp.cast %arg1 <clear, "control"> : tensor<64x64xf32> to tensor<64x64xbf16>
    %1 = amp.cast %arg0 <allow, "contraction"> : tensor<64x64xf32> to tensor<64x64xbf16>
    %c = stablehlo.constant dense<false> : tensor<i1>
    %2:2 = stablehlo.while(%iterArg = %0, %iterArg_0 = %c) : tensor<64x64xbf16>, tensor<i1>
    cond {
      %4 = stablehlo.not %iterArg_0 : tensor<i1>
      stablehlo.return %4 : tensor<i1>
    } do {
      %4 = amp.cast %iterArg <clear, "control"> : tensor<64x64xbf16> to tensor<64x64xf32>
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %cst_1 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
      %5 = stablehlo.dot_general %1, %iterArg, contracting_dims = [1] x [0] : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xbf16>
      %6 = stablehlo.tanh %5 : tensor<64x64xbf16>
      %7 = amp.cast %6 <infer, "stablehlo.tanh"> : tensor<64x64xbf16> to tensor<64x64xf32>
      %8 = stablehlo.subtract %7, %4 : tensor<64x64xf32>
      %9 = stablehlo.abs %8 : tensor<64x64xf32>
      %10 = stablehlo.reduce(%9 init: %cst) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<f32>
      %11 = stablehlo.compare LE, %10, %cst_1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %6, %11 : tensor<64x64xbf16>, tensor<i1>
    }
    %3 = stablehlo.dot_general %2#0, %1, contracting_dims = [1] x [0] : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xf32>
    return %3 : tensor<64x64xf32>
  }
}
