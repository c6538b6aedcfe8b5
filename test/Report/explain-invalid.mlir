// RUN: rm -f %t.out
// RUN: not amp-opt %s --amp="compute=f16" --amp-explain="(" -o %t.out 2>&1 | FileCheck %s --check-prefix=REGEX
// RUN: not amp-opt %s --amp="compute=f16" --amp-explain= -o %t.out 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not amp-opt %s --amp-explain=add -o %t.out 2>&1 | FileCheck %s --check-prefix=ALONE
// RUN: not test -e %t.out
// RUN: amp-opt %s --amp="compute=f16" --amp-explain=nobody -o %t.out 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: amp-opt %t.out --amp="compute=f16" --amp-explain=add -o /dev/null 2>&1 | FileCheck %s --check-prefix=APPLIED

// REGEX: {{^}}error: expects a regular expression to explain, but got '(': parentheses not balanced
// EMPTY: error: --amp-explain: expected a regular expression, but got nothing
// ALONE: error: --amp-explain: expected --amp too, whose decisions it explains
// NOTHING: explain-invalid.mlir:[[#@LINE+2]]:1: warning: nothing to explain: 'nobody' matches no op that was decided, by its name, function, scope or location
// APPLIED: warning: nothing to explain: mixed precision was applied before
module {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.add %x, %x : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
