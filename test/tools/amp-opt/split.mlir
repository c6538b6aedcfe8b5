// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Splitting and expected diagnostics work as in mlir-opt: lines count in the whole file.
// RUN: amp-opt %s --split-input-file --verify-diagnostics -o /dev/null
// RUN: not amp-opt %s --split-input-file 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not amp-opt %s --split-input-file 2>/dev/null | FileCheck %s --check-prefix=OUT
// ERROR: split.mlir:[[#@LINE+9]]:{{.*}} error: use of undeclared SSA value name
// OUT: func.func private @first()
// OUT: func.func private @last()

func.func private @first()

// -----

func.func @middle() -> i32 {
  return %x : i32 // expected-error {{use of undeclared SSA value name}}
}

// -----

func.func private @last()
