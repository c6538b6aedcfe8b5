// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A product is fast when all of its dimensions are aligned, so all start
// aligned; then each in turn takes the size that is best beside the others.
#include "lib/Shapes/Decide.h"
#include "mlir/IR/TypeUtilities.h"
#include <numeric>
#include <utility>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::shapes;

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
  Pricer(PadPlan &plan, ArrayRef<PlacedOp> program)
      : plan(plan), program(program) {
    for (llvm::BitVector &seen : seen)
      seen.resize(plan.dims.numDims());
  }

  void run() {
    for (const PadNeed &need : plan.needs) {
      const PlacedOp &reader = program[need.op];
      bool loads = readsBy(reader.op, reader.row) == Traffic::memory;
      for (size_t dim = 0; dim < need.isLong.size(); ++dim)
        add(need, dim, loads);
    }
  }

private:
  enum Kind { grown, padded, sliced, sliceMoved, masked, numKinds };

  /// Nothing is asked that was asked before: most dimensions have many uses.
  void add(const PadNeed &need, size_t at, bool loads) {
    unsigned number = need.first + at;
    PaddedDim *dim = plan.find(number);
    if (!dim)
      return;
    Value value = need.operand->get();
    double times = program[need.op].times;
    bool isLong = plan.isLong(number), isWanted = need.isLong[at];
    if (isLong && loads && isNew(grown, number))
      dim->grown += bytesOf(value) * times;
    if (isWanted && !isLong && isNew(padded, number) && !isMade(value, at)) {
      double bytes = bytesOf(value) * times;
      dim->grown += bytes;
      charge(*dim, value, bytes, times);
      ++dim->numPads;
    }
    if (!isWanted && isLong) {
      dim->numSlices += isNew(sliced, number);
      if (loads && isNew(sliceMoved, number))
        charge(*dim, {}, bytesOf(value) * times, times);
    }
    if (need.isMasked[at] && loads && isNew(masked, number))
      charge(*dim, value, bytesOf(value) * times, times);
  }

  bool isNew(Kind kind, unsigned number) {
    bool known = seen[kind][number];
    seen[kind].set(number);
    return !known;
  }

  static bool isMade(Value value, size_t at) {
    Operation *maker = value.getDefiningOp();
    return maker && (isBroadcast(maker) || makesDim(maker, at));
  }

  /// A user of `value`, if any, fuses with its producer.
  static void charge(PaddedDim &dim, Value value, double bytes, double times) {
    Operation *maker = value ? value.getDefiningOp() : nullptr;
    if (maker && makesBy(maker, lookupRow(maker)) == Traffic::fused)
      return;
    dim.moved += 2 * bytes;
    dim.kernels += times;
  }

  PadPlan &plan;
  ArrayRef<PlacedOp> program;
  llvm::BitVector seen[numKinds];
};
} // namespace

