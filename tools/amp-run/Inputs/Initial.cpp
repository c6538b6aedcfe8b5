// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/amp-run/Inputs/Initial.h"
#include "tools/amp-run/Compile/Program.h"

#include "dialects/amp/IR/Amp.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::runner;

static constexpr StringLiteral stateName = "amp.state";

namespace {
/// Initializer function; `takes` and `makes` are arguments of the entry.
struct Initializer {
  func::FuncOp function;
  SmallVector<unsigned> takes, makes;
};
} // namespace

/// Returns the argument of `entry` with this amp.state.
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

/// Compiles a function without the rest of its module.
static FailureOr<Program> compileAlone(func::FuncOp function) {
  OwningOpRef<ModuleOp> module = function->getParentOfType<ModuleOp>().clone();
  for (func::FuncOp other :
       llvm::make_early_inc_range(module->getOps<func::FuncOp>()))
    if (other.getName() != function.getName())
      other.erase();
  return Program::compile(std::move(module), function.getName());
}

/// Runs an initializer. Sets the arguments of the entry for which `isSet`
/// returns true.
static LogicalResult run(const Initializer &initializer,
                         llvm::MutableArrayRef<Argument> arguments,
                         llvm::function_ref<bool(unsigned)> isSet) {
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
    if (isSet(number))
      arguments[number] = {std::move(array), 0};
  return success();
}

LogicalResult
amp::runner::initialize(func::FuncOp entry, const llvm::BitVector &missing,
                        llvm::MutableArrayRef<Argument> arguments) {
  for (const Initializer &initializer : findInitializers(entry)) {
    if (llvm::none_of(initializer.makes,
                      [&](unsigned number) { return missing[number]; }))
      continue;
    if (failed(run(initializer, arguments,
                   [&](unsigned number) { return missing[number]; })))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Integer weights
//===----------------------------------------------------------------------===//

static StringRef roleOf(func::FuncOp entry, unsigned argument) {
  auto role =
      entry.getArgAttrOfType<StringAttr>(argument, AmpDialect::roleAttrName);
  return role ? role.getValue() : StringRef();
}

static std::string nameOf(func::FuncOp entry, unsigned argument) {
  auto name = entry.getArgAttrOfType<StringAttr>(argument, stateName);
  return name ? name.str() : std::to_string(argument);
}

static std::string text(double number) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%g", number);
  return text;
}

InitialWeights::InitialWeights(func::FuncOp entry) : entry(entry) {
  if (!entry)
    return;
  auto found = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      entry,
      StringAttr::get(entry.getContext(), entry.getName() + "_init_weights"));
  if (!found || found.isExternal())
    return;
  for (unsigned i = 0; i < found.getNumArguments(); ++i) {
    auto number = findState(entry, found.getArgAttr(i, stateName), false);
    if (!number)
      return;
    takes.push_back(*number);
  }
  for (unsigned i = 0; i < found.getNumResults(); ++i) {
    bool isAppended =
        found.getResultAttr(i, AmpDialect::roleAttrName) != nullptr;
    auto number =
        findState(entry, found.getResultAttr(i, stateName), isAppended);
    if (!number ||
        entry.getArgumentTypes()[*number] != found.getResultTypes()[i])
      return;
    makes.push_back(*number);
  }
  function = found;
}

llvm::Expected<bool> InitialWeights::areGiven(const InputFile *file,
                                              Signature &signature) {
  if (!function)
    return false;
  auto typeOf = [&](unsigned i) {
    return cast<RankedTensorType>(function.getArgumentTypes()[i]);
  };
  for (unsigned i = 0; file && i < takes.size(); ++i) {
    auto isF32 = isGivenAs(*file, signature, takes[i], typeOf(i));
    if (!isF32)
      return isF32.takeError();
    if (!*isF32)
      return false;
  }
  for (unsigned i = 0; i < takes.size(); ++i)
    signature.arguments[takes[i]] = typeOf(i);
  return true;
}

void InitialWeights::addOptional(llvm::BitVector &optional) const {
  for (unsigned number : makes)
    if (function && !llvm::is_contained(takes, number))
      optional.set(number);
}

llvm::Error InitialWeights::check(bool areF32,
                                  const llvm::BitVector &missing) const {
  for (unsigned number : makes) {
    if (llvm::is_contained(takes, number) || missing[number] == areF32)
      continue;
    std::string which =
        "in_" + std::to_string(number) + " ('" + nameOf(entry, number) + "')";
    if (areF32)
      return llvm::createStringError(
          "expects f32 weights alone, which start anew, or integers with "
          "their accumulators, but got f32 weights and " +
          which);
    return llvm::createStringError(
        "expects accumulators and scales beside integer weights, but the "
        "inputs have no " +
        which + "; give all states of the checkpoint, or f32 weights");
  }
  return llvm::Error::success();
}

LogicalResult
InitialWeights::set(llvm::MutableArrayRef<Argument> arguments) const {
  return ::run({function, takes, makes}, arguments,
               [](unsigned) { return true; });
}

llvm::Error
InitialWeights::checkScales(llvm::ArrayRef<Argument> arguments) const {
  for (unsigned number : makes) {
    if (roleOf(entry, number) != "epsilon")
      continue;
    const Array &array = arguments[number].array;
    llvm::ArrayRef<float> values(
        reinterpret_cast<const float *>(array.data.get()),
        array.bytes() / sizeof(float));
    for (float value : values)
      if (llvm::APFloat(value).getExactLog2() == INT_MIN || value <= 0)
        return llvm::createStringError(
            "expects positive powers of two as in_" + llvm::Twine(number) +
            " ('" + nameOf(entry, number) + "'), but got " + text(value));
  }
  return llvm::Error::success();
}
