// RUN: amp-opt %s --split-input-file --verify-diagnostics

func.func @attention(%q: tensor<2x8x4xf32>, %out: tensor<2x8x4xf32>) -> tensor<2x8x8xf32> {
  // expected-error @+1 {{'tm_tensor.attention' op expects results of the types of its outs, 'tensor<2x8x4xf32>', but got 'tensor<2x8x8xf32>'}}
  %0 = tm_tensor.attention ins(%q, %q, %q : tensor<2x8x4xf32>, tensor<2x8x4xf32>, tensor<2x8x4xf32>) outs(%out: tensor<2x8x4xf32>) -> tensor<2x8x8xf32>
  return %0 : tensor<2x8x8xf32>
}

// -----

func.func @other(%x: tensor<8xf32>) {
  // expected-error @+1 {{unregistered operation 'tm_tensor.other' found in dialect ('tm_tensor') that does not allow unknown operations}}
  "tm_tensor.other"(%x) : (tensor<8xf32>) -> ()
  return
}
