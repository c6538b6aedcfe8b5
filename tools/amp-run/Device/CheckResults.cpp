// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// out_0: max 1.2e-07 rms 3.4e-08
// out_1: same
#include "Device/CheckResults.h"
#include "Check/Check.h"
#include "Check/Compare.h"
#include "Program.h"
#include "amp/ModelOp.h"
#include "llvm/Support/Format.h"
#include <cmath>
#include <cstring>

using namespace mlir;
using namespace mlir::amp;

/// A complex number is two numbers.
static RankedTensorType partsOf(RankedTensorType type) {
  auto complex = dyn_cast<ComplexType>(type.getElementType());
  if (!complex)
    return type;
  SmallVector<int64_t> shape(type.getShape());
  shape.push_back(2);
  return RankedTensorType::get(shape, complex.getElementType());
}

/// Prints the error of one result and counts the elements of `wanted` that are
/// not finite. Returns true if the error is within the bound.
static bool checkResult(const Array &found, const Array &wanted,
                        RankedTensorType type, double bound, int64_t &unknown,
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
  if (!isRight)
    os << ": element " << placeOf(difference->worst, type.getShape()) << " is "
       << llvm::format("%.9g", difference->found) << " instead of "
       << llvm::format("%.9g", difference->wanted);
  os << '\n';
  return isRight;
}

/// A GPU rounds the factors of products to TF32 unless they forbid it; this
/// processor does not.
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

LogicalResult amp::checkResults(CheckedStep step, llvm::ArrayRef<Array> found,
                                double bound, llvm::raw_ostream &os) {
  if (bound == 0)
    bound = boundOf(*step.module, step.entry);
  auto program = Program::compile(std::move(step.module), step.entry);
  if (failed(program))
    return failure();
  std::vector<Array> wanted;
  SmallVector<void *> addresses;
  for (RankedTensorType type : program->resultTypes()) {
    wanted.push_back(
        Array::make(*findElement(type.getElementType()), type.getShape()));
    addresses.push_back(wanted.back().data.get());
  }
  program->run(step.inputs, addresses);
  unsigned wrong = 0;
  for (unsigned i = 0; i < found.size(); ++i) {
    os << "out_" << i << ": ";
    RankedTensorType type = program->resultTypes()[i];
    int64_t unknown = 0;
    wrong += !checkResult(found[i], wanted[i], type, bound, unknown, os) ||
             failed(checkReference("out_" + std::to_string(i), unknown,
                                   type.getNumElements(), step.areGenerated));
  }
  os << found.size() - wrong << " of " << found.size()
     << llvm::format(" results are within %.3g of this processor's\n", bound);
  return success(wrong == 0);
}
