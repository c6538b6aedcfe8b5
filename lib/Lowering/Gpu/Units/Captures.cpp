// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Views, constants and loads of scalars are cloned into the kernel. Integers
// that the host computes are arguments: iterations of an unrolled loop, which
// slice at %i and at %i + 1, launch one kernel.
#include "lib/Lowering/Gpu/Units/Captures.h"
#include "lib/Lowering/Gpu/Units/Units.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

/// Returns true if `op` computes a view or a scalar that the kernel of a fusion
/// group can compute itself.
static bool movesAlong(Operation *op) {
  if (op->getNumRegions())
    return false;
  if (isa<ViewLikeOpInterface>(op))
    return !isPlain(op->getResult(0).getType());
  return isa<memref::LoadOp>(op) ||
         (isPure(op) && !isa<memref::GetGlobalOp>(op));
}

/// Returns true for integer types that kernels take as arguments unconverted.
static bool isCount(Type type) {
  return type.isIndex() || type.isInteger(32) || type.isInteger(64);
}

namespace {
/// Integers that the host computes from loop counters and constants alone.
class HostIntegers {
public:
  bool contains(Value value);

private:
  llvm::DenseMap<Value, bool> known;
};
} // namespace

bool HostIntegers::contains(Value value) {
  if (!isa<IntegerType, IndexType>(value.getType()))
    return false;
  Operation *op = value.getDefiningOp();
  if (!op || op->hasTrait<OpTrait::ConstantLike>())
    return true;
  auto [found, isNew] = known.try_emplace(value, false);
  if (isNew && isa<arith::ArithDialect>(op->getDialect()) && isPure(op))
    known[value] = llvm::all_of(
        op->getOperands(), [&](Value operand) { return contains(operand); });
  return known[value];
}

static void capture(Value value, Captures &captures, HostIntegers &host) {
  Operation *source = value.getDefiningOp();
  if (source && captures.clones.contains(source))
    return;
  bool isArgument = !source || !movesAlong(source) ||
                    (isCount(value.getType()) && host.contains(value) &&
                     !source->hasTrait<OpTrait::ConstantLike>());
  if (isArgument) {
    captures.arguments.insert(value);
    return;
  }
  for (Value operand : source->getOperands())
    capture(operand, captures, host);
  captures.clones.insert(source);
}

Captures amp::lowering::capturesOf(ArrayRef<Operation *> ops,
                                   ArrayRef<Operation *> locals) {
  HostIntegers host;
  Captures captures;
  captures.clones.insert(locals.begin(), locals.end());
  for (Operation *op : ops) {
    SetVector<Value> outside;
    getUsedValuesDefinedAbove(op->getRegions(), outside);
    for (Value value : op->getOperands())
      capture(value, captures, host);
    for (Value value : outside)
      capture(value, captures, host);
  }
  return captures;
}
