// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reduce, reduce_window, select_and_scatter, sort, top_k: bodies run per
// element, in row-major order.
#include "Interpret/Interpreter.h"
#include "dialects/chlo/IR/Chlo.h"
#include "dialects/stablehlo/IR/Stablehlo.h"
#include <algorithm>
#include <cmath>
#include <numeric>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;
using Operands = Interpreter::Operands;
using Values = Interpreter::Values;

/// Combines `values` with the accumulators by the body of a reduction.
static void fold(Interpreter &interpreter, Region &body,
                 SmallVector<Tensor> &accumulators,
                 SmallVector<Tensor> values) {
  SmallVector<Tensor> arguments(accumulators);
  llvm::append_range(arguments, values);
  Values next = interpreter.runRegion(body, arguments);
  if (!interpreter.failed())
    accumulators.assign(next.begin(), next.end());
}

static SmallVector<Tensor> elementsAt(Operands operands, int64_t index) {
  return llvm::map_to_vector(
      operands, [&](const Tensor *tensor) { return tensor->at(index); });
}

static SmallVector<Tensor> emptyResults(Interpreter &interpreter,
                                        Operation *op) {
  SmallVector<Tensor> results;
  for (unsigned i = 0; i < op->getNumResults(); ++i)
    results.push_back(emptyResult(interpreter, op, i));
  return results;
}

static void storeAll(SmallVectorImpl<Tensor> &results, int64_t index,
                     ArrayRef<Tensor> values) {
  for (auto [result, value] : llvm::zip(results, values))
    result.copy(index, value, 0);
}

static void reduce(Interpreter &interpreter, Operation *op, Operands operands,
                   Values &results) {
  auto reduce = cast<stablehlo::ReduceOp>(op);
  size_t n = operands.size() / 2;
  Operands inputs = operands.take_front(n), inits = operands.drop_front(n);
  SmallVector<Tensor> out = emptyResults(interpreter, op);
  if (interpreter.failed())
    return;
  SmallVector<SmallVector<Tensor>> accumulators(out[0].count(),
                                                elementsAt(inits, 0));
  ArrayRef<int64_t> shape = inputs[0]->shape, dims = reduce.getDimensions();
  forEach(shape, [&](ArrayRef<int64_t> index, int64_t linear) {
    SmallVector<int64_t> kept;
    for (auto [d, i] : llvm::enumerate(index))
      if (!llvm::is_contained(dims, int64_t(d)))
        kept.push_back(i);
    if (!interpreter.failed())
      fold(interpreter, op->getRegion(0),
           accumulators[linearize(kept, out[0].shape)],
           elementsAt(inputs, linear));
  });
  for (auto [i, values] : llvm::enumerate(accumulators))
    storeAll(out, i, values);
  results.assign(out.begin(), out.end());
}

static SmallVector<int64_t> listOr(std::optional<ArrayRef<int64_t>> list,
                                   size_t size, int64_t value) {
  return list ? SmallVector<int64_t>(*list) : SmallVector<int64_t>(size, value);
}

static SmallVector<int64_t>
lowPadding(std::optional<DenseIntElementsAttr> padding, size_t rank) {
  SmallVector<int64_t> low(rank, 0);
  if (padding)
    for (size_t d = 0; d < rank; ++d)
      low[d] = padding->getValues<int64_t>()[2 * d];
  return low;
}

static void reduceWindow(Interpreter &interpreter, Operation *op,
                         Operands operands, Values &results) {
  auto reduce = cast<stablehlo::ReduceWindowOp>(op);
  size_t n = operands.size() / 2, rank = operands[0]->rank();
  Operands inputs = operands.take_front(n), inits = operands.drop_front(n);
  SmallVector<int64_t> strides = listOr(reduce.getWindowStrides(), rank, 1),
                       base = listOr(reduce.getBaseDilations(), rank, 1),
                       dilation = listOr(reduce.getWindowDilations(), rank, 1),
                       low = lowPadding(reduce.getPadding(), rank);
  SmallVector<Tensor> out = emptyResults(interpreter, op);
  if (interpreter.failed())
    return;
  ArrayRef<int64_t> shape = inputs[0]->shape;
  forEach(out[0].shape, [&](ArrayRef<int64_t> index, int64_t linear) {
    SmallVector<Tensor> accumulators = elementsAt(inits, 0);
    SmallVector<int64_t> at(rank);
    forEach(reduce.getWindowDimensions(),
            [&](ArrayRef<int64_t> window, int64_t) {
              bool isElement = true;
              for (size_t d = 0; d < rank; ++d) {
                int64_t position =
                    index[d] * strides[d] + window[d] * dilation[d] - low[d];
                isElement &= position >= 0 && position % base[d] == 0;
                at[d] = position / base[d];
              }
              isElement &= isInside(at, shape);
              if (!interpreter.failed() && interpreter.spend(op, 1))
                fold(interpreter, op->getRegion(0),
                     accumulators, // padding: initial value
                     isElement ? elementsAt(inputs, linearize(at, shape))
                               : elementsAt(inits, 0));
            });
    storeAll(out, linear, accumulators);
  });
  results.assign(out.begin(), out.end());
}

