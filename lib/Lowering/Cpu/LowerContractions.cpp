// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// linalg.generic { %s = arith.addf %out, (arith.mulf %a, %b) } : memref<...>
//   ==>   llvm.call @amprt_contract(loops, table, a, type, b, type, c, type, 0)
#include "lib/Lowering/Common/Contraction.h"
#include "lib/Lowering/Cpu/Passes.h"
#include "lib/Lowering/RuntimeType.h"
#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::amp {
#define GEN_PASS_DEF_LOWERCONTRACTIONS
#include "lib/Lowering/Cpu/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::GenericOp;

/// Returns the stride of each loop in an operand, in elements. None if the map
/// or the layout is not linear in the loops, or not static.
static std::optional<SmallVector<int64_t>> stepsOf(OpOperand &operand,
                                                   GenericOp op) {
  SmallVector<int64_t> strides;
  int64_t offset;
  auto type = cast<MemRefType>(operand.get().getType());
  if (failed(type.getStridesAndOffset(strides, offset)) ||
      llvm::is_contained(strides, ShapedType::kDynamic))
    return std::nullopt;
  AffineExpr index = getAffineConstantExpr(0, op.getContext());
  for (auto [result, stride] :
       llvm::zip(op.getMatchingIndexingMap(&operand).getResults(), strides))
    index = index + result * stride;
  SmallVector<int64_t> flat;
  unsigned loops = op.getNumLoops();
  if (!index.isPureAffine() ||
      failed(getFlattenedAffineExpr(simplifyAffineExpr(index, loops, 0), loops,
                                    0, &flat)) ||
      flat.size() != loops + 1 || flat.back() != 0)
    return std::nullopt;
  flat.pop_back();
  return flat;
}

/// Returns the table argument of amprt_contract.
static std::optional<SmallVector<int64_t>> tableOf(GenericOp op) {
  SmallVector<int64_t> table = op.getStaticLoopRanges();
  if (llvm::any_of(table, ShapedType::isDynamic))
    return std::nullopt;
  for (OpOperand &operand : op->getOpOperands()) {
    auto steps = stepsOf(operand, op);
    if (!steps)
      return std::nullopt;
    table.append(*steps);
  }
  return table;
}

/// Returns the fill with zero right before `op` on whose result it accumulates.
static linalg::FillOp zeroBefore(GenericOp op) {
  auto fill = dyn_cast_or_null<linalg::FillOp>(op->getPrevNode());
  if (fill && fill.output() == op.getDpsInits()[0] &&
      matchPattern(fill.value(), m_AnyZeroFloat()))
    return fill;
  return nullptr;
}

namespace {
struct LowerContractions : amp::impl::LowerContractionsBase<LowerContractions> {
  using Base::Base;

  void runOnOperation() override;

private:
  bool lower(GenericOp op);
  Value addressOf(ArrayRef<int64_t> table, OpBuilder &builder, Location loc);
  Value addressOf(Value memref, OpBuilder &builder, Location loc);
  LLVM::LLVMFuncOp declareContract();

  DenseMap<ArrayAttr, LLVM::GlobalOp> tables;
};
} // namespace

LLVM::LLVMFuncOp LowerContractions::declareContract() {
  auto module = getOperation();
  if (auto function = module.lookupSymbol<LLVM::LLVMFuncOp>("amprt_contract"))
    return function;
  auto builder = OpBuilder::atBlockBegin(module.getBody());
  Type pointer = LLVM::LLVMPointerType::get(&getContext());
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  auto type = LLVM::LLVMFunctionType::get(
      LLVM::LLVMVoidType::get(&getContext()),
      {i64, pointer, pointer, i32, pointer, i32, pointer, i32, i32});
  return LLVM::LLVMFuncOp::create(builder, module.getLoc(), "amprt_contract",
                                  type);
}

Value LowerContractions::addressOf(ArrayRef<int64_t> table, OpBuilder &builder,
                                   Location loc) {
  LLVM::GlobalOp &global = tables[builder.getI64ArrayAttr(table)];
  if (!global) {
    auto module = getOperation();
    auto top = OpBuilder::atBlockBegin(module.getBody());
    auto type = LLVM::LLVMArrayType::get(builder.getI64Type(), table.size());
    auto elements = DenseElementsAttr::get(
        RankedTensorType::get(table.size(), builder.getI64Type()), table);
    global = LLVM::GlobalOp::create(
        top, module.getLoc(), type, /*isConstant=*/true, LLVM::Linkage::Private,
        "amp_contraction_" + std::to_string(tables.size() - 1), elements);
  }
  return LLVM::AddressOfOp::create(builder, loc, global);
}

Value LowerContractions::addressOf(Value memref, OpBuilder &builder,
                                   Location loc) {
  auto type = cast<MemRefType>(memref.getType());
  Value address = memref::ExtractAlignedPointerAsIndexOp::create(
      builder, loc, builder.getIndexType(), memref);
  if (!type.getLayout().isIdentity()) {
    auto parts = memref::ExtractStridedMetadataOp::create(builder, loc, memref);
    Value size = arith::ConstantIndexOp::create(
        builder, loc, type.getElementTypeBitWidth() / 8);
    Value bytes = arith::MulIOp::create(builder, loc, parts.getOffset(), size);
    address = arith::AddIOp::create(builder, loc, address, bytes);
  }
  Value number =
      arith::IndexCastOp::create(builder, loc, builder.getI64Type(), address);
  return LLVM::IntToPtrOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()), number);
}

bool LowerContractions::lower(GenericOp op) {
  if (!op.hasPureBufferSemantics() || !isContraction(op))
    return false;
  std::array<std::optional<amprt_type>, 3> types;
  for (auto [type, operand] : llvm::zip(types, op->getOperands()))
    type = runtimeTypeOf(getElementTypeOrSelf(operand.getType()));
  auto table = tableOf(op);
  if (!types[0] || !types[1] || !types[2] || !table)
    return false;

  OpBuilder builder(op);
  Location loc = op.getLoc();
  linalg::FillOp zero = zeroBefore(op);
  auto number = [&](int64_t value, unsigned bits) -> Value {
    return arith::ConstantIntOp::create(builder, loc, value, bits);
  };
  SmallVector<Value> arguments = {number(op.getNumLoops(), 64),
                                  addressOf(*table, builder, loc)};
  for (auto [type, operand] : llvm::zip(types, op->getOperands())) {
    arguments.push_back(addressOf(operand, builder, loc));
    arguments.push_back(number(*type, 32));
  }
  arguments.push_back(number(!zero, 32));
  LLVM::CallOp::create(builder, loc, declareContract(), arguments);
  if (zero)
    zero.erase();
  op.erase();
  return true;
}

void LowerContractions::runOnOperation() {
  tables.clear();
  SmallVector<GenericOp> ops;
  getOperation().walk([&](GenericOp op) { ops.push_back(op); });
  for (GenericOp op : ops)
    lower(op);
}
