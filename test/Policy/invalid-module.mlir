// RUN: amp-opt %s -split-input-file -verify-diagnostics --amp-attach-policy="compute=f16"

// expected-error @+1 {{expects an op name or a class of ops in a policy, but got "matmuls"}}
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, allow = ["matmuls"]>} {}

// -----

// expected-error @+1 {{expects a module that no other policy was applied to, but 'amp.applied' says {policy = "1"}}}
module attributes {amp.applied = {policy = "1"}} {}
