// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-outline-units --split-input-file --verify-diagnostics | FileCheck %s

#point = affine_map<(d0, d1) -> (d0, d1)>
#column = affine_map<(d0, d1) -> (d1)>
#mk = affine_map<(d0, d1, d2) -> (d0, d2)>
#kn = affine_map<(d0, d1, d2) -> (d2, d1)>
#mn = affine_map<(d0, d1, d2) -> (d0, d1)>

/// A product, its bias and the cast of both are one unit; the sums live inside.
// CHECK-LABEL: func.func @product
// CHECK-NOT: memref.alloc
// CHECK: call @[[UNIT:.*]](%{{.*}}) : (memref<8x4xbf16>, memref<4x8xbf16>, memref<8xf32>, memref<8x8xbf16>) -> ()
// CHECK-NEXT: return
// CHECK: func.func private @[[UNIT]]({{.*}}) attributes {amp.unit = "contraction"}
// CHECK: memref.alloc
// CHECK: linalg.fill
// CHECK: linalg.generic
// CHECK: linalg.generic
func.func @product(%a: memref<8x4xbf16>, %b: memref<4x8xbf16>, %bias: memref<8xf32>, %out: memref<8x8xbf16>) {
  %zero = arith.constant 0.0 : f32
  %sums = memref.alloc() : memref<8x8xf32>
  linalg.fill ins(%zero : f32) outs(%sums : memref<8x8xf32>)
  linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<8x4xbf16>, memref<4x8xbf16>) outs(%sums : memref<8x8xf32>) {
  ^bb0(%x: bf16, %y: bf16, %sum: f32):
    %0 = arith.extf %x : bf16 to f32
    %1 = arith.extf %y : bf16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %sum, %2 : f32
    linalg.yield %3 : f32
  }
  linalg.generic {indexing_maps = [#point, #column, #point], iterator_types = ["parallel", "parallel"]} ins(%sums, %bias : memref<8x8xf32>, memref<8xf32>) outs(%out : memref<8x8xbf16>) {
  ^bb0(%x: f32, %y: f32, %o: bf16):
    %0 = arith.addf %x, %y : f32
    %1 = arith.truncf %0 : f32 to bf16
    linalg.yield %1 : bf16
  }
  return
}

// -----

#point = affine_map<(d0) -> (d0)>
#turned = affine_map<(d0) -> (7 - d0)>

