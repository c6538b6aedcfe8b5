// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "amp/Passes.h"
#include "lib/Report/Summary.h"
#include "llvm/Support/raw_ostream.h"
#include <unistd.h>

namespace mlir::amp {
#define GEN_PASS_DEF_PRINTSUMMARY
#include "amp/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

namespace {
struct PrintSummary : amp::impl::PrintSummaryBase<PrintSummary> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    std::string text;
    llvm::raw_string_ostream os(text);
    os << "summary of @" << module.getName().value_or("module");
    if (module->hasAttr(AmpDialect::appliedAttrName))
      os << " (mixed precision was applied before; nothing changed)";
    os << '\n';
    Summary::of(module).print(os);
    // The report is this pass's product, not a diagnostic of it: one write, so
    // that it does not mix with those of other threads.
    llvm::raw_fd_ostream(STDERR_FILENO, /*shouldClose=*/false,
                         /*unbuffered=*/true)
        << text;
    markAllAnalysesPreserved();
  }
};
} // namespace
