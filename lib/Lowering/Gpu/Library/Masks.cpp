// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// call @relu_product(.., %h); ...; call @drelu_product(.., %h)
//   ==>   call @relu_product(.., %h, %bits); call @drelu_product(.., %bits)
#include "lib/Lowering/Gpu/Library/Masks.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::amp;

static bool isRelu(const ProductCall &product) {
  enum amprt_epilogue is = product.unit.product.how.epilogue;
  return is == AMPRT_RELU || is == AMPRT_RELU_BIAS || is == AMPRT_RELU_AUX ||
         is == AMPRT_RELU_AUX_BIAS;
}

/// The one call before `reader` that writes `buffer`, in the same block.
static Operation *writerOf(Value buffer, func::CallOp reader,
                           UnitEffects &effects) {
  auto alloc = buffer.getDefiningOp<memref::AllocOp>();
  if (!alloc || alloc->getBlock() != reader->getBlock())
    return nullptr;
  Operation *writer = nullptr;
  for (Operation *op = alloc->getNextNode(); op != reader;
       op = op->getNextNode()) {
    if (!effects.of(op).writes.contains(buffer))
      continue;
    if (writer)
      return nullptr;
    writer = op;
  }
  return writer;
}

/// Whether the rows of both lie alike.
static bool isAlike(const struct amprt_matmul &a,
                    const struct amprt_matmul &b) {
  return a.m == b.m && a.n == b.n && a.leading_d == b.leading_d &&
         a.batch == 1 && b.batch == 1;
}

static Value makeMask(ProductCall &product) {
  struct amprt_matmul &how = product.unit.product.how;
  how.leading_aux = llvm::alignTo(how.n, 128);
  how.epilogue =
      how.epilogue == AMPRT_RELU ? AMPRT_RELU_AUX : AMPRT_RELU_AUX_BIAS;
  product.unit.product[Part::Aux].isThere = true;
  OpBuilder b(product.call);
  auto type = MemRefType::get({how.m * how.leading_aux / 8}, b.getI8Type());
  return memref::AllocOp::create(b, product.call.getLoc(), type);
}

static bool link(ProductCall &product, std::vector<ProductCall> &products,
                 UnitEffects &effects) {
  Value mask = product.call.getOperand(*product.unit.mask);
  Operation *writer = writerOf(mask, product.call, effects);
  auto source = llvm::find_if(products, [&](ProductCall &each) {
    return each.call == writer && isRelu(each) &&
           each.operandOf(Part::D) == mask &&
           isAlike(each.unit.product.how, product.unit.product.how);
  });
  if (!writer || source == products.end())
    return false;
  if (!source->aux)
    source->aux = makeMask(*source);
  product.aux = source->aux;
  product.unit.product.how.leading_aux = source->unit.product.how.leading_aux;
  product.unit.product[Part::Aux].isThere = true;
  return true;
}

void amp::linkMasks(std::vector<ProductCall> &products, UnitEffects &effects,
                    llvm::function_ref<void(func::CallOp, StringRef)> leave) {
  llvm::erase_if(products, [&](ProductCall &product) {
    if (!product.unit.mask || link(product, products, effects))
      return false;
    leave(product.call, "no product of cuBLASLt has the relu of its mask");
    return true;
  });
}
