// RUN: amp-opt %s -verify-diagnostics=only-expected --amp-print-op-model=ops=true -o /dev/null

#id = affine_map<(i) -> (i)>
#scalar = affine_map<(i) -> ()>
#matrix = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>

func.func @named(%a: tensor<4x4xf32>, %v: tensor<4xf32>, %s: f32) {
  // expected-remark @+1 {{contraction, 1 slots: 0 0 . -> .}}
  %0 = linalg.matmul ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  // expected-remark @+1 {{elementwise, 1 slots: 0 0 0 -> 0}}
  %1 = linalg.add ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  // expected-remark @+1 {{transcendental, 1 slots: 0 0 -> 0}}
  %2 = linalg.exp ins(%a : tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  // expected-remark @+1 {{select, 1 slots: 0 0 0 -> 0}}
  %3 = linalg.max ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  // expected-remark @+1 {{layout, 1 slots: 0 0 -> 0}}
  %4 = linalg.transpose ins(%a : tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) permutation = [1, 0]
  // expected-remark @+1 {{layout, 1 slots: 0 0 -> 0}}
  %5 = linalg.broadcast ins(%v : tensor<4xf32>) outs(%a : tensor<4x4xf32>) dimensions = [0]
  // expected-remark @+1 {{layout, 1 slots: 0 0 -> 0}}
  %6 = linalg.copy ins(%a : tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  // expected-remark @+1 {{constant, 1 slots: 0 0 -> 0}}
  %7 = linalg.fill ins(%s : f32) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  // expected-remark @+1 {{reduction, 1 slots: 0 0 -> 0}}
  %8 = linalg.reduce {arith.addf} ins(%a : tensor<4x4xf32>) outs(%v : tensor<4xf32>) dimensions = [1]
  // expected-remark @+1 {{select, 1 slots: 0 0 -> 0}}
  %9 = linalg.reduce {arith.maximumf} ins(%a : tensor<4x4xf32>) outs(%v : tensor<4xf32>) dimensions = [1]
  // expected-remark @+1 {{elementwise, 1 slots: 0 0 -> 0}}
  %10 = linalg.map {arith.negf} ins(%a : tensor<4x4xf32>) outs(%a : tensor<4x4xf32>)
  // expected-remark @+1 {{reduction, 1 slots: 0 0 -> 0}}
  %11 = linalg.softmax dimension(1) ins(%a : tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

/// Pooling has the interface of a convolution; what it does is in its body.
func.func @pooling(%x: tensor<1x8x8x4xf32>, %w: tensor<2x2xf32>, %init: tensor<1x4x4x4xf32>) {
  // expected-remark @+1 {{reduction, 1 slots}}
  %0 = linalg.pooling_nhwc_sum {strides = dense<2> : tensor<2xi64>} ins(%x, %w : tensor<1x8x8x4xf32>, tensor<2x2xf32>) outs(%init : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  // expected-remark @+1 {{select, 1 slots}}
  %1 = linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>} ins(%x, %w : tensor<1x8x8x4xf32>, tensor<2x2xf32>) outs(%init : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  return
}

func.func @generic(%a: tensor<4x4xf32>, %v: tensor<4xf32>) {
  // expected-remark @+1 {{contraction, 1 slots: 0 0 . -> .}}
  %0 = linalg.generic {indexing_maps = [#matrix, #column, #row], iterator_types = ["parallel", "reduction"]} ins(%a, %v : tensor<4x4xf32>, tensor<4xf32>) outs(%v : tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %product = arith.mulf %x, %y : f32
    %next = arith.addf %product, %sum : f32
    linalg.yield %next : f32
  } -> tensor<4xf32>
  // expected-remark @+1 {{transcendental, 1 slots: 0 0 -> 0}}
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%v : tensor<4xf32>) outs(%v : tensor<4xf32>) {
  ^bb0(%x: f32, %out: f32):
    %e = math.exp %x : f32
    %twice = arith.addf %e, %e : f32
    linalg.yield %twice : f32
  } -> tensor<4xf32>
  // expected-remark @+1 {{layout, 1 slots: 0 0 -> 0}}
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%v : tensor<4xf32>) outs(%v : tensor<4xf32>) {
  ^bb0(%x: f32, %out: f32):
    linalg.yield %x : f32
  } -> tensor<4xf32>
  return
}

/// A variance: the two factors of a product are one value, not two operands.
func.func @squares(%v: tensor<4xf32>, %mean: tensor<f32>, %init: tensor<f32>) {
  // expected-remark @+1 {{reduction, 1 slots: 0 0 0 -> 0}}
  %0 = linalg.generic {indexing_maps = [#id, #scalar, #scalar], iterator_types = ["reduction"]} ins(%v, %mean : tensor<4xf32>, tensor<f32>) outs(%init : tensor<f32>) {
  ^bb0(%x: f32, %m: f32, %sum: f32):
    %d = arith.subf %x, %m : f32
    %square = arith.mulf %d, %d : f32
    %next = arith.addf %sum, %square : f32
    linalg.yield %next : f32
  } -> tensor<f32>
  return
}

/// A lookup: the arithmetic is on positions.
func.func @lookup(%table: tensor<100xf32>, %i: tensor<4xi32>, %out: tensor<4xf32>) {
  // expected-remark @+1 {{gather_scatter, 1 slots}}
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%i : tensor<4xi32>) outs(%out : tensor<4xf32>) {
  ^bb0(%n: i32, %o: f32):
    %twice = arith.addi %n, %n : i32
    %position = arith.index_cast %twice : i32 to index
    %value = tensor.extract %table[%position] : tensor<100xf32>
    linalg.yield %value : f32
  } -> tensor<4xf32>
  return
}

/// Buffers cannot be retyped.
func.func @buffers(%a: memref<4x4xf32>) {
  // expected-remark @+1 {{no row}}
  linalg.matmul ins(%a, %a : memref<4x4xf32>, memref<4x4xf32>) outs(%a : memref<4x4xf32>)
  return
}

/// A lowered op keeps its class: conversions at the edges of a body round nothing that a cast would not.
func.func @low(%x: tensor<4x4xf16>, %v: tensor<4xf16>, %t: tensor<8x4xf32>, %i: tensor<4xi64>) {
  // expected-remark @+1 {{select, 1 slots: 0 0 -> 0}}
  %0 = linalg.generic {indexing_maps = [#matrix, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x4xf16>) outs(%v : tensor<4xf16>) {
  ^bb0(%in: f16, %out: f16):
    %a = arith.extf %in : f16 to f32
    %b = arith.extf %out : f16 to f32
    %c = arith.maximumf %a, %b : f32
    %d = arith.truncf %c : f32 to f16
    linalg.yield %d : f16
  } -> tensor<4xf16>
  // expected-remark @+1 {{gather_scatter, 1 slots: 0 0 -> 0}}
  %1 = linalg.generic {indexing_maps = [#row, #matrix], iterator_types = ["parallel", "parallel"]} ins(%i : tensor<4xi64>) outs(%x : tensor<4x4xf16>) {
  ^bb0(%in: i64, %out: f16):
    %a = arith.index_cast %in : i64 to index
    %b = linalg.index 1 : index
    %c = tensor.extract %t[%a, %b] : tensor<8x4xf32>
    %d = arith.truncf %c : f32 to f16
    linalg.yield %d : f16
  } -> tensor<4x4xf16>
  // A sum rounds, also between conversions.
  // expected-remark @+1 {{reduction, 1 slots: 0 0 -> 0}}
  %2 = linalg.generic {indexing_maps = [#matrix, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x4xf16>) outs(%v : tensor<4xf16>) {
  ^bb0(%in: f16, %out: f16):
    %a = arith.extf %in : f16 to f32
    %b = arith.extf %out : f16 to f32
    %c = arith.addf %a, %b : f32
    %d = arith.truncf %c : f32 to f16
    linalg.yield %d : f16
  } -> tensor<4xf16>
  // Nor is a conversion in the middle at an edge.
  // expected-remark @+1 {{reduction, 1 slots: 0 0 -> 0}}
  %3 = linalg.generic {indexing_maps = [#matrix, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x4xf16>) outs(%v : tensor<4xf16>) {
  ^bb0(%in: f16, %out: f16):
    %a = arith.extf %in : f16 to f32
    %b = arith.truncf %a : f32 to bf16
    %c = arith.extf %b : bf16 to f32
    %d = arith.extf %out : f16 to f32
    %e = arith.maximumf %c, %d : f32
    %f = arith.truncf %e : f32 to f16
    linalg.yield %f : f16
  } -> tensor<4xf16>
  return
}

/// A body that yields a value from outside is a layout, also where it became low; one that converts its argument is a conversion.
func.func @outside(%x: tensor<4x4xf32>, %y: tensor<4x4xf16>, %v: f32) {
  // expected-remark @+1 {{layout, 1 slots: 0 -> 0}}
  %0 = linalg.generic {indexing_maps = [#matrix], iterator_types = ["parallel", "parallel"]} outs(%y : tensor<4x4xf16>) {
  ^bb0(%out: f16):
    %a = arith.truncf %v : f32 to f16
    linalg.yield %a : f16
  } -> tensor<4x4xf16>
  // expected-remark @+1 {{convert, 0 slots: . . -> .}}
  %1 = linalg.generic {indexing_maps = [#matrix, #matrix], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x4xf32>) outs(%y : tensor<4x4xf16>) {
  ^bb0(%in: f32, %out: f16):
    %a = arith.truncf %in : f32 to f16
    linalg.yield %a : f16
  } -> tensor<4x4xf16>
  return
}
