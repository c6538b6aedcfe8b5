// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A product is fast when all of its dimensions are aligned, so all start
// aligned; then each in turn takes the size that is best beside the others.
#include "lib/Shapes/Decide.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;

//===----------------------------------------------------------------------===//
// Pads and slices
//===----------------------------------------------------------------------===//

static double bytesOf(Value value) {
  double bytes = getElementTypeOrSelf(value).getIntOrFloatBitWidth() / 8.0;
  for (int64_t size : staticShape(value))
    bytes *= size;
  return bytes;
}

namespace {
/// Sums what each dimension costs, each pad, slice and mask once.
class Pricer {
public:
  explicit Pricer(PadPlan &plan) : plan(plan) {}

  void run() {
    for (const PadNeed &need : plan.needs)
      for (size_t dim = 0; dim < need.isLong.size(); ++dim)
        add(need, dim);
  }

private:
  void add(const PadNeed &need, size_t at) {
    Value value = need.operand->get();
    unsigned number = plan.dims.firstDimOf(value) + at;
    PaddedDim *dim = plan.find(number);
    if (!dim)
      return;
    Operation *maker = value.getDefiningOp();
    bool isMade = maker && (isBroadcast(maker) || makesDim(maker, at));
    bool fuses = maker && makesBy(maker, lookupRow(maker)) == Traffic::fused;
    double bytes = bytesOf(value) * need.times;
    if (plan.isLong(number) && longSeen.insert(number).second)
      dim->grown += bytes;
    if (need.isLong[at] && !plan.isLong(number) && !isMade &&
        padSeen.insert(number).second) {
      dim->grown += bytes;
      charge(*dim, fuses, bytes, need.times);
      ++dim->numPads;
    }
    if (!need.isLong[at] && plan.isLong(number)) {
      dim->numSlices += sliceSeen.insert(number).second;
      if (readsBy(need.operand->getOwner(), need.row) == Traffic::memory &&
          sliceMoved.insert(number).second)
        charge(*dim, /*fuses=*/false, bytes, need.times);
    }
    if (need.isMasked[at] && maskSeen.insert(number).second)
      charge(*dim, fuses, bytes, need.times);
  }

  static void charge(PaddedDim &dim, bool fuses, double bytes, double times) {
    if (fuses)
      return;
    dim.moved += 2 * bytes;
    dim.kernels += times;
  }

  PadPlan &plan;
  llvm::DenseSet<unsigned> longSeen, padSeen, sliceSeen, sliceMoved, maskSeen;
};
} // namespace

double amp::costOf(const PaddedDim &dim, int64_t target, const Chip &chip) {
  if (target == dim.size)
    return 0;
  double longer = static_cast<double>(target) / dim.size;
  return (dim.moved * longer + dim.grown * (longer - 1)) / (chip.memory * 1e9) +
         dim.kernels * chip.launch * 1e-6;
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

namespace {
class Decider {
public:
  Decider(PadPlan &plan, const Chip &chip)
      : plan(plan), chip(chip), productsOf(plan.padded.size()) {
    for (const Product &product : plan.products) {
      llvm::SmallDenseSet<unsigned, 4> seen;
      for (const Product::Part &part : product.parts)
        if (PaddedDim *dim = plan.find(part.dims[0]))
          if (unsigned number = dim - plan.padded.data();
              seen.insert(number).second)
            productsOf[number].push_back(&product);
    }
  }

  void startAligned() {
    for (PaddedDim &dim : plan.padded)
      dim.target = dim.targets.front();
  }

  void improve() {
    for (int round = 0; round < 3; ++round) {
      bool changed = false;
      for (auto [dim, products] : llvm::zip_equal(plan.padded, productsOf))
        changed |= chooseFor(dim, products);
      if (!changed)
        return;
    }
  }

  /// The seconds that each saves beside the others; if they save nothing
  /// together, all may be dropped.
  void settle(bool mayDrop) {
    double saved = 0;
    for (auto [dim, products] : llvm::zip_equal(plan.padded, productsOf)) {
      int64_t target = dim.target;
      dim.target = target == dim.size ? dim.targets.front() : target;
      double after = timeAt(products);
      dim.target = dim.size;
      dim.gain = timeAt(products) - after;
      dim.target = target;
      saved -= costOf(dim, target, chip);
    }
    for (const Product &product : plan.products)
      saved += timeWith(product, /*isPadded=*/false) -
               timeWith(product, /*isPadded=*/true);
    if (saved > 0 || !mayDrop)
      return;
    for (PaddedDim &dim : plan.padded)
      dim.target = dim.size;
  }

private:
  double timeWith(const Product &product, bool isPadded) {
    auto sizeOf = [&](unsigned dim) {
      return isPadded ? plan.targetOf(dim) : plan.dims.sizeOf(dim);
    };
    return timeOf(product, chip, sizeOf, plan.dims) * product.times;
  }

  double timeAt(ArrayRef<const Product *> products) {
    double time = 0;
    for (const Product *product : products)
      time += timeWith(*product, /*isPadded=*/true);
    return time;
  }

  /// Its own size where another one is not clearly better.
  bool chooseFor(PaddedDim &dim, ArrayRef<const Product *> products) {
    int64_t before = dim.target, best = dim.size;
    dim.target = dim.size;
    double least = timeAt(products);
    for (int64_t target : dim.targets) {
      dim.target = target;
      double time = timeAt(products) + costOf(dim, target, chip);
      if (time < least * (1 - 1e-6)) {
        least = time;
        best = target;
      }
    }
    dim.target = best;
    return best != before;
  }

  PadPlan &plan;
  const Chip &chip;
  SmallVector<SmallVector<const Product *>, 0> productsOf;
};
} // namespace

void amp::decideTargets(PadPlan &plan, const Chip &chip, Align align) {
  if (plan.padded.empty())
    return;
  Pricer(plan).run();
  Decider decider(plan, chip);
  decider.startAligned();
  if (align == Align::profitable)
    decider.improve();
  decider.settle(/*mayDrop=*/align == Align::profitable);
}
