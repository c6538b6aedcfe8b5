// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// text ==> validate ==> parse, run passes, print ==> text
#include "amp/Register.h"
#include "lib/CAPI/Run.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/AsmState.h"
#include "mlir/Parser/Parser.h"
#include "tools/common/InputFormat.h"
#include "tools/common/InputScan.h"
#include "tools/common/TextStream.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/thread.h"

using namespace mlir;
using namespace mlir::amp;
using llvm::MemoryBuffer;

/// Rejects text that MLIR's parser must not see; rewrites JAX's i1 constants.
static bool scan(MemoryBuffer &input, AmpResult &result) {
  std::string foreign = opt::findForeignFormat(input);
  if (!foreign.empty()) {
    result.addError(foreign);
    return false;
  }
  if (opt::isBytecode(input.getBuffer()))
    return true;
  MutableArrayRef<char> text(const_cast<char *>(input.getBufferStart()),
                             input.getBufferSize());
  auto error = opt::scanInput(text, {});
  if (!error)
    return true;
  llvm::raw_string_ostream os(result.diagnostics);
  opt::printError(input, *error, os);
  return false;
}

static bool write(ModuleOp module, AmpFormat format,
                  FallbackAsmResourceMap &resources, AmpResult &result) {
  llvm::raw_string_ostream os(result.module);
  if (format == AmpFormatBytecode)
    return succeeded(
        writeBytecodeToFile(module, os, BytecodeWriterConfig(resources)));
  opt::TextStream text(os, /*unpacks=*/true);
  AsmState state(module, OpPrintingFlags(), nullptr, &resources);
  module->print(text, state);
  text << '\n';
  text.finish();
  return true;
}

static void rewrite(StringRef source, StringRef pipeline, AmpFormat format,
                    AmpResult &result) {
  auto input = MemoryBuffer::getMemBufferCopy(source, "<module>");
  if (!scan(*input, result))
    return;
  static const DialectRegistry &registry = *[] {
    auto *all = new DialectRegistry;
    registerProgramDialects(*all);
    return all;
  }();
  MLIRContext context(registry);
  context.printOpOnDiagnostic(false);
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(input), llvm::SMLoc());
  llvm::raw_string_ostream os(result.diagnostics);
  SourceMgrDiagnosticHandler handler(*sources, &context, os);
  FallbackAsmResourceMap resources;
  ParserConfig config(&context, /*verifyAfterParse=*/true, &resources);
  auto module = parseSourceFile<ModuleOp>(sources, config);
  if (!module)
    return;
  PassManager passes(&context);
  if (!capi::parse(passes, pipeline, result))
    return;
  capi::verifyAtEnd(passes);
  capi::run(passes, *module, result);
  if (result.succeeded)
    result.succeeded = write(*module, format, resources, result);
}

AmpResult *ampRewriteText(MlirStringRef module, MlirStringRef pipeline,
                          AmpFormat format) {
  auto *result = new AmpResult;
  // The parser, the passes and the printer recurse once per nesting level.
  constexpr unsigned stackBytes = 64 << 20;
  llvm::thread thread(std::optional<unsigned>(stackBytes), [&] {
    rewrite(unwrap(module), unwrap(pipeline), format, *result);
  });
  thread.join();
  return result;
}
