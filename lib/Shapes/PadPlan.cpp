// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A value is longer if it comes from a product and goes to one, through ops
// that do not care; everything else sees it as it was.
#include "lib/Shapes/PadPlan.h"
#include "lib/OpModel/Joints.h"
#include "lib/Shapes/LinalgFlow.h"
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

void PadPlan::findGroups(const Program &program) {
  llvm::DenseMap<unsigned, int64_t> bytesOf; // of the narrowest, by root
  llvm::DenseMap<unsigned, Operation *> firstOf;
  SmallVector<unsigned> roots;
  for (const Product &product : products) {
    if (!product.isAligned)
      continue;
    for (const Product::Innermost &inner : product.innermost) {
      if (inner.size < 2 || inner.size > largest ||
          inner.size * inner.bytes % 16 == 0)
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
  numberAll(program);
  SmallVector<unsigned, 0> groupOf(dims.numDims(), none);
  for (unsigned root : roots) {
    groupOf[root] = padded.size();
    int64_t size = dims.sizeOf(root);
    PaddedDim &dim = padded.emplace_back();
    dim.size = dim.target = size;
    dim.targets = targetsFor(size, bytesOf[root]);
    dim.first = firstOf[root];
  }
  groups.resize_for_overwrite(dims.numDims());
  for (unsigned dim = 0; dim < groups.size(); ++dim)
    groups[dim] = groupOf[dims.find(dim)];
  for (Product &product : products) {
    for (Product::Part &part : product.parts) {
      part.group = groups[part.dims[0]];
      if (part.group != none)
        ++padded[part.group].numProducts;
    }
    for (Product::Innermost &inner : product.innermost)
      inner.group = groups[inner.dim];
  }
}

/// Every value gets its numbers, and each op remembers those that it needs.
void PadPlan::numberAll(const Program &program) {
  places.reserve(program.size() + 1);
  firstDims.reserve(2 * program.size());
  for (const PlacedOp &placed : program) {
    Operation *op = placed.op;
    Place place{static_cast<unsigned>(firstDims.size()), 0, 0};
    for (Value operand : op->getOperands())
      firstDims.push_back(dims.firstDimOf(operand));
    for (OpResult result : op->getResults()) {
      unsigned first = dims.firstDimOf(result);
      if (result.getResultNumber() == 0)
        place.result = first;
    }
    places.push_back(place);
    if (!placed.row || placed.row->regions != RegionRule::body)
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (Value argument : block.getArguments())
            dims.firstDimOf(argument);
  }
}

PadPlan::PadPlan(ModuleOp module, const Program &program, const Chip &chip,
                 ArrayRef<CarriedState> states)
    : dims(module, program) {
  for (const PlacedOp &placed : program)
    if (std::optional<Product> product = findProduct(placed, dims, chip);
        product && (products.empty() ||
                    isLinalg(products.front().op) == isLinalg(product->op)))
      products.push_back(std::move(*product)); // all of one dialect
  findGroups(program);
  if (padded.empty())
    return;
  for (const Product &product : products)
    productAt[product.op] = &product;
  addSteps(program);
  addFunctions(module);
  for (const CarriedState &state : states)
    addState(state);
  spread();
  findNeeds(program);
  shareMasks();
}
