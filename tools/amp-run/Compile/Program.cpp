// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// func @main(%a: tensor<4xf32>) -> tensor<4xf32>
//   ==>   void amp_entry(void **), which takes memref descriptors
#include "tools/amp-run/Compile/Program.h"
#include "amp/Pipelines.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Pass/PassManager.h"
#include "tools/amp-run/Compile/Code.h"
#include "tools/amp-run/Compile/Constants.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::runner;

/// Name that no user function and no library uses.
static constexpr StringLiteral mainName = "amp_main";

struct Program::State {
  SmallVector<RankedTensorType> arguments, results;
  Code code;
};

Program::Program(std::unique_ptr<State> state) : state(std::move(state)) {}
Program::Program(Program &&) = default;
Program::~Program() = default;

ArrayRef<RankedTensorType> Program::argumentTypes() const {
  return state->arguments;
}
ArrayRef<RankedTensorType> Program::resultTypes() const {
  return state->results;
}

func::FuncOp amp::runner::findEntry(ModuleOp module, StringRef name) {
  auto entry = module.lookupSymbol<func::FuncOp>(name);
  if (entry && !entry.isExternal())
    return entry;
  std::string names;
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isPublic() && !function.isExternal())
      names += (names.empty() ? ": it has '" : ", '") +
               function.getName().str() + "'";
  module.emitError() << "the module has no function '" << name << "' to run"
                     << (names.empty() ? ", nor any other" : names);
  return nullptr;
}

static SmallVector<RankedTensorType> tensorsOf(TypeRange types) {
  return llvm::map_to_vector(types, llvm::CastTo<RankedTensorType>);
}

/// Fails for recursive functions.
static LogicalResult checkCalls(func::FuncOp function, SymbolTable &symbols,
                                SetVector<Operation *> &path) {
  if (path.contains(function))
    return function.emitError()
           << "cannot compile '" << function.getName() << "': it calls itself";
  path.insert(function);
  auto result = function.walk([&](func::CallOp call) {
    auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
    return callee && failed(checkCalls(callee, symbols, path))
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  path.remove(function);
  return failure(result.wasInterrupted());
}

/// Makes the entry the only public function and gives it a unique name.
static LogicalResult isolateEntry(ModuleOp module, func::FuncOp entry) {
  SymbolTable symbols(module);
  SetVector<Operation *> path;
  if (failed(checkCalls(entry, symbols, path)))
    return failure();
  for (auto function : module.getOps<func::FuncOp>())
    function.setPrivate();
  entry.setPublic();
  entry.removeArgAttrsAttr(); // unknown to the following passes
  entry.removeResAttrsAttr();
  Builder builder(module.getContext());
  for (unsigned i = 0; i < entry.getNumArguments();
       ++i) // arguments are owned by the caller
    entry.setArgAttr(i, bufferization::BufferizationDialect::kWritableAttrName,
                     builder.getBoolAttr(false));
  entry->setAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName(),
                 UnitAttr::get(module.getContext()));
  return symbols.rename(entry, mainName);
}

FailureOr<Program> Program::compile(OwningOpRef<ModuleOp> module,
                                    StringRef name,
                                    const llvm::StringMap<void *> &functions) {
  func::FuncOp entry = findEntry(*module, name);
  if (!entry)
    return failure();
  auto state = std::make_unique<State>();
  state->arguments = tensorsOf(entry.getArgumentTypes());
  state->results = tensorsOf(entry.getResultTypes());
  if (failed(isolateEntry(*module, entry)))
    return failure();
  PassManager passes(module->getContext());
  passes.enableVerifier(verifiesEachPass());
  buildCpuPipeline(passes);
  if (failed(passes.run(*module)))
    return failure();
  for (auto function : module->getOps<LLVM::LLVMFuncOp>())
    if (function.isExternal() || function.getName() == mainName)
      function.removeArgAttrsAttr(); // only earlier passes use them
  llvm::StringMap<void *> symbols = shareLargeConstants(*module);
  for (const auto &function : functions)
    symbols[function.getKey()] = function.getValue();
  auto code = makeCode(*module, ("_mlir_ciface_" + mainName).str(), symbols);
  if (!code) {
    module->emitError() << "cannot make native code: "
                        << llvm::toString(code.takeError());
    return failure();
  }
  state->code = std::move(*code);
  return Program(std::move(state));
}

/// Returns the arguments of a lowered function for a dense array: allocated and
/// aligned pointer, offset, sizes, strides.
static SmallVector<int64_t> describe(const void *array,
                                     ArrayRef<int64_t> shape) {
  auto address = static_cast<int64_t>(reinterpret_cast<intptr_t>(array));
  SmallVector<int64_t> descriptor = {address, address, 0};
  descriptor.append(shape.begin(), shape.end());
  int64_t stride = 1;
  for (int64_t size : llvm::reverse(shape)) {
    descriptor.insert(descriptor.begin() + 3 + shape.size(), stride);
    stride *= size;
  }
  return descriptor;
}

void Program::run(ArrayRef<const void *> arguments,
                  ArrayRef<void *> results) const {
  std::vector<SmallVector<int64_t>> descriptors;
  for (auto [array, type] : llvm::zip_equal(arguments, state->arguments))
    descriptors.push_back(describe(array, type.getShape()));
  for (auto [array, type] : llvm::zip_equal(results, state->results))
    descriptors.push_back(describe(array, type.getShape()));
  SmallVector<void *> addresses;
  for (SmallVector<int64_t> &descriptor : descriptors)
    addresses.push_back(descriptor.data());
  state->code.entry(addresses.data());
}
