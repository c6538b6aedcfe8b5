// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// %h = dot_general ...               %h = dot_general ...
// %a = tanh %h                       %s = max(max |%h| of a row / 448, 2^-126)
// ...                         ==>    %q = convert %h / %s : f32 to f8E4M3FN
// %d = multiply %a, %g               %a = tanh %h
//                                    ...
//                                    %r = convert %q * %s : f32 to bf16
//                                    %b = tanh %r
//                                    %d = multiply %b, %g
#include "amp/ScalingPasses.h"
#include "dialects/amp/IR/AmpMarks.h"
#include "lib/OpModel/GraphBuilder.h"
#include "lib/Scaling/Inline.h"
#include "lib/Scaling/Step.h"
#include "lib/Scaling/saved/SavedValues.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Support/DebugStringHelper.h"

namespace mlir::amp {
#define GEN_PASS_DEF_STORESAVED
#include "amp/ScalingPasses.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

static constexpr StringLiteral recordAttrName = "amp.saved";

namespace {
/// Stores one root in 8 bits, and redirects late ops to the stored root.
class Storage {
public:
  Storage(const SavedValues &values, const SavedRoot &saved)
      : values(values), saved(saved) {}

  /// Returns the ops whose results late ops used before.
  SmallVector<Operation *> rewrite();

private:
  Value scaleOf(Value root, GraphBuilder &b);
  Value again(Value value, OpBuilder &builder);
  Value fromDeviation(const Centre &centre, Value value, OpBuilder &builder);

  const SavedValues &values;
  const SavedRoot &saved;
  IRMapping copies;
};
} // namespace

static Value splat(float number, Value like, GraphBuilder &b) {
  return b.constant(
      DenseElementsAttr::get(cast<ShapedType>(like.getType()), number));
}

/// Returns the scales that map the largest magnitude of a row to the maximum of
/// f8E4M3FN. A row of zeros is divided by 2^-126; a row that contains an
/// infinity or NaN becomes NaN.
Value Storage::scaleOf(Value root, GraphBuilder &b) {
  constexpr float mostOfE4M3 = 448, leastScale = 0x1p-126f;
  Value zero =
      b.scalar(b.builder.getZeroAttr(getElementTypeOrSelf(root.getType())));
  Value most = b.convert(
      b.reduce("maximum", b.apply("abs", root), zero, saved.rowDims()),
      b.builder.getF32Type());
  Value scale = b.apply("multiply", {most, splat(1 / mostOfE4M3, most, b)});
  return b.apply("maximum", {scale, splat(leastScale, scale, b)});
}

/// Returns the root `value`, perhaps converted, as the sum of the stored
/// deviation and the mean.
Value Storage::fromDeviation(const Centre &centre, Value value,
                             OpBuilder &builder) {
  GraphBuilder b(builder, value.getLoc());
  Operation *deviation = centre.deviation;
  Value wide = deviation->getOperand(0);
  Value sum = copies.lookupOrNull(wide);
  if (!sum) {
    sum = b.apply("add", {copies.lookup(saved.root), deviation->getOperand(1)});
    copies.map(wide, sum);
  }
  if (value != wide)
    copies.map(value, b.convert(sum, getElementTypeOrSelf(value.getType())));
  return copies.lookup(value);
}

/// Returns `value`, recomputed from the stored root.
Value Storage::again(Value value, OpBuilder &builder) {
  if (!values.isOf(value, saved.root))
    return value;
  if (Value known = copies.lookupOrNull(value))
    return known;
  const Centre *centre = values.findCentre(saved.root);
  if (centre && llvm::is_contained(
                    {centre->value, centre->deviation->getOperand(0)}, value))
    return fromDeviation(*centre, value, builder);
  Operation *op = value.getDefiningOp();
  for (Value operand : op->getOperands())
    again(operand, builder);
  return builder.clone(*op, copies)->getResult(0);
}

SmallVector<Operation *> Storage::rewrite() {
  Operation *op = saved.root.getDefiningOp();
  Block *block = op->getBlock();
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  GraphBuilder early(builder, op->getLoc());
  Type f32 = builder.getF32Type();
  Value scale = scaleOf(saved.root, early);
  Value wide = early.convert(saved.root, f32);
  Value stored =
      early.convert(early.apply("divide", {wide, early.broadcast(scale, wide)}),
                    builder.getType<Float8E4M3FNType>());

  auto userOf = [&](OpOperand *use) {
    return block->findAncestorOpInBlock(*use->getOwner());
  };
  // Copies are made before their first user, behind all that they read.
  SmallVector<OpOperand *> uses(saved.lateUses);
  llvm::stable_sort(uses, [&](OpOperand *a, OpOperand *b) {
    return userOf(a)->isBeforeInBlock(userOf(b));
  });
  builder.setInsertionPoint(userOf(uses.front()));
  GraphBuilder late(builder, op->getLoc());
  Value read = late.convert(stored, f32);
  read = late.apply("multiply", {read, late.broadcast(scale, read)});
  copies.map(saved.root,
             late.convert(read, getElementTypeOrSelf(saved.root.getType())));
  SmallVector<Operation *> used;
  for (OpOperand *use : uses) {
    builder.setInsertionPoint(userOf(use));
    used.push_back(use->get().getDefiningOp());
    use->set(again(use->get(), builder));
  }
  return used;
}

/// Subtracts from the summed value its mean, so that the deviation can be
/// stored:
///
///   %s = reduce_sum %h   ==>   %s = reduce_sum %h
///                              %d = subtract %h, broadcast (%s * (1 / n))
static Operation *subtractMean(Operation *sum) {
  OpBuilder builder(sum->getContext());
  builder.setInsertionPointAfter(sum);
  GraphBuilder b(builder, sum->getLoc());
  Value value = sum->getOperand(0), result = sum->getResult(0);
  auto type = cast<RankedTensorType>(value.getType());
  auto rows = cast<RankedTensorType>(result.getType());
  auto summed = sum->getAttrOfType<DenseI64ArrayAttr>("dimensions");
  SmallVector<int64_t> kept;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (!llvm::is_contained(summed.asArrayRef(), dim))
      kept.push_back(dim);
  double share = double(rows.getNumElements()) / double(type.getNumElements());
  Value shares = b.constant(DenseElementsAttr::get(
      rows, builder.getFloatAttr(rows.getElementType(), share).getValue()));
  Value mean = b.apply("multiply", {result, shares});
  auto dims = builder.getNamedAttr("broadcast_dimensions",
                                   builder.getDenseI64ArrayAttr(kept));
  Value means = b.create("broadcast_in_dim", type, mean, dims)->getResult(0);
  return b.apply("subtract", {value, means}).getDefiningOp();
}

/// Returns the block of the function that contains its seeds; null if there are
/// none, or several such blocks.
static Block *findHome(FunctionOpInterface function) {
  Block *home = nullptr;
  bool isOne = true;
  function.walk([&](SeedOp seed) {
    isOne &= !home || home == seed->getBlock();
    home = seed->getBlock();
  });
  return isOne ? home : nullptr;
}

namespace {
struct StoreSaved : amp::impl::StoreSavedBase<StoreSaved> {
  using Base::Base;

