// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/TensorCore/Code.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

Value Code::i32(int64_t value) {
  return arith::ConstantIntOp::create(*this, value, 32);
}

Value Code::add(Value a, Value b) { return createOrFold<arith::AddIOp>(a, b); }

Value Code::add(Value a, int64_t b) { return b ? add(a, i32(b)) : a; }

Value Code::mul(Value a, int64_t b) {
  if (b == 1)
    return a;
  return createOrFold<arith::MulIOp>(a, i32(b));
}

Value Code::div(Value a, int64_t b) {
  if (llvm::isPowerOf2_64(b))
    return createOrFold<arith::ShRUIOp>(a, i32(llvm::Log2_64(b)));
  return createOrFold<arith::DivUIOp>(a, i32(b));
}

Value Code::rem(Value a, int64_t b) {
  if (llvm::isPowerOf2_64(b))
    return bitAnd(a, b - 1);
  return createOrFold<arith::RemUIOp>(a, i32(b));
}

Value Code::bitAnd(Value a, int64_t b) {
  return createOrFold<arith::AndIOp>(a, i32(b));
}

Value Code::bitXor(Value a, Value b) {
  return createOrFold<arith::XOrIOp>(a, b);
}

Value Code::less(Value a, int64_t b) {
  return createOrFold<arith::CmpIOp>(arith::CmpIPredicate::ult, a, i32(b));
}

Value Code::both(Value a, Value b) {
  if (!a || !b)
    return a ? a : b;
  return createOrFold<arith::AndIOp>(a, b);
}

Offset Code::add(Offset a, Offset b) {
  Value dynamic = a.dynamic ? a.dynamic : b.dynamic;
  if (a.dynamic && b.dynamic)
    dynamic = add(a.dynamic, b.dynamic);
  return {dynamic, a.constant + b.constant};
}

/// Returns true for 8-bit floats: LLVM lacks them, so they are stored as i8.
static bool isByte(Type element) {
  return isa<FloatType>(element) && element.getIntOrFloatBitWidth() == 8;
}

Value Code::address(Value base, Type type, Offset offset) {
  // one GEP per part: the constant part becomes an immediate of the instruction
  Type stored = isByte(type) ? getI8Type() : type;
  auto step = [&](LLVM::GEPArg by) -> Value {
    return LLVM::GEPOp::create(*this, base.getType(), stored, base,
                               ArrayRef<LLVM::GEPArg>{by});
  };
  if (offset.dynamic)
    base = step(offset.dynamic);
  if (offset.constant)
    base = step(static_cast<int32_t>(offset.constant));
  return base;
}

static unsigned bytesOf(Type element, int64_t count) {
  return llvm::divideCeil(element.getIntOrFloatBitWidth(), 8) * count;
}

SmallVector<Value, 4> Code::load(Value address, Type type, int64_t count) {
  unsigned bytes = bytesOf(type, count);
  if (isByte(type)) {
    SmallVector<Value, 4> elements = load(address, getI8Type(), count);
    for (Value &element : elements)
      element = arith::BitcastOp::create(*this, type, element);
    return elements;
  }
  if (count == 1)
    return {LLVM::LoadOp::create(*this, type, address, bytes)};
  Value all =
      LLVM::LoadOp::create(*this, VectorType::get(count, type), address, bytes);
  SmallVector<Value, 4> elements;
  for (int64_t i = 0; i < count; ++i)
    elements.push_back(LLVM::ExtractElementOp::create(*this, all, i32(i)));
  return elements;
}

void Code::store(ArrayRef<Value> elements, Value address) {
  if (isByte(elements.front().getType())) {
    SmallVector<Value> bytes;
    for (Value element : elements)
      bytes.push_back(arith::BitcastOp::create(*this, getI8Type(), element));
    return store(bytes, address);
  }
  LLVM::StoreOp::create(
      *this, elements.size() == 1 ? elements.front() : pack(elements), address,
      bytesOf(elements.front().getType(), elements.size()));
}

Value Code::pack(ArrayRef<Value> elements) {
  Value all = LLVM::PoisonOp::create(
      *this, VectorType::get(elements.size(), elements.front().getType()));
  for (auto [i, element] : llvm::enumerate(elements))
    all = LLVM::InsertElementOp::create(*this, all, element, i32(i));
  return all;
}

Value amp::lowering::emitAssembly(Code &code, StringRef text,
                                  StringRef constraints,
                                  ArrayRef<Value> operands,
                                  ArrayRef<Type> results) {
  auto type = LLVM::LLVMStructType::getLiteral(code.getContext(), results);
  return LLVM::InlineAsmOp::create(
             code, type, operands, text, constraints,
             /*has_side_effects=*/true, /*is_align_stack=*/false,
             LLVM::tailcallkind::TailCallKind::None, /*asm_dialect=*/nullptr,
             /*operand_attrs=*/nullptr)
      .getResult(0);
}

std::string amp::lowering::constraintsOf(ArrayRef<Value> values) {
  std::string results, operands;
  for (auto [i, value] : llvm::enumerate(values)) {
    results += isa<FloatType>(value.getType()) ? "=f," : "=r,";
    operands += std::to_string(i) + ",";
  }
  return results + operands;
}

void amp::lowering::pin(Code &code, StringRef instruction,
                        MutableArrayRef<Value> values) {
  std::string constraints = constraintsOf(values);
  constraints.pop_back();
  Value pinned = emitAssembly(code, instruction, constraints, values,
                              llvm::to_vector(ValueRange(values).getTypes()));
  for (auto [i, value] : llvm::enumerate(values))
    value = LLVM::ExtractValueOp::create(code, pinned, i);
}
