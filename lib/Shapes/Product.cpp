// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The time of a product is the longest of three: its arithmetic, in whole
// tiles, at the share of the peak that its rows' alignment permits; and its
// memory.
#include "lib/Shapes/Product.h"
#include "lib/OpModel/Kinds.h"
#include "lib/Shapes/LinalgFlow.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::shapes;

/// Both factors and the result.
static Value valueAt(Operation *op, unsigned number) {
  return number < 2 ? op->getOperand(number) : Value(op->getResult(0));
}

static bool isConvolution(Operation *op) {
  return isHlo(op, OpKind::convolution);
}

static bool hasGroups(Operation *op) {
  auto isMany = [&](StringRef name) {
    auto count = op->getAttrOfType<IntegerAttr>(name);
    return count && count.getInt() != 1;
  };
  return isMany("feature_group_count") || isMany("batch_group_count");
}

/// Between factors and result: on linalg, what is summed into is as long as the
/// result, whose number is 3 there.
static SmallVector<SharedDim> findShared(Operation *op) {
  SmallVector<SharedDim> shared = cast<SharedDimsOp>(op).getSharedDims();
  if (!isLinalg(op))
    return shared;
  llvm::erase_if(shared,
                 [](const SharedDim &s) { return s.second.value == 2; });
  for (SharedDim &s : shared)
    if (s.second.value == 3)
      s.second.value = 2;
  return shared;
}

/// Those of the operands' shared dimensions that the result has are its batch.
static void findParts(Product &product, DimGraph &dims) {
  SmallVector<SharedDim> shared = findShared(product.op);
  auto isInResult = [&](ValueDim dim) {
    return llvm::any_of(shared, [&](const SharedDim &s) {
      return s.second.value == 2 && s.first.value == dim.value &&
             s.first.dim == dim.dim;
    });
  };
  auto isInBoth = [&](ValueDim dim) {
    return llvm::any_of(shared, [&](const SharedDim &s) {
      return s.second.value == 1 && s.first.dim == dim.dim;
    });
  };
  for (const SharedDim &s : shared) {
    Product::Role role = Product::columns;
    if (s.second.value == 1)
      role = isInResult(s.first) ? Product::batch : Product::depth;
    else if (s.first.value == 0)
      role = isInBoth(s.first) ? Product::batch : Product::rows;
    auto numberOf = [&](ValueDim dim) {
      return dims.firstDimOf(valueAt(product.op, dim.value)) +
             static_cast<unsigned>(dim.dim);
    };
    product.parts.push_back(
        {s.first, s.second, {numberOf(s.first), numberOf(s.second)}, role});
  }
}

/// Of a convolution the channels, wherever they stand: libraries lay it out.
static void findInnermost(Product &product, DimGraph &dims) {
  if (isConvolution(product.op)) {
    for (const Product::Part &part : product.parts)
      if (part.role != Product::rows)
        product.innermost.push_back(
            {part.dims[0], dims.sizeOf(part.dims[0]), product.widths[0]});
    return;
  }
  for (unsigned i = 0; i < 3; ++i) {
    Value value = valueAt(product.op, i);
    size_t rank = staticShape(value).size();
    if (rank == 0)
      continue;
    unsigned last = dims.firstDimOf(value) + rank - 1;
    if (dims.sizeOf(last) > 1)
      product.innermost.push_back({last, dims.sizeOf(last), product.widths[i]});
  }
}

/// Only units for whole matrices care, and a matrix is more than a vector.
static void findRate(Product &product, const Chip &chip) {
  auto model = cast<ModelOp>(product.op);
  auto type = cast<FloatType>(getElementTypeOrSelf(product.op->getOperand(0)));
  bool isCut = type.isF32() && model.getTf32() != Tf32::never;
  product.rate = chip.rateOfProducts(type, isCut);
  product.isAligned = product.rate > 1.5 * chip.vector.f32 &&
                      product.sizes[Product::rows] > 1 &&
                      product.sizes[Product::columns] > 1;
}

