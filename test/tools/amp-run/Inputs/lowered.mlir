// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Output of --amp-to-gpu, written by hand: out = 2 * x through a temporary, and once
// more for as long as the device's flag says so.
module {
  gpu.binary @kernels [#gpu.object<#nvvm.target<chip = "sm_80">, assembly = ".version 7.0\0A.target sm_80\0A.address_size 64\0A.visible .entry double_f32(.param .u64 from, .param .u64 to) {\0A.reg .b64 %p<5>;\0A.reg .b32 %i;\0A.reg .f32 %x;\0Ald.param.u64 %p0, [from];\0Ald.param.u64 %p1, [to];\0Acvta.to.global.u64 %p0, %p0;\0Acvta.to.global.u64 %p1, %p1;\0Amov.u32 %i, %tid.x;\0Amul.wide.u32 %p2, %i, 4;\0Aadd.s64 %p3, %p0, %p2;\0Aadd.s64 %p4, %p1, %p2;\0Ald.global.f32 %x, [%p3];\0Aadd.f32 %x, %x, %x;\0Ast.global.f32 [%p4], %x;\0Aret;\0A}\0A">]
  llvm.mlir.global external constant @kernels_image() : !llvm.array<0 x i8>
  llvm.mlir.global private constant @name("double_f32\00")
  llvm.mlir.global private constant @types("pp\00")
  llvm.mlir.global private constant @where("step.mlir:3:4\00")
  llvm.mlir.global private constant @one(dense<1.0> : tensor<4xf32>) : !llvm.array<4 x f32>
  llvm.mlir.global private constant @kernel() : !llvm.struct<(ptr, i64, ptr, array<3 x i32>, array<3 x i32>, i32, i32, ptr)> {
    %0 = llvm.mlir.undef : !llvm.struct<(ptr, i64, ptr, array<3 x i32>, array<3 x i32>, i32, i32, ptr)>
    %image = llvm.mlir.addressof @kernels_image : !llvm.ptr
    %bytes = llvm.mlir.constant(0 : i64) : i64
    %name = llvm.mlir.addressof @name : !llvm.ptr
    %grid = llvm.mlir.constant(dense<1> : tensor<3xi32>) : !llvm.array<3 x i32>
    %block = llvm.mlir.constant(dense<[4, 1, 1]> : tensor<3xi32>) : !llvm.array<3 x i32>
    %shared = llvm.mlir.constant(0 : i32) : i32
    %arguments = llvm.mlir.constant(2 : i32) : i32
    %types = llvm.mlir.addressof @types : !llvm.ptr
    %1 = llvm.insertvalue %image, %0[0] : !llvm.struct<(ptr, i64, ptr, array<3 x i32>, array<3 x i32>, i32, i32, ptr)>
    %2 = llvm.insertvalue %bytes, %1[1] : !llvm.struct<(ptr, i64, ptr, array<3 x i32>, array<3 x i32>, i32, i32, ptr)>
    %3 = llvm.insertvalue %name, %2[2] : !llvm.struct<(ptr, i64, ptr, array<3 x i32>, array<3 x i32>, i32, i32, ptr)>
    %4 = llvm.insertvalue %grid, %3[3] : !llvm.struct<(ptr, i64, ptr, array<3 x i32>, array<3 x i32>, i32, i32, ptr)>
    %5 = llvm.insertvalue %block, %4[4] : !llvm.struct<(ptr, i64, ptr, array<3 x i32>, array<3 x i32>, i32, i32, ptr)>
    %6 = llvm.insertvalue %shared, %5[5] : !llvm.struct<(ptr, i64, ptr, array<3 x i32>, array<3 x i32>, i32, i32, ptr)>
    %7 = llvm.insertvalue %arguments, %6[6] : !llvm.struct<(ptr, i64, ptr, array<3 x i32>, array<3 x i32>, i32, i32, ptr)>
    %8 = llvm.insertvalue %types, %7[7] : !llvm.struct<(ptr, i64, ptr, array<3 x i32>, array<3 x i32>, i32, i32, ptr)>
    llvm.return %8 : !llvm.struct<(ptr, i64, ptr, array<3 x i32>, array<3 x i32>, i32, i32, ptr)>
  }
  llvm.func @amprt_arena(i64) -> !llvm.ptr
  llvm.func @amprt_constant(!llvm.ptr, i64) -> !llvm.ptr
  llvm.func @amprt_copy(!llvm.ptr, !llvm.ptr, i64, !llvm.ptr)
  llvm.func @amprt_launch(!llvm.ptr, !llvm.ptr, !llvm.ptr)
  llvm.func @amprt_read(!llvm.ptr, !llvm.ptr, i64, !llvm.ptr)
  llvm.func @launch(%from: !llvm.ptr, %to: !llvm.ptr) attributes {sym_visibility = "private"} {
    %one = llvm.mlir.constant(1 : i32) : i32
    %kernel = llvm.mlir.addressof @kernel : !llvm.ptr
    %where = llvm.mlir.addressof @where : !llvm.ptr
    %values = llvm.alloca %one x !llvm.array<2 x ptr> : (i32) -> !llvm.ptr
    %addresses = llvm.alloca %one x !llvm.array<2 x ptr> : (i32) -> !llvm.ptr
    %value = llvm.getelementptr %values[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<2 x ptr>
    %address = llvm.getelementptr %addresses[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<2 x ptr>
    llvm.store %from, %values : !llvm.ptr, !llvm.ptr
    llvm.store %to, %value : !llvm.ptr, !llvm.ptr
    llvm.store %values, %addresses : !llvm.ptr, !llvm.ptr
    llvm.store %value, %address : !llvm.ptr, !llvm.ptr
    llvm.call @amprt_launch(%kernel, %addresses, %where) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
    llvm.return
  }
  llvm.func @main(%x: !llvm.ptr, %flag: !llvm.ptr, %out: !llvm.ptr) attributes {
      amp.arguments = [tensor<4xf32>, tensor<i1>], amp.results = [tensor<4xf32>],
      amp.states = array<i64: 0, 0>} {
    %bytes = llvm.mlir.constant(512 : i64) : i64
    %size = llvm.mlir.constant(16 : i64) : i64
    %one = llvm.mlir.constant(1 : i64) : i64
    %zero = llvm.mlir.constant(0 : i8) : i8
    %where = llvm.mlir.addressof @where : !llvm.ptr
    %host = llvm.alloca %one x i8 : (i64) -> !llvm.ptr
    %ones = llvm.mlir.addressof @one : !llvm.ptr
    %arena = llvm.call @amprt_arena(%bytes) : (i64) -> !llvm.ptr
    %constant = llvm.call @amprt_constant(%ones, %size) : (!llvm.ptr, i64) -> !llvm.ptr
    %temporary = llvm.getelementptr %arena[256] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.call @amprt_copy(%arena, %constant, %size, %where) : (!llvm.ptr, !llvm.ptr, i64, !llvm.ptr) -> ()
    llvm.br ^body
  ^body:
    llvm.call @amprt_copy(%temporary, %x, %size, %where) : (!llvm.ptr, !llvm.ptr, i64, !llvm.ptr) -> ()
    llvm.call @launch(%temporary, %out) : (!llvm.ptr, !llvm.ptr) -> ()
    llvm.call @amprt_read(%host, %flag, %one, %where) : (!llvm.ptr, !llvm.ptr, i64, !llvm.ptr) -> ()
    %read = llvm.load %host : !llvm.ptr -> i8
    %goes = llvm.icmp "ne" %read, %zero : i8
    llvm.cond_br %goes, ^body, ^end
  ^end:
    llvm.return
  }
}
