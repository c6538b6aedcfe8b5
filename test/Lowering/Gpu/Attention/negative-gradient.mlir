// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s -split-input-file --verify-diagnostics
// The verifier of amp.attention_gradient.

#w = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
#s = affine_map<(d0, d1, d2, d3) -> (d2)>
#q = affine_map<(d0, d1, d2, d3) -> (d0, d3)>
#k = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#v = affine_map<(d0, d1, d2, d3) -> (d2, d1)>
#o = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
#r = affine_map<(d0, d1, d2, d3) -> (d0)>
func.func @negative_f32_query(%query: tensor<4x8xf32>, %key: tensor<6x8xf16>, %value: tensor<6x3xf16>, %do: tensor<4x3xf16>, %dq: tensor<4x8xf16>, %h: tensor<4xf32>, %l: tensor<4xf32>, %t: tensor<4xf32>) {
  // expected-error@+1 {{expects a query of f16 or bf16, but got 'f32'}}
  %r = amp.attention_gradient(%query, %key, %value, %do) statistics(%h, %l, %t) outs(%dq) {indexing_maps = [#q, #k, #v, #o, #r, #r, #r, #q]} : (tensor<4x8xf32>, tensor<6x8xf16>, tensor<6x3xf16>, tensor<4x3xf16>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4x8xf16>) -> tensor<4x8xf16> {
  ^bb0(%s: f32, %0: index, %1: index, %2: index, %3: index):
    amp.yield %s : f32
  } {
  ^bb0(%s: f32, %0: index, %1: index, %2: index, %3: index):
    amp.yield %s : f32
  }
  return
}

// -----

#w = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
#s = affine_map<(d0, d1, d2, d3) -> (d2)>
#q = affine_map<(d0, d1, d2, d3) -> (d0, d3)>
#k = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#v = affine_map<(d0, d1, d2, d3) -> (d2, d1)>
#o = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
#r = affine_map<(d0, d1, d2, d3) -> (d0)>
func.func @negative_f32_gradient(%query: tensor<4x8xf16>, %key: tensor<6x8xf16>, %value: tensor<6x3xf16>, %do: tensor<4x3xf32>, %dq: tensor<4x8xf16>, %h: tensor<4xf32>, %l: tensor<4xf32>, %t: tensor<4xf32>) {
  // expected-error@+1 {{expects key, value and gradient of 'f16', but got 'tensor<4x3xf32>'}}
  %r = amp.attention_gradient(%query, %key, %value, %do) statistics(%h, %l, %t) outs(%dq) {indexing_maps = [#q, #k, #v, #o, #r, #r, #r, #q]} : (tensor<4x8xf16>, tensor<6x8xf16>, tensor<6x3xf16>, tensor<4x3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4x8xf16>) -> tensor<4x8xf16> {
  ^bb0(%s: f32, %0: index, %1: index, %2: index, %3: index):
    amp.yield %s : f32
  } {
  ^bb0(%s: f32, %0: index, %1: index, %2: index, %3: index):
    amp.yield %s : f32
  }
  return
}

// -----

#w = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
#s = affine_map<(d0, d1, d2, d3) -> (d2)>
#q = affine_map<(d0, d1, d2, d3) -> (d0, d3)>
#k = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#v = affine_map<(d0, d1, d2, d3) -> (d2, d1)>
#o = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
#r = affine_map<(d0, d1, d2, d3) -> (d0)>
func.func @negative_no_totals(%query: tensor<4x8xf16>, %key: tensor<6x8xf16>, %value: tensor<6x3xf16>, %do: tensor<4x3xf16>, %dq: tensor<4x8xf16>, %h: tensor<4xf32>) {
  // expected-error@+1 {{expects 3 statistics and 1 or 2 outs, but got 1 and 1}}
  %r = amp.attention_gradient(%query, %key, %value, %do) statistics(%h) outs(%dq) {indexing_maps = [#q, #k, #v, #o, #r, #q]} : (tensor<4x8xf16>, tensor<6x8xf16>, tensor<6x3xf16>, tensor<4x3xf16>, tensor<4xf32>, tensor<4x8xf16>) -> tensor<4x8xf16> {
  ^bb0(%s: f32, %0: index, %1: index, %2: index, %3: index):
    amp.yield %s : f32
  } {
  ^bb0(%s: f32, %0: index, %1: index, %2: index, %3: index):
    amp.yield %s : f32
  }
  return
}

// -----

#w = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
#s = affine_map<(d0, d1, d2, d3) -> (d2)>
#q = affine_map<(d0, d1, d2, d3) -> (d0, d3)>
#k = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#v = affine_map<(d0, d1, d2, d3) -> (d2, d1)>
#o = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
#r = affine_map<(d0, d1, d2, d3) -> (d0)>
func.func @negative_statistics_of_keys(%query: tensor<4x8xf16>, %key: tensor<6x8xf16>, %value: tensor<6x3xf16>, %do: tensor<4x3xf16>, %dq: tensor<4x8xf16>, %h: tensor<6xf32>, %l: tensor<6xf32>, %t: tensor<6xf32>) {
  // expected-error@+1 {{expects operand 4 without loops of other operands, but got affine_map<(d0, d1, d2, d3) -> (d2)>}}
  %r = amp.attention_gradient(%query, %key, %value, %do) statistics(%h, %l, %t) outs(%dq) {indexing_maps = [#q, #k, #v, #o, #s, #s, #s, #q]} : (tensor<4x8xf16>, tensor<6x8xf16>, tensor<6x3xf16>, tensor<4x3xf16>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<4x8xf16>) -> tensor<4x8xf16> {
  ^bb0(%s: f32, %0: index, %1: index, %2: index, %3: index):
    amp.yield %s : f32
  } {
  ^bb0(%s: f32, %0: index, %1: index, %2: index, %3: index):
    amp.yield %s : f32
  }
  return
}

// -----

#w = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
#s = affine_map<(d0, d1, d2, d3) -> (d2)>
#q = affine_map<(d0, d1, d2, d3) -> (d0, d3)>
#k = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#v = affine_map<(d0, d1, d2, d3) -> (d2, d1)>
#o = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
#r = affine_map<(d0, d1, d2, d3) -> (d0)>
func.func @negative_no_loop_of_keys(%query: tensor<4x6x8xf16>, %key: tensor<6x8xf16>, %value: tensor<6x3xf16>, %do: tensor<4x3xf16>, %dq: tensor<4x6x8xf16>, %h: tensor<4xf32>, %l: tensor<4xf32>, %t: tensor<4xf32>) {
  // expected-error@+1 {{expects one loop of keys, but got 0}}
  %r = amp.attention_gradient(%query, %key, %value, %do) statistics(%h, %l, %t) outs(%dq) {indexing_maps = [#w, #k, #v, #o, #r, #r, #r, #w]} : (tensor<4x6x8xf16>, tensor<6x8xf16>, tensor<6x3xf16>, tensor<4x3xf16>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4x6x8xf16>) -> tensor<4x6x8xf16> {
  ^bb0(%s: f32, %0: index, %1: index, %2: index, %3: index):
    amp.yield %s : f32
  } {
  ^bb0(%s: f32, %0: index, %1: index, %2: index, %3: index):
    amp.yield %s : f32
  }
  return
}

// -----

#q = affine_map<(d0, d1, d2, d3, d4) -> (d4, d0, d3)>
#k = affine_map<(d0, d1, d2, d3, d4) -> (d4, d2, d3)>
#v = affine_map<(d0, d1, d2, d3, d4) -> (d4, d2, d1)>
#o = affine_map<(d0, d1, d2, d3, d4) -> (d4, d0, d1)>
#r = affine_map<(d0, d1, d2, d3, d4) -> (d4, d0)>
#s = affine_map<(d0, d1, d2, d3, d4) -> (d2, d1)>
func.func @negative_summed_batch(%query: tensor<2x4x8xf16>, %key: tensor<2x6x8xf16>, %value: tensor<2x6x3xf16>, %do: tensor<2x4x3xf16>, %dk: tensor<2x6x8xf16>, %dv: tensor<6x3xf16>, %h: tensor<2x4xf32>, %l: tensor<2x4xf32>, %t: tensor<2x4xf32>) {
  // expected-error@+1 {{expects outs with each loop of a batch, but got affine_map<(d0, d1, d2, d3, d4) -> (d2, d1)>}}
  %r:2 = amp.attention_gradient(%query, %key, %value, %do) statistics(%h, %l, %t) outs(%dk, %dv) {indexing_maps = [#q, #k, #v, #o, #r, #r, #r, #k, #s]} : (tensor<2x4x8xf16>, tensor<2x6x8xf16>, tensor<2x6x3xf16>, tensor<2x4x3xf16>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x6x8xf16>, tensor<6x3xf16>) -> (tensor<2x6x8xf16>, tensor<6x3xf16>) {
  ^bb0(%s: f32, %0: index, %1: index, %2: index, %3: index, %4: index):
    amp.yield %s : f32
  } {
  ^bb0(%s: f32, %0: index, %1: index, %2: index, %3: index, %4: index):
    amp.yield %s : f32
  }
  return
}