static bool isProduct(const PlacedOp &placed) {
  Operation *op = placed.op;
  if (!placed.row || placed.row->opClass != OpClass::contraction ||
      op->getNumResults() != 1 || !isa<SharedDimsOp>(op) || !isa<ModelOp>(op))
    return false;
  if (isLinalg(op))
    return op->getNumOperands() == 3 && runsAlongDims(op);
  // of another dialect, operands are padded by ops of StableHLO
  bool isKnown = op->getName().getDialectNamespace() == "stablehlo" ||
                 (isBrought(op) && kindOf(op) == OpKind::matmul &&
                  op->getContext()->getLoadedDialect("stablehlo"));
  return op->getNumOperands() == 2 && isKnown && !hasGroups(op);
}

/// The model of linalg has all that is no depth as rows.
static void splitSizes(Product &product) {
  for (double &size : product.sizes)
    size = 1;
  for (const Product::Part &part : product.parts)
    if (part.role != Product::batch || part.second.value == 1)
      product.sizes[part.role] *=
          staticShape(valueAt(product.op, part.first.value))[part.first.dim];
}

std::optional<Product> amp::shapes::findProduct(const PlacedOp &placed,
                                                DimGraph &dims,
                                                const Chip &chip) {
  Operation *op = placed.op;
  if (!isProduct(placed))
    return std::nullopt;
  Product product{op, placed.times, {}, {}, {}, {}, {}, 0, false};
  for (unsigned i = 0; i < 3; ++i) {
    Value value = valueAt(op, i);
    auto type = dyn_cast<RankedTensorType>(value.getType());
    Type element = type ? type.getElementType() : Type();
    if (!type || !type.hasStaticShape() || type.getEncoding() ||
        llvm::is_contained(type.getShape(), 0) ||
        !(element.isF32() || element.isF16() || element.isBF16()))
      return std::nullopt;
    product.widths[i] = element.getIntOrFloatBitWidth() / 8;
    product.elements[i] = 1;
    for (int64_t size : type.getShape())
      product.elements[i] *= size;
  }
  ContractionShape shape = cast<ModelOp>(op).getContractionShape();
  const int64_t sizes[] = {shape.batch, shape.rows, shape.columns, shape.depth};
  for (auto [size, known] : llvm::zip(product.sizes, sizes))
    size = known;
  findParts(product, dims);
  auto isOne = [&](const Product::Part &part) {
    return dims.sizeOf(part.dims[0]) == dims.sizeOf(part.dims[1]);
  };
  if (!llvm::all_of(product.parts, isOne))
    return std::nullopt; // dynamic, and nobody knows that it is one size
  if (isLinalg(op))
    splitSizes(product);
  findInnermost(product, dims);
  findRate(product, chip);
  return product;
}

/// Rounds `size` up to tiles: the unused part of a tile is computed as well.
static double inTiles(double size, int64_t bytes) {
  double tile = size >= 64 ? 64 : 32.0 / bytes;
  return std::ceil(size / tile) * tile;
}

double amp::shapes::timeOf(const Product &product, const Chip &chip,
                           ArrayRef<PaddedDim> padded) {
  double sizes[Product::numRoles], elements[3];
  llvm::copy(product.sizes, sizes);
  llvm::copy(product.elements, elements);
  auto find = [&](unsigned group) {
    return group < padded.size() ? &padded[group] : nullptr;
  };
  for (const Product::Part &part : product.parts) {
    const PaddedDim *dim = find(part.group);
    if (!dim || dim->target == dim->size)
      continue;
    double grown = static_cast<double>(dim->target) / dim->size;
    bool counts = part.role != Product::batch || part.second.value == 1;
    if (counts)
      sizes[part.role] *= grown;
    if (counts)
      elements[part.first.value] *= grown;
    elements[part.second.value] *= grown;
  }
  double bytes = 0;
  for (unsigned i = 0; i < 3; ++i)
    bytes += elements[i] * product.widths[i];
  double share = 1, flops = 2;
  for (unsigned role = 0; role < Product::numRoles; ++role)
    flops *= product.isAligned && role != Product::batch
                 ? inTiles(sizes[role], product.widths[0])
                 : sizes[role];
  if (product.isAligned)
    for (const Product::Innermost &inner : product.innermost) {
      const PaddedDim *dim = find(inner.group);
      int64_t row =
          (dim ? dim->targetOf(inner.size) : inner.size) * inner.bytes;
      share = std::min(share, chip.alignment.of(row & -row));
    }
  return std::max(flops / (product.rate * 1e12 * share),
                  bytes / (chip.memory * 1e9));
}
