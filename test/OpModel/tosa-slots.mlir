// RUN: amp-opt %s --amp-place-casts | FileCheck %s --implicit-check-not=f32

/// Ops of TOSA, retyped as their rows allow, are ones that TOSA accepts. What
/// may stay f32: what is cast, accumulators, and the result of a matrix product.

// CHECK: func.func @f({{.*}}) {
// CHECK-COUNT-8: amp.cast {{.*}}f32> to tensor<{{.*}}f16>
// CHECK: tosa.avg_pool2d {{.*}}acc_type = f32
// CHECK: tosa.matmul {{.*}} -> tensor<1x4x3xf32>
// CHECK: tosa.conv2d {{.*}}acc_type = f32
// CHECK: tosa.transpose_conv2d {{.*}}acc_type = f32
func.func @f(%x: tensor<4x8xf32>, %p: tensor<4x8xi1>, %shift: tensor<1xi8>, %z: tensor<1xf32>, %image: tensor<1x4x4x2xf32>, %rows: tensor<1x4x8xf32>, %w: tensor<1x8x3xf32>, %new: tensor<1x2x8xf32>, %at: tensor<1x2xi32>, %k: tensor<5x3x3x2xf32>, %bias: tensor<5xf32>) {
  %0 = tosa.const_shape  {values = dense<32> : tensor<1xindex>} : () -> !tosa.shape<1>
  %1 = tosa.const_shape  {values = dense<2> : tensor<2xindex>} : () -> !tosa.shape<2>
  %2 = tosa.const_shape  {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
  %3 = tosa.const_shape  {values = dense<[2, 8]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %4 = tosa.const_shape  {values = dense<[1, 1, 0, 0]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %5 = tosa.const_shape  {values = dense<[2, 1, 2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %6 = tosa.const_shape  {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
  %7 = tosa.abs %x {amp.precision = #amp.precision<[f16], <unlisted>>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %8 = tosa.ceil %x {amp.precision = #amp.precision<[f16], <unlisted>>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %9 = tosa.floor %x {amp.precision = #amp.precision<[f16], <unlisted>>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %10 = tosa.cos %x {amp.precision = #amp.precision<[f16], <unlisted>>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %11 = tosa.erf %x {amp.precision = #amp.precision<[f16], <unlisted>>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %12 = tosa.exp %x {amp.precision = #amp.precision<[f16], <unlisted>>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %13 = tosa.log %x {amp.precision = #amp.precision<[f16], <unlisted>>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %14 = tosa.sigmoid %x {amp.precision = #amp.precision<[f16], <unlisted>>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %15 = tosa.sin %x {amp.precision = #amp.precision<[f16], <unlisted>>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %16 = tosa.tanh %x {amp.precision = #amp.precision<[f16], <unlisted>>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %17 = tosa.rsqrt %x {amp.precision = #amp.precision<[f16], <unlisted>>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %18 = tosa.reciprocal %x {amp.precision = #amp.precision<[f16], <unlisted>>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %19 = tosa.identity %x {amp.precision = #amp.precision<[f16], <unlisted>>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %20 = tosa.add %x, %x {amp.precision = #amp.precision<[f16], <unlisted>>} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %21 = tosa.sub %x, %x {amp.precision = #amp.precision<[f16], <unlisted>>} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %22 = tosa.pow %x, %x {amp.precision = #amp.precision<[f16], <unlisted>>} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %23 = tosa.maximum %x, %x {amp.precision = #amp.precision<[f16], <unlisted>>} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %24 = tosa.minimum %x, %x {amp.precision = #amp.precision<[f16], <unlisted>>} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %25 = tosa.equal %x, %x {amp.precision = #amp.precision<[f16], <unlisted>>} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
  %26 = tosa.greater %x, %x {amp.precision = #amp.precision<[f16], <unlisted>>} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
  %27 = tosa.greater_equal %x, %x {amp.precision = #amp.precision<[f16], <unlisted>>} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
  %28 = tosa.mul %x, %x, %shift {amp.precision = #amp.precision<[f16], <unlisted>>} : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<1xi8>) -> tensor<4x8xf32>
  %29 = tosa.negate %x, %z, %z {amp.precision = #amp.precision<[f16], <unlisted>>} : (tensor<4x8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4x8xf32>
  %30 = tosa.clamp %x {amp.precision = #amp.precision<[f16], <unlisted>>, max_val = 6.000000e+00 : f32, min_val = 0.000000e+00 : f32} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %31 = tosa.select %p, %x, %x {amp.precision = #amp.precision<[f16], <unlisted>>} : (tensor<4x8xi1>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %32 = tosa.argmax %x {amp.precision = #amp.precision<[f16], <unlisted>>, axis = 1 : i32} : (tensor<4x8xf32>) -> tensor<4xi32>
  %33 = tosa.max_pool2d %image {amp.precision = #amp.precision<[f16], <unlisted>>, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x4x4x2xf32>) -> tensor<1x2x2x2xf32>
  %34 = tosa.avg_pool2d %image, %z, %z {amp.precision = #amp.precision<[f16], <unlisted>>, acc_type = f32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x4x4x2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x2xf32>
  %35 = tosa.reduce_max %x {amp.precision = #amp.precision<[f16], <unlisted>>, axis = 1 : i32} : (tensor<4x8xf32>) -> tensor<4x1xf32>
  %36 = tosa.reduce_min %x {amp.precision = #amp.precision<[f16], <unlisted>>, axis = 1 : i32} : (tensor<4x8xf32>) -> tensor<4x1xf32>
  %37 = tosa.reduce_sum %x {amp.precision = #amp.precision<[f16], <unlisted>>, axis = 1 : i32} : (tensor<4x8xf32>) -> tensor<4x1xf32>
  %38 = tosa.reduce_product %x {amp.precision = #amp.precision<[f16], <unlisted>>, axis = 1 : i32} : (tensor<4x8xf32>) -> tensor<4x1xf32>
  %39 = tosa.concat %x, %x {amp.precision = #amp.precision<[f16], <unlisted>>, axis = 0 : i32} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %40 = tosa.reverse %x {amp.precision = #amp.precision<[f16], <unlisted>>, axis = 0 : i32} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %41 = tosa.transpose %x {amp.precision = #amp.precision<[f16], <unlisted>>, perms = array<i32: 1, 0>} : (tensor<4x8xf32>) -> tensor<8x4xf32>
  %42 = tosa.reshape %x, %0 {amp.precision = #amp.precision<[f16], <unlisted>>} : (tensor<4x8xf32>, !tosa.shape<1>) -> tensor<32xf32>
  %43 = tosa.tile %x, %1 {amp.precision = #amp.precision<[f16], <unlisted>>} : (tensor<4x8xf32>, !tosa.shape<2>) -> tensor<8x16xf32>
  %44 = tosa.slice %x, %2, %3 {amp.precision = #amp.precision<[f16], <unlisted>>} : (tensor<4x8xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x8xf32>
  %45 = tosa.pad %x, %4, %z {amp.precision = #amp.precision<[f16], <unlisted>>} : (tensor<4x8xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<6x8xf32>
  %46 = tosa.gather %rows, %at {amp.precision = #amp.precision<[f16], <unlisted>>} : (tensor<1x4x8xf32>, tensor<1x2xi32>) -> tensor<1x2x8xf32>
  %47 = tosa.scatter %rows, %at, %new {amp.precision = #amp.precision<[f16], <unlisted>>} : (tensor<1x4x8xf32>, tensor<1x2xi32>, tensor<1x2x8xf32>) -> tensor<1x4x8xf32>
  %48 = tosa.resize %image, %5, %6, %6 {amp.precision = #amp.precision<[f16], <unlisted>>, mode = BILINEAR} : (tensor<1x4x4x2xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x?x?x2xf32>
  %49 = tosa.matmul %rows, %w, %z, %z {amp.precision = #amp.precision<[f16], <unlisted>>} : (tensor<1x4x8xf32>, tensor<1x8x3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x3xf32>
  %50 = tosa.conv2d %image, %k, %bias, %z, %z {amp.precision = #amp.precision<[f16], <unlisted>>, acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xf32>, tensor<5x3x3x2xf32>, tensor<5xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x5xf32>
  %51 = tosa.transpose_conv2d %image, %k, %bias, %z, %z {amp.precision = #amp.precision<[f16], <unlisted>>, acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xf32>, tensor<5x3x3x2xf32>, tensor<5xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x6x6x5xf32>
  return
}
