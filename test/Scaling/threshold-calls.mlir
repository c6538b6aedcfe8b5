// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %inputs/graphs/scanned_mlp.mlir --amp="compute=f16 loss-scale=dynamic weights=threshold:2,scale=channel" | FileCheck %s

/// Stacked layers that functions slice and multiply: JAX outlines both, so the slice leaves one call and enters another.
// CHECK: func.func public @main(%{{.*}}: tensor<6x32xf32> {amp.state = "['b']"}, %{{.*}}: tensor<6x32x32xi8> {amp.state = "['w']"}
// CHECK-SAME: tensor<6x32xf32> {amp.role = "epsilon", amp.state = "['w'].epsilon"}
