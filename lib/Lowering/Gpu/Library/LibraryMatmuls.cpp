// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// call @unit(%a, %b, %bias, %d)   // a matmul, its bias, relu
//   ==>   call @product(%a, %b, %d, %bias)   // {amp.product = {..}}
#include "lib/Lowering/Gpu/Library/HelperUnits.h"
#include "lib/Lowering/Gpu/Library/Matrices.h"
#include "lib/Lowering/Gpu/Library/Passes.h"
#include "lib/Lowering/Gpu/Library/Sums.h"
#include "lib/Lowering/Gpu/Library/Tanhs.h"
#include "lib/Lowering/Gpu/TensorCore/Units/JoinUnits.h"
#include "lib/Lowering/Gpu/TensorCore/Units/UnitCalls.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::amp {
#define GEN_PASS_DEF_LIBRARYPRODUCTS
#include "lib/Lowering/Gpu/Library/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using func::CallOp;
using func::FuncOp;

/// Returns true if `call` writes a buffer that it also reads, except a matrix C
/// to which the result is added in place.
static bool overwritesOperand(CallOp call, const UnitMatmul &unit) {
  Value result = call.getOperand(unit.argumentOf(Part::D));
  if (unit.mask && wholeOf(call.getOperand(*unit.mask)) == wholeOf(result))
    return true;
  for (Part part :
       {Part::A, Part::B, Part::C, Part::Bias, Part::Aux, Part::Alpha}) {
    if (!unit.product.parts[unsigned(part)].isThere)
      continue;
    Value read = call.getOperand(unit.argumentOf(part));
    if (wholeOf(read) == wholeOf(result) &&
        !(part == Part::C && read == result))
      return true;
  }
  return false;
}

namespace {
struct LibraryProducts : amp::impl::LibraryProductsBase<LibraryProducts> {
  using Base::Base;
  explicit LibraryProducts(
      std::function<bool(const struct amprt_matmul &)> hasAlgorithm)
      : hasAlgorithm(std::move(hasAlgorithm)) {}

  void runOnOperation() override;

private:
  std::vector<MatmulCall> findProducts(SymbolTable &symbols);
  void replace(MatmulCall &product, SymbolTable &symbols);
  FuncOp declare(const UnitMatmul &unit, ValueRange operands, Location loc,
                 SymbolTable &symbols);

  std::function<bool(const struct amprt_matmul &)> hasAlgorithm;
  llvm::DenseMap<std::pair<Attribute, Type>, FuncOp> declared;
};
} // namespace

std::vector<MatmulCall> LibraryProducts::findProducts(SymbolTable &symbols) {
  std::vector<MatmulCall> products;
  llvm::DenseMap<FuncOp, FailureOr<UnitMatmul>> units;
  getOperation().walk([&](CallOp call) {
    auto unit = symbols.lookup<FuncOp>(call.getCallee());
    if (unitKind(unit) != "contraction")
      return;
    std::string why;
    auto [known, isNew] = units.try_emplace(unit, failure());
    if (isNew)
      known->second = productOf(unit, why);
    if (isNew && hasAlgorithm && succeeded(known->second) &&
        !hasAlgorithm(known->second->product.how)) {
      known->second = failure();
      why = "the library has no algorithm for it, so that a kernel of our own "
            "computes it";
    }
    if (succeeded(known->second) && overwritesOperand(call, *known->second))
      why = "it overwrites what it reads";
    else if (succeeded(known->second))
      products.push_back({call, *known->second, {}});
    if (!why.empty())
      unit.emitRemark("not by cuBLASLt: ") << why;
  });
  return products;
}

FuncOp LibraryProducts::declare(const UnitMatmul &unit, ValueRange operands,
                                Location loc, SymbolTable &symbols) {
  DictionaryAttr text = writeProduct(unit.product, &getContext());
  OpBuilder b(&getContext());
  auto type = b.getFunctionType(operands.getTypes(), {});
  FuncOp &function = declared[{text, type}];
  if (function)
    return function;
  const struct amprt_matmul &how = unit.product.how;
  std::string name = "product_" + std::to_string(how.m) + "x" +
                     std::to_string(how.n) + "x" + std::to_string(how.k);
  function = FuncOp::create(b, loc, name, type);
  function.setPrivate();
  function->setAttr(productAttrName, text);
  symbols.insert(function);
  return function;
}

void LibraryProducts::replace(MatmulCall &product, SymbolTable &symbols) {
  CallOp call = product.call;
  UnitMatmul &unit = product.unit;
  Type type =
      cast<MemRefType>(product.operandOf(Part::D).getType()).getElementType();
  SmallVector<Value> operands;
  for (unsigned i = 0; i < partCount; ++i) {
    if (!unit.product.parts[i].isThere)
      continue;
    operands.push_back(product.operandOf(Part(i)));
    if (Part(i) == Part::Bias && unit.biasType != type) {
      operands.back() = castBefore(call, operands.back(), type, symbols);
      unit.product[Part::Bias].elementBytes = type.getIntOrFloatBitWidth() / 8;
    }
  }
  OpBuilder b(call);
  CallOp::create(b, call.getLoc(),
                 declare(unit, operands, call.getLoc(), symbols), operands);
  if (unit.mask)
    maskAfter(call, call.getOperand(*unit.mask), product.operandOf(Part::D),
              symbols);
  call.erase();
}

void LibraryProducts::runOnOperation() {
  declared.clear();
  joinUnits(getOperation(), [](FuncOp unit) {
    std::string why;
    return succeeded(productOf(unit, why));
  });
  SymbolTable symbols(getOperation());
  std::vector<MatmulCall> products = findProducts(symbols);
  UnitEffects effects(symbols);
  linkTanhs(products, effects);
  takeSums(products, getOperation());
  for (MatmulCall &product : products)
    replace(product, symbols);
  SmallVector<FuncOp> contractions;
  for (auto unit : getOperation().getOps<FuncOp>())
    if (unitKind(unit) == "contraction")
      contractions.push_back(unit);
  eraseUncalled(getOperation(), contractions);
}

std::unique_ptr<Pass> amp::createLibraryProducts(
    std::function<bool(const struct amprt_matmul &)> hasAlgorithm) {
  return std::make_unique<LibraryProducts>(std::move(hasAlgorithm));
}
