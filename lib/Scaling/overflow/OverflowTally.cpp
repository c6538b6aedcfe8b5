// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Scaling/overflow/OverflowTally.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

/// Concatenates `parts` as a tree of small ops: a chain of thousands of
/// insertions takes consumers minutes to compile.
static Value joinAll(GraphBuilder &b, ArrayRef<Value> parts) {
  static constexpr size_t most = 16;
  if (parts.size() == 1)
    return parts.front();
  SmallVector<Value> longer;
  for (; !parts.empty();
       parts = parts.drop_front(std::min(most, parts.size()))) {
    ArrayRef<Value> some = parts.take_front(most);
    int64_t size = 0;
    for (Value part : some)
      size += cast<RankedTensorType>(part.getType()).getDimSize(0);
    auto type = RankedTensorType::get({size}, b.builder.getI32Type());
    longer.push_back(b.create("concatenate", type, some,
                              b.builder.getNamedAttr(
                                  "dimension", b.builder.getI64IntegerAttr(0)))
                         ->getResult(0));
  }
  return joinAll(b, longer);
}

static Value asRow(GraphBuilder &b, Value count) {
  auto type = RankedTensorType::get({1}, b.builder.getI32Type());
  return b.create("reshape", type, count)->getResult(0);
}

void OverflowTally::add(GraphBuilder &b, OpClass opClass,
                        const OverflowProbe::Found &found) {
  if (!perClass) {
    for (Value count : {found.infinite, found.nan, found.flushed})
      tables.push_back(asRow(b, count));
    return;
  }
  auto [known, isNew] = sums.try_emplace(opClass, found);
  if (isNew)
    return;
  for (auto part : {&OverflowProbe::Found::infinite, &OverflowProbe::Found::nan,
                    &OverflowProbe::Found::flushed})
    known->second.*part = b.apply("add", {known->second.*part, found.*part});
}

Value OverflowTally::finish(GraphBuilder &b) {
  if (!perClass)
    return joinAll(b, tables);
  Value none = countOf(b, 0);
  SmallVector<Value> rows;
  for (OpClass opClass : classes) {
    auto sum = sums.find(opClass);
    for (auto part :
         {&OverflowProbe::Found::infinite, &OverflowProbe::Found::nan,
          &OverflowProbe::Found::flushed})
      rows.push_back(asRow(b, sum == sums.end() ? none : sum->second.*part));
  }
  Value all = joinAll(b, rows);
  for (Value table : tables)
    all = b.apply("add", {all, table});
  return all;
}
