// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s -split-input-file --verify-diagnostics --amp-attention-kernels=chip=sm_86

#query = affine_map<(d0, d1, d2, d3) -> (d0, d3)>
#key = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#value = affine_map<(d0, d1, d2, d3) -> (d2, d1)>
#out = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
func.func private @unit_0(%q: memref<100x200xf16>, %k: memref<70x200xf16>, %v: memref<70x200xf16>, %o: memref<100x200xf16>) attributes {amp.unit = "attention"} {
  // expected-error@+1 {{expects an attention that fits one kernel, but its tiles need 131072 bytes of shared memory, but sm_86 has 101376}}
  amp.attention(%q, %k, %v) outs(%o) {indexing_maps = [#query, #key, #value, #out]} : (memref<100x200xf16>, memref<70x200xf16>, memref<70x200xf16>, memref<100x200xf16>) -> () {
  ^bb0(%score: f32, %m: index, %e: index, %n: index, %d: index):
    amp.yield %score : f32
  }
  return
}

// -----

#query = affine_map<(d0, d1, d2, d3) -> (d0, d3)>
#key = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#value = affine_map<(d0, d1, d2, d3) -> (d2, d1)>
#out = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
func.func @main(%q: memref<70x16xf16>, %k: memref<70x16xf16>, %v: memref<70x16xf16>) {
  // expected-error@+1 {{expects results of attention apart from its operands, but got one buffer}}
  call @unit_0(%q, %k, %v, %v) : (memref<70x16xf16>, memref<70x16xf16>, memref<70x16xf16>, memref<70x16xf16>) -> ()
  return
}
func.func private @unit_0(%q: memref<70x16xf16>, %k: memref<70x16xf16>, %v: memref<70x16xf16>, %o: memref<70x16xf16>) attributes {amp.unit = "attention"} {
  amp.attention(%q, %k, %v) outs(%o) {indexing_maps = [#query, #key, #value, #out]} : (memref<70x16xf16>, memref<70x16xf16>, memref<70x16xf16>, memref<70x16xf16>) -> () {
  ^bb0(%score: f32, %m: index, %e: index, %n: index, %d: index):
    amp.yield %score : f32
  }
  return
}
