// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not amp-opt %s --amp-align-shapes=align=sometimes 2>&1 | FileCheck %s --check-prefix=MODE
// RUN: not amp-opt %s --amp-align-shapes=chip=sm_12 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: not amp-opt %s --amp-align-shapes="align=always chip=cpu" 2>&1 | FileCheck %s --check-prefix=CPU
// RUN: not amp-opt %s --amp-align-shapes=bytes=-1 2>&1 | FileCheck %s --check-prefix=BYTES
// RUN: not amp-opt %s --amp-align-shapes=bytes=nan 2>&1 | FileCheck %s --check-prefix=NAN
// RUN: not amp-opt %s --amp-align-shapes="align=off pad-state=true" 2>&1 | FileCheck %s --check-prefix=OFF
// RUN: not amp-opt %s --amp="compute=bf16 pad-state=true" 2>&1 | FileCheck %s --check-prefix=OFF
// RUN: not amp-opt %s --amp-align-shapes=pad-state=true 2>&1 | FileCheck %s --check-prefix=STATE
// RUN: not amp-opt %s --amp-align-shapes=dynamic=up 2>&1 | FileCheck %s --check-prefix=DYNAMIC
// RUN: not amp-opt %s --amp-align-shapes="align=off dynamic=round-up" 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: not amp-opt %s --amp="compute=bf16 dynamic=round-up" 2>&1 | FileCheck %s --check-prefix=NOTHING

// DYNAMIC: error: expects dynamic to be keep or round-up, but got 'up'
// NOTHING: error: expects align to be profitable or always for dynamic=round-up, but got 'off'
// MODE: error: expects align to be off, profitable or always, but got 'sometimes'
// CHIP: error: expects chip to be one of cpu, sm_70, sm_80, sm_86, sm_89, sm_90, sm_100, sm_120, h200, but got 'sm_12'
// CPU: error: expects a chip that is faster on aligned shapes for align=always, but got 'cpu'
// BYTES: error: expects bytes to be 0 percent or more, but got -1.0
// NAN: error: expects bytes to be 0 percent or more, but got nan
// OFF: error: expects align to be profitable or always for pad-state=true, but got 'off'
// STATE: error: expects a state for pad-state=true: the same amp.state on an argument and a result of one type
module {
}
