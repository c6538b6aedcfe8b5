// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// graphs ==> outputs of the passes ==> mutants ==> checkers ==> table
#include "Table.h"

#include "amp/Register.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "tools/common/BigStack.h"
#include "tools/common/OptionParser.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::opt;
using namespace mlir::amp::mutate;

static int fail(const Twine &message) {
  llvm::WithColor::error() << message << '\n';
  return EXIT_FAILURE;
}

static bool runCheckers(const CommandLine &options, StringRef folder,
                        const Explanations &explanations) {
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAmpDialects(registry);
  bool isReached = true;
  for (const CheckerName &checker : allCheckers()) {
    if (!options.checkers.empty() &&
        !llvm::is_contained(options.checkers, checker.name))
      continue;
    // One context each, because attributes of thousands of mutants stay in it.
    MLIRContext context(registry, MLIRContext::Threading::DISABLED);
    context.loadAllAvailableDialects();
    CampaignResult result = runCampaign(context, checker, options, folder);
    isReached &= printResult(result, options, explanations);
  }
  return isReached;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  registerAllPasses();
  registerAmpPasses();
  auto options = parseCommandLine(argc, argv);
  if (!options)
    return EXIT_FAILURE;
  if (options->lists) {
    printOperators();
    return EXIT_SUCCESS;
  }
  auto explanations = Explanations::read(options->explanations);
  if (!explanations)
    return fail(llvm::toString(explanations.takeError()));
  llvm::SmallString<128> folder;
  if (std::error_code code =
          llvm::sys::fs::createUniqueDirectory("amp-mutate", folder))
    return fail("cannot make a temporary folder: " + code.message());
  llvm::CrashRecoveryContext::Enable();
  bool isReached = false;
  runOnBigStack(defaultNesting, [&] {
    isReached = runCheckers(*options, folder, *explanations);
  });
  llvm::sys::fs::remove_directories(folder);
  return isReached ? EXIT_SUCCESS : EXIT_FAILURE;
}
