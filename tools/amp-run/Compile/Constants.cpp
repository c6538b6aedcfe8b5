// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// llvm.mlir.global private constant @w(dense<...>)
//   ==>   llvm.mlir.global external constant @w, at the attribute's bytes
#include "tools/amp-run/Compile/Constants.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::runner;

/// Minimum size of shared constants: a copy of a smaller one is cheaper.
static constexpr size_t leastBytes = 1 << 14;

/// Returns the contiguous bytes of all elements in the program's layout, or {}
/// if the attribute is stored in another form.
static ArrayRef<char> bytesOf(Attribute value) {
  if (auto resource = dyn_cast_or_null<DenseResourceElementsAttr>(value)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    return blob ? blob->getData() : ArrayRef<char>();
  }
  auto dense = dyn_cast_or_null<DenseElementsAttr>(value);
  if (!dense || dense.isSplat() || dense.getElementType().isInteger(1) ||
      isa<DenseStringElementsAttr>(dense))
    return {};
  return dense.getRawData();
}

llvm::StringMap<void *>
mlir::amp::runner::shareLargeConstants(ModuleOp module) {
  llvm::StringMap<void *> addresses;
  for (auto global : module.getOps<LLVM::GlobalOp>()) {
    ArrayRef<char> bytes = bytesOf(global.getValueOrNull());
    if (!global.getConstant() || bytes.size() < leastBytes)
      continue;
    addresses[global.getName()] = const_cast<char *>(bytes.data());
    global.removeValueAttr();
    global.removeAlignmentAttr();
    global.setLinkage(LLVM::Linkage::External);
  }
  return addresses;
}
