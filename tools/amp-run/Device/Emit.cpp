// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// llvm.func @main(!llvm.ptr, ...)   ==>   step.o: void step(void **buffers)
//                                         step.h: its name, types and sizes
#include "Device/Emit.h"
#include "lib/Support/AtomicOutput.h"
#include "tools/amp-run/Compile/Code.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::runner;

/// Targets any CPU of the host architecture: the code only calls the runtime.
static std::unique_ptr<llvm::TargetMachine> makeMachine(std::string &error) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::Triple triple(llvm::sys::getDefaultTargetTriple());
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return nullptr;
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, "", "", llvm::TargetOptions(), llvm::Reloc::PIC_));
}

static llvm::Error writeObject(llvm::Module &module, StringRef path) {
  std::string error;
  auto machine = makeMachine(error);
  if (!machine)
    return llvm::createStringError("cannot make native code: " + error);
  module.setDataLayout(machine->createDataLayout());
  module.setTargetTriple(machine->getTargetTriple());
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream os(bytes);
  llvm::legacy::PassManager passes;
  if (machine->addPassesToEmitFile(passes, os, nullptr,
                                   llvm::CodeGenFileType::ObjectFile))
    return llvm::createStringError("cannot write object files here");
  passes.run(module);
  auto output = AtomicOutput::open(path);
  if (!output)
    return output.takeError();
  (*output)->os().write(bytes.data(), bytes.size());
  return (*output)->keep();
}

static llvm::Error writeHeader(StringRef path, StringRef name,
                               const EmittedStep &step) {
  auto output = AtomicOutput::open(path);
  if (!output)
    return output.takeError();
  printHeader((*output)->os(), name, step);
  return (*output)->keep();
}

/// Returns a C identifier from a file name.
static std::string nameOf(StringRef path) {
  std::string name = llvm::sys::path::stem(path).str();
  for (char &c : name)
    if (!llvm::isAlnum(c))
      c = '_';
  return llvm::isDigit(name[0]) ? "_" + name : name;
}

static llvm::Error emit(ModuleOp module, StringRef entry,
                        const EmittedStep &step, StringRef path) {
  std::string name = nameOf(path);
  embedKernels(module);
  auto code = makeHostCode(module, entry, name);
  if (!code)
    return code.takeError();
  if (llvm::Error error = writeObject(*code->module, path))
    return error;
  llvm::SmallString<128> header(path);
  llvm::sys::path::replace_extension(header, "h");
  return writeHeader(header, name, step);
}

LogicalResult amp::runner::emitObject(ModuleOp module, StringRef entry,
                                      const EmittedStep &step, StringRef path) {
  llvm::Error error = emit(module, entry, step, path);
  if (!error)
    return success();
  llvm::WithColor::error() << llvm::toString(std::move(error)) << '\n';
  return failure();
}
