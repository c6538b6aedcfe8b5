// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/amp-run/Inputs/Initial.h"
#include "tools/amp-run/Compile/Program.h"

#include "dialects/amp/IR/Amp.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::runner;

static constexpr StringLiteral stateName = "amp.state";

namespace {
/// An initializer, and the arguments of the entry that it takes and makes.
struct Initializer {
  func::FuncOp function;
  SmallVector<unsigned> takes, makes;
};
} // namespace

/// The argument of `entry` with this amp.state.
static std::optional<unsigned> findState(func::FuncOp entry, Attribute state,
                                         bool isAppended) {
  for (unsigned i = 0; state && i < entry.getNumArguments(); ++i)
    if (entry.getArgAttr(i, stateName) == state &&
        (entry.getArgAttr(i, AmpDialect::roleAttrName) != nullptr) ==
            isAppended)
      return i;
  return std::nullopt;
}

static std::optional<Initializer> match(func::FuncOp entry,
                                        func::FuncOp function) {
  Initializer found{function, {}, {}};
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    auto number = findState(entry, function.getArgAttr(i, stateName), false);
    if (!number ||
        entry.getArgumentTypes()[*number] != function.getArgumentTypes()[i])
      return std::nullopt;
    found.takes.push_back(*number);
  }
  for (unsigned i = 0; i < function.getNumResults(); ++i) {
    auto number = findState(entry, function.getResultAttr(i, stateName), true);
    if (!number ||
        entry.getArgumentTypes()[*number] != function.getResultTypes()[i])
      return std::nullopt;
    found.makes.push_back(*number);
  }
  return found;
}

static SmallVector<Initializer, 2> findInitializers(func::FuncOp entry) {
  SmallVector<Initializer, 2> found;
  for (StringRef suffix : {"_init_scaler", "_init_shadows"}) {
    auto function = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
        entry, StringAttr::get(entry.getContext(), entry.getName() + suffix));
    if (!function || function.isExternal())
      continue;
    if (auto matched = match(entry, function))
      found.push_back(std::move(*matched));
  }
  return found;
}

llvm::BitVector amp::runner::findInitialized(func::FuncOp entry) {
  llvm::BitVector found(entry.getNumArguments());
  for (const Initializer &initializer : findInitializers(entry))
    for (unsigned number : initializer.makes)
      found.set(number);
  return found;
}

/// Compiles a function without the others of its module.
static FailureOr<Program> compileAlone(func::FuncOp function) {
  OwningOpRef<ModuleOp> module = function->getParentOfType<ModuleOp>().clone();
  for (func::FuncOp other :
       llvm::make_early_inc_range(module->getOps<func::FuncOp>()))
    if (other.getName() != function.getName())
      other.erase();
  return Program::compile(std::move(module), function.getName());
}

LogicalResult
amp::runner::initialize(func::FuncOp entry, const llvm::BitVector &missing,
                        llvm::MutableArrayRef<Argument> arguments) {
  for (const Initializer &initializer : findInitializers(entry)) {
    if (llvm::none_of(initializer.makes,
                      [&](unsigned number) { return missing[number]; }))
      continue;
    FailureOr<Program> program = compileAlone(initializer.function);
    if (failed(program))
      return failure();
    SmallVector<const void *> takes;
    for (unsigned number : initializer.takes)
      takes.push_back(arguments[number].atStep(0));
    std::vector<Array> made;
    SmallVector<void *> results;
    for (RankedTensorType type : program->resultTypes()) {
      made.push_back(
          Array::make(*findElement(type.getElementType()), type.getShape()));
      results.push_back(made.back().data.get());
    }
    program->run(takes, results);
    for (auto [number, array] : llvm::zip_equal(initializer.makes, made))
      if (missing[number])
        arguments[number] = {std::move(array), 0};
  }
  return success();
}
