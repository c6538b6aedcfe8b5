// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Common part of the calls of all libraries: a function without a body has, in
// one attribute as text, the description of the call.
#ifndef LIB_LOWERING_GPU_HOST_LIBRARYCALL_H
#define LIB_LOWERING_GPU_HOST_LIBRARYCALL_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::amp::lowering {

/// By amprt_type.
inline constexpr llvm::StringLiteral runtimeTypeNames[] = {"f64", "f32", "f16",
                                                           "bf16"};

/// The number whose name `text` has under `key`.
template <typename Names>
unsigned numberOf(DictionaryAttr text, StringRef key, Names &names) {
  return llvm::find(names, text.getAs<StringAttr>(key).getValue()) -
         std::begin(names);
}

/// Returns the description of a call of the library whose functions have
/// `attrName`; null if `call` is none.
inline DictionaryAttr libraryCallOf(func::CallOp call, StringRef attrName,
                                    const SymbolTable &symbols) {
  auto function = symbols.lookup<func::FuncOp>(call.getCallee());
  return function ? function->getAttrOfType<DictionaryAttr>(attrName)
                  : DictionaryAttr();
}

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_HOST_LIBRARYCALL_H