  void runOnOperation() override {
    if (saved == "keep")
      return;
    if (saved != "f8")
      return fail("expects saved to be keep or f8, but got '" + saved + "'");
    auto applied = getOperation()->getAttrOfType<DictionaryAttr>(
        AmpDialect::appliedAttrName);
    if (applied && applied.contains("saved"))
      return; // idempotent: the marks are erased
    bool isAny = false;
    SmallVector<Attribute> rows;
    for (auto function : getOperation().getOps<FunctionOpInterface>())
      if (function.isPublic() && function.getFunctionBody().hasOneBlock())
        isAny |= store(function, rows);
    if (!isAny)
      return fail("expects a marked training step, whose forward pass saves "
                  "values for its backward pass, but found no seed in the "
                  "block of a public function; let the exporter emit composite "
                  "\"amp.seed\", or use infer-marks");
    note(rows);
  }

  void fail(const std::string &message) {
    getOperation().emitError(message);
    signalPassFailure();
  }

  /// Returns false if the function is not a step.
  bool store(FunctionOpInterface function, SmallVectorImpl<Attribute> &rows) {
    if (failed(inlineMarkedCalls(function)))
      return false;
    Block *home = findHome(function);
    if (!home)
      return false;
    inlineAllCalls(function);
    int64_t before = 0, after = 0;
    llvm::SetVector<Operation *> used;
    for (Operation *sum : SavedValues(*home, leastElements).findLateSums())
      used.insert(subtractMean(sum));
    SavedValues values(*home, leastElements);
    for (const SavedRoot &root : values.findRoots()) {
      rows.push_back(describe(function, root));
      used.insert_range(Storage(values, root).rewrite());
      before += root.bytesBefore;
      after += root.bytesStored();
      ++numStored;
    }
    eraseDead(used.getArrayRef());
    if (remarks)
      function.emitRemark()
          << "stores values that the backward pass reads in " << after
          << " bytes of 8-bit floats and scales instead of " << before
          << " bytes";
    return true;
  }

  DictionaryAttr describe(FunctionOpInterface function, const SavedRoot &root) {
    Builder builder(&getContext());
    auto text = [&](StringRef name, const Twine &value) {
      return builder.getNamedAttr(name, builder.getStringAttr(value));
    };
    auto integer = [&](StringRef name, int64_t value) {
      return builder.getNamedAttr(name, builder.getI64IntegerAttr(value));
    };
    return builder.getDictionaryAttr(
        {text("function", function.getName()),
         text("op", root.root.getDefiningOp()->getName().getStringRef()),
         builder.getNamedAttr("location", root.root.getLoc()),
         text("type", debugString(root.root.getType())),
         text("stored", "f8E4M3FN"), integer("scales", root.scales()),
         integer("bytes_before", root.bytesBefore),
         integer("bytes_stored", root.bytesStored())});
  }

  void note(ArrayRef<Attribute> rows) {
    Builder builder(&getContext());
    ModuleOp module = getOperation();
    NamedAttrList applied(
        module->getAttrOfType<DictionaryAttr>(AmpDialect::appliedAttrName));
    applied.set("saved", builder.getStringAttr(saved));
    module->setDiscardableAttr(AmpDialect::appliedAttrName,
                               applied.getDictionary(&getContext()));
    if (record)
      module->setDiscardableAttr(recordAttrName, builder.getArrayAttr(rows));
  }
};
} // namespace
