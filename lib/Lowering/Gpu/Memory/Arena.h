// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_MEMORY_ARENA_H
#define LIB_LOWERING_GPU_MEMORY_ARENA_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <optional>

namespace mlir::amp::lowering {

/// On a memref.alloc: it holds all temporaries of a function.
inline constexpr llvm::StringLiteral arenaAttrName = "amp.arena";

/// On a memref.copy of an argument to a result: nothing is to be done where
/// both have the same address.
inline constexpr llvm::StringLiteral donatedAttrName = "donated";

/// On a memref.view of the arena: the host fills its bytes with NaN there.
inline constexpr llvm::StringLiteral poisonAttrName = "poison";

/// None where the shape is not static, or more than 64 bits can count.
std::optional<int64_t> storageOf(Type type);

/// Returns true if an argument of a host function is the buffer of a result.
bool isResult(func::FuncOp function, unsigned argument);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_MEMORY_ARENA_H
