// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// call @convolution(%x, %w, %y)
//   ==>   amprt_convolution(@convolution, {x, w, y}, where)
#include "lib/Lowering/Gpu/Host/ConvolutionCall.h"
#include "lib/Lowering/Gpu/Host/HostCode.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

/// Returns the address of a constant struct amprt_convolution.
Value RuntimeCalls::convolution(func::FuncOp convolution,
                                ImplicitLocOpBuilder &b) {
  struct amprt_convolution how = readConvolution(
      convolution->getAttrOfType<DictionaryAttr>(convolutionAttrName));
  SmallVector<int64_t> numbers = {how.rank, how.batch, how.groups,
                                  how.in_features, how.out_features};
  for (ArrayRef<int64_t> sizes :
       {ArrayRef(how.in), ArrayRef(how.window), ArrayRef(how.out),
        ArrayRef(how.strides), ArrayRef(how.pads), ArrayRef(how.dilations)})
    llvm::append_range(numbers, sizes);
  return fields(("how_" + convolution.getName()).str(), numbers,
                {how.kind, how.layout, how.type, how.compute},
                {how.alpha, how.beta}, b);
}

void HostCode::convolve(func::CallOp call, ImplicitLocOpBuilder &b) {
  Type pointer = LLVM::LLVMPointerType::get(b.getContext());
  Value places = slots(pointer, call.getNumOperands(), b);
  for (auto [i, operand] : llvm::enumerate(call.getOperands())) {
    Value slot = LLVM::GEPOp::create(b, pointer, pointer, places,
                                     LLVM::GEPArg(static_cast<int32_t>(i)));
    LLVM::StoreOp::create(b, pointers.lookup(operand), slot);
  }
  auto function = calls.symbols.lookup<func::FuncOp>(call.getCallee());
  calls.call(
      "amprt_convolution", {},
      {calls.convolution(function, b), places, calls.where(call.getLoc(), b)},
      b);
}
