// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pipelines on modules of MLIR's C API (include/amp-c/Amp.h).
#include "dialects/amp/IR/Amp.h"
#include "amp/Pipelines.h"
#include "amp/Register.h"
#include "lib/CAPI/Run.h"
#include "lib/Lowering/Common/Passes.h"
#include "lib/Support/TextCapture.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Pass.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include <mutex>

using namespace mlir;
using CppOptions = amp::AmpOptions;

const char *ampVersion(void) { return AMP_VERSION; }

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

MlirLogicalResult ampRegisterDialects(MlirDialectRegistry registry,
                                      bool withGraphDialects) {
  DialectRegistry &dialects = *unwrap(registry);
  if (dialects.getDialectAllocator("amp")) {
    // Compare the TypeID of the registered dialect in a temporary context.
    MLIRContext context(dialects, MLIRContext::Threading::DISABLED);
    Dialect *known = context.getOrLoadDialect("amp");
    if (known->getTypeID() != TypeID::get<amp::AmpDialect>())
      return mlirLogicalResultFailure();
  }
  if (withGraphDialects)
    amp::registerProgramDialects(dialects);
  else
    amp::registerAmpDialect(dialects);
  return mlirLogicalResultSuccess();
}

void ampRegisterPasses(void) {
  amp::registerAmpPasses();
  static std::once_flag once;
  std::call_once(once, registerTransformsPasses);
}

