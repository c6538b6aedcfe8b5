// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Data movement: each element of a result is an element of an operand.
#include "Interpret/Interpreter.h"
#include "dialects/chlo/IR/Chlo.h"
#include "dialects/stablehlo/IR/Stablehlo.h"
#include <numeric>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;
using Operands = Interpreter::Operands;
using Values = Interpreter::Values;

/// Fills the result from `source`: `from` maps result indices to source
/// elements.
static void move(Interpreter &interpreter, Operation *op, const Tensor &source,
                 Values &results,
                 llvm::function_ref<int64_t(ArrayRef<int64_t>, int64_t)> from) {
  Tensor result = emptyResult(interpreter, op);
  if (interpreter.failed() || !interpreter.spend(op, result.count()))
    return;
  forEach(result.shape, [&](ArrayRef<int64_t> index, int64_t linear) {
    result.copy(linear, source, from(index, linear));
  });
  results.push_back(std::move(result));
}

static void constant(Interpreter &interpreter, Operation *op, Operands,
                     Values &results) {
  auto value = readConstant(op->getAttr("value"), op->getResult(0).getType());
  if (!value)
    return interpreter.fail(op, "expects a dense constant");
  results.push_back(std::move(*value));
}

static void constantLike(Interpreter &interpreter, Operation *op, Operands,
                         Values &results) {
  Tensor result = emptyResult(interpreter, op);
  Attribute value = op->getAttr("value");
  for (Cell &cell : result.cells)
    if (auto real = dyn_cast<FloatAttr>(value))
      cell.f = real.getValueAsDouble();
    else if (auto integer = dyn_cast<IntegerAttr>(value))
      cell.i = wrapTo(result.format(), integer.getValue().getZExtValue());
    else
      return interpreter.fail(op, "expects a number");
  results.push_back(std::move(result));
}

static void iota(Interpreter &interpreter, Operation *op, Operands,
                 Values &results) {
  Tensor result = emptyResult(interpreter, op);
  if (interpreter.failed())
    return;
  int64_t dim = op->getAttrOfType<IntegerAttr>("iota_dimension").getInt();
  const Format &format = result.format();
  forEach(result.shape, [&](ArrayRef<int64_t> index, int64_t i) {
    Cell &cell = result.cells[i * format.width()];
    if (format.isFloat())
      cell.f = interpreter.round(format, index[dim]);
    else
      cell.i = wrapTo(format, index[dim]);
  });
  results.push_back(std::move(result));
}

static void broadcast(Interpreter &interpreter, Operation *op,
                      Operands operands, Values &results) {
  const Tensor &x = *operands[0];
  auto dims = op->getAttrOfType<DenseI64ArrayAttr>("broadcast_dimensions");
  int64_t rank = x.rank();
  int64_t leading =
      cast<RankedTensorType>(op->getResult(0).getType()).getRank() - rank;
  SmallVector<int64_t> from(rank);
  move(interpreter, op, x, results, [&](ArrayRef<int64_t> index, int64_t) {
    for (int64_t d = 0; d < rank; ++d)
      from[d] = x.shape[d] == 1 ? 0 : index[dims ? dims[d] : leading + d];
    return linearize(from, x.shape);
  });
}

static void reshape(Interpreter &interpreter, Operation *op, Operands operands,
                    Values &results) {
  move(interpreter, op, *operands[0], results,
       [](ArrayRef<int64_t>, int64_t linear) { return linear; });
}

static void identity(Interpreter &, Operation *, Operands operands,
                     Values &results) {
  for (const Tensor *operand : operands)
    results.push_back(*operand);
}

static void transpose(Interpreter &interpreter, Operation *op,
                      Operands operands, Values &results) {
  ArrayRef<int64_t> dims = cast<stablehlo::TransposeOp>(op).getPermutation();
  const Tensor &x = *operands[0];
  SmallVector<int64_t> from(x.rank());
  move(interpreter, op, x, results, [&](ArrayRef<int64_t> index, int64_t) {
    for (auto [d, dim] : llvm::enumerate(dims))
      from[dim] = index[d];
    return linearize(from, x.shape);
  });
}