/// The second reads what other threads of the first write.
// CHECK-LABEL: func.func @negative_other_threads
// CHECK: call
// CHECK: call
func.func @negative_other_threads(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<8xf32>) {
  linalg.generic {indexing_maps = [#point, #point], iterator_types = ["parallel"]} ins(%a : memref<8xf32>) outs(%b : memref<8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.negf %x : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#turned, #point], iterator_types = ["parallel"]} ins(%b : memref<8xf32>) outs(%c : memref<8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.negf %x : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

/// The value that is loaded here is overwritten before the loop reads it.
// CHECK-LABEL: func.func @kept
// CHECK: %[[KEPT:.*]] = memref.alloc() : memref<i32>
// CHECK: call @unit_0(%{{.*}}, %[[KEPT]])
// CHECK: call @unit_1(%{{.*}})
// CHECK: call @unit_2(%[[KEPT]], %{{.*}})
func.func @kept(%n: memref<i32>, %out: memref<8xi32>) {
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %x = memref.load %n[] : memref<i32>
  linalg.fill ins(%zero : i32) outs(%n : memref<i32>)
  scf.for %i = %c0 to %c8 step %c1 {
    memref.store %x, %out[%i] : memref<8xi32>
  }
  return
}

// -----

func.func @negative_dynamic(%a: memref<?xf32>) {
  %zero = arith.constant 0.0 : f32
  // expected-error @+1 {{expects buffers of static shape for a GPU, but got 'memref<?xf32>'}}
  linalg.fill ins(%zero : f32) outs(%a : memref<?xf32>)
  return
}

// -----

#none = affine_map<() -> ()>

/// A unit loads numbers before all that it does: where the second writes is
/// what the first computes.
// CHECK-LABEL: func.func @negative_place_is_computed
// CHECK: call
// CHECK: call
func.func @negative_place_is_computed(%i: memref<i64>, %x: memref<f32>, %out: memref<4xf32>) {
  %j = memref.alloc() : memref<i64>
  linalg.generic {indexing_maps = [#none, #none], iterator_types = []} ins(%i : memref<i64>) outs(%j : memref<i64>) {
  ^bb0(%a: i64, %o: i64):
    %0 = arith.addi %a, %a : i64
    linalg.yield %0 : i64
  }
  %number = memref.load %j[] : memref<i64>
  %place = arith.index_cast %number : i64 to index
  %part = memref.subview %out[%place] [1] [1] : memref<4xf32> to memref<f32, strided<[], offset: ?>>
  linalg.generic {indexing_maps = [#none, #none], iterator_types = []} ins(%x : memref<f32>) outs(%part : memref<f32, strided<[], offset: ?>>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  }
  return
}

// -----

#ik = affine_map<(d0, d1) -> (d0, d1)>
#i = affine_map<(d0, d1) -> (d0)>

/// Results of a sum that do not lie alike are computed one after the other, from
/// and to buffers: that nothing reads one of them is no reason to keep it in
/// registers.
// CHECK-LABEL: func.func @unlike
// CHECK: %[[OWN:.*]] = memref.alloc() : memref<8x4xbf16>
// CHECK: call @[[UNIT:.*]](%{{.*}}%[[OWN]]
// CHECK: func.func private @[[UNIT]]
// CHECK-NOT: memref.alloc
func.func @unlike(%x: memref<8x4xf32>, %sums: memref<8xf32>) {
  %own = memref.alloc() : memref<8x4xbf16>
  linalg.generic {indexing_maps = [#ik, #ik, #i], iterator_types = ["parallel", "reduction"]} ins(%x : memref<8x4xf32>) outs(%own, %sums : memref<8x4xbf16>, memref<8xf32>) {
  ^bb0(%a: f32, %b: bf16, %sum: f32):
    %0 = arith.truncf %a : f32 to bf16
    %1 = arith.addf %sum, %a : f32
    linalg.yield %0, %1 : bf16, f32
  }
  return
}

// -----

#p = affine_map<(d0) -> (d0)>

/// A buffer of all iterations holds what the last one left.
// CHECK-LABEL: func.func @around
// CHECK: %[[KEPT:.*]] = memref.alloc() : memref<8xf32>
// CHECK: scf.for
// CHECK: func.call @{{.*}}(%{{.*}}%[[KEPT]]
func.func @around(%x: memref<8xf32>, %y: memref<8xf32>, %from: index, %to: index, %step: index) {
  %kept = memref.alloc() : memref<8xf32>
  scf.for %i = %from to %to step %step {
    linalg.generic {indexing_maps = [#p, #p, #p], iterator_types = ["parallel"]} ins(%x : memref<8xf32>) outs(%kept, %y : memref<8xf32>, memref<8xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %0 = arith.addf %a, %b : f32
      linalg.yield %0, %b : f32, f32
    }
  }
  return
}

// -----

#scalar = affine_map<() -> ()>

/// The host computes places from loop counters: loops that
/// slice at %i and at %i + 1 call one unit.
// CHECK-LABEL: func.func @iterations
// CHECK: %[[EVEN:.*]] = arith.minsi
// CHECK: func.call @[[UNIT:[a-z_0-9]*]](%{{.*}}, %[[EVEN]], %{{.*}}) : (memref<8xf32>, index, memref<f32>) -> ()
// CHECK: %[[ODD:.*]] = arith.minsi
// CHECK: func.call @[[UNIT]](%{{.*}}, %[[ODD]], %{{.*}})
// CHECK: func.func private @[[UNIT]]
// CHECK-NOT: arith.minsi
// CHECK-NOT: func.func private
func.func @iterations(%x: memref<8xf32>, %y: memref<f32>, %z: memref<f32>, %from: index, %to: index, %step: index) {
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  scf.for %i = %from to %to step %step {
    %even = arith.minsi %i, %c7 : index
    %a = memref.subview %x[%even] [1] [1] : memref<8xf32> to memref<f32, strided<[], offset: ?>>
    linalg.generic {indexing_maps = [#scalar, #scalar], iterator_types = []} ins(%a : memref<f32, strided<[], offset: ?>>) outs(%y : memref<f32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = math.exp %in : f32
      linalg.yield %0 : f32
    }
  }
  scf.for %i = %from to %to step %step {
    %next = arith.addi %i, %c1 : index
    %odd = arith.minsi %next, %c7 : index
    %b = memref.subview %x[%odd] [1] [1] : memref<8xf32> to memref<f32, strided<[], offset: ?>>
    linalg.generic {indexing_maps = [#scalar, #scalar], iterator_types = []} ins(%b : memref<f32, strided<[], offset: ?>>) outs(%z : memref<f32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = math.exp %in : f32
      linalg.yield %0 : f32
    }
  }
  return
}

// -----

#scalar = affine_map<() -> ()>

/// A place that depends on device memory and on a loop counter is computed by
/// the kernel: the host knows the counter alone.
// CHECK-LABEL: func.func @negative_loaded_place
// CHECK-NOT: arith.maxsi
// CHECK-NOT: memref.load
// CHECK: func.call @[[UNIT:[a-z_0-9]*]](%{{.*}}) : (memref<8xf32>, memref<i64>, i64, memref<f32>) -> ()
// CHECK: func.func private @[[UNIT]]
// CHECK: memref.load
// CHECK: arith.maxsi
func.func @negative_loaded_place(%x: memref<8xf32>, %at: memref<i64>, %y: memref<f32>, %from: index, %to: index, %step: index) {
  scf.for %i = %from to %to step %step {
    %least = arith.index_cast %i : index to i64
    %number = memref.load %at[] : memref<i64>
    %most = arith.maxsi %number, %least : i64
    %place = arith.index_cast %most : i64 to index
    %a = memref.subview %x[%place] [1] [1] : memref<8xf32> to memref<f32, strided<[], offset: ?>>
    linalg.generic {indexing_maps = [#scalar, #scalar], iterator_types = []} ins(%a : memref<f32, strided<[], offset: ?>>) outs(%y : memref<f32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = math.exp %in : f32
      linalg.yield %0 : f32
    }
  }
  return
}

// -----

#point = affine_map<(d0) -> (d0)>

/// A value that is computed again joins no unit of ops before the one that its first user waits for, where it would be saved.
// CHECK-LABEL: func.func @recomputed
// CHECK: call @[[FIRST:[a-z_0-9]*]](%arg0, %{{.*}}) : (memref<8xf32>, memref<8xf32>) -> ()
// CHECK: call @[[LAST:[a-z_0-9]*]](
// CHECK: func.func private @[[FIRST]]
// CHECK: math.exp
// CHECK-NOT: math.tanh
// CHECK: func.func private @[[LAST]]
// CHECK: math.tanh
func.func @recomputed(%x: memref<8xf32>, %y: memref<8xf32>, %z: memref<8xf32>) {
  linalg.generic {indexing_maps = [#point, #point], iterator_types = ["parallel"]} ins(%x : memref<8xf32>) outs(%y : memref<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.exp %in : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#point, #point], iterator_types = ["parallel"]} ins(%x : memref<8xf32>) outs(%z : memref<8xf32>) attrs = {recomputed} {
  ^bb0(%in: f32, %out: f32):
    %0 = math.tanh %in : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#point = affine_map<(d0) -> (d0)>

/// A value that is read from 8-bit floats joins no unit that stores them, where it would be saved in more bits. Of 16 bits it does.
// CHECK-LABEL: func.func @eight_bits
// CHECK-COUNT-2: call @
// CHECK-NOT: call @
// CHECK-LABEL: func.func @sixteen_bits
// CHECK: call @
// CHECK-NOT: call @
func.func @eight_bits(%x: memref<8xf32>, %q: memref<8xf8E4M3FN>, %y: memref<8xf32>) {
  linalg.generic {indexing_maps = [#point, #point], iterator_types = ["parallel"]} ins(%x : memref<8xf32>) outs(%q : memref<8xf8E4M3FN>) {
  ^bb0(%in: f32, %out: f8E4M3FN):
    %0 = arith.truncf %in : f32 to f8E4M3FN
    linalg.yield %0 : f8E4M3FN
  }
  linalg.generic {indexing_maps = [#point, #point], iterator_types = ["parallel"]} ins(%q : memref<8xf8E4M3FN>) outs(%y : memref<8xf32>) {
  ^bb0(%in: f8E4M3FN, %out: f32):
    %0 = arith.extf %in : f8E4M3FN to f32
    linalg.yield %0 : f32
  }
  return
}
func.func @sixteen_bits(%x: memref<8xf32>, %q: memref<8xf16>, %y: memref<8xf32>) {
  linalg.generic {indexing_maps = [#point, #point], iterator_types = ["parallel"]} ins(%x : memref<8xf32>) outs(%q : memref<8xf16>) {
  ^bb0(%in: f32, %out: f16):
    %0 = arith.truncf %in : f32 to f16
    linalg.yield %0 : f16
  }
  linalg.generic {indexing_maps = [#point, #point], iterator_types = ["parallel"]} ins(%q : memref<8xf16>) outs(%y : memref<8xf32>) {
  ^bb0(%in: f16, %out: f32):
    %0 = arith.extf %in : f16 to f32
    linalg.yield %0 : f32
  }
  return
}
