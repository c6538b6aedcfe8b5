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
  /// Nothing is asked that was asked before: most dimensions have many uses.
  void add(const PadNeed &need, size_t at) {
    Value value = need.operand->get();
    unsigned number = plan.dims.firstDimOf(value) + at;
    PaddedDim *dim = plan.find(number);
    if (!dim)
      return;
    bool isLong = plan.isLong(number);
    if (isLong && longSeen.insert(number).second)
      dim->grown += bytesOf(value) * need.times;
    if (need.isLong[at] && !isLong && padSeen.insert(number).second &&
        !isMade(value, at)) {
      double bytes = bytesOf(value) * need.times;
      dim->grown += bytes;
      charge(*dim, value, bytes, need.times);
      ++dim->numPads;
    }
    if (!need.isLong[at] && isLong) {
      dim->numSlices += sliceSeen.insert(number).second;
      if (readsByMemory(need) && sliceMoved.insert(number).second)
        charge(*dim, {}, bytesOf(value) * need.times, need.times);
    }
    if (need.isMasked[at] && readsByMemory(need) &&
        maskSeen.insert(number).second)
      charge(*dim, value, bytesOf(value) * need.times, need.times);
  }

  static bool readsByMemory(const PadNeed &need) {
    return readsBy(need.operand->getOwner(), need.row) == Traffic::memory;
  }

  static bool isMade(Value value, size_t at) {
    Operation *maker = value.getDefiningOp();
    return maker && (isBroadcast(maker) || makesDim(maker, at));
  }

  /// What works on `value`, if any, fuses with what makes it.
  static void charge(PaddedDim &dim, Value value, double bytes, double times) {
    Operation *maker = value ? value.getDefiningOp() : nullptr;
    if (maker && makesBy(maker, lookupRow(maker)) == Traffic::fused)
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

  /// A choice is made again where one beside it changed.
  void improve() {
    llvm::BitVector isDue(plan.padded.size(), true);
    for (int round = 0; round < 3 && isDue.any(); ++round) {
      llvm::BitVector isNext(plan.padded.size());
      for (unsigned number : isDue.set_bits())
        if (chooseFor(plan.padded[number], productsOf[number]))
          for (const Product *product : productsOf[number])
            for (const Product::Part &part : product->parts)
              if (PaddedDim *dim = plan.find(part.dims[0]))
                isNext.set(dim - plan.padded.data());
      isDue = std::move(isNext);
    }
  }

  /// Drops what saves the least for its bytes, until they are few.
  void limitBytes(double most) {
    auto bytesOf = [](const PaddedDim &dim) {
      double longer = static_cast<double>(dim.target) / dim.size;
      return dim.moved / 2 * longer + dim.grown * (longer - 1);
    };
    auto worth = [&](const PaddedDim *dim) {
      return (dim->gain - costOf(*dim, dim->target, chip)) /
             std::max(bytesOf(*dim), 1.0);
    };
    double bytes = 0;
    SmallVector<PaddedDim *> kept;
    for (PaddedDim &dim : plan.padded)
      if (dim.target != dim.size) {
        kept.push_back(&dim);
        bytes += bytesOf(dim);
      }
    llvm::stable_sort(kept, [&](const PaddedDim *a, const PaddedDim *b) {
      return worth(a) > worth(b);
    });
    for (; bytes > most && !kept.empty(); kept.pop_back()) {
      bytes -= bytesOf(*kept.back());
      kept.back()->target = kept.back()->size;
      kept.back()->isTooLarge = true;
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

void amp::decideTargets(PadPlan &plan, const Program &program, const Chip &chip,
                        Align align, double percent) {
  if (plan.padded.empty())
    return;
  Pricer(plan).run();
  Decider decider(plan, chip);
  decider.startAligned();
  if (align == Align::profitable)
    decider.improve();
  decider.settle(/*mayDrop=*/align == Align::profitable);
  auto isPadded = [](const PaddedDim &dim) { return dim.target != dim.size; };
  if (align == Align::profitable && llvm::any_of(plan.padded, isPadded)) {
    decider.limitBytes(percent / 100 * countBytes(program));
    decider.settle(/*mayDrop=*/true);
  }
}
