// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes that are known at run time only: what is computed alike is one size.
#ifndef LIB_DIMS_SIZES_SIZES_H
#define LIB_DIMS_SIZES_SIZES_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <set>

namespace mlir::amp {

using SizeId = unsigned;

class SizeTable {
public:
  /// A number; or what `op` makes of other sizes. Of a product `number` is the
  /// factor that is known, of a sum the summand. One without `op` and parts is
  /// given from outside.
  struct Size {
    StringRef op;
    int64_t number;
    SmallVector<SizeId, 2> parts;
    bool isNumber() const { return op == "number"; }
    bool isGiven() const { return op.empty(); }
  };

  SizeId number(int64_t value) { return intern({"number", value, {}}); }
  /// Size that is given from outside, by a name of its own.
  SizeId given(StringRef name);
  /// Says that two sizes are one. Whether that is news: `given` tells only from
  /// now on, and only of what is given.
  bool unite(SizeId a, SizeId b);
  /// By the name of an op of two integers, without its dialect; none if that
  /// is no way to compute a size.
  std::optional<SizeId> apply(StringRef op, SizeId a, SizeId b);

  const Size &operator[](SizeId id) const { return sizes[id]; }

  /// The size of which this is the next multiple, and of what.
  std::optional<std::pair<SizeId, int64_t>> findRounded(SizeId id);

  /// Returns the value of `id` in an example: a product of numbers and primes,
  /// with a prime of its own for every size that is no product, so that only
  /// sizes that are always equal are equal there. `avoid` lists sizes that no
  /// value may be mistaken for, before.
  int64_t exampleOf(SizeId id);
  void avoid(ModuleOp module);

private:
  SizeId intern(Size size);
  SizeId add(SizeId a, SizeId b, int64_t sign);
  SizeId multiply(SizeId a, SizeId b);
  int64_t nextPrime();

  SmallVector<Size, 0> sizes;
  std::map<std::tuple<StringRef, int64_t, SmallVector<SizeId, 2>>, SizeId>
      known;
  llvm::StringMap<SizeId> names;
  llvm::DenseMap<SizeId, SizeId> others; ///< what a given size is, too
  llvm::DenseMap<SizeId, int64_t> examples;
  std::set<int64_t> avoided;
  int64_t lastPrime = 1009;
};

} // namespace mlir::amp

#endif // LIB_DIMS_SIZES_SIZES_H
