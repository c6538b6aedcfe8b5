// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// %y = exponential %x                  // loc("model.py":3:7)
//   ==>   %inf = reduce(convert(not is_finite %y)), …   // of each counted op
//         %first = minimum(…, select(%bad_y and not %bad_x, 0, none))
//         return …, %first, %counts   // amp.ops = ["stablehlo.… at …", …]
//
// An op overflows where its result is not finite although all that it reads is.
#include "amp/ScalingPasses.h"
#include "lib/OpModel/OpModel.h"
#include "lib/Scaling/OverflowProbe.h"
#include "lib/Scaling/Signature.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::amp {
#define GEN_PASS_DEF_COUNTOVERFLOW
#include "amp/ScalingPasses.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

static constexpr StringLiteral firstRole = "first_overflow";
static constexpr StringLiteral countsRole = "overflow_counts";

/// Classes whose ops make numbers; the others choose, move or name them.
static constexpr OpClass counted[] = {
    OpClass::contraction, OpClass::elementwise, OpClass::transcendental,
    OpClass::reduction,   OpClass::scan,        OpClass::gather_scatter,
    OpClass::control,     OpClass::call,        OpClass::collective,
    OpClass::convert,     OpClass::opaque};

static bool isCounted(Operation *op) {
  return !op->hasTrait<OpTrait::IsTerminator>() &&
         llvm::is_contained(counted, classOf(op, lookupRow(op))) &&
         llvm::any_of(op->getResults(), canOverflow);
}

/// `stablehlo.exponential at jit(step)/exp model.py:3:7`
static std::string describe(Operation *op) {
  std::string text = (op->getName().getStringRef() + " at ").str();
  auto name = op->getLoc()->findInstanceOf<NameLoc>();
  auto place = op->getLoc()->findInstanceOf<FileLineColLoc>();
  llvm::raw_string_ostream os(text);
  if (name)
    os << name.getName().getValue() << (place ? " " : "");
  if (place)
    os << place.getFilename().getValue() << ':' << place.getLine() << ':'
       << place.getColumn();
  if (!name && !place)
    os << "an unknown place";
  return text;
}

static LogicalResult addResult(FunctionOpInterface function, Value value,
                               StringRef role, ArrayAttr ops) {
  Builder builder(function->getContext());
  SmallVector<NamedAttribute> attributes = {
      builder.getNamedAttr(AmpDialect::roleAttrName,
                           builder.getStringAttr(role)),
      builder.getNamedAttr("jax.result_info",
                           builder.getStringAttr("debug." + role))};
  if (ops)
    attributes.push_back(builder.getNamedAttr("amp.ops", ops));
  return appendResult(function, value, builder.getDictionaryAttr(attributes));
}

/// Refuses a function that has been here before.
static LogicalResult checkRoles(FunctionOpInterface function) {
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    if (auto role = function.getResultAttrOfType<StringAttr>(
            i, AmpDialect::roleAttrName);
        role && role == firstRole)
      return function->emitOpError()
             << "counts its overflows already, in result " << i;
  return success();
}

static LogicalResult instrument(FunctionOpInterface function) {
  SmallVector<Operation *> ops;
  for (Operation &op : function.getFunctionBody().front())
    if (isCounted(&op))
      ops.push_back(&op);
  if (ops.empty())
    return success();
  if (failed(checkRoles(function)))
    return failure();
  OverflowProbe probe(ops.size());
  SmallVector<Attribute> names;
  for (Operation *op : ops) {
    names.push_back(StringAttr::get(op->getContext(), describe(op)));
    probe.watch(op);
  }
  OpBuilder builder(function.getFunctionBody().front().getTerminator());
  auto [first, counts] = probe.finish(builder, function.getLoc());
  auto list = ArrayAttr::get(function->getContext(), names);
  return success(succeeded(addResult(function, first, firstRole, list)) &&
                 succeeded(addResult(function, counts, countsRole, nullptr)));
}

namespace {
struct CountOverflow : amp::impl::CountOverflowBase<CountOverflow> {
  using Base::Base;

  void runOnOperation() override {
    if (what != "overflow") {
      getOperation().emitError()
          << "expects debug to be overflow, but got '" << what << "'";
      return signalPassFailure();
    }
    for (auto function : getOperation().getOps<FunctionOpInterface>()) {
      if (!function.isPublic() || !function.getFunctionBody().hasOneBlock())
        continue;
      if (failed(instrument(function)))
        return signalPassFailure();
    }
  }
};
} // namespace
