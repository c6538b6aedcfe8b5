// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// chlo.scan: runs the body per slice with the carried values.
#include "Interpret/Interpreter.h"
#include "dialects/chlo/IR/Chlo.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;
using Operands = Interpreter::Operands;
using Values = Interpreter::Values;

static SmallVector<Tensor> emptyResults(Interpreter &interpreter,
                                        Operation *op) {
  SmallVector<Tensor> results;
  for (unsigned i = 0; i < op->getNumResults(); ++i)
    results.push_back(emptyResult(interpreter, op, i));
  return results;
}

/// Returns slice `at` of `x` along `dim`, without that dimension.
static Tensor sliceOf(const Tensor &x, int64_t dim, int64_t at) {
  SmallVector<int64_t> shape(x.shape.begin(), x.shape.end());
  shape.erase(shape.begin() + dim);
  Tensor slice(x.element, shape);
  forEach(shape, [&](ArrayRef<int64_t> index, int64_t linear) {
    SmallVector<int64_t> from(index);
    from.insert(from.begin() + dim, at);
    slice.copy(linear, x, linearize(from, x.shape));
  });
  return slice;
}

static void storeSlice(Tensor &x, const Tensor &slice, int64_t dim,
                       int64_t at) {
  forEach(slice.shape, [&](ArrayRef<int64_t> index, int64_t linear) {
    SmallVector<int64_t> to(index);
    to.insert(to.begin() + dim, at);
    x.copy(linearize(to, x.shape), slice, linear);
  });
}

static void scan(Interpreter &interpreter, Operation *op, Operands operands,
                 Values &results) {
  auto scan = cast<chlo::ScanOp>(op);
  size_t inputs = scan.getInputs().size(), outputs = scan.getOutputs().size();
  int64_t dim = scan.getDimension();
  SmallVector<Tensor> out = emptyResults(interpreter, op);
  if (interpreter.failed())
    return;
  int64_t size = inputs ? operands[0]->shape[dim]
                        : int64_t(scan.getScanDimSize().value_or(0));
  bool isReverse = scan.getIsReverse().value_or(false);
  SmallVector<Tensor> carries;
  for (const Tensor *init : operands.drop_front(inputs))
    carries.push_back(*init);
  for (int64_t step = 0; step < size && !interpreter.failed(); ++step) {
    int64_t at = isReverse ? size - 1 - step : step;
    SmallVector<Tensor> arguments;
    for (const Tensor *input : operands.take_front(inputs))
      arguments.push_back(sliceOf(*input, dim, at));
    llvm::append_range(arguments, carries);
    Values next = interpreter.runRegion(op->getRegion(0), arguments);
    if (interpreter.failed())
      return;
    for (size_t i = 0; i < outputs; ++i)
      storeSlice(out[i], next[i], dim, at);
    carries.assign(next.begin() + outputs, next.end());
  }
  for (auto [i, carry] : llvm::enumerate(carries))
    out[outputs + i] = carry;
  results.assign(out.begin(), out.end());
}

void fuzz::addScanHandlers(Handlers &handlers) { handlers["chlo.scan"] = scan; }
