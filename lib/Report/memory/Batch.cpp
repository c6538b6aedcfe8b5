// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Report/memory/Batch.h"
#include "lib/Report/Arguments.h"
#include "lib/Report/Words.h"
#include "lib/Report/memory/Sizes.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::report;

void Batch::doubtBecause(const Twine &why) {
  if (doubt.empty())
    doubt = why.str();
}

void Batch::doubtAt(Operation *op, StringRef what) {
  std::string place;
  llvm::raw_string_ostream os(place);
  writeLocation(os, op->getLoc());
  doubtBecause(op->getName().getStringRef() + " at " + place + " " + what);
}

//===----------------------------------------------------------------------===//
// Propagation
//===----------------------------------------------------------------------===//

/// Propagates the label of one side of a reshape to the other.
void Batch::moveLabel(const DimGraph::Regrouping &group,
                      ArrayRef<unsigned> from, ArrayRef<unsigned> to) {
  int64_t before = 1;
  for (unsigned dim : from) {
    auto label = labels.find(dims.find(dim));
    if (label == labels.end()) {
      before *= dims.sizeOf(dim);
      continue;
    }
    auto [outer, extent] = label->second;
    int64_t start = before * outer, passed = 1;
    for (unsigned target : to) {
      int64_t size = dims.sizeOf(target);
      // The target contains the batch if the batch starts and ends inside.
      if (start % passed == 0 && (start / passed) * extent <= size &&
          size % ((start / passed) * extent) == 0) {
        if (labels.try_emplace(dims.find(target), Label{start / passed, extent})
                .second)
          fresh.push_back(dims.find(target));
        return;
      }
      passed *= size;
    }
    return doubtAt(group.op, "splits the batch dimension");
  }
}

void Batch::spread(ArrayRef<unsigned> seeds) {
  llvm::DenseMap<unsigned, SmallVector<unsigned>> groupsOf;
  for (auto [number, group] : llvm::enumerate(dims.regroupings()))
    for (ArrayRef<unsigned> side : {ArrayRef(group.from), ArrayRef(group.to)})
      for (unsigned dim : side)
        groupsOf[dims.find(dim)].push_back(number);
  for (unsigned seed : seeds)
    if (labels.try_emplace(seed, Label{1, batchSize}).second)
      fresh.push_back(seed);
  while (!fresh.empty() && doubt.empty())
    for (unsigned number : groupsOf.lookup(fresh.pop_back_val())) {
      const DimGraph::Regrouping &group = dims.regroupings()[number];
      auto isBatch = [&](unsigned dim) { return isLabelled(dim); };
      bool left = llvm::any_of(group.from, isBatch);
      bool right = llvm::any_of(group.to, isBatch);
      if (left && !right)
        moveLabel(group, group.from, group.to);
      if (right && !left)
        moveLabel(group, group.to, group.from);
    }
}

unsigned Batch::countLabels(Value value) {
  return llvm::count_if(dims.classesOf(value), [&](unsigned dimClass) {
    return labels.contains(dimClass);
  });
}

void Batch::checkOp(Operation *op) {
  for (Value result : op->getResults())
    if (countLabels(result) > 1)
      return doubtAt(op, "grows with the square of the batch");
}

/// Reports an op with an unknown dimension mapping whose result may grow.
void Batch::checkUnknown(Operation *op) {
  auto grows = [&](Value value) { return bytesOf(value).scaled > 0; };
  auto mayGrow = [&](Value value) {
    return llvm::any_of(staticShape(value),
                        [&](int64_t size) { return size % batchSize == 0; });
  };
  if (llvm::any_of(op->getOperands(), grows) &&
      llvm::none_of(op->getResults(), grows) &&
      llvm::any_of(op->getResults(), mayGrow))
    doubtAt(op, "may or may not make the batch larger");
}

void Batch::check(ArrayRef<PlacedOp> program) {
  for (unsigned state : stateClasses)
    if (labels.contains(dims.find(state)))
      doubtBecause("a dimension of a parameter or state is one with the batch");
  for (const DimGraph::Resizing &resizing : dims.resizings())
    if (isLabelled(resizing.from) != isLabelled(resizing.to))
      doubtAt(resizing.op, "takes or joins parts of the batch");
  for (const PlacedOp &placed : program)
    checkOp(placed.op);
  for (Operation *op : dims.unknownOps())
    checkUnknown(op);
}

