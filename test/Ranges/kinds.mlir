// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s -verify-diagnostics=only-expected --amp-analyze-ranges=print=true -o /dev/null

/// Ranges follow the kind of an op: MHLO has no rule of its own.
func.func @mhlo(%x: tensor<4xf32> {amp.range = #amp.range<-2.0, 3.0>}) {
  // expected-remark @+1 {{: [-0.9953, 1] declared}}
  %0 = "mhlo.erf"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  // expected-remark @+1 {{: [-2, 3] declared}}
  %1 = "mhlo.copy"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return
}
