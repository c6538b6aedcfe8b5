// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s -split-input-file --verify-diagnostics
// The verifier of amp.attention.

#q = affine_map<(d0, d1, d2, d3) -> (d0, d3)>
#k = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#v = affine_map<(d0, d1, d2, d3) -> (d2, d1)>
#o = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
func.func @negative_f32_query(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x3xf32>, %o: tensor<4x3xf32>) {
  // expected-error@+1 {{expects a query of f16 or bf16, but got 'f32'}}
  %0 = amp.attention(%q, %k, %v) outs(%o) {indexing_maps = [#q, #k, #v, #o]} : (tensor<4x8xf32>, tensor<6x8xf32>, tensor<6x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32> {
  ^bb0(%s: f32, %0: index, %1: index, %2: index, %3: index):
    amp.yield %s : f32
  }
  return
}

// -----

#q = affine_map<(d0, d1, d2, d3) -> (d0, d3)>
#k = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#v = affine_map<(d0, d1, d2, d3) -> (d2, d1)>
#o = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
func.func @negative_sizes(%q: tensor<4x8xf16>, %k: tensor<6x8xf16>, %v: tensor<7x3xf16>, %o: tensor<4x3xf16>) {
  // expected-error@+1 {{expects a loop of size 6 in operand 2, but got 7}}
  %0 = amp.attention(%q, %k, %v) outs(%o) {indexing_maps = [#q, #k, #v, #o]} : (tensor<4x8xf16>, tensor<6x8xf16>, tensor<7x3xf16>, tensor<4x3xf16>) -> tensor<4x3xf16> {
  ^bb0(%s: f32, %0: index, %1: index, %2: index, %3: index):
    amp.yield %s : f32
  }
  return
}

// -----

#q = affine_map<(d0, d1, d2, d3) -> (d0, d3)>
#k = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#v = affine_map<(d0, d1, d2, d3) -> (d2, d1)>
#o = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
func.func @negative_mask_without_map(%q: tensor<4x8xf16>, %k: tensor<6x8xf16>, %v: tensor<6x3xf16>, %mask: tensor<4x6xf32>, %o: tensor<4x3xf16>) {
  // expected-error@+1 {{expects 5 indexing maps, but got 4}}
  %0 = amp.attention(%q, %k, %v, %mask) outs(%o) {indexing_maps = [#q, #k, #v, #o]} : (tensor<4x8xf16>, tensor<6x8xf16>, tensor<6x3xf16>, tensor<4x6xf32>, tensor<4x3xf16>) -> tensor<4x3xf16> {
  ^bb0(%s: f32, %x: f32, %0: index, %1: index, %2: index, %3: index):
    amp.yield %s : f32
  }
  return
}

// -----

#q = affine_map<(d0, d1, d2, d3) -> (d0, d3)>
#k = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#v = affine_map<(d0, d1, d2, d3) -> (d2, d1)>
#o = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
func.func @negative_body(%q: tensor<4x8xf16>, %k: tensor<6x8xf16>, %v: tensor<6x3xf16>, %o: tensor<4x3xf16>) {
  // expected-error@+1 {{expects a body with arguments ('f32', 'index', 'index', 'index', 'index'), but got ('f32')}}
  %0 = amp.attention(%q, %k, %v) outs(%o) {indexing_maps = [#q, #k, #v, #o]} : (tensor<4x8xf16>, tensor<6x8xf16>, tensor<6x3xf16>, tensor<4x3xf16>) -> tensor<4x3xf16> {
  ^bb0(%s: f32):
    amp.yield %s : f32
  }
  return
}

// -----

#q = affine_map<(d0, d1, d2, d3) -> (d0, d3)>
#k = affine_map<(d0, d1, d2, d3) -> (d0, d3)>
#v = affine_map<(d0, d1, d2, d3) -> (d2, d1)>
#o = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
func.func @negative_keys_are_rows(%q: tensor<4x8xf16>, %k: tensor<4x8xf16>, %v: tensor<6x3xf16>, %o: tensor<4x3xf16>) {
  // expected-error@+1 {{expects a loop of rows, keys or a contraction, but got loop 2 with other operands}}
  %0 = amp.attention(%q, %k, %v) outs(%o) {indexing_maps = [#q, #k, #v, #o]} : (tensor<4x8xf16>, tensor<4x8xf16>, tensor<6x3xf16>, tensor<4x3xf16>) -> tensor<4x3xf16> {
  ^bb0(%s: f32, %0: index, %1: index, %2: index, %3: index):
    amp.yield %s : f32
  }
  return
}

// -----

#q = affine_map<(d0, d1, d2, d3) -> (d0, d3)>
#k = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#v = affine_map<(d0, d1, d2, d3) -> (d2, d1)>
#m = affine_map<(d0, d1, d2, d3) -> (d0, d2 floordiv 8)>
#o = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
func.func @negative_bits_of_words(%q: tensor<4x8xf16>, %k: tensor<16x8xf16>, %v: tensor<16x3xf16>, %mask: tensor<4x2xi16>, %o: tensor<4x3xf16>) {
  // expected-error@+1 {{expects a map from 4 loops to 'tensor<4x2xi16>', but got affine_map<(d0, d1, d2, d3) -> (d0, d2 floordiv 8)>}}
  %0 = amp.attention(%q, %k, %v, %mask) outs(%o) {indexing_maps = [#q, #k, #v, #m, #o]} : (tensor<4x8xf16>, tensor<16x8xf16>, tensor<16x3xf16>, tensor<4x2xi16>, tensor<4x3xf16>) -> tensor<4x3xf16> {
  ^bb0(%s: f32, %x: i16, %0: index, %1: index, %2: index, %3: index):
    amp.yield %s : f32
  }
  return
}

// -----

#q = affine_map<(d0, d1, d2, d3) -> (d0, d3)>
#k = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#v = affine_map<(d0, d1, d2, d3) -> (d2, d1)>
#m = affine_map<(d0, d1, d2, d3) -> (d0, d2 floordiv 8)>
#o = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
func.func @negative_bytes_for_fewer_keys(%q: tensor<4x8xf16>, %k: tensor<16x8xf16>, %v: tensor<16x3xf16>, %mask: tensor<4x3xi8>, %o: tensor<4x3xf16>) {
  // expected-error@+1 {{expects a loop of size 16 in operand 3, but got 24}}
  %0 = amp.attention(%q, %k, %v, %mask) outs(%o) {indexing_maps = [#q, #k, #v, #m, #o]} : (tensor<4x8xf16>, tensor<16x8xf16>, tensor<16x3xf16>, tensor<4x3xi8>, tensor<4x3xf16>) -> tensor<4x3xf16> {
  ^bb0(%s: f32, %x: i1, %0: index, %1: index, %2: index, %3: index):
    amp.yield %s : f32
  }
  return
}

// -----

#q = affine_map<(d0, d1, d2, d3) -> (d0, d3)>
#k = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#v = affine_map<(d0, d1, d2, d3) -> (d2, d1)>
#m = affine_map<(d0, d1, d2, d3) -> (d0, d2 floordiv 8)>
#o = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
func.func @negative_bits_as_bytes(%q: tensor<4x8xf16>, %k: tensor<16x8xf16>, %v: tensor<16x3xf16>, %mask: tensor<4x2xi8>, %o: tensor<4x3xf16>) {
  // expected-error@+1 {{expects a body with arguments ('f32', 'i1', 'index', 'index', 'index', 'index'), but got ('f32', 'i8', 'index', 'index', 'index', 'index')}}
  %0 = amp.attention(%q, %k, %v, %mask) outs(%o) {indexing_maps = [#q, #k, #v, #m, #o]} : (tensor<4x8xf16>, tensor<16x8xf16>, tensor<16x3xf16>, tensor<4x2xi8>, tensor<4x3xf16>) -> tensor<4x3xf16> {
  ^bb0(%s: f32, %x: i8, %0: index, %1: index, %2: index, %3: index):
    amp.yield %s : f32
  }
  return
}

// -----

#q = affine_map<(d0, d1, d2, d3) -> (d0, d3)>
#k = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#v = affine_map<(d0, d1, d2, d3) -> (d2, d1)>
#m = affine_map<(d0, d1, d2, d3) -> (d0, d2 floordiv 8)>
#o = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
func.func @negative_dropout(%q: tensor<4x8xf16>, %k: tensor<16x8xf16>, %v: tensor<16x3xf16>, %mask: tensor<4x2xi8>, %o: tensor<4x3xf16>) {
  // expected-error@+1 {{expects a body with arguments ('f32', 'i1', 'index', 'index', 'index', 'index'), but got ('f32')}}
  %0 = amp.attention(%q, %k, %v, %mask) outs(%o) {indexing_maps = [#q, #k, #v, #m, #o]} : (tensor<4x8xf16>, tensor<16x8xf16>, tensor<16x3xf16>, tensor<4x2xi8>, tensor<4x3xf16>) -> tensor<4x3xf16> {
  ^bb0(%s: f32, %x: i1, %0: index, %1: index, %2: index, %3: index):
    amp.yield %s : f32
  } dropout {
  ^bb0(%p: f32):
    amp.yield %p : f32
  }
  return
}

// -----

#q = affine_map<(d0, d1, d2, d3) -> (d0, d3)>
#k = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#v = affine_map<(d0, d1, d2, d3) -> (d2, d1)>
#m = affine_map<(d0, d1, d2, d3) -> (d0, d2 floordiv 8)>
#o = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
func.func @negative_blocks(%q: tensor<4x8xf16>, %k: tensor<16x8xf16>, %v: tensor<16x3xf16>, %mask: tensor<4x2xi8>, %o: tensor<4x3xf16>) {
  // expected-error@+1 {{expects a body of one block, but got 2}}
  %0 = amp.attention(%q, %k, %v, %mask) outs(%o) {indexing_maps = [#q, #k, #v, #m, #o]} : (tensor<4x8xf16>, tensor<16x8xf16>, tensor<16x3xf16>, tensor<4x2xi8>, tensor<4x3xf16>) -> tensor<4x3xf16> {
  ^bb0(%s: f32, %x: i1, %0: index, %1: index, %2: index, %3: index):
    amp.yield %s : f32
  } dropout {
  ^bb0(%p: f32, %x: i1, %0: index, %1: index, %2: index, %3: index):
    amp.yield %p : f32
  ^bb1:
    amp.yield %p : f32
  }
  return
}
