// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Case.h"
#include "amp/Pipelines.h"
#include "dialects/amp/IR/Amp.h"
#include "dialects/amp/IR/AmpMarks.h"
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "mlir/Pass/PassManager.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

//===- Options
//--------------------------------------------------------------===//

StringRef fuzz::optionOf(StringRef options, StringRef key) {
  SmallVector<StringRef> words;
  options.split(words, ' ', -1, false);
  for (StringRef word : words)
    if (word.split('=').first == key)
      return word.split('=').second;
  return "";
}

std::string fuzz::withOption(StringRef options, StringRef key,
                             StringRef value) {
  SmallVector<StringRef> words;
  options.split(words, ' ', -1, false);
  std::string result;
  for (StringRef word : words)
    if (word.split('=').first != key)
      result += (result.empty() ? "" : " ") + word.str();
  return value.empty() ? result : result + " " + (key + "=" + value).str();
}

static StringRef drawPreset(Random &random, bool isF16) {
  static const StringRef any[] = {"contractions", "torch-cuda", "paddle-o1",
                                  "paddle-o2",    "paddle-od",  "mxnet",
                                  "apex-o1",      "apex-o2",    "apex-o3",
                                  "tvm",          "tf"};
  if (random.chance(50))
    return "";
  StringRef preset = any[random.below(std::size(any))];
  if (preset == "tf" && !isF16)
    return "tf-bf16";
  return preset;
}

std::string fuzz::drawOptions(Random &random, bool isTraining) {
  bool isF16 = random.chance(65);
  std::string options = isF16 ? "compute=f16" : "compute=bf16";
  auto add = [&](const Twine &text) { options += (" " + text).str(); };
  if (StringRef preset = drawPreset(random, isF16); !preset.empty())
    add("preset=" + preset);
  if (random.chance(35))
    add("solver=paint");
  if (random.chance(10))
    add(isF16 ? "io=f16" : "io=bf16");
  if (random.chance(10))
    add(random.chance(50) ? "f32=strict" : "f32=tf32");
  if (random.chance(8))
    add(random.chance(50) ? "reduce=low" : "reduce=f32");
  if (random.chance(15))
    add(random.chance(70) ? "align=always" : "align=profitable");
  static const StringRef chips[] = {"cpu", "sm_70", "sm_80", "sm_100"};
  bool isAligned = StringRef(options).contains("align=");
  if (random.chance(30)) // alignment applies to GPUs only
    add("chip=" + chips[isAligned ? 2 + random.below(2) : random.below(4)]);
  if (!isTraining)
    return options;
  int dice = random.below(10);
  if (dice < 5)
    add("loss-scale=static:" + Twine(int64_t(1) << random.between(1, 15)));
  else if (dice < 9) {
    add("loss-scale=dynamic");
    static const StringRef scalers[] = {
        "apex",     "deepspeed", "flax",   "jmp",           "keras",
        "megatron", "mxnet",     "paddle", "paddle-kernel", "torch"};
    if (random.chance(40))
      add("scaler=" + scalers[random.below(std::size(scalers))]);
  }
  if (random.chance(20))
    add(random.chance(70) ? "weights=master" : "weights=pure");
  return options;
}

//===- Rewriting
//------------------------------------------------------------===//

std::string fuzz::textOf(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module.print(os);
  return text;
}

bool fuzz::hasMarks(ModuleOp module) {
  bool found = false;
  module.walk([&](Operation *op) {
    auto composite = dyn_cast<stablehlo::CompositeOp>(op);
    found |=
        isa<SeedOp>(op) || (composite && composite.getName() == "amp.seed");
  });
  return found;
}

func::FuncOp fuzz::mainOf(ModuleOp module) {
  if (auto main = module.lookupSymbol<func::FuncOp>("main"))
    return main;
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isPublic() && !function.isExternal())
      return function;
  return {};
}

Rewritten fuzz::rewrite(ModuleOp input, StringRef options) {
  Rewritten result;
  OwningOpRef<ModuleOp> copy = input.clone();
  ScopedDiagnosticHandler handler(
      input.getContext(), [&](Diagnostic &diagnostic) {
        Diagnosed said{diagnostic.getLocation(), diagnostic.str()};
        if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
          result.errors.push_back(said);
        else if (diagnostic.getSeverity() == DiagnosticSeverity::Warning)
          result.warnings.push_back(said);
        return success();
      });
  AmpOptions parsed;
  if (failed(parsed.parseFromString(options, llvm::errs())))
    return result;
  PassManager passes(input.getContext());
  buildAmpPipeline(passes, parsed);
  if (succeeded(passes.run(*copy)))
    result.module = std::move(copy);
  return result;
}

//===- Execution
//------------------------------------------------------------===//