static void selectAndScatter(Interpreter &interpreter, Operation *op,
                             Operands operands, Values &results) {
  auto scatter = cast<stablehlo::SelectAndScatterOp>(op);
  const Tensor &x = *operands[0], &source = *operands[1];
  size_t rank = x.rank();
  SmallVector<int64_t> size = listOr(scatter.getWindowDimensions(), rank, 1),
                       strides = listOr(scatter.getWindowStrides(), rank, 1),
                       low = lowPadding(scatter.getPadding(), rank);
  Tensor result(x.element, x.shape);
  for (int64_t i = 0, n = result.count(); i < n; ++i)
    result.copy(i, *operands[2], 0);
  forEach(source.shape, [&](ArrayRef<int64_t> index, int64_t linear) {
    int64_t selected = -1;
    SmallVector<int64_t> at(rank);
    forEach(size, [&](ArrayRef<int64_t> window, int64_t) {
      for (size_t d = 0; d < rank; ++d)
        at[d] = index[d] * strides[d] + window[d] - low[d];
      if (!isInside(at, x.shape) || interpreter.failed())
        return;
      int64_t candidate = linearize(at, x.shape);
      if (selected >= 0) {
        Values keeps = interpreter.runRegion(op->getRegion(0),
                                             {x.at(selected), x.at(candidate)});
        if (interpreter.failed() || keeps[0].scalar())
          return;
      }
      selected = candidate;
    });
    if (selected < 0 || interpreter.failed())
      return;
    Values sum = interpreter.runRegion(
        op->getRegion(1), {result.at(selected), source.at(linear)});
    if (!interpreter.failed())
      result.copy(selected, sum[0], 0);
  });
  results.push_back(std::move(result));
}

/// Calls `body` with the linear indices of each line along `dim`.
static void forEachLine(ArrayRef<int64_t> shape, int64_t dim,
                        llvm::function_ref<void(ArrayRef<int64_t>)> body) {
  SmallVector<int64_t> lines(shape);
  lines[dim] = 1;
  forEach(lines, [&](ArrayRef<int64_t> index, int64_t) {
    SmallVector<int64_t> line, at(index);
    for (at[dim] = 0; at[dim] < shape[dim]; ++at[dim])
      line.push_back(linearize(at, shape));
    body(line);
  });
}

static void sort(Interpreter &interpreter, Operation *op, Operands operands,
                 Values &results) {
  auto sort = cast<stablehlo::SortOp>(op);
  SmallVector<Tensor> out;
  for (const Tensor *operand : operands)
    out.push_back(*operand);
  int64_t dim = int64_t(sort.getDimension());
  if (dim < 0)
    dim += operands[0]->rank();
  if (operands[0]->rank() == 0) {
    results.assign(out.begin(), out.end());
    return;
  }
  forEachLine(operands[0]->shape, dim, [&](ArrayRef<int64_t> line) {
    auto less = [&](int64_t a, int64_t b) {
      SmallVector<Tensor> pairs;
      for (const Tensor *operand : operands) {
        pairs.push_back(operand->at(a));
        pairs.push_back(operand->at(b));
      }
      if (interpreter.failed() || !interpreter.spend(op, 1))
        return false;
      Values answer = interpreter.runRegion(op->getRegion(0), pairs);
      return !interpreter.failed() && answer[0].scalar() != 0;
    };
    // Insertion sort: stable, and terminates for any comparator.
    SmallVector<int64_t> order;
    for (int64_t element : line) {
      auto *place = order.end();
      while (place != order.begin() && less(element, place[-1]))
        --place;
      order.insert(place, element);
    }
    for (auto [to, from] : llvm::zip(line, order))
      for (auto [result, operand] : llvm::zip(out, operands))
        result.copy(to, *operand, from);
  });
  results.assign(out.begin(), out.end());
}

static void topK(Interpreter &interpreter, Operation *op, Operands operands,
                 Values &results) {
  const Tensor &x = *operands[0];
  SmallVector<Tensor> out = emptyResults(interpreter, op);
  if (interpreter.failed() || x.format().kind == Kind::complex)
    return interpreter.fail(op, "expects real numbers");
  int64_t k = out[0].shape.back(), next = 0;
  auto greater = [&](int64_t a, int64_t b) {
    if (!x.isReal())
      return x.format().kind == Kind::unsignedInteger
                 ? uint64_t(x.cells[a].i) > uint64_t(x.cells[b].i)
                 : x.cells[a].i > x.cells[b].i;
    double first = x.cells[a].f, second = x.cells[b].f; // NaN is largest
    return std::isnan(first) ? !std::isnan(second) : first > second;
  };
  forEachLine(x.shape, x.rank() - 1, [&](ArrayRef<int64_t> line) {
    SmallVector<int64_t> order(line);
    std::stable_sort(order.begin(), order.end(), greater);
    for (int64_t i = 0; i < k; ++i, ++next) {
      out[0].copy(next, x, order[i]);
      out[1].cells[next].i = order[i] - line[0];
    }
  });
  results.assign(out.begin(), out.end());
}

void fuzz::addReductionHandlers(Handlers &handlers) {
  handlers["stablehlo.reduce"] = reduce;
  handlers["stablehlo.reduce_window"] = reduceWindow;
  handlers["stablehlo.select_and_scatter"] = selectAndScatter;
  handlers["stablehlo.sort"] = sort;
  handlers["chlo.top_k"] = topK;
}
