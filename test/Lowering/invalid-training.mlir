// RUN: amp-opt %s -split-input-file -verify-diagnostics --amp-lower-training

func.func @negative_other_dialects(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{'amp.scale' op has a form in StableHLO alone, but the module has no op of that dialect}}
  %0 = amp.scale %x by %x : tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @negative_unranked(%x: tensor<*xf32>, %s: tensor<f32>) -> tensor<*xf32> {
  %0 = stablehlo.add %s, %s : tensor<f32>
  // expected-error @+1 {{'amp.scale' op expects ranked tensors to have a form in StableHLO, but got 'tensor<*xf32>'}}
  %1 = amp.scale %x by %0 : tensor<*xf32>
  return %1 : tensor<*xf32>
}
