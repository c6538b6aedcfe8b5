// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// op(a, b, ...) ==> each element in f64 or 64-bit integers, rounded once
#include "Interpret/Functions.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;
using Operands = Interpreter::Operands;
using Values = Interpreter::Values;

/// Returns the name of an op without dialect and without "broadcast_".
static StringRef baseName(Operation *op) {
  StringRef name = op->getName().stripDialect();
  name.consume_front("broadcast_");
  return name;
}

void fuzz::put(Interpreter &interpreter, Tensor &tensor, int64_t i,
               Complex value) {
  const Format &format = tensor.format();
  tensor.cells[2 * i].f = interpreter.round(format, value.real());
  tensor.cells[2 * i + 1].f = interpreter.round(format, value.imag());
}

static void integerUnary(Interpreter &interpreter, Operation *op,
                         const Tensor &x, Tensor &result) {
  StringRef name = baseName(op);
  const Format &format = x.format();
  for (int64_t i = 0, n = x.count(); i < n; ++i) {
    uint64_t bits = lowBits(x.cells[i].i, format), value = 0;
    if (name == "not")
      value = ~x.cells[i].i;
    else if (name == "negate")
      value = -uint64_t(x.cells[i].i);
    else if (name == "abs")
      value = x.cells[i].i < 0 ? -uint64_t(x.cells[i].i) : x.cells[i].i;
    else if (name == "sign")
      value = (x.cells[i].i > 0) - (x.cells[i].i < 0);
    else if (name == "popcnt")
      value = llvm::popcount(bits);
    else if (name == "count_leading_zeros")
      value = llvm::countl_zero(bits) - (64 - int(format.bits));
    else if (name == "square")
      value = uint64_t(x.cells[i].i) * x.cells[i].i;
    else
      return interpreter.fail(op, "is not known for integers");
    result.cells[i].i = wrapTo(format, value);
  }
}

static void unary(Interpreter &interpreter, Operation *op, Operands operands,
                  Values &results) {
  const Tensor &x = *operands[0];
  Tensor result = emptyResult(interpreter, op);
  if (interpreter.failed())
    return;
  const Format &format = result.format();
  if (!x.format().isFloat()) {
    integerUnary(interpreter, op, x, result);
  } else if (x.format().kind == Kind::complex && baseName(op) == "abs") {
    for (int64_t i = 0, n = x.count(); i < n; ++i)
      result.cells[i].f = interpreter.round(format, std::abs(complexAt(x, i)));
  } else if (x.format().kind == Kind::complex) {
    const ComplexUnary *row = findRow(complexUnaries(), baseName(op));
    if (!row)
      return interpreter.fail(op, "is not known for complex numbers");
    for (int64_t i = 0, n = x.count(); i < n; ++i)
      put(interpreter, result, i, row->function(complexAt(x, i)));
  } else {
    const RealUnary *row = findRow(realUnaries(), baseName(op));
    if (!row)
      return interpreter.fail(op, "is not known for real numbers");
    for (int64_t i = 0, n = x.count(); i < n; ++i)
      result.cells[i].f =
          interpreter.round(format, row->function(x.cells[i].f));
  }
  results.push_back(std::move(result));
}

static void computeBinary(Interpreter &interpreter, Operation *op,
                          const Tensor &a, const Tensor &b, Tensor &result) {
  const Format &format = result.format();
  if (!format.isFloat()) {
    const IntegerBinary *row = findRow(integerBinaries(), baseName(op));
    if (!row)
      return interpreter.fail(op, "is not known for integers");
    for (int64_t i = 0, n = result.count(); i < n; ++i)
      result.cells[i].i =
          wrapTo(format, row->function(a.cells[shared(a, i)].i,
                                       b.cells[shared(b, i)].i, format));
    return;
  }
  if (format.kind == Kind::complex) {
    const ComplexBinary *row = findRow(complexBinaries(), baseName(op));
    if (!row)
      return interpreter.fail(op, "is not known for complex numbers");
    for (int64_t i = 0, n = result.count(); i < n; ++i)
      put(interpreter, result, i,
          row->function(complexAt(a, shared(a, i)),
                        complexAt(b, shared(b, i))));
    return;
  }
  const RealBinary *row = findRow(realBinaries(), baseName(op));
  if (!row)
    return interpreter.fail(op, "is not known for real numbers");
  for (int64_t i = 0, n = result.count(); i < n; ++i)
    result.cells[i].f =
        interpreter.round(format, row->function(a.cells[shared(a, i)].f,
                                                b.cells[shared(b, i)].f));
}

Tensor fuzz::spread(Operation *op, const Tensor &operand,
                    ArrayRef<int64_t> shape) {
  Tensor result(operand.element, shape);
  auto dims = op->getAttrOfType<DenseI64ArrayAttr>("broadcast_dimensions");
  int64_t rank = operand.rank(), first = int64_t(shape.size()) - rank;
  bool isMapped = dims && rank < int64_t(shape.size());
  forEach(shape, [&](ArrayRef<int64_t> index, int64_t linear) {
    SmallVector<int64_t, 4> from(rank);
    for (int64_t d = 0; d < rank; ++d) {
      int64_t i = index[isMapped ? dims[d] : first + d];
      from[d] = operand.shape[d] == 1 ? 0 : i;
    }
    result.copy(linear, operand, linearize(from, operand.shape));
  });
  return result;
}

static void binary(Interpreter &interpreter, Operation *op, Operands operands,
                   Values &results) {
  Tensor result = emptyResult(interpreter, op);
  if (interpreter.failed())
    return;
  if (operands[0]->shape == operands[1]->shape)
    computeBinary(interpreter, op, *operands[0], *operands[1], result);
  else
    computeBinary(interpreter, op, spread(op, *operands[0], result.shape),
                  spread(op, *operands[1], result.shape), result);
  results.push_back(std::move(result));
}

template <typename Row>
static void addRows(Handlers &handlers, ArrayRef<Row> rows, Handler handler) {
  for (const Row &row : rows)
    for (StringRef prefix : {"stablehlo.", "chlo.", "chlo.broadcast_"})
      handlers[(prefix + row.name).str()] = handler;
}

void fuzz::addElementwiseHandlers(Handlers &handlers) {
  addRows(handlers, realUnaries(), unary);
  addRows(handlers, complexUnaries(), unary);
  addRows(handlers, realBinaries(), binary);
  addRows(handlers, complexBinaries(), binary);
  addRows(handlers, integerBinaries(), binary);
  for (StringRef name : {"not", "popcnt", "count_leading_zeros"})
    handlers[("stablehlo." + name).str()] = unary;
}
