// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Report/memory/Batch.h"
#include "lib/Report/Arguments.h"
#include "lib/Report/Words.h"
#include "lib/Report/memory/Sizes.h"

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

/// The label of one side of a reshape, carried over to the other.
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
      // The batch lies in the target if it starts and ends inside.
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

/// An op about whose dimensions nothing is known, and whose result may grow.
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
