// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// call @gelu_unit(.., %h, %y, %t); ...; call @dgelu_unit(.., %y, %t, %d)
//   ==>   call @gelu(.., %h, %y); call @dgelu(.., %d, %y)
#include "lib/Lowering/Gpu/Library/Tanhs.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using func::CallOp;

static bool isGelu(const MatmulCall &product) {
  return product.unit.product.how.epilogue != AMPRT_DGELU;
}

static Value tanhOf(MatmulCall &product) {
  return product.call.getOperand(*product.unit.tanh);
}

/// Returns true if only `writer` writes the buffer of `value` in its block.
static bool isWrittenOnce(Value value, CallOp writer, UnitEffects &effects) {
  Value buffer = wholeOf(value);
  auto alloc = buffer.getDefiningOp<memref::AllocOp>();
  return alloc && alloc->getBlock() == writer->getBlock() &&
         llvm::all_of(*alloc->getBlock(), [&](Operation &op) {
           return &op == writer || !effects.of(&op).writes.contains(buffer);
         });
}

/// Returns the matmuls with the derivative that read the tanh of `gelu`. Fails
/// if the tanh has other users or writers.
static FailureOr<SmallVector<MatmulCall *>>
readersOf(MatmulCall &gelu, std::vector<MatmulCall> &products,
          UnitEffects &effects) {
  Value tanh = tanhOf(gelu), argument = gelu.operandOf(Part::Aux);
  if (!isWrittenOnce(tanh, gelu.call, effects) ||
      !isWrittenOnce(argument, gelu.call, effects))
    return failure();
  SmallVector<MatmulCall *> readers;
  for (Operation *user : tanh.getUsers()) {
    auto reader = llvm::find_if(products, [&](MatmulCall &each) {
      return each.call == user && each.unit.tanh && !isGelu(each) &&
             tanhOf(each) == tanh && each.operandOf(Part::Aux) == argument &&
             gelu.call->getBlock() == each.call->getBlock() &&
             gelu.call->isBeforeInBlock(each.call);
    });
    if (reader != products.end())
      readers.push_back(&*reader);
    else if (user != gelu.call)
      return failure();
  }
  return readers;
}

void amp::lowering::linkTanhs(std::vector<MatmulCall> &products,
                              UnitEffects &effects) {
  for (MatmulCall &product : products) {
    if (!product.unit.tanh || !isGelu(product))
      continue;
    auto readers = readersOf(product, products, effects);
    if (failed(readers))
      continue;
    product.unit.tanh = std::nullopt;
    for (MatmulCall *reader : *readers)
      reader->unit.tanh = std::nullopt;
  }
  llvm::erase_if(products, [](MatmulCall &product) {
    if (product.unit.tanh)
      product.call.emitRemark("not by cuBLASLt: it shares the tanh of gelu "
                              "with others than its derivative");
    return product.unit.tanh.has_value();
  });
}
