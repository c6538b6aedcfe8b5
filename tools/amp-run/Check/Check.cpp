// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A in f64, A, B   ==>   errors of results, and the first op of B that diverges
#include "Check/Check.h"
#include "Check/Align.h"
#include "Check/Compare.h"
#include "Check/Flatten.h"
#include "Check/Lockstep.h"
#include "Check/Perturb.h"
#include "Check/Probes.h"
#include "Check/Widen.h"
#include "lib/Lowering/Common/Passes.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Pass/PassManager.h"
#include "tools/amp-run/Arrays/Arrays.h"
#include "tools/amp-run/Compile/Program.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/WithColor.h"
#include <cmath>
#include <cstring>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::runner;

namespace {
/// Probed value of B, with its source location.
struct Shown {
  Location loc;
  std::string op;
  RankedTensorType type, reference;
};

struct Divergence {
  const Shown *shown;
  Difference difference;
};
} // namespace

static std::vector<Array> makeArrays(ArrayRef<RankedTensorType> types) {
  std::vector<Array> arrays;
  for (RankedTensorType type : types)
    arrays.push_back(
        Array::make(*findElement(type.getElementType()), type.getShape()));
  return arrays;
}

static SmallVector<void *> addressesOf(ArrayRef<Array> arrays) {
  return llvm::map_to_vector(
      arrays, [](const Array &a) -> void * { return a.data.get(); });
}

/// Converts the inputs, with f32 arrays as f64.
static std::vector<Array> widenInputs(ArrayRef<const void *> inputs,
                                      const Program &narrow,
                                      const Program &wide) {
  std::vector<Array> arrays = makeArrays(wide.argumentTypes());
  for (auto [input, type, array] :
       llvm::zip(inputs, narrow.argumentTypes(), arrays)) {
    const Element &element = *findElement(type.getElementType());
    auto *from = static_cast<const char *>(input);
    uint64_t parts = array.count() * (element.isComplex ? 2 : 1);
    if (&element == array.element)
      std::memcpy(array.data.get(), from, array.bytes());
    else
      for (uint64_t i = 0; i < parts; ++i)
        encode(*array.element, decode(element, from + i * element.partBytes()),
               array.data.get() + i * array.element->partBytes());
  }
  return arrays;
}

double mlir::amp::runner::defaultBound(func::FuncOp entry) {
  unsigned precision = 24;
  entry.walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      if (auto element = dyn_cast<FloatType>(getElementTypeOrSelf(type)))
        precision = std::min(precision, element.getFPMantissaWidth());
  });
  return std::max(1e-4, std::ldexp(32.0, -int(precision)));
}

static bool isRealFloat(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape() &&
         isa<FloatType>(tensor.getElementType());
}

/// Adds probes for the float results of paired ops, or only for the functions'
/// results if casts are indistinguishable from other ops.
static std::vector<Shown> addProbes(func::FuncOp a, Probes &inA, func::FuncOp b,
                                    Probes &inB, bool onResults) {
  std::vector<Shown> shown;
  auto add = [&](ValueRange lefts, ValueRange rights, Operation *op) {
    for (auto [left, right] : llvm::zip(lefts, rights)) {
      if (!isRealFloat(left.getType()) || !isRealFloat(right.getType()))
        continue;
      inA.add(left, shown.size());
      inB.add(right, shown.size());
      shown.push_back({right.getLoc(), op->getName().getStringRef().str(),
                       cast<RankedTensorType>(right.getType()),
                       cast<RankedTensorType>(left.getType())});
    }
  };
  if (onResults) {
    Operation *end = b.getBody().front().getTerminator();
    add(a.getBody().front().getTerminator()->getOperands(), end->getOperands(),
        end);
    return shown;
  }
  for (OpPair pair : alignOps(a, b))
    add(pair.a->getResults(), pair.b->getResults(), pair.b);
  return shown;
}

/// Lowers both programs to linalg before A is widened, because TOSA has no f64.
static FailureOr<bool> lowerTosa(ModuleOp a, ModuleOp b) {
  bool found = a.walk([](Operation *op) {
                  return isa_and_nonnull<tosa::TosaDialect>(op->getDialect())
                             ? WalkResult::interrupt()
                             : WalkResult::advance();
                }).wasInterrupted();
  if (!found)
    return false;
  PassManager passes(a.getContext());
  passes.addPass(createUpstreamToLinalg());
  if (failed(passes.run(a)) || failed(passes.run(b)))
    return failure();
  return true;
}

