// RUN: amp-opt %s -split-input-file -verify-diagnostics --amp-assign-precision=solver=paint

// expected-error @+1 {{expects 'amp.policy' on the module; run amp-attach-policy first}}
module {}

// -----

module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32>} {
  func.func @main(%x: f32) {
    call @negative_recursion(%x) : (f32) -> ()
    return
  }
  // expected-error @+1 {{'func.func' op calls itself, directly or through others; precision is decided per call, which recursion makes endless}}
  func.func private @negative_recursion(%x: f32) {
    call @negative_recursion(%x) : (f32) -> ()
    return
  }
}
