// RUN: amp-opt %s -split-input-file --amp-attach-policy="compute=f16 preset=contractions" | FileCheck %s
// RUN: amp-opt %s -split-input-file --amp-attach-policy="compute=f16 preset=contractions io=f16" | FileCheck %s --check-prefix=IO
// RUN: amp-opt %s -split-input-file --amp-attach-policy="compute=f16 preset=contractions io=keep" | FileCheck %s --check-prefix=KEEP
// RUN: amp-opt %s -split-input-file --amp-attach-policy="compute=f16" | FileCheck %s --check-prefix=DEFAULT

/// The preset, with the compute type that was asked for.
// CHECK: module @plain attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction"]>}
/// Preset `default` paints all four lists.
// DEFAULT: module @plain attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction"], infer = ["elementwise"
module @plain {}

// -----

/// A policy of the module's own stays; only its compute type follows.
// CHECK: module @own attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, deny = ["contraction"]>}
module @own attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, deny = ["contraction"]>} {}

// -----

/// Types of arguments and results of public functions, which follow the compute type.
// CHECK: module @interface attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, io = f16>}
// IO: module @own attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, deny = ["contraction"], io = f16>}
// KEEP: module @interface attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32>}
module @interface attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, io = bf16>} {}
