// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/TensorCore/Descriptors.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

bool Descriptors::canRead(const SharedTile &sharedTile) {
  return sharedTile.lineBytes == Tile::wgmmaLineBytes && sharedTile.mask == 7 &&
         sharedTile.shift == 0 && sharedTile.left == 0 &&
         sharedTile.lines % 8 == 0 && sharedTile.begin % patternBytes == 0;
}

Descriptors::Descriptors(Code &code, const SharedTile &sharedTile, Value shared,
                         Value begin)
    : sharedTile(sharedTile) {
  Value address = LLVM::PtrToIntOp::create(code, code.getI32Type(), shared);
  low =
      code.div(code.bitAnd(code.add(code.add(address, begin), sharedTile.begin),
                           (1 << 18) - 1),
               unit);
  // K-major tiles use the stride offset only, of 8 rows; in MN-major tiles, the
  // leading offset is that of 64 rows, and the stride offset that of 8 along K
  int64_t leading = sharedTile.isKMajor
                        ? 1
                        : sharedTile.blockLines * Tile::wgmmaLineBytes / unit;
  low = code.add(low, leading << 16);
  high = patternBytes / unit | swizzle128 << 30;
}

Value Descriptors::at(Code &code, Value stage, int64_t block,
                      int64_t slice) const {
  constexpr int64_t lineBytes = Tile::wgmmaLineBytes;
  int64_t deep = slice * sliceBytes; // byte offset along K
  int64_t bytes =
      sharedTile.isKMajor
          ? (block * productRows + deep / lineBytes * sharedTile.blockLines) *
                    lineBytes +
                deep % lineBytes
          : (block * sharedTile.blockLines + deep / 2) * lineBytes;
  Value lower = code.add(code.add(low, code.div(stage, unit)), bytes / unit);
  // as a vector: LLVM would make a 64-bit sum an induction variable, and ptxas
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
