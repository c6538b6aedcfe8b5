// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SCALING_OVERFLOW_OVERFLOWTALLY_H
#define LIB_SCALING_OVERFLOW_OVERFLOWTALLY_H

#include "amp/OpRow.h"
#include "lib/Scaling/overflow/OverflowProbe.h"
#include <map>

namespace mlir::amp::scaling {

/// Counts of many ops in one tensor<3Nxi32>: three per op, in program order, or
/// sums of three per class.
class OverflowTally {
public:
  /// Classes whose ops compute numbers; ops of other classes select or move
  /// them.
  static constexpr OpClass classes[] = {
      OpClass::contraction, OpClass::elementwise, OpClass::transcendental,
      OpClass::reduction,   OpClass::scan,        OpClass::gather_scatter,
      OpClass::control,     OpClass::call,        OpClass::collective,
      OpClass::convert,     OpClass::opaque};

  explicit OverflowTally(bool perClass) : perClass(perClass) {}

  void add(GraphBuilder &b, OpClass opClass, const OverflowProbe::Found &found);

  /// Adds the counts of a region, as returned by its finish().
  void add(Value counts) { tables.push_back(counts); }

  Value finish(GraphBuilder &b);

private:
  bool perClass;
  SmallVector<Value> tables; ///< 1-d, to be concatenated (per op) or added
  std::map<OpClass, OverflowProbe::Found> sums;
};

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_OVERFLOW_OVERFLOWTALLY_H
