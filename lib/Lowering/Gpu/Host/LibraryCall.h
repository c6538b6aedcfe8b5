// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Common part of all library calls: a function without a body has the
// description of the call in one attribute.
#ifndef LIB_LOWERING_GPU_HOST_LIBRARYCALL_H
#define LIB_LOWERING_GPU_HOST_LIBRARYCALL_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::amp::lowering {

/// Names of types, by amprt_type.
inline constexpr llvm::StringLiteral runtimeTypeNames[] = {"f64", "f32", "f16",
                                                           "bf16"};

/// Returns the index in `names` of the string under `key` in `text`.
template <typename Names>
unsigned numberOf(DictionaryAttr text, StringRef key, Names &names) {
  return llvm::find(names, text.getAs<StringAttr>(key).getValue()) -
         std::begin(names);
}

/// Returns the description of a library call, which is the attribute `attrName`
/// of the callee; null if `call` is none.
inline DictionaryAttr libraryCallOf(func::CallOp call, StringRef attrName,
                                    const SymbolTable &symbols) {
  auto function = symbols.lookup<func::FuncOp>(call.getCallee());
  return function ? function->getAttrOfType<DictionaryAttr>(attrName)
                  : DictionaryAttr();
}

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_HOST_LIBRARYCALL_H
