// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/Library/HelperUnits.h"
#include "lib/Lowering/Gpu/Units/Units.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

/// Emits a value computed from the elements of two buffers.
using ElementBody =
    llvm::function_ref<Value(OpBuilder &, Location, ValueRange)>;

/// Returns a fusion group for to = body(from, to), element by element.
static func::FuncOp unitOf(StringRef kind, MemRefType from, MemRefType to,
                           Location loc, SymbolTable &symbols,
                           ElementBody makeBody) {
  std::string name = kind.str();
  for (int64_t size : from.getShape())
    name += "_" + std::to_string(size);
  llvm::raw_string_ostream(name)
      << "_" << from.getElementType() << "_" << to.getElementType();
  OpBuilder b(from.getContext());
  auto type = b.getFunctionType({from, to}, {});
  if (auto known = symbols.lookup<func::FuncOp>(name);
      known && known.getFunctionType() == type)
    return known;
  auto unit = func::FuncOp::create(b, loc, name, type);
  unit.setPrivate();
  unit->setAttr(unitAttrName, b.getStringAttr("elementwise"));
  Block *body = unit.addEntryBlock();
  b.setInsertionPointToStart(body);
  AffineMap map = b.getMultiDimIdentityMap(from.getRank());
  SmallVector<utils::IteratorType> loops(from.getRank(),
                                         utils::IteratorType::parallel);
  linalg::GenericOp::create(
      b, loc, ValueRange(body->getArgument(0)),
      ValueRange(body->getArgument(1)), ArrayRef<AffineMap>{map, map}, loops,
      [&](OpBuilder &b, Location loc, ValueRange elements) {
        linalg::YieldOp::create(b, loc, makeBody(b, loc, elements));
      });
  func::ReturnOp::create(b, loc);
  symbols.insert(unit);
  return unit;
}

Value amp::lowering::castBefore(func::CallOp call, Value buffer, Type type,
                                SymbolTable &symbols) {
  OpBuilder b(call);
  auto from = cast<MemRefType>(buffer.getType());
  auto to = MemRefType::get(from.getShape(), type);
  Value copy = memref::AllocOp::create(b, call.getLoc(), to);
  func::FuncOp unit =
      unitOf("cast", from, to, call.getLoc(), symbols,
             [&](OpBuilder &b, Location loc, ValueRange elements) -> Value {
               if (type.isF32())
                 return arith::ExtFOp::create(b, loc, type, elements[0]);
               return arith::TruncFOp::create(b, loc, type, elements[0]);
             });
  func::CallOp::create(b, call.getLoc(), unit, ValueRange{buffer, copy});
  return copy;
}

void amp::lowering::maskAfter(func::CallOp call, Value mask, Value result,
                              SymbolTable &symbols) {
  OpBuilder b(call->getContext());
  b.setInsertionPointAfter(call);
  func::FuncOp unit = unitOf(
      "mask", cast<MemRefType>(mask.getType()),
      cast<MemRefType>(result.getType()), call.getLoc(), symbols,
      [&](OpBuilder &b, Location loc, ValueRange elements) -> Value {
        auto zero = [&](Value like) -> Value {
          return arith::ConstantOp::create(b, loc,
                                           b.getZeroAttr(like.getType()));
        };
        Value isKept = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OGT,
                                             elements[0], zero(elements[0]));
        return arith::SelectOp::create(b, loc, isKept, elements[1],
                                       zero(elements[1]));
      });
  func::CallOp::create(b, call.getLoc(), unit, ValueRange{mask, result});
}
