// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/TensorCore/Descriptors.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

bool Descriptors::canRead(const Panel &panel) {
  return panel.lineBytes == Tile::wgmmaLineBytes && panel.mask == 7 &&
         panel.shift == 0 && panel.left == 0 && panel.lines % 8 == 0 &&
         panel.begin % patternBytes == 0;
}

Descriptors::Descriptors(Code &code, const Panel &panel, Value shared,
                         Value begin)
    : panel(panel) {
  Value address = LLVM::PtrToIntOp::create(code, code.getI32Type(), shared);
  low = code.div(code.bitAnd(code.add(code.add(address, begin), panel.begin),
                             (1 << 18) - 1),
                 unit);
  // along the depth only the distance of 8 rows counts; else `leading` is that
  // of 64 rows, and `stride` that of 8 in depth
  int64_t leading =
      panel.alongDepth ? 1 : panel.blockLines * Tile::wgmmaLineBytes / unit;
  low = code.add(low, leading << 16);
  high = patternBytes / unit | swizzle128 << 30;
}

Value Descriptors::at(Code &code, Value stage, int64_t block,
                      int64_t slice) const {
  constexpr int64_t lineBytes = Tile::wgmmaLineBytes;
  int64_t deep = slice * sliceBytes; // bytes of a line along the depth
  int64_t bytes =
      panel.alongDepth
          ? (block * productRows + deep / lineBytes * panel.blockLines) *
                    lineBytes +
                deep % lineBytes
          : (block * panel.blockLines + deep / 2) * lineBytes;
  Value lower = code.add(code.add(low, code.div(stage, unit)), bytes / unit);
  // as a vector, because LLVM would step a wide sum with the loop, and ptxas
  // 13.0 fails on such a descriptor
  return LLVM::BitcastOp::create(code, code.getI64Type(),
                                 code.pack({lower, code.i32(high)}));
}

void mlir::amp::lowering::fenceAsyncProxy(Code &code) {
  NVVM::FenceProxyOp::create(
      code,
      NVVM::ProxyKindAttr::get(code.getContext(),
                               NVVM::ProxyKind::async_shared),
      NVVM::SharedSpaceAttr::get(code.getContext(),
                                 NVVM::SharedSpace::shared_cta));
}
