// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arguments by which the batch enters a program.
#include "lib/Report/Arguments.h"
#include "lib/Report/memory/Batch.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::report;

/// The one leading size of all `values`; 0 if they differ.
static int64_t leadingSize(ArrayRef<Value> values) {
  int64_t size = values.empty() ? 0 : staticShape(values.front()).front();
  return llvm::all_of(values,
                      [&](Value v) { return staticShape(v).front() == size; })
             ? size
             : 0;
}

/// The classes of dimensions that every one of `values` has.
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
  // A state that is a dimension of data is no batch: weights do not grow.
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
    // An argument that seems to be a state because a result has its shape may
    // be data.
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

  // Data of several layouts: one dimension is common to all.
  seeds = sharedClasses(arguments.data, dims);
  dropStates();
  if (seeds.size() == 1 && !arguments.states.empty()) {
    batchSize = dims.sizeOf(seeds.front());
    return seeds.takeVector();
  }

  // Inference: every result leads with it, and so must some arguments.
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

/// In inference the batch comes in as the first dimension of an argument, and
/// as no other.
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
