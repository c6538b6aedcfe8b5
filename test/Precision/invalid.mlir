// RUN: amp-opt %s -split-input-file -verify-diagnostics --amp-assign-precision

// expected-error @+1 {{expects 'amp.policy' on the module; run amp-attach-policy first}}
module {}

// -----

// expected-error @+1 {{infer and clear lists are not supported by the solver for contractions}}
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, infer = ["math.exp"]>} {}

// -----

module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, allow = ["math.exp"]>} {
  func.func @negative_allowed_elementwise(%x: f32) {
    // expected-error @+1 {{'math.exp' op is allowed by "math.exp", but the solver for contractions lowers nothing else}}
    %0 = math.exp %x : f32
    return
  }
}
