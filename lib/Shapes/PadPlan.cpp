// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A value is longer if it comes from a product and goes to one, through ops
// that do not care; everything else sees it as it was.
#include "lib/Shapes/PadPlan.h"
#include "lib/OpModel/Joints.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;

static int64_t roundUp(int64_t size, int64_t multiple) {
  return (size + multiple - 1) / multiple * multiple;
}

/// What starts at multiples of 16 bytes, and of 128 where that is little more.
static SmallVector<int64_t, 2> targetsFor(int64_t size, int64_t bytes) {
  SmallVector<int64_t, 2> targets = {roundUp(size, 16 / bytes)};
  int64_t whole = roundUp(size, 128 / bytes);
  if (whole > targets.front() && whole - size <= size / 16)
    targets.push_back(whole);
  return targets;
}

/// Counters of positions have 32 bits.
static constexpr int64_t largest = (int64_t(1) << 31) - 1024;

void PadPlan::findGroups(const Program &program, const Chip &chip) {
  llvm::DenseMap<unsigned, int64_t> bytesOf; // of the narrowest, by root
  llvm::DenseMap<unsigned, Operation *> firstOf;
  SmallVector<unsigned> roots;
  for (const Product &product : products) {
    if (!product.isAligned)
      continue;
    for (const Product::Innermost &inner : product.innermost) {
      int64_t size = dims.sizeOf(inner.dim);
      if (size < 2 || size > largest || size * inner.bytes % 16 == 0)
        continue;
      unsigned root = dims.find(inner.dim);
      auto [bytes, isNew] = bytesOf.try_emplace(root, inner.bytes);
      bytes->second = std::min(bytes->second, inner.bytes);
      if (!isNew)
        continue;
      roots.push_back(root);
      firstOf[root] = product.op;
    }
  }
  if (roots.empty())
    return;
  for (const PlacedOp &placed : program) {
    for (Value result : placed.op->getResults())
      dims.firstDimOf(result);
    if (!placed.row || placed.row->regions != RegionRule::body)
      for (Region &region : placed.op->getRegions())
        for (Block &block : region)
          for (Value argument : block.getArguments())
            dims.firstDimOf(argument);
  }
  llvm::DenseMap<unsigned, unsigned> numberOf;
  for (unsigned root : roots) {
    numberOf[root] = padded.size();
    int64_t size = dims.sizeOf(root);
    PaddedDim &dim = padded.emplace_back();
    dim.size = dim.target = size;
    dim.targets = targetsFor(size, bytesOf[root]);
    dim.first = firstOf[root];
  }
  groups.resize(dims.numDims(), none);
  for (unsigned dim = 0; dim < groups.size(); ++dim)
    if (auto found = numberOf.find(dims.find(dim)); found != numberOf.end())
      groups[dim] = found->second;
  for (Product &product : products)
    for (const Product::Part &part : product.parts)
      if (PaddedDim *dim = find(part.dims[0]))
        ++dim->numProducts;
}

PadPlan::PadPlan(ModuleOp module, const Program &program, const Chip &chip)
    : dims(module, program) {
  for (const PlacedOp &placed : program)
    if (std::optional<Product> product = findProduct(placed, dims, chip))
      products.push_back(std::move(*product));
  findGroups(program, chip);
  if (padded.empty())
    return;
  for (const Product &product : products)
    productAt[product.op] = &product;
  addSteps(program);
  addFunctions(module);
  spread();
  findNeeds(program);
  shareMasks();
}