double amp::shapes::costOf(const PaddedDim &dim, int64_t target,
                           const Chip &chip) {
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
      double time = timeOf(product, chip, {}) * product.times;
      unpadded += time;
      times.push_back(time);
      for (const Product::Part &part : product.parts)
        if (part.group != PaddedDim::none &&
            (productsOf[part.group].empty() ||
             productsOf[part.group].back() != &product))
          productsOf[part.group].push_back(&product);
    }
  }

  void startAligned() {
    for (PaddedDim &dim : plan.padded)
      dim.target = dim.targets.front();
    for (auto [time, product] : llvm::zip_equal(times, plan.products))
      time = timeNow(product);
  }

  /// A choice is made again where one beside it changed.
  void improve() {
    llvm::BitVector isDue(plan.padded.size(), true);
    for (int round = 0; round < 3 && isDue.any(); ++round) {
      llvm::BitVector isNext(plan.padded.size());
      for (unsigned number : isDue.set_bits())
        if (chooseFor(plan.padded[number]))
          for (const Product *product : productsOf[number])
            for (const Product::Part &part : product->parts)
              if (part.group != PaddedDim::none)
                isNext.set(part.group);
      isDue = std::move(isNext);
    }
  }

  /// Drops what saves the least for its bytes, until they are few.
  void limitBytes(double percent, ArrayRef<PlacedOp> program) {
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
      if (dim.target != dim.size && !dim.isDynamic) {
        kept.push_back(&dim);
        bytes += bytesOf(dim);
      }
    double least = 0; // no program has fewer than its products make
    for (const Product &product : plan.products)
      least += product.elements[2] * product.widths[2] * product.times;
    if (bytes <= percent / 100 * least)
      return;
    double most = percent / 100 * countBytes(program);
    llvm::stable_sort(kept, [&](const PaddedDim *a, const PaddedDim *b) {
      return worth(a) > worth(b);
    });
    for (; bytes > most && !kept.empty(); kept.pop_back()) {
      bytes -= bytesOf(*kept.back());
      kept.back()->isTooLarge = true;
      choose(*kept.back(), kept.back()->size);
    }
  }

  /// The seconds that each saves beside the others; if they save nothing
  /// together, all may be dropped.
  void settle(bool mayDrop) {
    double saved = unpadded - std::accumulate(times.begin(), times.end(), 0.0);
    for (auto [dim, products] : llvm::zip_equal(plan.padded, productsOf)) {
      int64_t target = dim.target;
      double with = target == dim.size ? timeWith(dim, dim.targets.front())
                                       : timeAt(products);
      dim.gain = timeWith(dim, dim.size) - with;
      saved -= costOf(dim, target, chip);
    }
    if (saved > 0 || !mayDrop)
      return;
    for (PaddedDim &dim : plan.padded)
      if (!dim.isDynamic)
        dim.target = dim.size;
  }

private:
  double timeNow(const Product &product) const {
    return timeOf(product, chip, plan.padded) * product.times;
  }

  ArrayRef<const Product *> productsWith(const PaddedDim &dim) const {
    return productsOf[&dim - plan.padded.data()];
  }

  /// As all dimensions are.
  double timeAt(ArrayRef<const Product *> products) const {
    double time = 0;
    for (const Product *product : products)
      time += times[product - plan.products.data()];
    return time;
  }

  /// If this one were of another size.
  double timeWith(PaddedDim &dim, int64_t target) const {
    if (target == dim.target)
      return timeAt(productsWith(dim));
    int64_t before = std::exchange(dim.target, target);
    double time = 0;
    for (const Product *product : productsWith(dim))
      time += timeNow(*product);
    dim.target = before;
    return time;
  }

  void choose(PaddedDim &dim, int64_t target) {
    if (dim.target == target)
      return;
    dim.target = target;
    for (const Product *product : productsWith(dim))
      times[product - plan.products.data()] = timeNow(*product);
  }

  /// Its own size where another one is not clearly better.
  bool chooseFor(PaddedDim &dim) {
    if (dim.isDynamic)
      return false;
    int64_t before = dim.target, best = dim.size;
    double least = timeWith(dim, dim.size);
    for (int64_t target : dim.targets) {
      double time = timeWith(dim, target) + costOf(dim, target, chip);
      if (time < least * (1 - 1e-6)) {
        least = time;
        best = target;
      }
    }
    choose(dim, best);
    return best != before;
  }

  PadPlan &plan;
  const Chip &chip;
  SmallVector<SmallVector<const Product *>, 0> productsOf;
  SmallVector<double, 0> times; ///< of each product, as all dimensions are
  double unpadded = 0;          ///< of all products
};
} // namespace

void amp::shapes::decideTargets(PadPlan &plan, ArrayRef<PlacedOp> program,
                                const Chip &chip, Align align, double percent) {
  if (plan.padded.empty())
    return;
  Pricer(plan, program).run();
  Decider decider(plan, chip);
  decider.startAligned();
  if (align == Align::profitable)
    decider.improve();
  decider.settle(/*mayDrop=*/align == Align::profitable);
  auto isPadded = [](const PaddedDim &dim) { return dim.target != dim.size; };
  if (align == Align::profitable && llvm::any_of(plan.padded, isPadded)) {
    decider.limitBytes(percent, program);
    decider.settle(/*mayDrop=*/true);
  }
}
