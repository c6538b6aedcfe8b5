// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// "compute=bf16 chip=sm_90"   ==>   Options   ==>   passes
#ifndef LIB_PIPELINES_REGISTRATION_H
#define LIB_PIPELINES_REGISTRATION_H

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace mlir::amp {

/// Returns the error message for options of the pipeline `name` that MLIR's
/// parser rejected with message `said`; `known` lists the names of the options.
std::string describeOptionError(StringRef name, StringRef said,
                                SmallVector<StringRef> known);

/// Registers a pipeline as PassPipelineRegistration does, but errors about
/// options reach the diagnostics, and an unknown option lists the known ones.
template <typename Options>
void registerPipeline(
    StringRef name, StringRef description,
    std::function<void(OpPassManager &, const Options &)> build) {
  struct Named : Options {
    SmallVector<StringRef> names() const {
      return llvm::to_vector(this->OptionsMap.keys());
    }
  };
  registerPassPipeline(
      name, description,
      [name, build = std::move(build)](
          OpPassManager &passes, StringRef text,
          function_ref<LogicalResult(const Twine &)> errorHandler) {
        Named options;
        std::string said;
        llvm::raw_string_ostream os(said);
        if (failed(options.parseFromString(text, os)))
          return errorHandler(describeOptionError(name, said, options.names()));
        build(passes, options);
        return success();
      },
      [](function_ref<void(const mlir::detail::PassOptions &)> show) {
        show(Options());
      });
}

} // namespace mlir::amp

#endif // LIB_PIPELINES_REGISTRATION_H
