// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt --show-dialects | FileCheck %s

/// The graph dialects and ours are there beside MLIR's own.
// CHECK-DAG: {{(^|[ ,])amp($|,)}}
// CHECK-DAG: {{(^|[ ,])chlo($|,)}}
// CHECK-DAG: {{(^|[ ,])sdy($|,)}}
// CHECK-DAG: {{(^|[ ,])stablehlo($|,)}}
