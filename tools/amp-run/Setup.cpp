// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Setup.h"
#include "Device/Lowered.h"
#include "tools/amp-run/Inputs/Initial.h"

#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::runner;

static LogicalResult fail(const llvm::Twine &message) {
  llvm::WithColor::error() << message << '\n';
  return failure();
}

static LogicalResult fail(llvm::Error error) {
  return fail(llvm::toString(std::move(error)));
}

static FailureOr<Signature> findSignature(FunctionOpInterface entry,
                                          TypeRange arguments,
                                          TypeRange results) {
  Signature signature{entry.getName().str(), {}, {}};
  auto collect = [&](StringRef what, TypeRange types, auto &into) {
    for (auto [i, type] : llvm::enumerate(types)) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      if (!tensor || !tensor.hasStaticShape() ||
          !findElement(tensor.getElementType()))
        return entry.emitError()
               << "expects tensors of static shape and of numbers to run '"
               << entry.getName() << "', but " << what << " " << i << " is "
               << type;
      into.push_back(tensor);
    }
    return InFlightDiagnostic();
  };
  if (failed(collect("argument", arguments, signature.arguments)) ||
      failed(collect("result", results, signature.results)))
    return failure();
  return signature;
}

/// Returns arguments without data, for uses that do not access it.
static std::vector<Argument> unsetArguments(const Signature &signature) {
  std::vector<Argument> arguments;
  for (RankedTensorType type : signature.arguments)
    arguments.push_back(
        {Array::shaped(*findElement(type.getElementType()), type.getShape()),
         0});
  return arguments;
}

static FailureOr<std::vector<Argument>>
makeArguments(const CommandLine &options, const Signature &signature,
              func::FuncOp entry) {
  InitialWeights weights(entry);
  Signature given = signature;
  if (options.generates) {
    bool areF32 = llvm::cantFail(weights.areGiven(nullptr, given));
    std::vector<Argument> arguments = generateArguments(
        given, options.seed,
        entry ? findDrawings(entry) : llvm::SmallVector<Drawing>());
    if (areF32 && failed(weights.set(arguments)))
      return failure();
    return arguments;
  }
  if (options.inputs.empty()) {
    if (signature.arguments.empty() || options.device == "trace" ||
        !options.object.empty())
      return unsetArguments(signature);
    return fail("'" + signature.name + "' takes " +
                llvm::Twine(signature.arguments.size()) +
                " arrays: name a file with --inputs, or make them up with "
                "--generate");
  }
  auto file = InputFile::open(options.inputs);
  if (!file)
    return fail(file.takeError());
  auto areF32 = weights.areGiven(&*file, given);
  if (!areF32)
    return fail(areF32.takeError());
  auto missing = entry ? findInitialized(entry)
                       : llvm::BitVector(signature.arguments.size());
  weights.addOptional(missing);
  auto arguments =
      loadArguments(*file, given, options.steps.has_value(), missing);
  if (!arguments)
    return fail(arguments.takeError());
  if (llvm::Error error = weights.check(*areF32, missing))
    return fail(std::move(error));
  if (*areF32 && failed(weights.set(*arguments)))
    return failure();
  if (llvm::Error error = weights.checkScales(*arguments))
    return fail(std::move(error));
  if (missing.any() && failed(initialize(entry, missing, *arguments)))
    return failure();
  return std::move(*arguments);
}

/// Parses amp.states = array<i64: result, argument, ...>.
static FailureOr<States> pairsOf(LLVM::LLVMFuncOp entry) {
  States states;
  auto numbers = entry->getAttrOfType<DenseI64ArrayAttr>("amp.states");
  for (unsigned i = 0; numbers && i + 1 < unsigned(numbers.size()); i += 2)
    states.pairs.push_back({unsigned(numbers[i]), unsigned(numbers[i + 1])});
  return states;
}

/// Verifies that a second step is meaningful.
static LogicalResult checkStates(const Setup &setup, Operation *entry) {
  const States &states = setup.states;
  llvm::ArrayRef<Argument> arguments = setup.arguments;
  bool hasSlices = llvm::any_of(
      arguments, [](const Argument &argument) { return argument.slices; });
  if (states.pairs.empty() && !hasSlices)
    return entry->emitError()
           << "cannot run '" << setup.signature.name
           << "' in steps: it has no state (marks amp.state, attributes "
              "amp.state, or tf.aliasing_output), and no input has slices";
  for (States::Pair pair : states.pairs)
    if (arguments[pair.argument].slices)
      return entry->emitError()
             << "expects one value for state " << pair.argument << ", but in_"
             << pair.argument << " has slices";
  if (states.isByAliasing)
    llvm::WithColor::warning()
        << "states are paired by tf.aliasing_output, which names buffers of "
           "the same shape and not always the same state\n";
  return success();
}

static llvm::Error checkOutputNames(const CommandLine &options,
                                    const Setup &setup) {
  if (!options.outputs.empty())
    if (llvm::Error error = checkOutputName("--outputs", options.outputs,
                                            setup.signature.results.size()))
      return error;
  if (setup.history)
    return checkOutputName("--history", options.history,
                           setup.history->results.size());
  return llvm::Error::success();
}

FailureOr<Setup> Setup::make(ModuleOp module, const CommandLine &options) {
  LLVM::LLVMFuncOp lowered = findLoweredEntry(module, options.entry);
  if (lowered && options.device.empty())
    return lowered.emitError()
           << "cannot run '" << options.entry
           << "' on this processor: it was lowered for a GPU: expects "
              "--target=cuda or amp-run trace";
  if (lowered && options.checks)
    return lowered.emitError() << "amp-run check runs a module on this "
                                  "processor too: expects one that "
                                  "was not lowered for a GPU";
  auto entry = lowered ? nullptr : findEntry(module, options.entry);
  if (!lowered && !entry)
    return failure();
  auto signature =
      lowered ? findSignature(lowered, typesOf(lowered, "amp.arguments"),
                              typesOf(lowered, "amp.results"))
              : findSignature(entry, entry.getArgumentTypes(),
                              entry.getResultTypes());
  if (failed(signature))
    return failure();
  Setup setup{std::move(*signature), {}, {}, {}, {}};
  if (entry)
    setup.overflow = OverflowReport::find(entry);
  if (!options.history.empty()) {
    auto history = History::make(setup.signature, options.kept, *options.steps);
    if (!history)
      return fail(history.takeError());
    setup.history = std::move(*history);
  }
  if (llvm::Error error = checkOutputNames(options, setup))
    return fail(std::move(error));
  auto arguments = makeArguments(options, setup.signature, entry);
  if (failed(arguments))
    return failure();
  setup.arguments = std::move(*arguments);
  if (!options.steps && options.object.empty())
    return setup;
  auto states = lowered ? pairsOf(lowered) : findStates(entry);
  if (failed(states))
    return failure();
  setup.states = std::move(*states);
  Operation *function = lowered ? lowered.getOperation() : entry.getOperation();
  if (options.steps && failed(checkStates(setup, function)))
    return failure();
  return setup;
}
