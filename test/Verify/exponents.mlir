// RUN: split-file %s %t
// RUN: not amp-opt %t/logaddexp-low.mlir --amp-verify=input=%t/logaddexp.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=DIFFERENCE
// RUN: not amp-opt %t/bias_per_position-low.mlir --amp-verify=input=%t/bias_per_position.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=POSITIONS
// DIFFERENCE: breaks "losses, updates, statistics and random numbers stay f32": expects f32 for a difference that an exponential reads
// POSITIONS: breaks "losses, updates, statistics and random numbers stay f32": expects f32 for a sum with positions that an exponential reads

/// Sums before an exponential that were lowered: of logarithms, and of scores
/// and a bias per position.

//--- logaddexp.mlir
func.func @logaddexp(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %none = stablehlo.constant dense<0.0> : tensor<64xf32>
  %infinite = stablehlo.constant dense<0x7F800000> : tensor<64xf32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %t = stablehlo.logistic %h : tensor<64x64xf32>
  %a = stablehlo.reduce(%t init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
  %b = stablehlo.reduce(%t init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
  %m = stablehlo.maximum %a, %b : tensor<64xf32>
  %d = stablehlo.subtract %a, %b : tensor<64xf32>
  %0 = stablehlo.abs %d : tensor<64xf32>
  %1 = stablehlo.negate %0 : tensor<64xf32>
  %2 = stablehlo.exponential %1 : tensor<64xf32>
  %3 = stablehlo.log_plus_one %2 : tensor<64xf32>
  %s = stablehlo.add %m, %3 : tensor<64xf32>
  %pa = stablehlo.compare EQ, %a, %infinite : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xi1>
  %fa = stablehlo.select %pa, %none, %a : tensor<64xi1>, tensor<64xf32>
  %ps = stablehlo.compare EQ, %s, %infinite : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xi1>
  %fs = stablehlo.select %ps, %none, %s : tensor<64xi1>, tensor<64xf32>
  %pb = stablehlo.compare EQ, %b, %infinite : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xi1>
  %fb = stablehlo.select %pb, %none, %b : tensor<64xi1>, tensor<64xf32>
  %da = stablehlo.subtract %fa, %fs : tensor<64xf32>
  %ea = stablehlo.exponential %da : tensor<64xf32>
  %db = stablehlo.subtract %fb, %fs : tensor<64xf32>
  %eb = stablehlo.exponential %db : tensor<64xf32>
  %ca = stablehlo.broadcast_in_dim %ea, dims = [0] : (tensor<64xf32>) -> tensor<64x64xf32>
  %cb = stablehlo.broadcast_in_dim %eb, dims = [1] : (tensor<64xf32>) -> tensor<64x64xf32>
  %c = stablehlo.subtract %ca, %cb : tensor<64x64xf32>
  %y = stablehlo.dot_general %c, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}

//--- logaddexp-low.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], infer = ["elementwise", "chlo.erf", "chlo.erfc", "linalg.erf", "linalg.sqrt", "linalg.tanh", "math.cos", "math.erf", "math.erfc", "math.sin", "math.sqrt", "math.tanh", "stablehlo.cosine", "stablehlo.logistic", "stablehlo.sine", "stablehlo.sqrt", "stablehlo.tanh", "tosa.cos", "tosa.erf", "tosa.sigmoid", "tosa.sin", "tosa.tanh"], clear = ["contraction.result", "control", "layout", "select", "arith.negf", "linalg.abs", "linalg.negf", "math.absf", "stablehlo.abs", "stablehlo.negate", "tosa.abs", "tosa.negate", "gather_scatter", "group.batch_norm.output", "group.group_norm.output"], deny = ["collective", "reduction", "scan", "transcendental", "chlo.square", "linalg.reciprocal", "linalg.square", "tosa.reciprocal", "tosa.resize", "group.batch_norm.statistic", "group.clip_by_global_norm.statistic", "group.cross_entropy.statistic", "group.group_norm.statistic", "group.layer_norm.statistic", "group.log_softmax.statistic", "group.logsumexp.statistic", "group.mean_variance.statistic", "group.rms_norm.statistic", "group.softmax.statistic", "group.layer_norm.output", "group.rms_norm.output", "group.embedding.output"]>, amp.solution = {chip = "sm_90", f32 = 49929648 : i64, flow = 42503122 : i64, flow_edges = array<i64: 6, 4890746, 9, 61225, 11, 2322923, 57, 478, 81, 478, 88, 478, 89, 478, 96, 478, 137, 478, 177, 478, 217, 478, 256, 478, 280, 478, 321, 956, 329, 956, 347, 5013196>, flow_exact = array<i32>, flow_pins = array<i8: 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 3>, solver = "mincut", time = 42503122 : i64}} {
  func.func @logaddexp(%arg0: tensor<64x64xf32>, %arg1: tensor<64x64xf32>) -> tensor<64x64xf32> {
    %0 = amp.cast %arg0 <allow, "contraction"> : tensor<64x64xf32> to tensor<64x64xbf16>
    %1 = amp.cast %arg1 <allow, "contraction"> : tensor<64x64xf32> to tensor<64x64xbf16>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<64xf32>
    %2 = amp.cast %cst_0 <range, "stablehlo.reduce"> : tensor<64xf32> to tensor<64xbf16>
    %cst_1 = stablehlo.constant dense<0x7F800000> : tensor<64xf32>
    %3 = amp.cast %cst_1 <clear, "select"> : tensor<64xf32> to tensor<64xbf16>
    %4 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xbf16>
    %5 = stablehlo.logistic %4 : tensor<64x64xbf16>
    %6 = amp.cast %5 <infer, "stablehlo.logistic"> : tensor<64x64xbf16> to tensor<64x64xf32>
    %7 = stablehlo.reduce(%6 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
    %8 = amp.cast %7 <range, "stablehlo.reduce"> : tensor<64xf32> to tensor<64xbf16>
    %9 = stablehlo.reduce(%6 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
    %10 = amp.cast %9 <range, "stablehlo.reduce"> : tensor<64xf32> to tensor<64xbf16>
    %11 = stablehlo.maximum %8, %10 : tensor<64xbf16>
    %12 = stablehlo.subtract %8, %10 : tensor<64xbf16>
    %13 = stablehlo.abs %12 : tensor<64xbf16>
    %14 = stablehlo.negate %13 : tensor<64xbf16>
    %15 = amp.cast %14 <range, "stablehlo.reduce"> : tensor<64xbf16> to tensor<64xf32>
    %16 = stablehlo.exponential %15 : tensor<64xf32>
    %17 = stablehlo.log_plus_one %16 : tensor<64xf32>
    %18 = amp.cast %17 <range, "stablehlo.log_plus_one"> : tensor<64xf32> to tensor<64xbf16>
    %19 = stablehlo.add %11, %18 : tensor<64xbf16>
    %20 = stablehlo.compare EQ, %8, %3 : (tensor<64xbf16>, tensor<64xbf16>) -> tensor<64xi1>
    %21 = stablehlo.select %20, %2, %8 : tensor<64xi1>, tensor<64xbf16>
    %22 = stablehlo.compare EQ, %19, %3 : (tensor<64xbf16>, tensor<64xbf16>) -> tensor<64xi1>
    %23 = stablehlo.select %22, %2, %19 : tensor<64xi1>, tensor<64xbf16>
    %24 = stablehlo.compare EQ, %10, %3 : (tensor<64xbf16>, tensor<64xbf16>) -> tensor<64xi1>
    %25 = stablehlo.select %24, %2, %10 : tensor<64xi1>, tensor<64xbf16>
    %26 = stablehlo.subtract %21, %23 : tensor<64xbf16>
    %27 = amp.cast %26 <range, "stablehlo.log_plus_one"> : tensor<64xbf16> to tensor<64xf32>
    %28 = stablehlo.exponential %27 : tensor<64xf32>
    %29 = amp.cast %28 <range, "stablehlo.exponential"> : tensor<64xf32> to tensor<64xbf16>
    %30 = stablehlo.subtract %25, %23 : tensor<64xbf16>
    %31 = amp.cast %30 <range, "stablehlo.log_plus_one"> : tensor<64xbf16> to tensor<64xf32>
    %32 = stablehlo.exponential %31 : tensor<64xf32>
    %33 = amp.cast %32 <range, "stablehlo.exponential"> : tensor<64xf32> to tensor<64xbf16>
    %34 = stablehlo.broadcast_in_dim %29, dims = [0] : (tensor<64xbf16>) -> tensor<64x64xbf16>
    %35 = stablehlo.broadcast_in_dim %33, dims = [1] : (tensor<64xbf16>) -> tensor<64x64xbf16>
    %36 = stablehlo.subtract %34, %35 : tensor<64x64xbf16>
    %37 = stablehlo.dot_general %36, %1, contracting_dims = [1] x [0] : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xf32>
    return %37 : tensor<64x64xf32>
  }
}

//--- bias_per_position.mlir
func.func @bias_per_position(%q: tensor<512x64xf32>, %k: tensor<512x64xf32>, %m: tensor<512x512xi1>) -> tensor<512x64xf32> {
  %slope = stablehlo.constant dense<0.5> : tensor<512x512xf32>
  %lowest = stablehlo.constant dense<-6.0e+04> : tensor<512x512xf32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %s = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<512x64xf32>, tensor<512x64xf32>) -> tensor<512x512xf32>
  %i = stablehlo.iota dim = 1 : tensor<512x512xf32>
  %bias = stablehlo.multiply %i, %slope : tensor<512x512xf32>
  %a = stablehlo.add %s, %bias : tensor<512x512xf32>
  %b = stablehlo.select %m, %a, %lowest : tensor<512x512xi1>, tensor<512x512xf32>
  %r = stablehlo.reduce(%b init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<512x512xf32>, tensor<f32>) -> tensor<512xf32>
  %t = stablehlo.broadcast_in_dim %r, dims = [0] : (tensor<512xf32>) -> tensor<512x512xf32>
  %d = stablehlo.subtract %b, %t : tensor<512x512xf32>
  %e = stablehlo.exponential %d : tensor<512x512xf32>
  %y = stablehlo.dot_general %e, %k, contracting_dims = [1] x [0] : (tensor<512x512xf32>, tensor<512x64xf32>) -> tensor<512x64xf32>
  return %y : tensor<512x64xf32>
}

//--- bias_per_position-low.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], infer = ["elementwise", "chlo.erf", "chlo.erfc", "linalg.erf", "linalg.sqrt", "linalg.tanh", "math.cos", "math.erf", "math.erfc", "math.sin", "math.sqrt", "math.tanh", "stablehlo.cosine", "stablehlo.logistic", "stablehlo.sine", "stablehlo.sqrt", "stablehlo.tanh", "tosa.cos", "tosa.erf", "tosa.sigmoid", "tosa.sin", "tosa.tanh"], clear = ["contraction.result", "control", "layout", "select", "arith.negf", "linalg.abs", "linalg.negf", "math.absf", "stablehlo.abs", "stablehlo.negate", "tosa.abs", "tosa.negate", "gather_scatter", "group.batch_norm.output", "group.group_norm.output"], deny = ["collective", "reduction", "scan", "transcendental", "chlo.square", "linalg.reciprocal", "linalg.square", "tosa.reciprocal", "tosa.resize", "group.batch_norm.statistic", "group.clip_by_global_norm.statistic", "group.cross_entropy.statistic", "group.group_norm.statistic", "group.layer_norm.statistic", "group.log_softmax.statistic", "group.logsumexp.statistic", "group.mean_variance.statistic", "group.rms_norm.statistic", "group.softmax.statistic", "group.layer_norm.output", "group.rms_norm.output", "group.embedding.output"]>, amp.solution = {chip = "sm_90", f32 = 1773705159 : i64, flow = 1054161418 : i64, flow_edges = array<i64: 9, 489805, 11, 58688955, 32, 1959222, 96, 1959222>, flow_exact = array<i32: 6, 5>, flow_pins = array<i8: 0, 0, 3, 0, 0, 0, 0, 0, 1, 0, 3>, solver = "mincut", time = 1054161418 : i64}} {
  func.func @bias_per_position(%arg0: tensor<512x64xf32>, %arg1: tensor<512x64xf32>, %arg2: tensor<512x512xi1>) -> tensor<512x64xf32> {
    %0 = amp.cast %arg0 <allow, "contraction"> : tensor<512x64xf32> to tensor<512x64xbf16>
    %1 = amp.cast %arg1 <allow, "contraction"> : tensor<512x64xf32> to tensor<512x64xbf16>
    %cst = stablehlo.constant dense<5.000000e-01> : tensor<512x512xf32>
    %cst_0 = stablehlo.constant dense<-6.000000e+04> : tensor<512x512xf32>
    %2 = amp.cast %cst_0 <clear, "select"> : tensor<512x512xf32> to tensor<512x512xbf16>
    %cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %3 = amp.cast %cst_1 <clear, "select"> : tensor<f32> to tensor<bf16>
    %4 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [1] : (tensor<512x64xbf16>, tensor<512x64xbf16>) -> tensor<512x512xbf16>
    %5 = stablehlo.iota dim = 1 : tensor<512x512xf32>
    %6 = stablehlo.multiply %5, %cst : tensor<512x512xf32>
    %7 = amp.cast %6 <infer, "elementwise"> : tensor<512x512xf32> to tensor<512x512xbf16>
    %8 = stablehlo.add %4, %7 : tensor<512x512xbf16>
    %9 = stablehlo.select %arg2, %8, %2 : tensor<512x512xi1>, tensor<512x512xbf16>
    %10 = stablehlo.reduce(%9 init: %3) applies stablehlo.maximum across dimensions = [1] : (tensor<512x512xbf16>, tensor<bf16>) -> tensor<512xbf16>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<512xbf16>) -> tensor<512x512xbf16>
    %12 = stablehlo.subtract %9, %11 : tensor<512x512xbf16>
    %13 = amp.cast %12 <infer, "elementwise"> : tensor<512x512xbf16> to tensor<512x512xf32>
    %14 = stablehlo.exponential %13 : tensor<512x512xf32>
    %15 = amp.cast %14 <allow, "contraction"> : tensor<512x512xf32> to tensor<512x512xbf16>
    %16 = stablehlo.dot_general %15, %1, contracting_dims = [1] x [0] : (tensor<512x512xbf16>, tensor<512x64xbf16>) -> tensor<512x64xf32>
    return %16 : tensor<512x64xf32>
  }
}
