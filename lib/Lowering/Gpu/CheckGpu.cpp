// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Cost/Chip.h"
#include "lib/Lowering/Gpu/Passes.h"
#include "lib/Lowering/Gpu/Ptx/Ptx.h"
#include "lib/Lowering/Gpu/StepReport.h"
#include "lib/Lowering/Gpu/Toolkit.h"
#include "lib/OpModel/OptionError.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"

namespace mlir::amp {
#define GEN_PASS_DEF_CHECKGPU
#include "lib/Lowering/Gpu/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

namespace {
struct Format {
  StringLiteral name;
  SmallVector<StringRef, 2> programs;
};

struct CheckGpu : amp::impl::CheckGpuBase<CheckGpu> {
  using Base::Base;

  /// Registers the dialects that gpu-module-to-binary needs.
  void getDependentDialects(DialectRegistry &registry) const override {
    registerPtxTranslations(registry);
  }

  LogicalResult check() {
    const Chip *target = parseGpuTarget(chip, getOperation());
    if (!target)
      return failure();
    if (!isGpuTarget(chip)) {
      if (format != "isa")
        return emitOptionError(getOperation())
               << "format '" << format
               << "' needs a chip of the table, but got '" << chip
               << "', which format=isa can assemble for";
      getOperation().emitRemark()
          << "chip '" << chip << "' is not in the table: kernels are those of "
          << target->name;
    }
    const Format formats[] = {
        {"isa", {}}, {"bin", {"ptxas"}}, {"fatbin", {"ptxas", "fatbinary"}}};
    const auto *found = llvm::find_if(
        formats, [&](const Format &each) { return each.name == format; });
    if (found == std::end(formats))
      return emitOptionError(getOperation())
             << "expects format isa, bin or fatbin, but got '" << format << "'";
    if (products != "own" && products != "cublaslt")
      return emitOptionError(getOperation())
             << "expects products own or cublaslt, but got '" << products
             << "'";
    if (convolutions != "own" && convolutions != "cudnn")
      return emitOptionError(getOperation())
             << "expects convolutions own or cudnn, but got '" << convolutions
             << "'";
    if (report && format != "isa")
      return emitOptionError(getOperation())
             << "expects format=isa with a report, but got '" << format << "'";
    for (StringRef program : found->programs)
      if (findInToolkit(("bin/" + program).str()).empty())
        return emitOptionError(getOperation())
               << "format '" << format << "' needs '" << program
               << "' of CUDA's toolkit, which is in neither CUDA_HOME, "
                  "CUDA_ROOT, CUDA_PATH nor PATH; format=isa works without it";
    return success();
  }

  void runOnOperation() override {
    if (failed(check()))
      return signalPassFailure();
    if (report)
      getOperation()->setAttr(stepReportAttrName,
                              DictionaryAttr::get(&getContext()));
  }
};
} // namespace
