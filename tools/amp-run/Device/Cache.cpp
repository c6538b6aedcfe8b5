// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Device/Cache.h"
#include "Device/Lowered.h"
#include "lib/Run/Device.h"
#include "lib/Support/AtomicOutput.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/xxhash.h"
#include <dlfcn.h>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::runner;

/// Identifies this build of the library or program, which determines the
/// lowering.
static std::string describeProgram() {
  Dl_info code{};
  dladdr(reinterpret_cast<const void *>(&describeProgram), &code);
  auto file = llvm::MemoryBuffer::getFile(
      code.dli_fname ? code.dli_fname : "/proc/self/exe", /*IsText=*/false,
      /*RequiresNullTerminator=*/false);
  std::string text = LLVM_VERSION_STRING;
  if (file)
    text += llvm::utohexstr(llvm::xxh3_64bits((*file)->getBuffer()));
  return text;
}

StepCache::StepCache(ModuleOp module, const CommandLine &options,
                     StringRef chip)
    : entry(options.entry) {
  std::string text;
  llvm::raw_string_ostream os(text);
  std::string program = describeProgram();
  module->print(os, OpPrintingFlags().enableDebugInfo());
  for (StringRef part :
       {StringRef(options.entry), StringRef(options.chip), chip,
        StringRef(options.products), StringRef(options.convolutions),
        StringRef(options.attention),
        StringRef(options.statesInPlace ? "in place" : ""),
        StringRef(options.timesKernels ? "noted" : ""), StringRef(program)})
    os << '\n' << part.size() << ' ' << part;
  auto hash = llvm::SHA256::hash(llvm::ArrayRef(
      reinterpret_cast<const uint8_t *>(text.data()), text.size()));
  llvm::SmallString<128> place(options.cache);
  llvm::sys::path::append(place,
                          llvm::toHex(hash, /*LowerCase=*/true) + ".step");
  path = place.str().str();
}

OwningOpRef<ModuleOp> StepCache::load(MLIRContext *context) const {
  if (!llvm::sys::fs::exists(path))
    return nullptr;
  // ignores the partial file of an interrupted process
  ScopedDiagnosticHandler quiet(context,
                                [](Diagnostic &) { return success(); });
  auto module = parseSourceFile<ModuleOp>(path, context);
  if (!module || !findLoweredEntry(*module, entry))
    return nullptr;
  return module;
}

/// gpu.binary [PTX]   ==>   gpu.binary [machine code]
static void assemble(ModuleOp lowered) {
  for (auto binary : lowered.getOps<gpu::BinaryOp>()) {
    auto object = cast<gpu::ObjectAttr>(binary.getObjects()[0]);
    if (object.getFormat() != gpu::CompilationTarget::Assembly)
      continue;
    std::string ptx = object.getObject().getValue().rtrim('\0').str();
    const void *code = nullptr;
    uint64_t bytes = amprt_assemble(ptx.c_str(), &code);
    if (!bytes)
      continue;
    Builder builder(lowered.getContext());
    auto image = builder.getStringAttr(
        StringRef(static_cast<const char *>(code), bytes));
    binary.setObjectsAttr(builder.getArrayAttr(
        {gpu::ObjectAttr::get(builder.getContext(), object.getTarget(),
                              gpu::CompilationTarget::Binary, image,
                              object.getProperties(), object.getKernels())}));
  }
}

static llvm::Error write(ModuleOp module, StringRef path) {
  StringRef folder = llvm::sys::path::parent_path(path);
  if (std::error_code error = llvm::sys::fs::create_directories(folder))
    return llvm::createStringError("cannot make '" + folder +
                                   "': " + error.message());
  auto output = AtomicOutput::open(path);
  if (!output)
    return output.takeError();
  if (failed(writeBytecodeToFile(module, (*output)->os())))
    return llvm::createStringError("cannot write '" + path + "'");
  return (*output)->keep();
}

void StepCache::store(ModuleOp lowered) const {
  assemble(lowered);
  if (llvm::Error error = write(lowered, path))
    llvm::WithColor::warning()
        << "the lowered step is not kept: " << llvm::toString(std::move(error))
        << '\n';
}
