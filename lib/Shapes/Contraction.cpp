// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Roofline model of a contraction: the time is the maximum of arithmetic and
// memory time. Arithmetic counts whole tiles, at the fraction of peak that the
// alignment of rows permits.
#include "lib/Shapes/Contraction.h"
#include "lib/OpModel/Kinds.h"
#include "lib/Shapes/LinalgFlow.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::shapes;

/// Returns operand A (0), operand B (1) or the result (2).
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

/// Returns the shared dimensions of operands and result. On linalg, the
/// destination (2) has the shape of the result (3), which replaces it.
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

/// A dimension shared by both operands is batch if the result has it, else K.
static void findParts(Contraction &contraction, DimGraph &dims) {
  SmallVector<SharedDim> shared = findShared(contraction.op);
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
    Contraction::Role role = Contraction::columns;
    if (s.second.value == 1)
      role = isInResult(s.first) ? Contraction::batch : Contraction::depth;
    else if (s.first.value == 0)
      role = isInBoth(s.first) ? Contraction::batch : Contraction::rows;
    auto numberOf = [&](ValueDim dim) {
      return dims.firstDimOf(valueAt(contraction.op, dim.value)) +
             static_cast<unsigned>(dim.dim);
    };
    contraction.parts.push_back(
        {s.first, s.second, {numberOf(s.first), numberOf(s.second)}, role});
  }
}

/// For a convolution: the channels, because libraries choose the layout.
static void findInnermost(Contraction &contraction, DimGraph &dims) {
  if (isConvolution(contraction.op)) {
    for (const Contraction::Part &part : contraction.parts)
      if (part.role != Contraction::rows)
        contraction.innermost.push_back(
            {part.dims[0], dims.sizeOf(part.dims[0]), contraction.widths[0]});
    return;
  }
  for (unsigned i = 0; i < 3; ++i) {
    Value value = valueAt(contraction.op, i);
    size_t rank = staticShape(value).size();
    if (rank == 0)
      continue;
    unsigned last = dims.firstDimOf(value) + rank - 1;
    if (dims.sizeOf(last) > 1)
      contraction.innermost.push_back(
          {last, dims.sizeOf(last), contraction.widths[i]});
  }
}

/// Alignment matters only to matrix units, and only to matrix operands.
static void findRate(Contraction &contraction, const Chip &chip) {
  auto model = cast<ModelOp>(contraction.op);
  auto type =
      cast<FloatType>(getElementTypeOrSelf(contraction.op->getOperand(0)));
  bool isCut = type.isF32() && model.getTf32() != Tf32::never;
  contraction.rate = chip.rateOfProducts(type, isCut);
  contraction.isAligned = contraction.rate > 1.5 * chip.vector.f32 &&
                          contraction.sizes[Contraction::rows] > 1 &&
                          contraction.sizes[Contraction::columns] > 1;
}

static bool isProduct(const PlacedOp &placed) {
  Operation *op = placed.op;
  if (!placed.row || placed.row->opClass != OpClass::contraction ||
      op->getNumResults() != 1 || !isa<SharedDimsOp>(op) || !isa<ModelOp>(op))
    return false;
  if (isLinalg(op))
    return op->getNumOperands() == 3 && runsAlongDims(op);
  // Operands of other dialects are padded by StableHLO ops.
  bool isKnown = op->getName().getDialectNamespace() == "stablehlo" ||
                 (isBrought(op) && kindOf(op) == OpKind::matmul &&
                  op->getContext()->getLoadedDialect("stablehlo"));
  return op->getNumOperands() == 2 && isKnown && !hasGroups(op);
}

/// Splits sizes by role; the linalg model reports all but K as M.
static void splitSizes(Contraction &contraction) {
  for (double &size : contraction.sizes)
    size = 1;
  for (const Contraction::Part &part : contraction.parts)
    if (part.role != Contraction::batch || part.second.value == 1)
      contraction.sizes[part.role] *= staticShape(
          valueAt(contraction.op, part.first.value))[part.first.dim];
}

std::optional<Contraction> amp::shapes::findContraction(const PlacedOp &placed,
                                                        DimGraph &dims,
                                                        const Chip &chip) {
  Operation *op = placed.op;
  if (!isProduct(placed))
    return std::nullopt;
  Contraction contraction{op, placed.times, {}, {}, {}, {}, {}, 0, false};
  for (unsigned i = 0; i < 3; ++i) {
    Value value = valueAt(op, i);
    auto type = dyn_cast<RankedTensorType>(value.getType());
    Type element = type ? type.getElementType() : Type();
    if (!type || !type.hasStaticShape() || type.getEncoding() ||
        llvm::is_contained(type.getShape(), 0) ||
        !(element.isF32() || element.isF16() || element.isBF16()))
      return std::nullopt;
    contraction.widths[i] = element.getIntOrFloatBitWidth() / 8;
    contraction.elements[i] = 1;
    for (int64_t size : type.getShape())
      contraction.elements[i] *= size;
  }
  ContractionShape shape = cast<ModelOp>(op).getContractionShape();
  const int64_t sizes[] = {shape.batch, shape.rows, shape.columns, shape.depth};
  for (auto [size, known] : llvm::zip(contraction.sizes, sizes))
    size = known;
  findParts(contraction, dims);
  auto isOne = [&](const Contraction::Part &part) {
    return dims.sizeOf(part.dims[0]) == dims.sizeOf(part.dims[1]);
  };
  if (!llvm::all_of(contraction.parts, isOne))
    return std::nullopt; // dynamic sizes not known to be equal
  if (isLinalg(op))
    splitSizes(contraction);
  findInnermost(contraction, dims);
  findRate(contraction, chip);
  return contraction;
}

/// Rounds `size` up to tiles: the unused part of a tile is computed, too.
static double inTiles(double size, int64_t bytes) {
  double tile = size >= 64 ? 64 : 32.0 / bytes;
  return std::ceil(size / tile) * tile;
}

double amp::shapes::timeOf(const Contraction &contraction, const Chip &chip,
                           ArrayRef<PaddedDim> padded) {
  double sizes[Contraction::numRoles], elements[3];
  llvm::copy(contraction.sizes, sizes);
  llvm::copy(contraction.elements, elements);
  auto find = [&](unsigned group) {
    return group < padded.size() ? &padded[group] : nullptr;
  };
  for (const Contraction::Part &part : contraction.parts) {
    const PaddedDim *dim = find(part.group);
    if (!dim || dim->target == dim->size)
      continue;
    double grown = static_cast<double>(dim->target) / dim->size;
    bool counts = part.role != Contraction::batch || part.second.value == 1;
    if (counts)
      sizes[part.role] *= grown;
    if (counts)
      elements[part.first.value] *= grown;
    elements[part.second.value] *= grown;
  }
  double bytes = 0;
  for (unsigned i = 0; i < 3; ++i)
    bytes += elements[i] * contraction.widths[i];
  double share = 1, flops = 2;
  for (unsigned role = 0; role < Contraction::numRoles; ++role)
    flops *= contraction.isAligned && role != Contraction::batch
                 ? inTiles(sizes[role], contraction.widths[0])
                 : sizes[role];
  if (contraction.isAligned)
    for (const Contraction::Innermost &inner : contraction.innermost) {
      const PaddedDim *dim = find(inner.group);
      int64_t row =
          (dim ? dim->targetOf(inner.size) : inner.size) * inner.bytes;
      share = std::min(share, chip.alignment.of(row & -row));
    }
  return std::max(flops / (contraction.rate * 1e12 * share),
                  bytes / (chip.memory * 1e9));
}