/// Registers the amp dialect and the models of upstream dialects in the context
/// of `module`. Adds an error if the context has another library's `amp`.
static bool prepare(ModuleOp module, AmpResult &result) {
  MLIRContext &context = *module.getContext();
  Dialect *known = context.getOrLoadDialect("amp");
  if (known && known->getTypeID() != TypeID::get<amp::AmpDialect>()) {
    result.addError("expects the dialect 'amp' of this library in the context "
                    "of the module, but got another library's");
    return false;
  }
  DialectRegistry registry;
  amp::registerAmpDialect(registry);
  context.appendDialectRegistry(registry);
  return true;
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

/// Copies the options that the C struct sets.
static void adopt(CppOptions &to, const AmpOptions &from) {
  const std::pair<mlir::detail::PassOptions::Option<std::string> CppOptions::*,
                  const char *AmpOptions::*>
      texts[] = {{&CppOptions::compute, &AmpOptions::compute},
                 {&CppOptions::preset, &AmpOptions::preset},
                 {&CppOptions::policyFile, &AmpOptions::policyFile},
                 {&CppOptions::solver, &AmpOptions::solver},
                 {&CppOptions::chip, &AmpOptions::chip},
                 {&CppOptions::ranges, &AmpOptions::ranges},
                 {&CppOptions::io, &AmpOptions::io},
                 {&CppOptions::f32, &AmpOptions::f32},
                 {&CppOptions::reduce, &AmpOptions::reduce},
                 {&CppOptions::lossScale, &AmpOptions::lossScale},
                 {&CppOptions::scaler, &AmpOptions::scaler},
                 {&CppOptions::weights, &AmpOptions::weights},
                 {&CppOptions::saved, &AmpOptions::saved},
                 {&CppOptions::align, &AmpOptions::align},
                 {&CppOptions::dynamic, &AmpOptions::dynamic},
                 {&CppOptions::debug, &AmpOptions::debug},
                 {&CppOptions::explain, &AmpOptions::explain},
                 {&CppOptions::memory, &AmpOptions::memory}};
  for (auto [cpp, c] : texts)
    if (from.*c)
      to.*cpp = from.*c;
  to.batch = from.batch;
  to.annotate = from.annotate;
  to.inferMarks = from.inferMarks;
  to.exactScale = from.exactScale;
  to.padState = from.padState;
  to.verify = !from.skipChecks;
  to.summary = from.summary;
  if (from.report)
    to.report = amp::TextCapture::reportFile.str();
}

MlirLogicalResult ampAddPipeline(MlirOpPassManager passes,
                                 const AmpOptions *options) {
  if (!unwrap(passes) || !options || !options->compute)
    return mlirLogicalResultFailure();
  CppOptions adopted;
  adopt(adopted, *options);
  adopted.report = "";
  adopted.summary = false;
  adopted.explain = "";
  amp::buildAmpPipeline(*unwrap(passes), adopted);
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

static void print(raw_ostream &os, Diagnostic &diagnostic) {
  static constexpr StringLiteral names[] = {"note", "warning", "error",
                                            "remark"};
  if (!isa<UnknownLoc>(diagnostic.getLocation()))
    os << diagnostic.getLocation() << ": ";
  os << names[static_cast<unsigned>(diagnostic.getSeverity())] << ": "
     << diagnostic << '\n';
}

void amp::capi::verifyAtEnd(PassManager &passes) {
  if (amp::verifiesEachPass())
    return;
  passes.enableVerifier(false);
  passes.addPass(amp::createVerifyOps());
}

void amp::capi::run(PassManager &passes, ModuleOp module, AmpResult &result) {
  TextCapture capture;
  result.succeeded = succeeded(passes.run(module));
  result.report = std::move(capture.report);
  result.tables = std::move(capture.tables);
  if (result.succeeded)
    result.readSignature(module);
}

/// Runs the passes that `build` adds; `build` reports its errors to the result.
static AmpResult *
runOn(MlirModule wrapped,
      llvm::function_ref<bool(PassManager &, AmpResult &)> build) {
  auto *result = new AmpResult;
  ModuleOp module = wrapped.ptr ? unwrap(wrapped) : ModuleOp();
  if (!module) {
    result->addError("expects a module, but got null");
    return result;
  }
  llvm::raw_string_ostream os(result->diagnostics);
  ScopedDiagnosticHandler handler(module.getContext(), [&](Diagnostic &said) {
    print(os, said);
    for (Diagnostic &note : said.getNotes())
      print(os, note);
  });
  if (!prepare(module, *result))
    return result;
  PassManager passes(module.getContext());
  if (build(passes, *result)) {
    amp::capi::verifyAtEnd(passes);
    amp::capi::run(passes, module, *result);
  }
  return result;
}

AmpResult *ampRewrite(MlirModule module, const AmpOptions *options) {
  return runOn(module, [&](PassManager &passes, AmpResult &result) {
    if (!options) {
      result.addError("expects options, but got null");
      return false;
    }
    CppOptions adopted;
    adopt(adopted, *options);
    amp::buildAmpPipeline(passes, adopted);
    return true;
  });
}

bool amp::capi::parse(PassManager &passes, StringRef text, AmpResult &result) {
  ampRegisterPasses();
  llvm::raw_string_ostream os(result.diagnostics);
  StringRef list = text.trim();
  // The anchor op is optional, as on the command line of mlir-opt.
  if (list.consume_front("builtin.module(") && !list.consume_back(")")) {
    result.addError("expects ')' at the end of the pipeline '" + text + "'");
    return false;
  }
  return succeeded(parsePassPipeline(list, passes, os));
}

AmpResult *ampRunPipeline(MlirModule module, MlirStringRef pipeline) {
  return runOn(module, [&](PassManager &passes, AmpResult &result) {
    return amp::capi::parse(passes, unwrap(pipeline), result);
  });
}

AmpResult *ampRunPassManager(MlirPassManager passes, MlirModule module) {
  return runOn(module, [&](PassManager &own, AmpResult &result) {
    PassManager *given = passes.ptr ? unwrap(passes) : nullptr;
    if (!given || given->getContext() != own.getContext()) {
      result.addError(given ? "expects a module of the context of the pass "
                              "manager, but got one of another context"
                            : "expects a pass manager, but got null");
      return false;
    }
    amp::capi::run(*given, unwrap(module), result);
    return false;
  });
}
