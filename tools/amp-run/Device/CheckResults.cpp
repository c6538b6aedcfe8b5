// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// out_0: max 1.2e-07 rms 3.4e-08
// out_1: same
// out_2: max 2.0e+00 rms 1.1e-02, because of rounding that the step magnifies
//        in 1 of 4096 elements
#include "Device/CheckResults.h"
#include "Check/Check.h"
#include "Check/Compare.h"
#include "Check/Flatten.h"
#include "Check/Perturb.h"
#include "amp/ModelOp.h"
#include "tools/amp-run/Compile/Program.h"
#include "llvm/Support/Format.h"
#include <cmath>
#include <cstring>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::runner;

/// Returns the type with each complex number as two numbers.
static RankedTensorType partsOf(RankedTensorType type) {
  auto complex = dyn_cast<ComplexType>(type.getElementType());
  if (!complex)
    return type;
  SmallVector<int64_t> shape(type.getShape());
  shape.push_back(2);
  return RankedTensorType::get(shape, complex.getElementType());
}

namespace {
/// Results of a step whose sensitive values are perturbed in both directions by
/// the effect of rounding and of the order of additions (Check/Perturb.h).
/// Computed on first use.
class MovedResults {
public:
  MovedResults(CheckedStep &step, double bound)
      : module(step.module->clone()), entry(step.entry), inputs(step.inputs),
        bound(bound) {}

  /// Returns result `i` of each run, or {} if the step has no sensitive value.
  SmallVector<const void *> get(unsigned i);

private:
  void run(double sign);

  OwningOpRef<ModuleOp> module;
  std::string entry;
  SmallVector<const void *> inputs;
  double bound;
  bool isRun = false;
  std::vector<std::vector<Array>> runs;
};
} // namespace

static std::vector<Array> runOnce(const Program &program,
                                  ArrayRef<const void *> inputs) {
  std::vector<Array> results;
  SmallVector<void *> addresses;
  for (RankedTensorType type : program.resultTypes()) {
    results.push_back(
        Array::make(*findElement(type.getElementType()), type.getShape()));
    addresses.push_back(results.back().data.get());
  }
  program.run(inputs, addresses);
  return results;
}

void MovedResults::run(double sign) {
  OwningOpRef<ModuleOp> moved = module->clone();
  func::FuncOp function = findEntry(*moved, entry);
  if (!function || failed(flatten(*moved, function)) ||
      !perturb(function, sign, bound))
    return;
  auto program = Program::compile(std::move(moved), entry);
  if (succeeded(program))
    runs.push_back(runOnce(*program, inputs));
}

SmallVector<const void *> MovedResults::get(unsigned i) {
  if (!isRun)
    for (double sign : {1, -1})
      run(sign);
  isRun = true;
  return llvm::map_to_vector(runs, [&](const std::vector<Array> &results) {
    return static_cast<const void *>(results[i].data.get());
  });
}

/// Prints the error of one result and counts the non-finite elements of
/// `wanted`. Returns true if the error is within the bound or is explained by
/// `moved`.
static bool checkResult(const Array &found, const Array &wanted,
                        RankedTensorType type, double bound, int64_t &unknown,
                        llvm::function_ref<SmallVector<const void *>()> moved,
                        llvm::raw_ostream &os) {
  const char *left = found.data.get(), *right = wanted.data.get();
  type = partsOf(type);
  auto difference = compare(left, type, right, type);
  unknown = difference ? difference->unknown : 0;
  if (!std::memcmp(left, right, found.bytes())) {
    os << "same\n";
    return true;
  }
  if (!difference) {
    os << "differs, and expects the same " << found.describe() << '\n';
    return false;
  }
  os << llvm::format("max %.3e rms %.3e", difference->max, difference->rms);
  bool isRight = difference->max <= bound && !difference->isNotFinite;
  if (!isRight && !difference->isNotFinite) {
    SmallVector<const void *> both = moved();
    if (auto between = countBetween(left, type, right, both, type, bound)) {
      os << ", because of rounding that the step magnifies in " << *between
         << " of " << type.getNumElements() << " elements\n";
      return true;
    }
  }
  if (!isRight)
    os << ": element " << placeOf(difference->worst, type.getShape()) << " is "
       << llvm::format("%.9g", difference->found) << " instead of "
       << llvm::format("%.9g", difference->wanted);
  os << '\n';
  return isRight;
}

/// A GPU rounds matmul operands to TF32 unless this is forbidden; the CPU does
/// not.
static bool hasTf32(ModuleOp module) {
  return module
      .walk([](ModelOp op) {
        bool isF32 = llvm::all_of(op->getOperandTypes(), [](Type type) {
          return getElementTypeOrSelf(type).isF32();
        });
        return isF32 && op.getTf32() != Tf32::never ? WalkResult::interrupt()
                                                    : WalkResult::advance();
      })
      .wasInterrupted();
}

static double boundOf(ModuleOp module, StringRef entry) {
  constexpr int precisionOfTf32 = 11;
  double bound = defaultBound(findEntry(module, entry));
  return hasTf32(module) ? std::max(bound, std::ldexp(32.0, -precisionOfTf32))
                         : bound;
}

LogicalResult amp::runner::checkResults(CheckedStep step,
                                        llvm::ArrayRef<Array> found,
                                        double bound, llvm::raw_ostream &os) {
  if (bound == 0)
    bound = boundOf(*step.module, step.entry);
  MovedResults moved(step, bound);
  auto program = Program::compile(std::move(step.module), step.entry);
  if (failed(program))
    return failure();
  std::vector<Array> wanted = runOnce(*program, step.inputs);
  unsigned wrong = 0;
  for (unsigned i = 0; i < found.size(); ++i) {
    os << "out_" << i << ": ";
    RankedTensorType type = program->resultTypes()[i];
    int64_t unknown = 0;
    auto movedHere = [&] { return moved.get(i); };
    wrong += !checkResult(found[i], wanted[i], type, bound, unknown, movedHere,
                          os) ||
             failed(checkReference("out_" + std::to_string(i), unknown,
                                   type.getNumElements(), step.areGenerated));
  }
  os << found.size() - wrong << " of " << found.size()
     << llvm::format(" results are within %.3g of this processor's\n", bound);
  return success(wrong == 0);
}
