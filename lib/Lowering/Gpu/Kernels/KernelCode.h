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

/// Adjacent points of an iteration space, which one thread computes.
struct Point {
  SmallVector<int64_t> sizes; // of the iteration space
  Value linear;               // index of the first point, if linearized
  SmallVector<Value> indices; // computed on first use
  unsigned inner = 0;         // the dim in which they are adjacent
};

/// Builder of a kernel's body.
class KernelCode {
public:
  KernelCode(func::FuncOp unit, gpu::GPUFuncOp kernel);

  Value constant(int64_t value);
  Value add(Value a, Value b);
  Value times(Value a, int64_t b);
  Value threadId();
  Value blockId();
  Value isBelow(Value value, int64_t end);

  /// Clones constants, views and scalars of the fusion group into the kernel.
  void clonePrelude(ArrayRef<Operation *> ops);
  Value mapped(Value value) { return map.lookupOrDefault(value); }
  bool isLocal(Value memref);

  /// Returns the index of `point` in each dim.
  ArrayRef<Value> indicesOf(Point &point);

  /// Loads `width` adjacent elements of an operand, as vectors of 16 bytes if
  /// they are contiguous.
  SmallVector<Value> load(Value memref, AffineMap map, Point &point,
                          int64_t width);
  void store(ArrayRef<Value> values, Value memref, AffineMap map, Point &point);

  /// Emits the operands of `op` at `width` points, by operand and point.
  SmallVector<SmallVector<Value>> arguments(linalg::GenericOp op, Point &point,
                                            int64_t width);

  /// Emits the yielded values of `op` for the `k`th of `width` adjacent points,
  /// in order: point 0 loads the elements that the body reads for all of them.
  SmallVector<Value> compute(linalg::GenericOp op, Point &point, int64_t k,
                             ArrayRef<Value> arguments, int64_t width = 1);
  /// Emits other values of the body in the same way.
  SmallVector<Value> compute(linalg::GenericOp op, ValueRange values,
                             Point &point, int64_t k, ArrayRef<Value> arguments,
                             int64_t width = 1);

  func::FuncOp unit;
  gpu::GPUFuncOp kernel;
  ImplicitLocOpBuilder b;
  IRMapping map;
  /// Elements that this thread has computed, by buffer.
  llvm::DenseMap<Value, SmallVector<Value>> known;

private:
  struct Address;
  Address addressOf(Value memref, AffineMap map, Point &point);
  SmallVector<Value> loadFrom(const Address &at, int64_t width);

  llvm::DenseMap<Operation *, SmallVector<Value>> gathered; // by load in a body
};

// One function per kernel form. `ops` are the ops of the fusion group besides
// constants, views and scalars.
Shape emitMap(ArrayRef<Operation *> ops, KernelCode &code);
Shape emitReduction(ArrayRef<Operation *> ops, KernelCode &code);
Shape emitNest(ArrayRef<Operation *> ops, KernelCode &code);
Shape emitRows(ArrayRef<Operation *> ops, KernelCode &code);

/// Emits elementwise ops with transposed inputs, which are contiguous along
/// another dim than the results; none if `ops` have another form.
std::optional<Shape> emitTransposed(ArrayRef<Operation *> ops,
                                    KernelCode &code);

/// Computes `ops` in order at `width` points, then stores their results and
/// those of `written`, which are known already, except local buffers.
void emitPointwise(ArrayRef<Operation *> ops, ArrayRef<OpOperand *> written,
                   Point &point, int64_t width, KernelCode &code);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_KERNELS_KERNELCODE_H
