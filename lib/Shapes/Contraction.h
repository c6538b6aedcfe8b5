// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SHAPES_CONTRACTION_H
#define LIB_SHAPES_CONTRACTION_H

#include "lib/Cost/Chip.h"
#include "lib/Dims/Dims.h"

namespace mlir::amp::shapes {

/// Candidate for padding, with its cost. Dimension classes that reshapes tie to
/// it have other sizes and grow in proportion.
struct PaddedDim {
  static constexpr unsigned none = ~0u; ///< no padded dimension

  int64_t size;
  SmallVector<unsigned, 2> classes; ///< the first one has `size`
  SmallVector<int64_t, 2> targets;  ///< candidate sizes, ascending
  Operation *first;                 ///< first contraction that benefits
  int64_t target;                   ///< the chosen size
  unsigned numContractions = 0;
  double moved = 0;   ///< bytes read and written by pads, slices, masks
  double grown = 0;   ///< bytes added to padded values in memory
  double kernels = 0; ///< unfused pads, slices, masks
  unsigned numPads = 0, numSlices = 0;
  double gain = 0;         ///< seconds saved in contractions alone
  bool isTooLarge = false; ///< unpadded due to the byte limit
  bool isDynamic = false;  ///< `size` is an example: always padded
  int64_t multiple = 0;    ///< minimal divisor of `targets`

  /// Returns the padded size of a dimension of this size.
  int64_t targetOf(int64_t own) const { return own * target / size; }
};

/// Contraction that may be padded: zeros in the padding of K change nothing,
/// and padding of M, N and batch only affects padding of the result.
struct Contraction {
  enum Role : uint8_t { batch, rows, columns, depth, numRoles };

  /// One dimension of the contraction, shared by two of its three values.
  struct Part {
    ValueDim first, second;
    unsigned dims[2];
    Role role;
    unsigned group = PaddedDim::none;
  };
  /// Innermost dimension of a value in memory, and its element size in bytes.
  struct Innermost {
    unsigned dim;
    int64_t size, bytes;
    unsigned group = PaddedDim::none;
  };

  Operation *op;
  double times; ///< executions per step
  SmallVector<Part, 4> parts;
  SmallVector<Innermost, 3> innermost;
  double sizes[numRoles];
  double elements[3]; ///< of A, B and the result
  int64_t widths[3];  ///< element size of each, in bytes
  double rate;        ///< 10^12 FLOP per second
  bool isAligned;     ///< true if row alignment affects speed
};

/// Returns the contraction; none for other ops or unknown dimensions. Grouped
/// convolutions are excluded, because padding would move the group boundaries.
std::optional<Contraction> findContraction(const PlacedOp &placed,
                                           DimGraph &dims, const Chip &chip);

/// Returns the seconds of one execution with the decided sizes; without
/// `padded`, of the original sizes.
double timeOf(const Contraction &contraction, const Chip &chip,
              ArrayRef<PaddedDim> padded);

} // namespace mlir::amp::shapes

#endif // LIB_SHAPES_CONTRACTION_H
