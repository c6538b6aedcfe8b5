// RUN: amp-opt %s -split-input-file -verify-diagnostics --amp-place-casts

func.func @negative_no_decision(%x: f32) {
  // expected-error @+1 {{'math.exp' op handles f32 and has no 'amp.precision'; run amp-assign-precision first}}
  %0 = math.exp %x : f32
  return
}

// -----

func.func @negative_wrong_number_of_slots(%x: f32) {
  // expected-error @+1 {{'math.exp' op expects a type for each of its 1 slots, but got #amp.precision<[f16, f32], <unlisted>>}}
  %0 = math.exp %x {amp.precision = #amp.precision<[f16, f32], <unlisted>>} : f32
  return
}
