// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Inputs.h"

#include "dialects/amp/IR/Amp.h"
#include "tools/amp-run/Inputs/Match.h"
#include "tools/amp-run/Inputs/States.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Support/FileSystem.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::runner;
using namespace mlir::amp::mutate;

/// Returns the factor of a step's slice; infinity replaces one element.
static double factorAt(unsigned step) {
  switch (step) {
  case 5:
    return 1e5;
  case 9:
    return 1e30;
  case 13:
    return HUGE_VAL;
  case 16:
    return 1e-6;
  default:
    return 1;
  }
}

/// Initial values of scaler states: growth is due soon, hysteresis is left.
static std::optional<double> scalerValue(StringRef role) {
  if (role == "scale" || role == "next_scale")
    return 65536;
  if (role == "growth_tracker")
    return 990;
  if (role == "hysteresis")
    return 2;
  if (role == "skipped" || role == "bad_steps" || role == "at_min")
    return 0;
  return std::nullopt;
}

static double valueAt(const Array &array, uint64_t i) {
  return decode(*array.element, array.data.get() + i * array.element->bytes);
}

static void setValue(Array &array, uint64_t i, double value) {
  encode(*array.element, value, array.data.get() + i * array.element->bytes);
}

/// Fills `array` with the data of `file` if it has as many elements, else with
/// random numbers. `isPositive`: the role is unknown, and second moments must
/// not be negative.
static void fill(Array &array, const InputFile *file, unsigned number,
                 bool isPositive) {
  bool isFloat = array.element->kind == Kind::Float;
  for (uint64_t i = 0; i < array.count() && isFloat && isPositive; ++i)
    setValue(array, i, std::abs(valueAt(array, i)));
  std::string name = "in_" + std::to_string(number);
  if (!file || !llvm::is_contained(file->names(), name))
    return;
  auto given = file->load(name);
  if (!given)
    return llvm::consumeError(given.takeError());
  for (uint64_t i = 0; i < array.count() && given->count() == array.count();
       ++i)
    setValue(array, i, valueAt(*given, i));
}

static Array slicesOf(const Array &array) {
  SmallVector<int64_t> shape = {numSteps};
  llvm::append_range(shape, array.shape);
  Array slices = Array::make(*array.element, shape);
  uint64_t count = array.count();
  for (unsigned step = 0; step < numSteps; ++step)
    for (uint64_t i = 0; i < count; ++i) {
      double value = valueAt(array, i), factor = factorAt(step);
      bool isInfinite = std::isinf(factor);
      setValue(slices, step * count + i,
               !isInfinite ? value * factor
               : i == 0    ? HUGE_VAL
                           : value);
    }
  return slices;
}

llvm::Expected<bool> amp::mutate::writeInputs(func::FuncOp entry,
                                              InputKind kind, StringRef data,
                                              StringRef path) {
  Signature signature{entry.getName().str(), {}, {}};
  for (Type type : entry.getArgumentTypes()) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || !tensor.hasStaticShape() ||
        !findElement(tensor.getElementType()))
      return llvm::createStringError("argument of type without arrays");
    signature.arguments.push_back(tensor);
  }
  // Functions that pad or convert states have state arguments without results:
  // errors of findStates are ignored.
  FailureOr<States> states = failure();
  {
    ScopedDiagnosticHandler silent(entry.getContext(),
                                   [](Diagnostic &) { return success(); });
    states = findStates(entry);
  }
  llvm::SmallSet<unsigned, 16> carried;
  if (succeeded(states))
    for (States::Pair pair : states->pairs)
      carried.insert(pair.argument);
  std::optional<InputFile> file;
  if (llvm::sys::fs::exists(data)) {
    auto opened = InputFile::open(data);
    if (!opened)
      return opened.takeError();
    file.emplace(std::move(*opened));
  }
  auto arguments = generateArguments(signature, kind == InputKind::ordinary);
  bool hasSlices = false;
  std::vector<NamedArray> named;
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    Array &array = argument.array;
    fill(array, file ? &*file : nullptr, i, /*isPositive=*/true);
    auto role = entry.getArgAttrOfType<StringAttr>(i, AmpDialect::roleAttrName);
    bool isScale = role && role.getValue() == "epsilon";
    for (uint64_t j = 0; isScale && j < array.count(); ++j)
      setValue(array, j, std::ldexp(1, -int(j % 3)));
    if (auto value = role ? scalerValue(role) : std::nullopt)
      setValue(array, 0, *value);
    else if (kind == InputKind::overflowing && succeeded(states) &&
             !carried.contains(i) && array.element->kind == Kind::Float &&
             array.count() > 0) {
      array = slicesOf(array);
      hasSlices = true;
    }
    named.push_back({"in_" + std::to_string(i), &array});
  }
  if (llvm::Error error = writeArrays(path, named))
    return std::move(error);
  return hasSlices || !carried.empty();
}
