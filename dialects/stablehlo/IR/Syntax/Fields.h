// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `<offset_dims = [1], index_vector_dim = 1>`: named numbers in any order, each
// at most once. Empty lists and zeros are omitted.
#ifndef DIALECTS_STABLEHLO_IR_SYNTAX_FIELDS_H
#define DIALECTS_STABLEHLO_IR_SYNTAX_FIELDS_H

#include "mlir/IR/OpImplementation.h"

namespace mlir::amp::stablehlo {

/// Named list or number to parse; exactly one of the pointers is null.
struct Field {
  StringRef name;
  SmallVector<int64_t> *list;
  int64_t *number;
};

/// Parses fields up to and including the `>`.
ParseResult parseFields(AsmParser &parser, ArrayRef<Field> fields);

} // namespace mlir::amp::stablehlo

#endif // DIALECTS_STABLEHLO_IR_SYNTAX_FIELDS_H
