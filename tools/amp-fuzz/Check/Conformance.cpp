// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conformance tests: programs of the StableHLO project with expected results.
#include "Worker.h"
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cmath>
#include <map>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

/// Returns the distance of two floats of one format in ULPs.
static double ulps(const Format &format, double a, double b) {
  if (a == b || (std::isnan(a) && std::isnan(b)))
    return 0;
  if (!std::isfinite(a) || !std::isfinite(b))
    return INFINITY;
  int exponent = std::max(std::ilogb(std::max(std::abs(a), std::abs(b))),
                          format.minExponent);
  return std::abs(a - b) / std::ldexp(1.0, exponent - format.precision + 1);
}

/// Applies the tolerance of a check: equal, 3 ULPs ("close"), or 1e-3
/// ("almost").
static bool agrees(StringRef check, const Tensor &found, const Tensor &wanted) {
  if (found.shape != wanted.shape)
    return false;
  const Format &format = wanted.format();
  for (auto [a, b] : llvm::zip(found.cells, wanted.cells)) {
    if (!format.isFloat()) {
      if (a.i != b.i)
        return false;
      continue;
    }
    bool isAlmost = check == "check.expect_almost_eq" &&
                    std::abs(a.f - b.f) <= 1e-3 * std::max(1.0, std::abs(b.f));
    bool isClose = check == "check.expect_close" &&
                   (ulps(format, a.f, b.f) <= 3 || std::abs(a.f - b.f) <= 1e-6);
    if (!(a.f == b.f || (std::isnan(a.f) && std::isnan(b.f)) || isAlmost ||
          isClose))
      return false;
  }
  return true;
}

/// Returns "" if the program's expectations hold, else an error message.
static std::string runProgram(StringRef file, MLIRContext *context) {
  ScopedDiagnosticHandler quiet(context,
                                [](Diagnostic &) { return success(); });
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(file, context);
  if (!module)
    return "cannot be parsed";
  InterpreterOptions options;
  options.budget = 60000000;
  Interpreter interpreter(*module, options);
  interpreter.setExpectation(agrees);
  interpreter.run(mainOf(*module), {});
  return interpreter.error;
}

int fuzz::conformance(StringRef folder, DialectRegistry &registry,
                      int64_t atLeast) {
  std::error_code error;
  std::vector<std::string> files;
  for (llvm::sys::fs::directory_iterator it(folder, error), end;
       it != end && !error; it.increment(error))
    if (llvm::sys::path::extension(it->path()) == ".mlir")
      files.push_back(it->path());
  llvm::sort(files);
  int64_t passed = 0;
  std::map<std::string, int64_t> reasons;
  for (const std::string &file : files) {
    MLIRContext context(registry, MLIRContext::Threading::DISABLED);
    std::string why = runProgram(file, &context);
    passed += why.empty();
    if (!why.empty()) {
      ++reasons[why];
      llvm::outs() << "  " << llvm::sys::path::stem(file) << ": " << why
                   << "\n";
    }
  }
  for (const auto &[why, count] : reasons)
    llvm::outs() << count << " times: " << why << "\n";
  llvm::outs() << passed << " of " << files.size()
               << " programs give the results that they expect\n";
  return passed >= atLeast && !files.empty() ? 0 : 1;
}
