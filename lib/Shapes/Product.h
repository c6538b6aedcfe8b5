// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SHAPES_PRODUCT_H
#define LIB_SHAPES_PRODUCT_H

#include "lib/OpModel/Dims.h"
#include "lib/OpModel/cost/Chip.h"

namespace mlir::amp {

/// A contraction whose dimensions may be longer: zeros behind the end of what
/// it sums over change nothing, and the others stay apart.
struct Product {
  enum Role : uint8_t { batch, rows, columns, depth, numRoles };

  /// One dimension, under its numbers at two of the three values.
  struct Part {
    ValueDim first, second;
    unsigned dims[2];
    Role role;
  };
  /// What a load walks along, and the bytes of an element there.
  struct Innermost {
    unsigned dim;
    int64_t bytes;
  };

  Operation *op;
  double times; ///< how often it runs
  SmallVector<Part, 4> parts;
  SmallVector<Innermost, 3> innermost;
  double sizes[numRoles];
  double elements[3]; ///< of both operands and the result
  int64_t widths[3];  ///< bytes of an element of each
  double rate;        ///< 10^12 operations per second
  bool isAligned;     ///< whether the alignment of rows matters
};

/// None if `op` is no contraction whose dimensions are all known. Convolutions
/// with groups are none: a longer dimension would be cut at other places.
std::optional<Product> findProduct(const PlacedOp &placed, DimGraph &dims,
                                   const Chip &chip);

/// Seconds of one run, if the size of each dimension were so.
double timeOf(const Product &product, const Chip &chip,
              function_ref<int64_t(unsigned dim)> sizeOf, const DimGraph &dims);

} // namespace mlir::amp

#endif // LIB_SHAPES_PRODUCT_H
