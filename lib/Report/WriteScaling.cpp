// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "amp/ScalingPasses.h"
#include "lib/Graph/Calls.h"
#include "lib/Report/ReportFile.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Support/DebugStringHelper.h"

namespace mlir::amp {
#define GEN_PASS_DEF_WRITESCALING
#include "amp/ScalingPasses.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::report;

static constexpr StringLiteral recordAttrName = "amp.scaling";

/// Adds the role of an added argument or result.
static void addSlot(SmallVectorImpl<Attribute> &slots, unsigned number,
                    DictionaryAttr said, Type type, StringRef function) {
  auto role = said ? said.getAs<StringAttr>(AmpDialect::roleAttrName) : nullptr;
  if (!role)
    return;
  Builder builder(type.getContext());
  Attribute name = builder.getUnitAttr(); // none
  for (StringRef known : {"jax.result_info", "amp.state"})
    if (Attribute given = said.get(known))
      name = given;
  slots.push_back(builder.getDictionaryAttr(
      {builder.getNamedAttr("function", builder.getStringAttr(function)),
       builder.getNamedAttr("number", builder.getI64IntegerAttr(number)),
       builder.getNamedAttr("role", role),
       builder.getNamedAttr("type", builder.getStringAttr(debugString(type))),
       builder.getNamedAttr("name", name)}));
}

/// Returns the recorded facts, with the positions of the loss scaler state in
/// the signature.
static DictionaryAttr complete(ModuleOp module, DictionaryAttr noted) {
  SmallVector<Attribute> arguments, results;
  for (auto function : module.getOps<FunctionOpInterface>()) {
    if (!function.isPublic() || function.isExternal() || isCompanion(function))
      continue;
    for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
      addSlot(arguments, i, function.getArgAttrDict(i), type,
              function.getName());
    for (auto [i, type] : llvm::enumerate(function.getResultTypes()))
      addSlot(results, i, function.getResultAttrDict(i), type,
              function.getName());
  }
  NamedAttrList all(noted);
  Builder builder(module.getContext());
  all.set("arguments", builder.getArrayAttr(arguments));
  all.set("results", builder.getArrayAttr(results));
  return all.getDictionary(module.getContext());
}

namespace {
struct WriteScaling : amp::impl::WriteScalingBase<WriteScaling> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto noted = dyn_cast_if_present<DictionaryAttr>(
        module->removeDiscardableAttr(recordAttrName));
    if (failed(getAnalysis<ReportFile>().add(
            module, "scaling", noted ? complete(module, noted) : nullptr,
            file)))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
