// RUN: not amp-opt %s --amp="compute=f16 memory=lots solver=paint" -o %t.out 2>&1 | FileCheck %s
// RUN: not amp-opt %s --amp="compute=f16 memory=80XB solver=paint" -o %t.out 2>&1 | FileCheck %s --check-prefix=UNIT
// RUN: not amp-opt %s --amp="compute=f16 memory=0 solver=paint" -o %t.out 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not amp-opt %s --amp="compute=f16 batch=-1 solver=paint" -o %t.out 2>&1 | FileCheck %s --check-prefix=BATCH
// RUN: not test -e %t.out

// CHECK: {{^}}error: expects memory as a number and a unit, such as 80GiB, but got 'lots'
// UNIT: error: expects memory as a number and a unit, such as 80GiB, but got '80XB'
// ZERO: error: expects memory as a number and a unit, such as 80GiB, but got '0'
// BATCH: error: expects a batch of 1 or more, but got -1
module {}
