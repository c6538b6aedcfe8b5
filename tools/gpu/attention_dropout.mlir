// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// attention.mlir with dropout of a tenth, whose random bits are eight rounds of Threefry-2x32 (Salmon et al., 2011) of the position.
func.func @main(%q: tensor<4x1024x12x64xbf16>, %k: tensor<4x1024x12x64xbf16>, %v: tensor<4x1024x12x64xbf16>, %do: tensor<4x1024x12x64xbf16>, %key: tensor<2xui32>) -> (tensor<4x12x1024x64xbf16>, tensor<4x12x1024x64xbf16>, tensor<4x12x1024x64xbf16>, tensor<4x12x1024x64xbf16>) {
  %scores = stablehlo.dot_general %q, %k, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3] : (tensor<4x1024x12x64xbf16>, tensor<4x1024x12x64xbf16>) -> tensor<4x12x1024x1024xf32>
  %scale = stablehlo.constant dense<0.125> : tensor<4x12x1024x1024xf32>
  %scaled = stablehlo.multiply %scores, %scale : tensor<4x12x1024x1024xf32>
  %row = stablehlo.iota dim = 0 : tensor<1024x1024xi32>
  %column = stablehlo.iota dim = 1 : tensor<1024x1024xi32>
  %see = stablehlo.compare GE, %row, %column : (tensor<1024x1024xi32>, tensor<1024x1024xi32>) -> tensor<1024x1024xi1>
  %sees = stablehlo.broadcast_in_dim %see, dims = [2, 3] : (tensor<1024x1024xi1>) -> tensor<4x12x1024x1024xi1>
  %hidden = stablehlo.constant dense<-1.0e9> : tensor<4x12x1024x1024xf32>
  %x = stablehlo.select %sees, %scaled, %hidden : tensor<4x12x1024x1024xi1>, tensor<4x12x1024x1024xf32>
  %none = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %max = stablehlo.reduce(%x init: %none) applies stablehlo.maximum across dimensions = [3] : (tensor<4x12x1024x1024xf32>, tensor<f32>) -> tensor<4x12x1024xf32>
  %maxs = stablehlo.broadcast_in_dim %max, dims = [0, 1, 2] : (tensor<4x12x1024xf32>) -> tensor<4x12x1024x1024xf32>
  %shifted = stablehlo.subtract %x, %maxs : tensor<4x12x1024x1024xf32>
  %e = stablehlo.exponential %shifted : tensor<4x12x1024x1024xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [3] : (tensor<4x12x1024x1024xf32>, tensor<f32>) -> tensor<4x12x1024xf32>
  %sums = stablehlo.broadcast_in_dim %sum, dims = [0, 1, 2] : (tensor<4x12x1024xf32>) -> tensor<4x12x1024x1024xf32>
  %p = stablehlo.divide %e, %sums : tensor<4x12x1024x1024xf32>
  %ib = stablehlo.iota dim = 0 : tensor<4x12x1024x1024xui32>
  %sb = stablehlo.constant dense<12582912> : tensor<4x12x1024x1024xui32>
  %jb = stablehlo.multiply %ib, %sb : tensor<4x12x1024x1024xui32>
  %ih = stablehlo.iota dim = 1 : tensor<4x12x1024x1024xui32>
  %sh = stablehlo.constant dense<1048576> : tensor<4x12x1024x1024xui32>
  %jh = stablehlo.multiply %ih, %sh : tensor<4x12x1024x1024xui32>
  %im = stablehlo.iota dim = 2 : tensor<4x12x1024x1024xui32>
  %sm = stablehlo.constant dense<1024> : tensor<4x12x1024x1024xui32>
  %jm = stablehlo.multiply %im, %sm : tensor<4x12x1024x1024xui32>
  %in = stablehlo.iota dim = 3 : tensor<4x12x1024x1024xui32>
  %bh = stablehlo.add %jb, %jh : tensor<4x12x1024x1024xui32>
  %mn = stablehlo.add %jm, %in : tensor<4x12x1024x1024xui32>
  %index = stablehlo.add %bh, %mn : tensor<4x12x1024x1024xui32>
  %key0 = stablehlo.slice %key [0:1] : (tensor<2xui32>) -> tensor<1xui32>
  %key1 = stablehlo.slice %key [1:2] : (tensor<2xui32>) -> tensor<1xui32>
  %k0 = stablehlo.reshape %key0 : (tensor<1xui32>) -> tensor<ui32>
  %k1 = stablehlo.reshape %key1 : (tensor<1xui32>) -> tensor<ui32>
  %k0s = stablehlo.broadcast_in_dim %k0, dims = [] : (tensor<ui32>) -> tensor<4x12x1024x1024xui32>
  %b0 = stablehlo.broadcast_in_dim %k1, dims = [] : (tensor<ui32>) -> tensor<4x12x1024x1024xui32>
  %a0 = stablehlo.add %index, %k0s : tensor<4x12x1024x1024xui32>
  %a1 = stablehlo.add %a0, %b0 : tensor<4x12x1024x1024xui32>
  %l0 = stablehlo.constant dense<13> : tensor<4x12x1024x1024xui32>
  %r0 = stablehlo.constant dense<19> : tensor<4x12x1024x1024xui32>
  %u0 = stablehlo.shift_left %b0, %l0 : tensor<4x12x1024x1024xui32>
  %d0 = stablehlo.shift_right_logical %b0, %r0 : tensor<4x12x1024x1024xui32>
  %t0 = stablehlo.or %u0, %d0 : tensor<4x12x1024x1024xui32>
  %b1 = stablehlo.xor %t0, %a1 : tensor<4x12x1024x1024xui32>
  %a2 = stablehlo.add %a1, %b1 : tensor<4x12x1024x1024xui32>
  %l1 = stablehlo.constant dense<15> : tensor<4x12x1024x1024xui32>
  %r1 = stablehlo.constant dense<17> : tensor<4x12x1024x1024xui32>
  %u1 = stablehlo.shift_left %b1, %l1 : tensor<4x12x1024x1024xui32>
  %d1 = stablehlo.shift_right_logical %b1, %r1 : tensor<4x12x1024x1024xui32>
  %t1 = stablehlo.or %u1, %d1 : tensor<4x12x1024x1024xui32>
  %b2 = stablehlo.xor %t1, %a2 : tensor<4x12x1024x1024xui32>
  %a3 = stablehlo.add %a2, %b2 : tensor<4x12x1024x1024xui32>
  %l2 = stablehlo.constant dense<26> : tensor<4x12x1024x1024xui32>
  %r2 = stablehlo.constant dense<6> : tensor<4x12x1024x1024xui32>
  %u2 = stablehlo.shift_left %b2, %l2 : tensor<4x12x1024x1024xui32>
  %d2 = stablehlo.shift_right_logical %b2, %r2 : tensor<4x12x1024x1024xui32>
  %t2 = stablehlo.or %u2, %d2 : tensor<4x12x1024x1024xui32>
  %b3 = stablehlo.xor %t2, %a3 : tensor<4x12x1024x1024xui32>
  %a4 = stablehlo.add %a3, %b3 : tensor<4x12x1024x1024xui32>
  %l3 = stablehlo.constant dense<6> : tensor<4x12x1024x1024xui32>
  %r3 = stablehlo.constant dense<26> : tensor<4x12x1024x1024xui32>
  %u3 = stablehlo.shift_left %b3, %l3 : tensor<4x12x1024x1024xui32>
  %d3 = stablehlo.shift_right_logical %b3, %r3 : tensor<4x12x1024x1024xui32>
  %t3 = stablehlo.or %u3, %d3 : tensor<4x12x1024x1024xui32>
  %b4 = stablehlo.xor %t3, %a4 : tensor<4x12x1024x1024xui32>
  %a5 = stablehlo.add %a4, %b4 : tensor<4x12x1024x1024xui32>
  %l4 = stablehlo.constant dense<17> : tensor<4x12x1024x1024xui32>
  %r4 = stablehlo.constant dense<15> : tensor<4x12x1024x1024xui32>
  %u4 = stablehlo.shift_left %b4, %l4 : tensor<4x12x1024x1024xui32>
  %d4 = stablehlo.shift_right_logical %b4, %r4 : tensor<4x12x1024x1024xui32>
  %t4 = stablehlo.or %u4, %d4 : tensor<4x12x1024x1024xui32>
  %b5 = stablehlo.xor %t4, %a5 : tensor<4x12x1024x1024xui32>
  %a6 = stablehlo.add %a5, %b5 : tensor<4x12x1024x1024xui32>
  %l5 = stablehlo.constant dense<29> : tensor<4x12x1024x1024xui32>
  %r5 = stablehlo.constant dense<3> : tensor<4x12x1024x1024xui32>
  %u5 = stablehlo.shift_left %b5, %l5 : tensor<4x12x1024x1024xui32>
  %d5 = stablehlo.shift_right_logical %b5, %r5 : tensor<4x12x1024x1024xui32>
  %t5 = stablehlo.or %u5, %d5 : tensor<4x12x1024x1024xui32>
  %b6 = stablehlo.xor %t5, %a6 : tensor<4x12x1024x1024xui32>
  %a7 = stablehlo.add %a6, %b6 : tensor<4x12x1024x1024xui32>
  %l6 = stablehlo.constant dense<16> : tensor<4x12x1024x1024xui32>
  %r6 = stablehlo.constant dense<16> : tensor<4x12x1024x1024xui32>
  %u6 = stablehlo.shift_left %b6, %l6 : tensor<4x12x1024x1024xui32>
  %d6 = stablehlo.shift_right_logical %b6, %r6 : tensor<4x12x1024x1024xui32>
  %t6 = stablehlo.or %u6, %d6 : tensor<4x12x1024x1024xui32>
  %b7 = stablehlo.xor %t6, %a7 : tensor<4x12x1024x1024xui32>
  %a8 = stablehlo.add %a7, %b7 : tensor<4x12x1024x1024xui32>
  %l7 = stablehlo.constant dense<24> : tensor<4x12x1024x1024xui32>
  %r7 = stablehlo.constant dense<8> : tensor<4x12x1024x1024xui32>
  %u7 = stablehlo.shift_left %b7, %l7 : tensor<4x12x1024x1024xui32>
  %d7 = stablehlo.shift_right_logical %b7, %r7 : tensor<4x12x1024x1024xui32>
  %t7 = stablehlo.or %u7, %d7 : tensor<4x12x1024x1024xui32>
  %b8 = stablehlo.xor %t7, %a8 : tensor<4x12x1024x1024xui32>
  %word = stablehlo.xor %a8, %b8 : tensor<4x12x1024x1024xui32>
  %limit = stablehlo.constant dense<3865470566> : tensor<4x12x1024x1024xui32>
  %keep = stablehlo.compare LT, %word, %limit : (tensor<4x12x1024x1024xui32>, tensor<4x12x1024x1024xui32>) -> tensor<4x12x1024x1024xi1>
  %share = stablehlo.constant dense<0.9> : tensor<4x12x1024x1024xf32>
  %nought = stablehlo.constant dense<0.0> : tensor<4x12x1024x1024xf32>
  %divided = stablehlo.divide %p, %share : tensor<4x12x1024x1024xf32>
  %dropped = stablehlo.select %keep, %divided, %nought : tensor<4x12x1024x1024xi1>, tensor<4x12x1024x1024xf32>
  %w = stablehlo.convert %dropped : (tensor<4x12x1024x1024xf32>) -> tensor<4x12x1024x1024xbf16>
  %o = stablehlo.dot_general %w, %v, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1] : (tensor<4x12x1024x1024xbf16>, tensor<4x1024x12x64xbf16>) -> tensor<4x12x1024x64xbf16>
  %dv = stablehlo.dot_general %w, %do, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1] : (tensor<4x12x1024x1024xbf16>, tensor<4x1024x12x64xbf16>) -> tensor<4x12x1024x64xbf16>
  %dp0 = stablehlo.dot_general %do, %v, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3] : (tensor<4x1024x12x64xbf16>, tensor<4x1024x12x64xbf16>) -> tensor<4x12x1024x1024xf32>
  %dpk = stablehlo.select %keep, %dp0, %nought : tensor<4x12x1024x1024xi1>, tensor<4x12x1024x1024xf32>
  %dp = stablehlo.divide %dpk, %share : tensor<4x12x1024x1024xf32>
  %pdp = stablehlo.multiply %p, %dp : tensor<4x12x1024x1024xf32>
  %t = stablehlo.reduce(%pdp init: %zero) applies stablehlo.add across dimensions = [3] : (tensor<4x12x1024x1024xf32>, tensor<f32>) -> tensor<4x12x1024xf32>
  %ts = stablehlo.broadcast_in_dim %t, dims = [0, 1, 2] : (tensor<4x12x1024xf32>) -> tensor<4x12x1024x1024xf32>
  %dpt = stablehlo.subtract %dp, %ts : tensor<4x12x1024x1024xf32>
  %dx = stablehlo.multiply %p, %dpt : tensor<4x12x1024x1024xf32>
  %zeros = stablehlo.constant dense<0.0> : tensor<4x12x1024x1024xf32>
  %seen = stablehlo.select %sees, %dx, %zeros : tensor<4x12x1024x1024xi1>, tensor<4x12x1024x1024xf32>
  %ds = stablehlo.multiply %seen, %scale : tensor<4x12x1024x1024xf32>
  %dw = stablehlo.convert %ds : (tensor<4x12x1024x1024xf32>) -> tensor<4x12x1024x1024xbf16>
  %dq = stablehlo.dot_general %dw, %k, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1] : (tensor<4x12x1024x1024xbf16>, tensor<4x1024x12x64xbf16>) -> tensor<4x12x1024x64xbf16>
  %dk = stablehlo.dot_general %dw, %q, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1] : (tensor<4x12x1024x1024xbf16>, tensor<4x1024x12x64xbf16>) -> tensor<4x12x1024x64xbf16>
  return %o, %dq, %dk, %dv : tensor<4x12x1024x64xbf16>, tensor<4x12x1024x64xbf16>, tensor<4x12x1024x64xbf16>, tensor<4x12x1024x64xbf16>
}
