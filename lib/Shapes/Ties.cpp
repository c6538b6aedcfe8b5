// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// reshape : 77x2x8 -> 154x8   ==>   reshape : 80x2x8 -> 160x8
#include "lib/Shapes/Ties.h"
#include "lib/Shapes/DimFlow.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include <numeric>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::shapes;

static int64_t roundUp(int64_t size, int64_t multiple) {
  return (size + multiple - 1) / multiple * multiple;
}

/// Returns the growth that is negligible for a dimension of this size.
static int64_t littleOf(int64_t size) { return size / 16; }

/// Largest size, as iota values are i32.
static constexpr int64_t largest = (int64_t(1) << 31) - 1024;

namespace {
/// Classes in proportion: each size is a multiple of a common unit.
class Family {
public:
  Family(DimGraph &dims, const WantedDims &wanted, ArrayRef<unsigned> classes)
      : dims(dims), wanted(wanted), classes(classes) {
    for (unsigned c : classes)
      unit = std::gcd(unit, dims.sizeOf(c));
  }

  /// Returns the number of units that aligns the rows of all wanted classes to
  /// `bytes` bytes.
  int64_t unitsFor(int64_t bytes) const {
    int64_t multiple = 1;
    for (unsigned c : classes)
      if (const WantedDim *dim = find(c)) {
        int64_t elements = bytes / dim->bytes;
        multiple = std::max(
            multiple, elements / std::gcd(elements, dims.sizeOf(c) / unit));
      }
    return roundUp(unit, multiple);
  }

  /// Returns the next multiple of 16 bytes, and of 128 bytes if that adds
  /// little.
  SmallVector<int64_t, 2> targets() const {
    int64_t size = dims.sizeOf(classes.front()), factor = size / unit;
    SmallVector<int64_t, 2> sizes = {unitsFor(16) * factor};
    int64_t whole = unitsFor(128) * factor;
    if (whole > sizes.front() && whole - size <= littleOf(size))
      sizes.push_back(whole);
    return sizes;
  }

  /// Returns true if no class grows much beyond its own padded size.
  bool mayGrow() const {
    int64_t units = unitsFor(16);
    return llvm::all_of(classes, [&](unsigned c) {
      int64_t size = dims.sizeOf(c), tied = size / unit * units;
      const WantedDim *dim = find(c);
      int64_t alone = dim ? roundUp(size, 16 / dim->bytes) : size;
      return tied - alone <= littleOf(size) && tied <= largest;
    });
  }

private:
  const WantedDim *find(unsigned c) const {
    auto found = wanted.find(c);
    return found == wanted.end() ? nullptr : &found->second;
  }

  DimGraph &dims;
  const WantedDims &wanted;
  ArrayRef<unsigned> classes;
  int64_t unit = 0;
};
} // namespace

bool amp::shapes::mayPad(int64_t size, int64_t bytes) {
  return size >= 2 && size <= largest && size * bytes % 16 != 0;
}

/// Ties classes in program order, each if both sides may grow together.
static llvm::EquivalenceClasses<unsigned>
tie(DimGraph &dims, const WantedDims &wanted,
    function_ref<bool(unsigned)> isAlone) {
  llvm::EquivalenceClasses<unsigned> tied;
  llvm::DenseSet<std::pair<unsigned, unsigned>> known;
  for (const DimGraph::Regrouping &group : dims.regroupings()) {
    unsigned a = dims.find(group.from.front()), b = dims.find(group.to.front());
    if (!regroupsInOrder(group.op) || !known.insert({a, b}).second ||
        tied.isEquivalent(a, b) || isAlone(a) || isAlone(b))
      continue;
    SmallVector<unsigned> both;
    for (unsigned c : {a, b})
      llvm::append_range(both, tied.members(tied.insert(c).getData()));
    if (Family(dims, wanted, both).mayGrow())
      tied.unionSets(a, b);
  }
  return tied;
}

SmallVector<DimFamily, 0>
amp::shapes::findFamilies(DimGraph &dims, const WantedDims &wanted,
                          function_ref<bool(unsigned)> isAlone) {
  llvm::EquivalenceClasses<unsigned> tied = tie(dims, wanted, isAlone);
  SmallVector<DimFamily, 0> families;
  llvm::DenseSet<unsigned> known;
  for (const auto &[number, dim] : wanted) {
    if (known.contains(number))
      continue;
    SmallVector<unsigned, 2> classes = {number};
    if (tied.contains(number))
      for (unsigned other : tied.members(number))
        if (other != number)
          classes.push_back(other);
    known.insert_range(classes);
    families.push_back({classes, Family(dims, wanted, classes).targets()});
  }
  return families;
}