static void printDivergence(const Divergence &divergence,
                            llvm::raw_ostream &os) {
  const Difference &difference = divergence.difference;
  const Shown &shown = *divergence.shown;
  os << "first op that diverges: " << shown.op << " : " << shown.type << " at "
     << shown.loc << "\n  element "
     << placeOf(difference.worst, shown.type.getShape()) << " is "
     << llvm::format("%.9g", difference.found) << " instead of "
     << llvm::format("%.9g", difference.wanted);
  if (!difference.isNotFinite)
    os << llvm::format(", off by %.3g of the largest magnitude",
                       difference.max);
  os << '\n';
}

static void printError(llvm::StringRef program,
                       const std::optional<Difference> &difference,
                       llvm::raw_ostream &os) {
  if (difference)
    os << "  " << program
       << llvm::format(" max %.3e rms %.3e", difference->max, difference->rms);
}

namespace {
/// Compiled programs of one comparison.
struct Compiled {
  Program reference, a, b;
  /// The reference with its sensitive values perturbed in both directions by
  /// the effect of rounding (Check/Perturb.h). Empty without such values.
  std::vector<Program> moved;
  std::vector<Shown> shown;
  double bound;
};

/// Result of the comparison of intermediate values.
struct Comparison {
  std::optional<Divergence> first;
  int64_t compared = 0, diverged = 0, magnified = 0;
  bool isTogether = true;
};
} // namespace

static constexpr unsigned digitsOfF32 = 24;

static LogicalResult compileMoved(ModuleOp reference, StringRef name,
                                  double bound,
                                  const llvm::StringMap<void *> &show,
                                  std::vector<Program> &moved) {
  for (double sign : {1, -1}) {
    OwningOpRef<ModuleOp> copy = reference.clone();
    if (!perturb(findEntry(*copy, name), sign, bound, digitsOfF32))
      return success();
    auto program = Program::compile(std::move(copy), name, show);
    if (failed(program))
      return failure();
    moved.push_back(std::move(*program));
  }
  return success();
}

static FailureOr<Compiled> compile(CheckedPrograms &programs, double bound) {
  StringRef name = programs.entry;
  OwningOpRef<ModuleOp> asItIs = programs.a->clone();
  func::FuncOp a = findEntry(*programs.a, name);
  func::FuncOp b = findEntry(*programs.b, name);
  if (!a || !b)
    return failure();
  if (a.getFunctionType() != b.getFunctionType())
    return b.emitError() << "expects the signature of the other program, "
                         << a.getFunctionType() << ", but it is "
                         << b.getFunctionType();
  if (failed(flatten(*programs.a, a)) || failed(flatten(*programs.b, b)))
    return failure();
  if (bound == 0)
    bound = defaultBound(b);
  FailureOr<bool> wasTosa = lowerTosa(*programs.a, *programs.b);
  if (failed(wasTosa))
    return failure();
  widenToF64(a);
  Probes inA(*programs.a), inB(*programs.b);
  std::vector<Shown> shown = addProbes(a, inA, b, inB, *wasTosa);
  auto show = reinterpret_cast<void *>(showValue);
  auto showA = inA.functions(show), showB = inB.functions(show);
  std::vector<Program> moved;
  if (failed(compileMoved(*programs.a, name, bound, showA, moved)))
    return failure();
  auto reference = Program::compile(std::move(programs.a), name, showA);
  auto plain = Program::compile(std::move(asItIs), name);
  auto other = Program::compile(std::move(programs.b), name, showB);
  if (failed(reference) || failed(plain) || failed(other))
    return failure();
  return Compiled{std::move(*reference), std::move(*plain), std::move(*other),
                  std::move(moved),      std::move(shown),  bound};
}

LogicalResult mlir::amp::runner::checkReference(llvm::StringRef result,
                                                int64_t unknown, int64_t count,
                                                bool areGenerated) {
  if (unknown == 0)
    return success();
  auto &os =
      areGenerated ? llvm::WithColor::error() : llvm::WithColor::warning();
  os << "expects a finite reference, but got " << unknown << " of " << count
     << " elements of " << result << " infinite or NaN, which prove nothing";
  if (areGenerated)
    os << ": name inputs that occur with --inputs";
  os << '\n';
  return failure(areGenerated);
}