static void reverse(Interpreter &interpreter, Operation *op, Operands operands,
                    Values &results) {
  ArrayRef<int64_t> dims = cast<stablehlo::ReverseOp>(op).getDimensions();
  const Tensor &x = *operands[0];
  move(interpreter, op, x, results, [&](ArrayRef<int64_t> index, int64_t) {
    SmallVector<int64_t> from(index);
    for (int64_t dim : dims)
      from[dim] = x.shape[dim] - 1 - from[dim];
    return linearize(from, x.shape);
  });
}

static void slice(Interpreter &interpreter, Operation *op, Operands operands,
                  Values &results) {
  auto slice = cast<stablehlo::SliceOp>(op);
  const Tensor &x = *operands[0];
  move(interpreter, op, x, results, [&](ArrayRef<int64_t> index, int64_t) {
    SmallVector<int64_t> from(index);
    for (auto [d, i] : llvm::enumerate(from))
      i = slice.getStartIndices()[d] + i * slice.getStrides()[d];
    return linearize(from, x.shape);
  });
}

static void realDynamicSlice(Interpreter &interpreter, Operation *op,
                             Operands operands, Values &results) {
  const Tensor &x = *operands[0];
  move(interpreter, op, x, results, [&](ArrayRef<int64_t> index, int64_t) {
    SmallVector<int64_t> from(index);
    for (auto [d, i] : llvm::enumerate(from))
      i = operands[1]->cells[d].i + i * operands[3]->cells[d].i;
    return isInside(from, x.shape) ? linearize(from, x.shape) : 0;
  });
}

static void concatenate(Interpreter &interpreter, Operation *op,
                        Operands operands, Values &results) {
  int64_t dim = op->getAttrOfType<IntegerAttr>("dimension").getInt();
  Tensor result = emptyResult(interpreter, op);
  if (interpreter.failed())
    return;
  int64_t start = 0;
  for (const Tensor *operand : operands) {
    forEach(operand->shape, [&](ArrayRef<int64_t> index, int64_t linear) {
      SmallVector<int64_t> to(index);
      to[dim] += start;
      result.copy(linearize(to, result.shape), *operand, linear);
    });
    start += operand->shape[dim];
  }
  results.push_back(std::move(result));
}

static void padBy(Interpreter &interpreter, Operation *op, Operands operands,
                  Values &results, ArrayRef<int64_t> low,
                  ArrayRef<int64_t> interior) {
  Tensor result = emptyResult(interpreter, op);
  if (interpreter.failed() || !interpreter.spend(op, result.count()))
    return;
  for (int64_t i = 0, n = result.count(); i < n; ++i)
    result.copy(i, *operands[1], 0);
  const Tensor &x = *operands[0];
  forEach(x.shape, [&](ArrayRef<int64_t> index, int64_t linear) {
    SmallVector<int64_t> to(index);
    for (auto [d, i] : llvm::enumerate(to))
      i = low[d] + i * (interior[d] + 1);
    if (isInside(to, result.shape))
      result.copy(linearize(to, result.shape), x, linear);
  });
  results.push_back(std::move(result));
}

static void pad(Interpreter &interpreter, Operation *op, Operands operands,
                Values &results) {
  auto pad = cast<stablehlo::PadOp>(op);
  padBy(interpreter, op, operands, results, pad.getEdgePaddingLow(),
        pad.getInteriorPadding());
}

static SmallVector<int64_t> numbers(const Tensor &tensor) {
  return llvm::map_to_vector(tensor.cells, [](Cell cell) { return cell.i; });
}

static void dynamicPad(Interpreter &interpreter, Operation *op,
                       Operands operands, Values &results) {
  padBy(interpreter, op, operands.take_front(2), results, numbers(*operands[2]),
        numbers(*operands[4]));
}

