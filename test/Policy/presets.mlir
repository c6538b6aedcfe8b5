// RUN: amp-opt %s --amp-attach-policy="preset=contractions compute=f16" -verify-diagnostics
// RUN: amp-opt %s --amp-attach-policy="preset=default compute=f16" -verify-diagnostics
// RUN: amp-opt %s --amp-attach-policy="preset=tf compute=f16" -verify-diagnostics
// RUN: amp-opt %s --amp-attach-policy="preset=tf-bf16 compute=bf16" -verify-diagnostics
// RUN: amp-opt %s --amp-attach-policy="preset=torch-cuda compute=f16" -verify-diagnostics

/// Every op that a preset names exists: with all dialects loaded there is no
/// warning.
func.func @dialects(%x: tensor<2xf32>) {
  %0 = arith.addf %x, %x : tensor<2xf32>
  %1 = chlo.erf %x : tensor<2xf32> -> tensor<2xf32>
  %2 = linalg.abs ins(%x : tensor<2xf32>) outs(%x : tensor<2xf32>) -> tensor<2xf32>
  %3 = math.absf %x : tensor<2xf32>
  %4 = stablehlo.abs %x : tensor<2xf32>
  %5 = tensor.cast %x : tensor<2xf32> to tensor<?xf32>
  %6 = tosa.abs %x : (tensor<2xf32>) -> tensor<2xf32>
  return
}
