// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A value is longer if it comes from a product and goes to one, through ops
// that do not care; everything else sees it as it was.
#include "lib/Shapes/PadPlan.h"
#include "lib/Graph/Joints.h"
#include "lib/Shapes/LinalgFlow.h"
#include "lib/Shapes/Ties.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::shapes;

void PadPlan::findGroups(ArrayRef<PlacedOp> program,
                         function_ref<bool(unsigned)> isAlone,
                         const llvm::DenseSet<int64_t> &dynamicSizes) {
  WantedDims wanted;
  llvm::DenseMap<int64_t, int64_t> bytesAt; // of the narrowest, by dynamic size
  for (const Product &product : products) {
    if (!product.isAligned)
      continue;
    for (const Product::Innermost &inner : product.innermost)
      if (mayPad(inner.size, inner.bytes)) {
        auto &dim = wanted
                        .try_emplace(dims.find(inner.dim),
                                     WantedDim{inner.bytes, product.op})
                        .first->second;
        dim.bytes = std::min(dim.bytes, inner.bytes);
        if (dynamicSizes.contains(inner.size)) {
          int64_t &bytes =
              bytesAt.try_emplace(inner.size, inner.bytes).first->second;
          bytes = std::min(bytes, inner.bytes);
        }
      }
  }
  if (wanted.empty())
    return;
  places.reserve(program.size() + 1);
  for (unsigned op = 0; op < program.size(); ++op) {
    ArrayRef<DimRange> results = dims.resultsAt(op);
    places.push_back({op, results.empty() ? 0 : results.front().first, 0});
  }
  auto isApart = [&](unsigned number) {
    return dynamicSizes.contains(dims.sizeOf(number)) || isAlone(number);
  };
  SmallVector<unsigned, 0> groupOf(dims.numDims(), none);
  for (DimFamily &family : findFamilies(dims, wanted, isApart)) {
    for (unsigned number : family.classes)
      groupOf[number] = padded.size();
    PaddedDim &dim = padded.emplace_back();
    dim.size = dim.target = dims.sizeOf(family.classes.front());
    dim.targets = std::move(family.targets);
    dim.first = wanted.find(family.classes.front())->second.first;
    dim.classes = std::move(family.classes);
    dim.multiple = 16 / wanted.find(dim.classes.front())->second.bytes;
    if (int64_t bytes = bytesAt.lookup(dim.size)) {
      dim.isDynamic = true;
      dim.multiple = 16 / bytes;
      dim.targets = {static_cast<int64_t>(llvm::alignTo(dim.size, 16 / bytes))};
    }
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

PadPlan::PadPlan(const ProgramGraph &graph, const Chip &chip,
                 ArrayRef<CarriedState> states,
                 function_ref<bool(unsigned)> isAlone,
                 const llvm::DenseSet<int64_t> &dynamicSizes)
    : dims(graph) {
  ArrayRef<PlacedOp> program = graph.getOps();
  products.reserve(llvm::count_if(program, [](const PlacedOp &placed) {
    return placed.row && placed.row->opClass == OpClass::contraction;
  }));
  for (const PlacedOp &placed : program)
    if (std::optional<Product> product = findProduct(placed, dims, chip);
        product && (products.empty() ||
                    isLinalg(products.front().op) == isLinalg(product->op)))
      products.push_back(std::move(*product)); // all of one dialect
  findGroups(program, isAlone, dynamicSizes);
  if (padded.empty())
    return;
  for (const Product &product : products)
    productAt[product.op] = &product;
  addSteps(program);
  addFunctions(graph);
  for (const CarriedState &state : states)
    addState(state);
  spread();
  findNeeds(program);
  shareMasks();
}
