// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code generation that the kernels of all fusion groups share.
#ifndef LIB_LOWERING_GPU_KERNELS_KERNELCODE_H
#define LIB_LOWERING_GPU_KERNELS_KERNELCODE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::amp::lowering {

inline constexpr int64_t threadsPerBlock = 256;

/// Grid and block size of a kernel.
struct Shape {
  int64_t blocks = 1, threads = threadsPerBlock;
};

/// Neighbouring points of an iteration space, which one thread computes.
struct Point {
  SmallVector<int64_t> sizes; // of the space
  Value linear;               // of the first of them, where they are numbered
  SmallVector<Value> indices; // made when first asked for
  unsigned inner = 0;         // the dim in which they are neighbours
};

/// A kernel while its body is written.
class KernelCode {
public:
  KernelCode(func::FuncOp unit, gpu::GPUFuncOp kernel);

  Value constant(int64_t value);
  Value add(Value a, Value b);
  Value times(Value a, int64_t b);
  Value threadId();
  Value blockId();
  Value isBelow(Value value, int64_t end);

  /// Copies constants, views and scalars of the unit into the kernel.
  void clonePrelude(ArrayRef<Operation *> ops);
  Value mapped(Value value) { return map.lookupOrDefault(value); }
  bool isLocal(Value memref);

  /// The place in each dim of `point`.
  ArrayRef<Value> indicesOf(Point &point);

  /// `width` neighbouring elements of an operand, 16 bytes at a time where it
  /// lies so.
  SmallVector<Value> load(Value memref, AffineMap map, Point &point,
                          int64_t width);
  void store(ArrayRef<Value> values, Value memref, AffineMap map, Point &point);

  /// Emits the operands of `op` at `width` points: per operand, per point.
  SmallVector<SmallVector<Value>> arguments(linalg::GenericOp op, Point &point,
                                            int64_t width);

  /// Emits the yielded values of `op` for point number `k`; of `width`
  /// neighbours in order, number 0 loads the elements that the body reads for
  /// all of them.
  SmallVector<Value> compute(linalg::GenericOp op, Point &point, int64_t k,
                             ArrayRef<Value> arguments, int64_t width = 1);
  /// The same of other values of the body.
  SmallVector<Value> compute(linalg::GenericOp op, ValueRange values,
                             Point &point, int64_t k, ArrayRef<Value> arguments,
                             int64_t width = 1);

  func::FuncOp unit;
  gpu::GPUFuncOp kernel;
  ImplicitLocOpBuilder b;
  IRMapping map;
  /// Elements that this thread has computed.
  llvm::DenseMap<Value, SmallVector<Value>> known;

private:
  struct Address;
  Address addressOf(Value memref, AffineMap map, Point &point);
  SmallVector<Value> loadFrom(const Address &at, int64_t width);

  llvm::DenseMap<Operation *, SmallVector<Value>>
      gathered; // by loads of bodies
};

// One kernel form each; ops are those of a unit that are no prelude.
Shape emitMap(ArrayRef<Operation *> ops, KernelCode &code);
Shape emitReduction(ArrayRef<Operation *> ops, KernelCode &code);
Shape emitNest(ArrayRef<Operation *> ops, KernelCode &code);
Shape emitRows(ArrayRef<Operation *> ops, KernelCode &code);

/// Elementwise ops of which some read along another dim than they write; none
/// if these are no such.
std::optional<Shape> emitTurned(ArrayRef<Operation *> ops, KernelCode &code);

/// Computes `ops` one after the other at `width` points, then stores what
/// they and `written` (what is known already) leave behind.
void emitPointwise(ArrayRef<Operation *> ops, ArrayRef<OpOperand *> written,
                   Point &point, int64_t width, KernelCode &code);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_KERNELS_KERNELCODE_H
