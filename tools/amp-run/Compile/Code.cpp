// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/amp-run/Compile/Code.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/IRBuilder.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::runner;

/// Name that no user function and no library uses.
static constexpr llvm::StringLiteral entryName = "amp_entry";

static void addEntry(llvm::Module &module, llvm::Function *callee,
                     StringRef name) {
  llvm::IRBuilder<> builder(module.getContext());
  auto *pointer = builder.getPtrTy();
  callee->setLinkage(llvm::Function::InternalLinkage);
  callee->setName("amp_main"); // a library may use the original name
  auto *entry = llvm::Function::Create(
      llvm::FunctionType::get(builder.getVoidTy(), {pointer}, false),
      llvm::Function::ExternalLinkage, name, module);
  builder.SetInsertPoint(
      llvm::BasicBlock::Create(module.getContext(), "", entry));
  SmallVector<llvm::Value *> arguments;
  for (unsigned i = 0; i < callee->arg_size(); ++i)
    arguments.push_back(builder.CreateLoad(
        pointer, builder.CreateConstGEP1_64(pointer, entry->getArg(0), i)));
  builder.CreateCall(callee, arguments);
  builder.CreateRetVoid();
}

llvm::Expected<HostCode> amp::runner::makeHostCode(ModuleOp module,
                                                   StringRef function,
                                                   StringRef entry) {
  registerBuiltinDialectTranslation(*module.getContext());
  registerLLVMDialectTranslation(*module.getContext());
  HostCode code;
  code.context = std::make_unique<llvm::LLVMContext>();
  code.module = translateModuleToLLVMIR(module, *code.context);
  if (!code.module)
    return llvm::createStringError("LLVM does not take the lowered module");
  addEntry(*code.module, code.module->getFunction(function), entry);
  return std::move(code);
}

llvm::Expected<Code>
amp::runner::makeCode(ModuleOp module, StringRef function,
                      const llvm::StringMap<void *> &functions) {
  auto host = makeHostCode(module, function, entryName);
  if (!host)
    return host.takeError();
  auto jit = Jit::create({std::move(host->module), std::move(host->context)},
                         functions);
  if (!jit)
    return jit.takeError();
  auto entry = (*jit)->find(entryName);
  if (!entry)
    return entry.takeError();
  return Code{std::move(*jit), *entry};
}