Batch::Batch(const ProgramGraph &graph, int64_t given) : dims(graph) {
  Arguments arguments = Arguments::of(graph, dims);
  SmallVector<unsigned> seeds = findSeeds(arguments, given);
  if (doubt.empty() && batchSize < 2)
    doubtBecause("a batch of " + Twine(batchSize) +
                 " cannot be told from other dimensions of that size");
  if (!doubt.empty())
    return;
  spread(seeds);
  if (mustEnter)
    checkEntry(arguments);
  check(graph.getOps());
}

Bytes Batch::bytesOf(Value value) {
  double bytes = amp::report::bytesOf(value.getType());
  if (!size() || bytes == 0)
    return {bytes, 0};
  return countLabels(value) ? Bytes{0, bytes} : Bytes{bytes, 0};
}

//===----------------------------------------------------------------------===//
// Inference of the batch dimension
//===----------------------------------------------------------------------===//

/// Returns the common leading size of `values`; 0 if they differ.
static int64_t leadingSize(ArrayRef<Value> values) {
  int64_t size = values.empty() ? 0 : staticShape(values.front()).front();
  return llvm::all_of(values,
                      [&](Value v) { return staticShape(v).front() == size; })
             ? size
             : 0;
}

/// Returns the dimension classes that all `values` have.
static llvm::SmallSetVector<unsigned, 4> sharedClasses(ArrayRef<Value> values,
                                                       DimGraph &dims) {
  llvm::SmallSetVector<unsigned, 4> shared;
  for (auto [number, value] : llvm::enumerate(values)) {
    SmallVector<unsigned, 4> own = dims.classesOf(value);
    if (number == 0)
      shared.insert_range(own);
    shared.remove_if([&](unsigned c) { return !llvm::is_contained(own, c); });
  }
  return shared;
}

SmallVector<unsigned> Batch::findSeeds(const Arguments &arguments,
                                       int64_t given) {
  // A dimension of a state is no batch, because weights do not grow.
  for (Value state : arguments.states)
    stateClasses.insert_range(dims.classesOf(state));
  llvm::SmallSetVector<unsigned, 4> seeds;
  auto addLeading = [&](ArrayRef<Value> values) {
    for (Value value : values)
      if (staticShape(value).front() == batchSize)
        seeds.insert(dims.classOf(value, 0));
  };
  auto addInner = [&](ArrayRef<Value> values) {
    for (Value value : values)
      for (auto [dim, size] : llvm::enumerate(staticShape(value)))
        if (dim > 0 && size == batchSize)
          seeds.insert(dims.classOf(value, dim));
  };
  auto dropStates = [&] {
    seeds.remove_if([&](unsigned seed) { return stateClasses.contains(seed); });
  };

  if (given) {
    batchSize = given;
    addLeading(arguments.data);
    dropStates();
    if (seeds.empty())
      addInner(arguments.data);
    dropStates();
    // An argument inferred to be a state from its shape may be data.
    if (seeds.empty() && !arguments.statesAreSure) {
      addLeading(arguments.states);
      stateClasses.clear();
    }
    if (seeds.empty())
      doubtBecause("no data argument has a dimension of the given size " +
                   Twine(given));
    return seeds.takeVector();
  }

  batchSize = leadingSize(arguments.data);
  addLeading(arguments.data);
  bool isState = llvm::any_of(
      seeds, [&](unsigned seed) { return stateClasses.contains(seed); });
  if (batchSize && !isState && !arguments.states.empty())
    return seeds.takeVector();

  // Data with different layouts: a single dimension is common to all.
  seeds = sharedClasses(arguments.data, dims);
  dropStates();
  if (seeds.size() == 1 && !arguments.states.empty()) {
    batchSize = dims.sizeOf(seeds.front());
    return seeds.takeVector();
  }

  // Inference: all results lead with the batch, and so must some arguments.
  batchSize = leadingSize(arguments.results);
  if (!batchSize || arguments.statesAreSure) {
    doubtBecause("no single dimension leads all data arguments; say batch=N");
    return {};
  }
  mustEnter = true;
  stateClasses.clear();
  seeds.clear();
  addLeading(arguments.results);
  return seeds.takeVector();
}

/// In inference the batch must be the leading dimension of some argument, and
/// no inner dimension.
void Batch::checkEntry(const Arguments &arguments) {
  bool enters = false;
  for (const auto &values : {arguments.data, arguments.states})
    for (Value value : values)
      for (auto [dim, dimClass] : llvm::enumerate(dims.classesOf(value)))
        if (labels.contains(dimClass)) {
          enters = true;
          if (dim > 0)
            doubtBecause("an inner dimension of an argument is one with the "
                         "leading dimension of the results; say batch=N");
        }
  if (!enters)
    doubtBecause("no argument has the leading dimension of the results; say "
                 "batch=N");
}
