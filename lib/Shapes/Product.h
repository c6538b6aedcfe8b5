// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SHAPES_PRODUCT_H
#define LIB_SHAPES_PRODUCT_H

#include "lib/Cost/Chip.h"
#include "lib/Dims/Dims.h"

namespace mlir::amp::shapes {

/// A dimension of the program that could be padded, and what that costs. Those
/// that are tied to it have other sizes, and grow in proportion.
struct PaddedDim {
  static constexpr unsigned none = ~0u; ///< the number of no such dimension

  int64_t size;
  SmallVector<unsigned, 2> classes; ///< the first has this size
  SmallVector<int64_t, 2> targets;  ///< sizes that it could have, ascending
  Operation *first;                 ///< product that asks for it
  int64_t target;                   ///< the size that it gets
  unsigned numProducts = 0;
  double moved = 0;   ///< bytes read and written by pads, slices, masks
  double grown = 0;   ///< bytes of what is longer and read from memory
  double kernels = 0; ///< pads, slices, masks that do not fuse
  unsigned numPads = 0, numSlices = 0;
  double gain = 0;         ///< seconds, of its products alone
  bool isTooLarge = false; ///< kept for the bytes alone
  bool isDynamic = false;  ///< `size` is an example: padded whatever it is
  int64_t multiple = 0;    ///< of which `targets` are, at least

  /// Returns the padded size of a dimension of this size.
  int64_t targetOf(int64_t own) const { return own * target / size; }
};

/// A contraction whose dimensions may be longer: zeros behind the end of what
/// it sums over change nothing, and the others stay apart.
struct Product {
  enum Role : uint8_t { batch, rows, columns, depth, numRoles };

  /// One dimension, under its numbers at two of the three values.
  struct Part {
    ValueDim first, second;
    unsigned dims[2];
    Role role;
    unsigned group = PaddedDim::none;
  };
  /// Dimension along which a load walks, and the bytes of an element there.
  struct Innermost {
    unsigned dim;
    int64_t size, bytes;
    unsigned group = PaddedDim::none;
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

/// Seconds of one run, with these dimensions as long as decided; with none of
/// them, as it was.
double timeOf(const Product &product, const Chip &chip,
              ArrayRef<PaddedDim> padded);

} // namespace mlir::amp::shapes

#endif // LIB_SHAPES_PRODUCT_H
