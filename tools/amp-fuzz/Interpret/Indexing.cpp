// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// gather, scatter, torch_index_select
#include "Interpret/Interpreter.h"
#include "dialects/stablehlo/IR/Stablehlo.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;
using Operands = Interpreter::Operands;
using Values = Interpreter::Values;

/// Reads the index vector at `batch` of a tensor of indices.
static SmallVector<int64_t>
indexVector(const Tensor &indices, ArrayRef<int64_t> batch, int64_t vectorDim) {
  SmallVector<int64_t> at(batch), vector;
  if (vectorDim == indices.rank())
    return {indices.cells[linearize(at, indices.shape)].i};
  at.insert(at.begin() + vectorDim, 0);
  for (; at[vectorDim] < indices.shape[vectorDim]; ++at[vectorDim])
    vector.push_back(indices.cells[linearize(at, indices.shape)].i);
  return vector;
}

/// Returns the position of dimension `dim` of the indices among batch
/// dimensions.
static int64_t batchPosition(int64_t dim, int64_t vectorDim) {
  return dim < vectorDim ? dim : dim - 1;
}

/// Splits an index into window and batch indices.
static void split(ArrayRef<int64_t> index, ArrayRef<int64_t> windowDims,
                  SmallVectorImpl<int64_t> &window,
                  SmallVectorImpl<int64_t> &batch) {
  for (auto [d, i] : llvm::enumerate(index))
    (llvm::is_contained(windowDims, int64_t(d)) ? window : batch).push_back(i);
}

/// Returns window indices with zeros for the dimensions that a window lacks.
static SmallVector<int64_t> fullWindow(int64_t rank, ArrayRef<int64_t> window,
                                       ArrayRef<int64_t> absent,
                                       ArrayRef<int64_t> batching) {
  SmallVector<int64_t> full;
  size_t next = 0;
  for (int64_t d = 0; d < rank; ++d)
    full.push_back(llvm::is_contained(absent, d) ||
                           llvm::is_contained(batching, d)
                       ? 0
                       : window[next++]);
  return full;
}

template <typename Op>
static void gatherWith(Interpreter &interpreter, Op op, Operands operands,
                       ArrayRef<int64_t> sizes, Values &results) {
  const Tensor &x = *operands[0], &indices = *operands[1];
  auto dims = op.getDimensionNumbers();
  Tensor result = emptyResult(interpreter, op);
  if (interpreter.failed())
    return;
  int64_t vectorDim = dims.getIndexVectorDim();
  forEach(result.shape, [&](ArrayRef<int64_t> index, int64_t linear) {
    SmallVector<int64_t> window, batch;
    split(index, dims.getOffsetDims(), window, batch);
    SmallVector<int64_t> from =
        fullWindow(x.rank(), window, dims.getCollapsedSliceDims(),
                   dims.getOperandBatchingDims());
    SmallVector<int64_t> start = indexVector(indices, batch, vectorDim);
    for (auto [i, dim] : llvm::enumerate(dims.getStartIndexMap()))
      from[dim] += std::clamp<int64_t>(start[i], 0, x.shape[dim] - sizes[dim]);
    for (auto [dim, indexDim] : llvm::zip(dims.getOperandBatchingDims(),
                                          dims.getStartIndicesBatchingDims()))
      from[dim] += batch[batchPosition(indexDim, vectorDim)];
    result.copy(linear, x, linearize(from, x.shape));
  });
  results.push_back(std::move(result));
}

static void gather(Interpreter &interpreter, Operation *op, Operands operands,
                   Values &results) {
  auto gather = cast<stablehlo::GatherOp>(op);
  gatherWith(interpreter, gather, operands, gather.getSliceSizes(), results);
}

static void dynamicGather(Interpreter &interpreter, Operation *op,
                          Operands operands, Values &results) {
  SmallVector<int64_t> sizes;
  for (Cell cell : operands[2]->cells)
    sizes.push_back(cell.i);
  gatherWith(interpreter, cast<stablehlo::DynamicGatherOp>(op), operands, sizes,
             results);
}

static void scatter(Interpreter &interpreter, Operation *op, Operands operands,
                    Values &results) {
  auto scatter = cast<stablehlo::ScatterOp>(op);
  size_t n = scatter.getInputs().size();
  auto dims = scatter.getScatterDimensionNumbers();
  const Tensor &indices = *operands[n];
  SmallVector<Tensor> out;
  for (const Tensor *input : operands.take_front(n))
    out.push_back(*input);
  Operands updates = operands.drop_front(n + 1);
  int64_t vectorDim = dims.getIndexVectorDim(), rank = out[0].rank();
  ArrayRef<int64_t> shape = out[0].shape;
  forEach(updates[0]->shape, [&](ArrayRef<int64_t> index, int64_t linear) {
    SmallVector<int64_t> window, batch;
    split(index, dims.getUpdateWindowDims(), window, batch);
    SmallVector<int64_t> to =
        fullWindow(rank, window, dims.getInsertedWindowDims(),
                   dims.getInputBatchingDims());
    SmallVector<int64_t> start = indexVector(indices, batch, vectorDim);
    for (auto [i, dim] : llvm::enumerate(dims.getScatterDimsToOperandDims()))
      to[dim] += start[i];
    for (auto [dim, indexDim] : llvm::zip(dims.getInputBatchingDims(),
                                          dims.getScatterIndicesBatchingDims()))
      to[dim] += batch[batchPosition(indexDim, vectorDim)];
    if (!isInside(to, shape) || interpreter.failed())
      return;
    int64_t target = linearize(to, shape);
    SmallVector<Tensor> arguments;
    for (const Tensor &tensor : out)
      arguments.push_back(tensor.at(target));
    for (const Tensor *update : updates)
      arguments.push_back(update->at(linear));
    Values next = interpreter.runRegion(op->getRegion(0), arguments);
    if (interpreter.failed())
      return;
    for (auto [tensor, value] : llvm::zip(out, next))
      tensor.copy(target, value, 0);
  });
  results.assign(out.begin(), out.end());
}

static void torchIndexSelect(Interpreter &interpreter, Operation *op,
                             Operands operands, Values &results) {
  auto select = cast<stablehlo::TorchIndexSelectOp>(op);
  const Tensor &x = *operands[0], &indices = *operands[1];
  int64_t dim = select.getDim(), batchDims = select.getBatchDims();
  Tensor result = emptyResult(interpreter, op);
  if (interpreter.failed())
    return;
  int64_t indexed = indices.rank() - batchDims;
  forEach(result.shape, [&](ArrayRef<int64_t> index, int64_t linear) {
    SmallVector<int64_t> from(index.take_front(dim)),
        at(index.take_front(batchDims));
    at.append(index.begin() + dim, index.begin() + dim + indexed);
    int64_t picked = indices.cells[linearize(at, indices.shape)].i;
    from.push_back(std::clamp<int64_t>(picked, 0, x.shape[dim] - 1));
    from.append(index.begin() + dim + indexed, index.end());
    result.copy(linear, x, linearize(from, x.shape));
  });
  results.push_back(std::move(result));
}

void fuzz::addIndexingHandlers(Handlers &handlers) {
  handlers["stablehlo.gather"] = gather;
  handlers["stablehlo.dynamic_gather"] = dynamicGather;
  handlers["stablehlo.scatter"] = scatter;
  handlers["stablehlo.torch_index_select"] = torchIndexSelect;
}
