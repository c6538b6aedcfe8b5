// RUN: not amp-opt %s --amp-diff-policy="compute=f16 other=nobody" -o /dev/null 2>&1 | FileCheck %s --check-prefix=PRESET
// RUN: not amp-opt %s --amp-diff-policy="compute=f16 other=./nobody" -o /dev/null 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: not amp-opt %s --amp-diff-policy="compute=f16 chip=abacus" -o /dev/null 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: amp-opt %s --amp="compute=f16" -o %t.out && not amp-opt %t.out --amp-diff-policy="compute=f16 other=tf" -o /dev/null 2>&1 | FileCheck %s --check-prefix=APPLIED

// PRESET: error: expects a preset of {{.*}}, but got 'nobody'
// FILE: error: {{.*}}./nobody
// CHIP: error: expects a chip of {{.*}}, but got 'abacus'
// APPLIED: error: expects a module that no policy was applied to, but mixed precision is there already
module {}
