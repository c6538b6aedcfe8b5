// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Precision/Range.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;

namespace {
/// The ends of what a constant holds.
struct Extremes {
  float largest = 0; ///< the largest finite magnitude
  float splat = 0;   ///< the magnitude of every element, if they are one
};
} // namespace

static Extremes findExtremes(ArrayRef<float> values) {
  Extremes found;
  for (float value : values)
    if (std::isfinite(value))
      found.largest = std::max(found.largest, std::fabs(value));
  if (values.size() == 1)
    found.splat = found.largest;
  return found;
}

/// Raw elements of an f32 constant, one if it is a splat; none without data.
static ArrayRef<float> rawValues(Attribute value) {
  ArrayRef<char> bytes;
  if (auto dense = dyn_cast<DenseElementsAttr>(value))
    bytes = dense.getRawData();
  else if (auto resource = dyn_cast<DenseResourceElementsAttr>(value))
    if (AsmResourceBlob *blob = resource.getRawHandle().getBlob())
      bytes = blob->getData();
  return {reinterpret_cast<const float *>(bytes.data()),
          bytes.size() / sizeof(float)};
}

static Extremes findExtremes(Operation *constant) {
  auto value = dyn_cast_if_present<TypedAttr>(findConstantValue(constant));
  if (!value || value.getType() != constant->getResult(0).getType())
    return {};
  if (auto scalar = dyn_cast<FloatAttr>(value))
    return findExtremes(ArrayRef(scalar.getValue().convertToFloat()));
  return findExtremes(rawValues(value));
}

static APFloat rounded(float value, FloatType type) {
  APFloat result(value);
  bool losesInfo;
  result.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                 &losesInfo);
  return result;
}

/// What happens to the constant in this format; empty if it fits.
static StringRef findLoss(Operation *constant, FloatType type) {
  Extremes extremes = findExtremes(constant);
  if (!rounded(extremes.largest, type).isFinite())
    return "constant overflows";
  if (extremes.splat != 0 && rounded(extremes.splat, type).isZero())
    return "constant becomes zero";
  return {};
}

/// Whether a node hands on what it reads as it is.
static bool moves(const SlotNode &node) {
  return isa<FunctionOpInterface>(node.op) || handsOn(node.row) ||
         (node.row && node.row->opClass == OpClass::layout);
}

void amp::pinOutOfRange(SlotGraph &graph, FloatType compute) {
  llvm::BitVector seen(graph.nodes.size());
  for (unsigned number = 0; number < graph.nodes.size(); ++number) {
    Operation *constant = graph.nodes[number].op;
    if (!constant->hasTrait<OpTrait::ConstantLike>())
      continue;
    StringRef loss = findLoss(constant, compute);
    SmallVector<unsigned> work;
    if (!loss.empty())
      work.push_back(number);
    while (!work.empty())
      for (unsigned reader : graph.readersOf(work.pop_back_val())) {
        if (!graph.nodes[reader].isForced)
          pin(graph.nodes[reader], ReasonKind::range, loss);
        if (moves(graph.nodes[reader]) && !seen.test(reader))
          work.push_back(reader);
        seen.set(reader);
      }
  }
}
