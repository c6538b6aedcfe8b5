// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// %h = dot_general ...               %h = dot_general ...
// %a = tanh %h                       %q = convert %h : bf16 to f8E5M2
// ...                         ==>    %a = tanh %h
// %d = multiply %a, %g               ...
//                                    %r = convert %q : f8E5M2 to bf16
//                                    %b = tanh %r
//                                    %d = multiply %b, %g
#include "amp/Ranges.h"
#include "amp/ScalingPasses.h"
#include "dialects/amp/IR/AmpMarks.h"
#include "lib/OpModel/GraphBuilder.h"
#include "lib/Scaling/Inline.h"
#include "lib/Scaling/saved/SavedValues.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Support/DebugStringHelper.h"

#include <cmath>

namespace mlir::amp {
#define GEN_PASS_DEF_STORESAVED
#include "amp/ScalingPasses.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

static constexpr StringLiteral recordAttrName = "amp.saved";

/// The largest number of f8E4M3FN.
static constexpr double mostOfE4M3 = 448;

namespace {
/// A number is stored as `number * 2^exponent`.
struct Format {
  FloatType type;
  int exponent;
};

/// Stores one root, and lets late ops read it.
class Storage {
public:
  Storage(const SavedValues &values, const SavedRoot &saved, Format format)
      : values(values), saved(saved), format(format) {}

  void rewrite();

private:
  Value scaled(Value value, int exponent, GraphBuilder &b);
  Value again(Value value, OpBuilder &builder);

  const SavedValues &values;
  const SavedRoot &saved;
  const Format format;
  IRMapping copies;
};
} // namespace

/// Exact, but for numbers that leave the range of the type.
Value Storage::scaled(Value value, int exponent, GraphBuilder &b) {
  if (!exponent)
    return value;
  auto type = cast<RankedTensorType>(value.getType());
  APFloat factor = scalbn(APFloat(1.0), exponent, APFloat::rmNearestTiesToEven);
  bool losesInfo = false;
  factor.convert(cast<FloatType>(type.getElementType()).getFloatSemantics(),
                 APFloat::rmNearestTiesToEven, &losesInfo);
  Value constant = b.constant(DenseElementsAttr::get(type, factor));
  return b.apply("multiply", {value, constant});
}

/// Returns `value`, computed from the stored root.
Value Storage::again(Value value, OpBuilder &builder) {
  if (!values.isOf(value, saved.root))
    return value;
  if (Value known = copies.lookupOrNull(value))
    return known;
  Operation *op = value.getDefiningOp();
  for (Value operand : op->getOperands())
    again(operand, builder);
  return builder.clone(*op, copies)->getResult(0);
}

void Storage::rewrite() {
  Operation *op = saved.root.getDefiningOp();
  Block *block = op->getBlock();
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  GraphBuilder early(builder, op->getLoc());
  Value stored =
      early.convert(scaled(saved.root, format.exponent, early), format.type);

  auto userOf = [&](OpOperand *use) {
    return block->findAncestorOpInBlock(*use->getOwner());
  };
  Operation *first = userOf(saved.lateUses.front());
  for (OpOperand *use : saved.lateUses)
    if (userOf(use)->isBeforeInBlock(first))
      first = userOf(use);
  builder.setInsertionPoint(first);
  GraphBuilder late(builder, op->getLoc());
  Type element = cast<RankedTensorType>(saved.root.getType()).getElementType();
  copies.map(saved.root,
             scaled(late.convert(stored, element), -format.exponent, late));
  for (OpOperand *use : saved.lateUses)
    use->set(again(use->get(), builder));
}

/// Returns the function's block with its seeds; null if it has none, or several
/// such blocks.
static Block *findHome(FunctionOpInterface function) {
  Block *home = nullptr;
  bool isOne = true;
  function.walk([&](SeedOp seed) {
    isOne &= !home || home == seed->getBlock();
    home = seed->getBlock();
  });
  return isOne ? home : nullptr;
}

/// f8E4M3FN has three bits of fraction and 15 binary orders of magnitude, which
/// a known range fits into; f8E5M2 has two, and the orders of f16.
static Format formatOf(const Range &range, MLIRContext *context) {
  double most = range.most();
  if (!std::isfinite(most) || most <= 0)
    return {Float8E5M2Type::get(context), 0};
  int exponent = std::ilogb(mostOfE4M3 / most);
  return {Float8E4M3FNType::get(context), exponent};
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
      return; // marks are gone, and the same again changes nothing
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

  /// Returns false if the function is no step.
  bool store(FunctionOpInterface function, SmallVectorImpl<Attribute> &rows) {
    if (failed(inlineMarkedCalls(function)))
      return false;
    Block *home = findHome(function);
    if (!home)
      return false;
    inlineAllCalls(function);
    RangeAnalysis ranges(getOperation());
    SavedValues values(*home, leastElements);
    int64_t before = 0, after = 0;
    for (const SavedRoot &root : values.findRoots()) {
      Format format = formatOf(ranges.of(root.root), &getContext());
      int64_t bytes =
          cast<RankedTensorType>(root.root.getType()).getNumElements();
      rows.push_back(describe(function, root, format, bytes));
      Storage(values, root, format).rewrite();
      before += root.bytesBefore;
      after += bytes;
      ++numStored;
    }
    if (remarks)
      function.emitRemark()
          << "stores values that the backward pass reads in " << after
          << " bytes of 8-bit floats instead of " << before << " bytes";
    return true;
  }

  DictionaryAttr describe(FunctionOpInterface function, const SavedRoot &root,
                          const Format &format, int64_t bytes) {
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
         text("stored", debugString(format.type)),
         integer("exponent", format.exponent),
         integer("bytes_before", root.bytesBefore),
         integer("bytes_stored", bytes)});
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
