// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// call @product(%a, %b, %d)   ==>   amprt_matmul(@product, {a, b, d}, where)
#include "lib/Lowering/Gpu/Host/HostCode.h"
#include "lib/Lowering/Gpu/Host/MatmulCall.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

/// Returns the address of a constant struct: 64-bit integers, 32-bit integers,
/// then floats. Its name identifies it.
Value RuntimeCalls::fields(StringRef name, ArrayRef<int64_t> numbers,
                           ArrayRef<int64_t> kinds, ArrayRef<float> factors,
                           ImplicitLocOpBuilder &b) {
  auto global = symbols.lookup<LLVM::GlobalOp>(name);
  if (global)
    return LLVM::AddressOfOp::create(b, global);
  SmallVector<Type> types(numbers.size(), b.getI64Type());
  types.append(kinds.size(), b.getI32Type());
  types.append(factors.size(), b.getF32Type());
  auto type = LLVM::LLVMStructType::getLiteral(b.getContext(), types);
  global = LLVM::GlobalOp::create(top(), module.getLoc(), type,
                                  /*isConstant=*/true, LLVM::Linkage::Private,
                                  name, {});
  symbols.insert(global);
  auto inside = ImplicitLocOpBuilder::atBlockEnd(
      module.getLoc(), builder.createBlock(&global.getInitializer()));
  SmallVector<Value> fields;
  for (int64_t number : numbers)
    fields.push_back(LLVM::ConstantOp::create(inside, b.getI64Type(), number));
  for (int64_t kind : kinds)
    fields.push_back(LLVM::ConstantOp::create(inside, b.getI32Type(), kind));
  for (float factor : factors)
    fields.push_back(LLVM::ConstantOp::create(inside, b.getF32Type(),
                                              b.getF32FloatAttr(factor)));
  Value value = LLVM::UndefOp::create(inside, type);
  for (auto [i, field] : llvm::enumerate(fields))
    value = LLVM::InsertValueOp::create(inside, value, field, i);
  LLVM::ReturnOp::create(inside, value);
  return LLVM::AddressOfOp::create(b, global);
}

/// Returns the address of a constant struct amprt_matmul.
Value RuntimeCalls::product(func::FuncOp product, ImplicitLocOpBuilder &b) {
  auto text = product->getAttrOfType<DictionaryAttr>(productAttrName);
  struct amprt_matmul how = readProduct(text).how;
  return fields(("how_" + product.getName()).str(),
                {how.m, how.n, how.k, how.batch, how.leading_a, how.leading_b,
                 how.leading_d, how.leading_aux, how.stride_a, how.stride_b,
                 how.stride_d},
                {how.transpose_a, how.transpose_b, how.type_a, how.type_b,
                 how.type_d, how.type_bias, how.compute, how.epilogue},
                {how.alpha, how.beta}, b);
}

LogicalResult HostCode::multiply(func::CallOp call, ImplicitLocOpBuilder &b) {
  DictionaryAttr text = productOf(call, calls.symbols);
  if (!text)
    return call.emitOpError("has no place in host code for a GPU");
  LibraryMatmul product = readProduct(text);
  Type pointer = LLVM::LLVMPointerType::get(b.getContext());
  Value places = slots(pointer, partCount, b);
  unsigned operand = 0;
  for (auto [i, part] : llvm::enumerate(product.parts)) {
    Value value = part.isThere ? pointers.lookup(call.getOperand(operand++))
                               : LLVM::ZeroOp::create(b, pointer).getResult();
    if (part.offset)
      value = LLVM::GEPOp::create(
          b, pointer, b.getI8Type(), value,
          LLVM::ConstantOp::create(b, b.getI64Type(), part.offset).getResult());
    Value slot = LLVM::GEPOp::create(b, pointer, pointer, places,
                                     LLVM::GEPArg(static_cast<int32_t>(i)));
    LLVM::StoreOp::create(b, value, slot);
  }
  auto function = calls.symbols.lookup<func::FuncOp>(call.getCallee());
  calls.call(
      "amprt_matmul", {},
      {calls.product(function, b), places, calls.where(call.getLoc(), b)}, b);
  return success();
}