Run fuzz::execute(ModuleOp module, ArrayRef<Tensor> arguments,
                  InterpreterOptions options, Observer observer) {
  Interpreter interpreter(module, options);
  interpreter.setObserver(std::move(observer));
  Run run;
  run.results = interpreter.run(mainOf(module), arguments);
  run.error = interpreter.error;
  run.wasUnsupported = interpreter.wasUnsupported;
  return run;
}

/// Draws a number; all numbers of an array share `style` and `magnitude`.
static double drawReal(Random &random, int style, double magnitude) {
  double unit = 2 * random.unit() - 1;
  if (style == 0)
    return (random.unit() + random.unit() + random.unit() + random.unit() - 2) *
           1.7; // approximately normal
  if (style == 1)
    return double(random.between(-4, 4)) / 2;
  return unit * magnitude;
}

static void fill(Tensor &tensor, Random &random, RangeAttr range) {
  const Format &format = tensor.format();
  int style = random.below(3);
  static const double magnitudes[] = {1, 0.01, 30, 1000, 1e-4};
  double magnitude = magnitudes[random.below(random.chance(70) ? 2 : 5)];
  for (Cell &cell : tensor.cells)
    if (format.isFloat()) {
      double value = drawReal(random, style, magnitude);
      if (range) {
        double low = range.getLo().convertToDouble(),
               high = range.getHi().convertToDouble();
        int dice = random.below(6);
        value = dice == 0   ? low
                : dice == 1 ? high
                            : low + (high - low) * random.unit();
      }
      cell.f = roundTo(format, value);
    } else if (format.kind == Kind::boolean)
      cell.i = random.below(2);
    else if (format.kind == Kind::unsignedInteger && format.bits >= 32 &&
             random.chance(50))
      cell.i = wrapTo(format, random.next());
    else
      cell.i = wrapTo(
          format,
          random.between(format.kind == Kind::unsignedInteger ? 0 : -1, 5));
}

SmallVector<Tensor> fuzz::drawArguments(func::FuncOp main, uint64_t seed) {
  SmallVector<Tensor> arguments;
  for (auto [i, type] : llvm::enumerate(main.getArgumentTypes())) {
    Random random(seed * 1000003 + i);
    auto ranked = dyn_cast<RankedTensorType>(type);
    if (!ranked || !ranked.hasStaticShape())
      return {};
    Tensor tensor(ranked);
    fill(tensor, random, main.getArgAttrOfType<RangeAttr>(i, "amp.range"));
    arguments.push_back(std::move(tensor));
  }
  return arguments;
}

/// Appends the results of the initialization function `name`, if it exists.
static bool appendFirst(ModuleOp module, StringRef name,
                        ArrayRef<Tensor> arguments, InterpreterOptions options,
                        SmallVectorImpl<Tensor> &all) {
  auto function = module.lookupSymbol<func::FuncOp>(name);
  if (!function)
    return true;
  SmallVector<Tensor> taken;
  // Its arguments have the names of arguments of @main.
  func::FuncOp main = mainOf(module);
  unsigned next = 0;
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    Attribute state = function.getArgAttr(i, "amp.state");
    unsigned at = 0;
    for (at = 0; at < arguments.size(); ++at)
      if (state ? main.getArgAttr(at, "amp.state") == state
                : at >= next && main.getArgumentTypes()[at] ==
                                    function.getArgumentTypes()[i])
        break;
    if (at == arguments.size())
      return false;
    next = at + 1;
    taken.push_back(arguments[at]);
  }
  Interpreter interpreter(module, options);
  Interpreter::Values first = interpreter.run(function, taken);
  all.append(first.begin(), first.end());
  return !interpreter.failed();
}

std::optional<SmallVector<Tensor>>
fuzz::extendArguments(ModuleOp module, ArrayRef<Tensor> arguments,
                      InterpreterOptions options) {
  func::FuncOp main = mainOf(module);
  if (!main || main.getNumArguments() < arguments.size())
    return std::nullopt;
  SmallVector<Tensor> all(arguments);
  std::string name = main.getName().str();
  // A narrowed argument takes the same numbers, rounded.
  for (auto [tensor, type] : llvm::zip(all, main.getArgumentTypes())) {
    Type element = cast<RankedTensorType>(type).getElementType();
    if (element == tensor.element)
      continue;
    tensor.element = element;
    if (options.rounding == Rounding::each)
      for (Cell &cell : tensor.cells)
        cell.f = roundTo(tensor.format(), cell.f);
  }
  if (!appendFirst(module, name + "_init_shadows", arguments, options, all) ||
      !appendFirst(module, name + "_init_scaler", arguments, options, all) ||
      all.size() != main.getNumArguments())
    return std::nullopt;
  return all;
}
