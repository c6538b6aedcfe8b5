// RUN: amp-opt %s -verify-diagnostics --amp-lower-to-native

func.func @negative_same_width(%x: f16) -> bf16 {
  // expected-error @+1 {{'amp.cast' op has no native form: arith converts no float type to another of the same width}}
  %0 = amp.cast %x <unlisted> : f16 to bf16
  return %0 : bf16
}
