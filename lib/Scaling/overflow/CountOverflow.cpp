// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// %y = exponential %x                  // loc("model.py":3:7)
//   ==>   %inf = reduce(convert(not is_finite %y)), …   // of each counted op
//         %first = minimum(…, select(%bad_y and not %bad_x, 0, none))
//         return …, %first, %counts   // amp.ops = ["stablehlo.… at …", …]
//
// An op overflows if its result is not finite although all its operands are.
#include "amp/ScalingPasses.h"
#include "lib/Graph/Calls.h"
#include "lib/OpModel/OptionError.h"
#include "lib/Scaling/Inline.h"
#include "lib/Scaling/overflow/OverflowWatch.h"
#include "lib/Scaling/states/Signature.h"
#include "lib/Scaling/states/StatePairs.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::amp {
#define GEN_PASS_DEF_COUNTOVERFLOW
#include "amp/ScalingPasses.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

static constexpr StringLiteral firstRole = "first_overflow";
static constexpr StringLiteral countsRole = "overflow_counts";

/// Appends a result; its attribute `listName` holds `list`, which labels the
/// elements of `value`.
static LogicalResult addResult(FunctionOpInterface function, Value value,
                               StringRef role, StringRef listName,
                               ArrayRef<Attribute> list) {
  Builder builder(function->getContext());
  SmallVector<NamedAttribute> attributes = {
      builder.getNamedAttr(AmpDialect::roleAttrName,
                           builder.getStringAttr(role)),
      builder.getNamedAttr(infoAttrName,
                           builder.getStringAttr("debug." + role))};
  if (!list.empty())
    attributes.push_back(
        builder.getNamedAttr(listName, builder.getArrayAttr(list)));
  return appendResult(function, value, builder.getDictionaryAttr(attributes));
}

/// Emits an error if the function counts overflows already.
static LogicalResult checkRoles(FunctionOpInterface function) {
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    if (auto role = function.getResultAttrOfType<StringAttr>(
            i, AmpDialect::roleAttrName);
        role && role == firstRole)
      return function->emitOpError()
             << "counts its overflows already, in result " << i;
  return success();
}

static SmallVector<Attribute> listClasses(MLIRContext *context) {
  return llvm::map_to_vector(
      OverflowTally::classes, [&](OpClass opClass) -> Attribute {
        return StringAttr::get(context, stringifyOpClass(opClass));
      });
}

static LogicalResult instrument(FunctionOpInterface function, bool perClass) {
  inlineAllCalls(function);
  OverflowWatch watch(perClass);
  Block &body = function.getFunctionBody().front();
  if (failed(checkRoles(function)))
    return failure();
  FailureOr<OverflowWatch::Result> result = watch.watch(body);
  if (failed(result) || !result->counts)
    return result;
  OpBuilder builder(body.getTerminator());
  GraphBuilder b(builder, function.getLoc());
  Value isNone =
      b.compare("EQ", result->first, countOf(b, OverflowWatch::none));
  Value first = b.select(isNone, countOf(b, -1), result->first);
  auto flat = cast<RankedTensorType>(result->counts.getType());
  auto type = flat.clone({flat.getDimSize(0) / 3, 3}, flat.getElementType());
  Value counts = b.create("reshape", type, result->counts)->getResult(0);
  SmallVector<Attribute> classes;
  if (perClass)
    classes = listClasses(function->getContext());
  return success(succeeded(addResult(function, first, firstRole, "amp.ops",
                                     watch.names)) &&
                 succeeded(addResult(function, counts, countsRole,
                                     "amp.classes", classes)));
}

namespace {
struct CountOverflow : amp::impl::CountOverflowBase<CountOverflow> {
  using Base::Base;

  void runOnOperation() override {
    bool perClass = what == "overflow-by-class";
    if (what != "overflow" && !perClass) {
      emitOptionError(getOperation())
          << "expects debug to be overflow or overflow-by-class, but got '"
          << what << "'";
      return signalPassFailure();
    }
    for (auto function : getOperation().getOps<FunctionOpInterface>()) {
      if (!function.isPublic() || !function.getFunctionBody().hasOneBlock() ||
          isCompanion(function))
        continue;
      if (failed(instrument(function, perClass)))
        return signalPassFailure();
    }
  }
};
} // namespace
