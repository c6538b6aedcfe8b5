// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-carry-weights=weights=pure -split-input-file -verify-diagnostics
// RUN: not amp-opt %s --amp-carry-weights=weights=low 2>&1 | FileCheck %s
// CHECK: error: expects weights to be master, pure or threshold:BITS, but got 'low'

// expected-error @+1 {{expects weights that a step takes and returns, but found no state; mark it with amp.state, or write the same amp.state on each argument and its result}}
module {
  func.func @negative_no_states(%x: tensor<f32>) -> tensor<f32> {
    return %x : tensor<f32>
  }
}

// -----

// expected-error @+1 {{expects weights that are not carried yet, but they are 'master'}}
module attributes {amp.applied = {weights = "master"}} {
}

// -----

// expected-error @+1 {{expects weights that are not carried yet, but they are 'threshold:4'}}
module attributes {amp.threshold = "threshold:4"} {
}