static void bitcast(Interpreter &interpreter, Operation *op, Operands operands,
                    Values &results) {
  Tensor result = emptyResult(interpreter, op);
  if (interpreter.failed())
    return;
  const Tensor &x = *operands[0];
  const Format &from = x.format(), &to = result.format();
  unsigned fromWidth = from.width(), toWidth = to.width();
  if (from.bits * fromWidth % 8 != 0 && from.bits != to.bits)
    return interpreter.fail(op, "expects types of whole bytes");
  // Concatenates all bits in little-endian order, then splits them again.
  std::vector<bool> bits;
  for (Cell cell : x.cells) {
    uint64_t word = from.isFloat() ? bitsOf(from, cell.f) : uint64_t(cell.i);
    for (unsigned b = 0; b < from.bits; ++b)
      bits.push_back(word >> b & 1);
  }
  if (bits.size() != size_t(result.count()) * toWidth * to.bits)
    return interpreter.fail(op, "expects as many bits in its result");
  size_t next = 0;
  for (Cell &cell : result.cells) {
    uint64_t word = 0;
    for (unsigned b = 0; b < to.bits; ++b)
      word |= uint64_t(bits[next++]) << b;
    if (to.isFloat())
      cell.f = ofBits(to, word);
    else
      cell.i = wrapTo(to, word);
  }
  results.push_back(std::move(result));
}

static void getDimensionSize(Interpreter &interpreter, Operation *op,
                             Operands operands, Values &results) {
  Tensor result = emptyResult(interpreter, op);
  result.cells[0].i =
      operands[0]->shape[op->getAttrOfType<IntegerAttr>("dimension").getInt()];
  results.push_back(std::move(result));
}

/// Returns the start of a slice, clamped so that the slice is in bounds.
static SmallVector<int64_t> clampStart(Operands starts, ArrayRef<int64_t> shape,
                                       ArrayRef<int64_t> sizes) {
  SmallVector<int64_t> start;
  for (auto [d, value] : llvm::enumerate(starts))
    start.push_back(
        std::clamp<int64_t>(value->scalar(), 0, shape[d] - sizes[d]));
  return start;
}

static void dynamicSlice(Interpreter &interpreter, Operation *op,
                         Operands operands, Values &results) {
  const Tensor &x = *operands[0];
  ArrayRef<int64_t> sizes = cast<stablehlo::DynamicSliceOp>(op).getSliceSizes();
  SmallVector<int64_t> start =
      clampStart(operands.drop_front(), x.shape, sizes);
  move(interpreter, op, x, results, [&](ArrayRef<int64_t> index, int64_t) {
    SmallVector<int64_t> from(index);
    for (auto [d, i] : llvm::enumerate(from))
      i += start[d];
    return linearize(from, x.shape);
  });
}

static void dynamicUpdateSlice(Interpreter &, Operation *, Operands operands,
                               Values &results) {
  Tensor result = *operands[0];
  const Tensor &update = *operands[1];
  SmallVector<int64_t> start =
      clampStart(operands.drop_front(2), result.shape, update.shape);
  forEach(update.shape, [&](ArrayRef<int64_t> index, int64_t linear) {
    SmallVector<int64_t> to(index);
    for (auto [d, i] : llvm::enumerate(to))
      i += start[d];
    result.copy(linearize(to, result.shape), update, linear);
  });
  results.push_back(std::move(result));
}

void fuzz::addShapeHandlers(Handlers &handlers) {
  handlers["stablehlo.constant"] = handlers["chlo.constant"] = constant;
  handlers["arith.constant"] = constant;
  handlers["chlo.constant_like"] = constantLike;
  handlers["stablehlo.iota"] = handlers["stablehlo.dynamic_iota"] = iota;
  for (StringRef name :
       {"broadcast_in_dim", "broadcast", "dynamic_broadcast_in_dim"})
    handlers[("stablehlo." + name).str()] = broadcast;
  for (StringRef name : {"reshape", "dynamic_reshape"})
    handlers[("stablehlo." + name).str()] = reshape;
  handlers["stablehlo.optimization_barrier"] = identity;
  handlers["stablehlo.transpose"] = transpose;
  handlers["stablehlo.reverse"] = reverse;
  handlers["stablehlo.slice"] = slice;
  handlers["stablehlo.real_dynamic_slice"] = realDynamicSlice;
  handlers["stablehlo.concatenate"] = concatenate;
  handlers["stablehlo.pad"] = pad;
  handlers["stablehlo.dynamic_pad"] = dynamicPad;
  handlers["stablehlo.bitcast_convert"] = bitcast;
  handlers["stablehlo.get_dimension_size"] = getDimensionSize;
  handlers["stablehlo.dynamic_slice"] = dynamicSlice;
  handlers["stablehlo.dynamic_update_slice"] = dynamicUpdateSlice;
}
