// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Symbolic sizes, hash-consed: equal expressions have one id.
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
  /// Number, symbol, or expression: `op` applied to `parts`. `number` is the
  /// constant factor of a product and the constant summand of a sum. A symbol
  /// has no `op` and no parts.
  struct Size {
    StringRef op;
    int64_t number;
    SmallVector<SizeId, 2> parts;
    bool isNumber() const { return op == "number"; }
    bool isGiven() const { return op.empty(); }
  };

  SizeId number(int64_t value) { return intern({"number", value, {}}); }
  /// Returns the symbol with this name.
  SizeId given(StringRef name);
  /// Records that two symbols are equal. Returns true if that is new. Only
  /// later calls of `given` return the common id.
  bool unite(SizeId a, SizeId b);
  /// Returns the result of the binary integer op with this name, without its
  /// dialect; none for ops that do not compute sizes.
  std::optional<SizeId> apply(StringRef op, SizeId a, SizeId b);

  const Size &operator[](SizeId id) const { return sizes[id]; }

  /// Matches a size that is rounded up: returns the original and the multiple.
  std::optional<std::pair<SizeId, int64_t>> findRounded(SizeId id);

  /// Returns the value of `id` in an example: a product of numbers and primes.
  /// Each size that is no product has its own prime, so that only sizes that
  /// are always equal are equal in the example. Sizes in `avoid`, which is
  /// called first, are never used as examples.
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
  llvm::DenseMap<SizeId, SizeId> others; ///< symbols merged into others
  llvm::DenseMap<SizeId, int64_t> examples;
  std::set<int64_t> avoided;
  int64_t lastPrime = 1009;
};

} // namespace mlir::amp

#endif // LIB_DIMS_SIZES_SIZES_H
