// RUN: not amp-opt %s --amp-attach-policy 2>&1 | FileCheck %s --check-prefix=NO-TYPE
// NO-TYPE: {{^}}error: expects compute=f16, compute=bf16 or compute=f32, but got ''

// RUN: not amp-opt %s --amp-attach-policy="compute=fp8" 2>&1 | FileCheck %s --check-prefix=TYPE
// TYPE: error: expects compute=f16, compute=bf16 or compute=f32, but got 'fp8'

// RUN: not amp-opt %s --amp-attach-policy="compute=f16 preset=torch" 2>&1 | FileCheck %s --check-prefix=PRESET
// PRESET: error: expects a preset of {{.*}}contractions{{.*}}, but got 'torch'

// RUN: not amp-opt %s --amp-attach-policy="compute=f16 io=bf16" 2>&1 | FileCheck %s --check-prefix=IO
// IO: error: expects io=keep or io=f16, the low precision, but got 'bf16'

// RUN: not amp-opt %s --amp-attach-policy="compute=f16 f32=exact" 2>&1 | FileCheck %s --check-prefix=F32
// F32: error: expects f32=keep, f32=strict or f32=tf32, but got 'exact'

// RUN: not amp-opt %s --amp-attach-policy="compute=f16 reduce=bf16" 2>&1 | FileCheck %s --check-prefix=REDUCE
// REDUCE: error: expects reduce=f32 or reduce=low, but got 'bf16'

// RUN: not amp-opt %s --amp-attach-policy="compute=f16 level=O1" 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: error: {{.*}}no such option level

module {}