/// Compares the probed values of the reference, its perturbed copies and B.
static void compareShown(const Compiled &compiled, int64_t index,
                         ArrayRef<const void *> values,
                         Comparison &comparison) {
  const Shown &value = compiled.shown[index];
  auto difference =
      compare(values.back(), value.type, values.front(), value.reference);
  ++comparison.compared;
  if (!difference->isNotFinite && difference->max <= compiled.bound)
    return;
  ArrayRef<const void *> moved = values.drop_front().drop_back();
  if (!difference->isNotFinite && !moved.empty() &&
      countBetween(values.back(), value.type, values.front(), moved,
                   value.reference, compiled.bound)) {
    ++comparison.magnified;
    return;
  }
  ++comparison.diverged;
  if (!comparison.first)
    comparison.first = {&value, *difference};
}

/// Runs the reference, its perturbed copies and B in lockstep. `right` and
/// `found` are the results of the reference and of B.
static Comparison compareOps(Compiled &compiled, ArrayRef<const void *> inputs,
                             MutableArrayRef<Array> right,
                             MutableArrayRef<Array> found) {
  auto wide = widenInputs(inputs, compiled.a, compiled.reference);
  SmallVector<void *> addresses = addressesOf(wide);
  SmallVector<const void *> wideInputs(addresses.begin(), addresses.end());
  std::vector<Lockstep::Program> runs;
  runs.push_back(
      [&] { compiled.reference.run(wideInputs, addressesOf(right)); });
  std::vector<std::vector<Array>> unread;
  for (Program &program : compiled.moved)
    unread.push_back(makeArrays(program.resultTypes()));
  for (size_t i = 0; i < compiled.moved.size(); ++i)
    runs.push_back(
        [&, i] { compiled.moved[i].run(wideInputs, addressesOf(unread[i])); });
  runs.push_back([&] { compiled.b.run(inputs, addressesOf(found)); });
  Comparison comparison;
  comparison.isTogether =
      Lockstep::run(runs, [&](int64_t index, ArrayRef<const void *> values) {
        compareShown(compiled, index, values, comparison);
      });
  return comparison;
}

static void print(const Comparison &comparison, double bound,
                  llvm::raw_ostream &os) {
  os << comparison.compared << " values of ops compared, "
     << comparison.diverged << " off by more than "
     << llvm::format("%.3g", bound);
  if (comparison.magnified)
    os << ", " << comparison.magnified
       << " more because of rounding that the step magnifies";
  os << '\n';
  if (!comparison.isTogether)
    os << "the programs took different ways (a loop or a branch): what came "
          "after was not compared\n";
  if (comparison.first)
    printDivergence(*comparison.first, os);
}

LogicalResult mlir::amp::runner::check(CheckedPrograms programs, double bound,
                                       llvm::raw_ostream &os) {
  auto compiled = compile(programs, bound);
  if (failed(compiled))
    return failure();
  Program &reference = compiled->reference, &a = compiled->a, &b = compiled->b;
  auto right = makeArrays(reference.resultTypes());
  auto fromA = makeArrays(a.resultTypes()), fromB = makeArrays(b.resultTypes());
  a.run(programs.inputs, addressesOf(fromA));
  Comparison comparison = compareOps(*compiled, programs.inputs, right, fromB);
  if (!comparison.isTogether && !compiled->moved.empty()) {
    compiled->moved.clear(); // their control flow may have diverged
    comparison = compareOps(*compiled, programs.inputs, right, fromB);
  }

  bool isRight = true;
  os << "error of each result, relative to its largest magnitude in a run of A "
        "in f64\n";
  for (size_t i = 0; i < right.size(); ++i) {
    auto errorOf = [&](std::vector<Array> &from, Program &program) {
      return compare(from[i].data.get(), program.resultTypes()[i],
                     right[i].data.get(), reference.resultTypes()[i]);
    };
    os << "out_" << i;
    auto ofB = errorOf(fromB, b);
    printError("A", errorOf(fromA, a), os);
    printError("B", ofB, os);
    os << '\n';
    if (!ofB)
      continue;
    std::string name = "out_" + std::to_string(i);
    if (failed(checkReference(name, ofB->unknown,
                              reference.resultTypes()[i].getNumElements(),
                              programs.areGenerated)))
      isRight = false;
    if (!ofB->isNotFinite)
      continue;
    isRight = false;
    os << "  element "
       << placeOf(ofB->worst, reference.resultTypes()[i].getShape()) << " is "
       << llvm::format("%.9g", ofB->found) << " instead of "
       << llvm::format("%.9g", ofB->wanted) << '\n';
  }
  print(comparison, compiled->bound, os);
  return success(isRight && !comparison.first);
}
