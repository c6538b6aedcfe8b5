// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_MEMORY_ARENA_H
#define LIB_LOWERING_GPU_MEMORY_ARENA_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <optional>

namespace mlir::amp::lowering {

/// Attribute of a memref.alloc that holds all temporaries of a function.
inline constexpr llvm::StringLiteral arenaAttrName = "amp.arena";

/// Attribute of a memref.copy from an argument to a result: a no-op if both
/// have the same address.
inline constexpr llvm::StringLiteral donatedAttrName = "donated";

/// Attribute of a memref.view of the arena: here the host fills its bytes with
/// NaN.
inline constexpr llvm::StringLiteral poisonAttrName = "poison";

/// Returns the size of a shaped type in bytes; none if the shape is not static
/// or the size overflows 64 bits.
std::optional<int64_t> storageOf(Type type);

/// Returns true if an argument of a host function is the buffer of a result.
bool isResult(func::FuncOp function, unsigned argument);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_MEMORY_ARENA_H
