// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/TensorCore/Assembly.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

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
