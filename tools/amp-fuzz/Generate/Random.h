// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TOOLS_FUZZ_GENERATE_RANDOM_H
#define TOOLS_FUZZ_GENERATE_RANDOM_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>

namespace mlir::amp::fuzz {

/// Splitmix64: a seed gives the same numbers on all machines.
class Random {
public:
  explicit Random(uint64_t seed) : state(seed) { next(); }

  uint64_t next() {
    uint64_t x = state += 0x9e3779b97f4a7c15ull;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    return x ^ (x >> 31);
  }
  /// Returns an integer in [0, n).
  int64_t below(int64_t n) {
    return n <= 1 ? 0 : int64_t(next() % uint64_t(n));
  }
  /// Returns an integer in [low, high].
  int64_t between(int64_t low, int64_t high) {
    return low + below(high - low + 1);
  }
  bool chance(int percent) { return below(100) < percent; }
  double unit() { return (next() >> 11) * 0x1p-53; }
  template <typename T> const T &pick(llvm::ArrayRef<T> list) {
    return list[below(list.size())];
  }

private:
  uint64_t state;
};

} // namespace mlir::amp::fuzz

#endif // TOOLS_FUZZ_GENERATE_RANDOM_H
