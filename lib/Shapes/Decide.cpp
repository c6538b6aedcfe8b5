// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Coordinate descent. A contraction is fast only if all of its dimensions are
// aligned, so all start aligned. Then each in turn takes the best size given
// the others.
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
/// Sums the cost of each dimension, with each pad, slice and mask counted once.
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
      for (size_t dim = 0; dim < need.isPadded.size(); ++dim)
        add(need, dim, loads);
    }
  }

private:
  enum Kind { grown, padded, sliced, sliceMoved, masked, numKinds };

  /// Counts each cost once per dimension, because most dimensions have many
  /// uses.
  void add(const PadNeed &need, size_t at, bool loads) {
    unsigned number = need.first + at;
    PaddedDim *dim = plan.find(number);
    if (!dim)
      return;
    Value value = need.operand->get();
    double times = program[need.op].times;
    bool isPadded = plan.isPadded(number), isWanted = need.isPadded[at];
    if (isPadded && loads && isNew(grown, number))
      dim->grown += bytesOf(value) * times;
    if (isWanted && !isPadded && isNew(padded, number) && !isMade(value, at)) {
      double bytes = bytesOf(value) * times;
      dim->grown += bytes;
      charge(*dim, value, bytes, times);
      ++dim->numPads;
    }
    if (!isWanted && isPadded) {
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

  /// Charges memory traffic unless the op fuses with the producer of `value`.
  /// Users, if any, fuse with it.
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
// Choice of targets
//===----------------------------------------------------------------------===//

namespace {
class Decider {
public:
  Decider(PadPlan &plan, const Chip &chip)
      : plan(plan), chip(chip), contractionsOf(plan.padded.size()) {
    for (const Contraction &contraction : plan.contractions) {
      double time = timeOf(contraction, chip, {}) * contraction.times;
      unpadded += time;
      times.push_back(time);
      for (const Contraction::Part &part : contraction.parts)
        if (part.group != PaddedDim::none &&
            (contractionsOf[part.group].empty() ||
             contractionsOf[part.group].back() != &contraction))
          contractionsOf[part.group].push_back(&contraction);
    }
  }

  void startAligned() {
    for (PaddedDim &dim : plan.padded)
      dim.target = dim.targets.front();
    for (auto [time, contraction] : llvm::zip_equal(times, plan.contractions))
      time = timeNow(contraction);
  }

  /// Re-evaluates a choice if a neighbouring one changed.
  void improve() {
    llvm::BitVector isDue(plan.padded.size(), true);
    for (int round = 0; round < 3 && isDue.any(); ++round) {
      llvm::BitVector isNext(plan.padded.size());
      for (unsigned number : isDue.set_bits())
        if (chooseFor(plan.padded[number]))
          for (const Contraction *contraction : contractionsOf[number])
            for (const Contraction::Part &part : contraction->parts)
              if (part.group != PaddedDim::none)
                isNext.set(part.group);
      isDue = std::move(isNext);
    }
  }

  /// Drops the dimensions with the least gain per byte, down to the limit.
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
    double least = 0; // lower bound: results of contractions
    for (const Contraction &contraction : plan.contractions)
      least +=
          contraction.elements[2] * contraction.widths[2] * contraction.times;
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

  /// Sets each dimension's gain in seconds, given the others. If their total is
  /// negative, all may be dropped.
  void settle(bool mayDrop) {
    double saved = unpadded - std::accumulate(times.begin(), times.end(), 0.0);
    for (auto [dim, contractions] :
         llvm::zip_equal(plan.padded, contractionsOf)) {
      int64_t target = dim.target;
      double with = target == dim.size ? timeWith(dim, dim.targets.front())
                                       : timeAt(contractions);
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
  double timeNow(const Contraction &contraction) const {
    return timeOf(contraction, chip, plan.padded) * contraction.times;
  }

  ArrayRef<const Contraction *> contractionsWith(const PaddedDim &dim) const {
    return contractionsOf[&dim - plan.padded.data()];
  }

  /// Returns the seconds of the contractions with the current sizes.
  double timeAt(ArrayRef<const Contraction *> contractions) const {
    double time = 0;
    for (const Contraction *contraction : contractions)
      time += times[contraction - plan.contractions.data()];
    return time;
  }

  /// Returns the seconds if `dim` had the size `target`.
  double timeWith(PaddedDim &dim, int64_t target) const {
    if (target == dim.target)
      return timeAt(contractionsWith(dim));
    int64_t before = std::exchange(dim.target, target);
    double time = 0;
    for (const Contraction *contraction : contractionsWith(dim))
      time += timeNow(*contraction);
    dim.target = before;
    return time;
  }

  void choose(PaddedDim &dim, int64_t target) {
    if (dim.target == target)
      return;
    dim.target = target;
    for (const Contraction *contraction : contractionsWith(dim))
      times[contraction - plan.contractions.data()] = timeNow(*contraction);
  }

  /// Chooses the best size; keeps the original unless another is clearly
  /// better.
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
  SmallVector<SmallVector<const Contraction *>, 0> contractionsOf;
  SmallVector<double, 0> times; ///< per contraction, with the current sizes
  double unpadded = 0;          ///< of all contractions
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
