// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A bias has the type of the result for cuBLASLt.
#include "lib/Lowering/Gpu/Library/BiasCast.h"
#include "lib/Lowering/Gpu/Units.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::amp;

static func::FuncOp unitOf(MemRefType from, MemRefType to, Location loc,
                           SymbolTable &symbols) {
  std::string name = "cast";
  for (int64_t size : from.getShape())
    name += "_" + std::to_string(size);
  llvm::raw_string_ostream(name)
      << "_" << from.getElementType() << "_" << to.getElementType();
  if (auto known = symbols.lookup<func::FuncOp>(name))
    return known;
  OpBuilder b(from.getContext());
  auto unit =
      func::FuncOp::create(b, loc, name, b.getFunctionType({from, to}, {}));
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
      [&](OpBuilder &b, Location loc, ValueRange in) {
        Type type = to.getElementType();
        Value out =
            type.isF32()
                ? arith::ExtFOp::create(b, loc, type, in[0]).getResult()
                : arith::TruncFOp::create(b, loc, type, in[0]).getResult();
        linalg::YieldOp::create(b, loc, out);
      });
  func::ReturnOp::create(b, loc);
  symbols.insert(unit);
  return unit;
}

Value amp::castBefore(func::CallOp call, Value buffer, Type type,
                      SymbolTable &symbols) {
  OpBuilder b(call);
  auto from = cast<MemRefType>(buffer.getType());
  auto to = MemRefType::get(from.getShape(), type);
  Value copy = memref::AllocOp::create(b, call.getLoc(), to);
  func::CallOp::create(b, call.getLoc(),
                       unitOf(from, to, call.getLoc(), symbols),
                       ValueRange{buffer, copy});
  return copy;
}
