// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Contractions, accumulated in f64 (or 64-bit integers) and rounded once.
#include "Interpret/Interpreter.h"
#include "dialects/stablehlo/IR/Stablehlo.h"
#include <cmath>
#include <complex>
#include <tuple>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;
using Operands = Interpreter::Operands;
using Values = Interpreter::Values;
using Complex = std::complex<double>;

namespace {
/// Accumulator of products of elements.
struct Sum {
  Complex number = 0;
  uint64_t integer = 0;

  void add(const Tensor &a, int64_t i, const Tensor &b, int64_t j) {
    if (a.format().kind == Kind::complex)
      number += Complex(a.cells[2 * i].f, a.cells[2 * i + 1].f) *
                Complex(b.cells[2 * j].f, b.cells[2 * j + 1].f);
    else if (a.isReal())
      number += a.cells[i].f * b.cells[j].f;
    else
      integer += uint64_t(a.cells[i].i) * uint64_t(b.cells[j].i);
  }
  /// Adds the product of padding (zero) and `b[j]`: NaN for an infinite
  /// element.
  void addPadding(const Tensor &b, int64_t j) {
    if (b.format().kind == Kind::complex)
      number += 0.0 * Complex(b.cells[2 * j].f, b.cells[2 * j + 1].f);
    else if (b.isReal())
      number += 0.0 * b.cells[j].f;
  }
  void store(Interpreter &interpreter, Tensor &result, int64_t i) const {
    const Format &format = result.format();
    if (format.kind == Kind::complex) {
      result.cells[2 * i].f = interpreter.round(format, number.real());
      result.cells[2 * i + 1].f = interpreter.round(format, number.imag());
    } else if (format.isFloat())
      result.cells[i].f = interpreter.round(format, number.real());
    else
      result.cells[i].i =
          format.kind == Kind::boolean ? integer != 0 : wrapTo(format, integer);
  }
};
} // namespace

static SmallVector<int64_t> others(int64_t rank, ArrayRef<int64_t> a,
                                   ArrayRef<int64_t> b) {
  SmallVector<int64_t> rest;
  for (int64_t d = 0; d < rank; ++d)
    if (!llvm::is_contained(a, d) && !llvm::is_contained(b, d))
      rest.push_back(d);
  return rest;
}

static void contract(Interpreter &interpreter, Operation *op, const Tensor &a,
                     const Tensor &b, ArrayRef<int64_t> batchA,
                     ArrayRef<int64_t> batchB, ArrayRef<int64_t> sumA,
                     ArrayRef<int64_t> sumB, Values &results) {
  Tensor result = emptyResult(interpreter, op);
  if (interpreter.failed())
    return;
  SmallVector<int64_t> freeA = others(a.rank(), batchA, sumA),
                       freeB = others(b.rank(), batchB, sumB);
  SmallVector<int64_t> sizes;
  for (int64_t d : sumA)
    sizes.push_back(a.shape[d]);
  if (!interpreter.spend(op,
                         result.count() * ShapedType::getNumElements(sizes)))
    return;
  SmallVector<int64_t> ia(a.rank()), ib(b.rank());
  forEach(result.shape, [&](ArrayRef<int64_t> index, int64_t linear) {
    size_t next = 0;
    for (auto [da, db] : llvm::zip(batchA, batchB))
      ia[da] = ib[db] = index[next++];
    for (int64_t d : freeA)
      ia[d] = index[next++];
    for (int64_t d : freeB)
      ib[d] = index[next++];
    Sum sum;
    forEach(sizes, [&](ArrayRef<int64_t> k, int64_t) {
      for (size_t i = 0; i < k.size(); ++i)
        ia[sumA[i]] = ib[sumB[i]] = k[i];
      sum.add(a, linearize(ia, a.shape), b, linearize(ib, b.shape));
    });
    sum.store(interpreter, result, linear);
  });
  results.push_back(std::move(result));
}

static void dotGeneral(Interpreter &interpreter, Operation *op,
                       Operands operands, Values &results) {
  auto dims = cast<stablehlo::DotGeneralOp>(op).getDotDimensionNumbers();
  contract(interpreter, op, *operands[0], *operands[1],
           dims.getLhsBatchingDimensions(), dims.getRhsBatchingDimensions(),
           dims.getLhsContractingDimensions(),
           dims.getRhsContractingDimensions(), results);
}

static void dot(Interpreter &interpreter, Operation *op, Operands operands,
                Values &results) {
  contract(interpreter, op, *operands[0], *operands[1], {}, {},
           {operands[0]->rank() - 1}, {0}, results);
}

/// einsum "ab,bc->ac", or "ab->a" for one operand.
static void einsum(Interpreter &interpreter, Operation *op, Operands operands,
                   Values &results) {
  Tensor result = emptyResult(interpreter, op);
  if (interpreter.failed())
    return;
  StringRef inputs, output, first, second;
  std::tie(inputs, output) =
      op->getAttrOfType<StringAttr>("einsum_config").getValue().split("->");
  std::tie(first, second) = inputs.split(',');
  StringRef letters[] = {first, second};
  llvm::SmallMapVector<char, int64_t, 8> sizes, summed;
  for (auto [k, operand] : llvm::enumerate(operands))
    for (auto [d, letter] : llvm::enumerate(letters[k]))
      sizes[letter] = operand->shape[d];
  for (auto [letter, size] : sizes)
    if (!output.contains(letter))
      summed[letter] = size;
  auto shape =
      llvm::map_to_vector(summed, [](auto &entry) { return entry.second; });
  Tensor one(result.element, {});
  if (one.format().isFloat())
    one.cells[0].f = 1;
  else
    one.cells[0].i = 1;
  forEach(result.shape, [&](ArrayRef<int64_t> index, int64_t linear) {
    llvm::SmallDenseMap<char, int64_t> at;
    for (auto [d, letter] : llvm::enumerate(output))
      at[letter] = index[d];
    Sum sum;
    forEach(shape, [&](ArrayRef<int64_t> k, int64_t) {
      for (auto [i, entry] : llvm::enumerate(summed))
        at[entry.first] = k[i];
      int64_t position[2] = {0, 0};
      for (auto [n, operand] : llvm::enumerate(operands))
        for (auto [d, letter] : llvm::enumerate(letters[n]))
          position[n] = position[n] * operand->shape[d] + at[letter];
      bool isUnary = operands.size() == 1;
      sum.add(*operands[0], position[0], isUnary ? one : *operands[1],
              isUnary ? 0 : position[1]);
    });
    sum.store(interpreter, result, linear);
  });
  results.push_back(std::move(result));
}

namespace {
/// Window of a convolution.
struct ConvolutionWindow {
  SmallVector<int64_t> strides, low, inputDilation, kernelDilation;
  SmallVector<bool> reversed;
  stablehlo::ConvDimensionNumbersAttr dims;
  int64_t featureGroups, batchGroups;
};
} // namespace

static SmallVector<int64_t> listOr(std::optional<ArrayRef<int64_t>> list,
                                   size_t size, int64_t value) {
  return list ? SmallVector<int64_t>(*list) : SmallVector<int64_t>(size, value);
}

static void convolve(Interpreter &interpreter, Operation *op, const Tensor &x,
                     const Tensor &k, const ConvolutionWindow &w,
                     Values &results) {
  Tensor result = emptyResult(interpreter, op);
  if (interpreter.failed())
    return;
  auto d = w.dims;
  size_t spatial = d.getInputSpatialDimensions().size();
  int64_t features = k.shape[d.getKernelInputFeatureDimension()];
  int64_t outFeatures = k.shape[d.getKernelOutputFeatureDimension()];
  int64_t batches = x.shape[d.getInputBatchDimension()] / w.batchGroups;
  SmallVector<int64_t> window;
  for (int64_t dim : d.getKernelSpatialDimensions())
    window.push_back(k.shape[dim]);
  if (!interpreter.spend(op, result.count() * features *
                                 ShapedType::getNumElements(window)))
    return;
  SmallVector<int64_t> ix(x.rank()), ik(k.rank());
  forEach(result.shape, [&](ArrayRef<int64_t> index, int64_t linear) {
    int64_t out = index[d.getOutputFeatureDimension()];
    int64_t featureGroup = out / (outFeatures / w.featureGroups);
    int64_t batchGroup = out / (outFeatures / w.batchGroups);
    ix[d.getInputBatchDimension()] =
        batchGroup * batches + index[d.getOutputBatchDimension()];
    ik[d.getKernelOutputFeatureDimension()] = out;
    Sum sum;
    forEach(window, [&](ArrayRef<int64_t> at, int64_t) {
      bool isPadding = false;
      for (size_t s = 0; s < spatial; ++s) {
        int64_t position =
            index[d.getOutputSpatialDimensions()[s]] * w.strides[s] - w.low[s] +
            at[s] * w.kernelDilation[s];
        int64_t dim = d.getInputSpatialDimensions()[s];
        isPadding |= position < 0 || position % w.inputDilation[s] != 0 ||
                     position / w.inputDilation[s] >= x.shape[dim];
        ix[dim] = position / w.inputDilation[s];
        ik[d.getKernelSpatialDimensions()[s]] =
            w.reversed[s] ? window[s] - 1 - at[s] : at[s];
      }
      for (int64_t f = 0; f < features; ++f) {
        ix[d.getInputFeatureDimension()] = featureGroup * features + f;
        ik[d.getKernelInputFeatureDimension()] = f;
        if (isPadding)
          sum.addPadding(k, linearize(ik, k.shape));
        else
          sum.add(x, linearize(ix, x.shape), k, linearize(ik, k.shape));
      }
    });
    sum.store(interpreter, result, linear);
  });
  results.push_back(std::move(result));
}

template <typename Op> static ConvolutionWindow windowOf(Op op) {
  size_t n = op.getDimensionNumbers().getInputSpatialDimensions().size();
  ConvolutionWindow window{
      listOr(op.getWindowStrides(), n, 1), SmallVector<int64_t>(n, 0),
      listOr(op.getLhsDilation(), n, 1),   listOr(op.getRhsDilation(), n, 1),
      SmallVector<bool>(n, false),         op.getDimensionNumbers(),
      int64_t(op.getFeatureGroupCount()),  int64_t(op.getBatchGroupCount())};
  if (auto reversed = op.getWindowReversal())
    window.reversed.assign(reversed->begin(), reversed->end());
  return window;
}

static void convolution(Interpreter &interpreter, Operation *op,
                        Operands operands, Values &results) {
  auto convolution = cast<stablehlo::ConvolutionOp>(op);
  ConvolutionWindow window = windowOf(convolution);
  if (auto padding = convolution.getPadding())
    for (size_t i = 0; i < window.low.size(); ++i)
      window.low[i] = padding->getValues<int64_t>()[2 * i];
  convolve(interpreter, op, *operands[0], *operands[1], window, results);
}

static void dynamicConvolution(Interpreter &interpreter, Operation *op,
                               Operands operands, Values &results) {
  ConvolutionWindow window = windowOf(cast<stablehlo::DynamicConvOp>(op));
  for (size_t i = 0; i < window.low.size(); ++i)
    window.low[i] = operands[2]->cells[2 * i].i;
  convolve(interpreter, op, *operands[0], *operands[1], window, results);
}

void fuzz::addContractionHandlers(Handlers &handlers) {
  handlers["stablehlo.dot_general"] = dotGeneral;
  handlers["stablehlo.dot"] = dot;
  handlers["stablehlo.einsum"] = handlers["stablehlo.unary_einsum"] = einsum;
  handlers["stablehlo.convolution"] = convolution;
  handlers["stablehlo.dynamic_conv"] = dynamicConvolution;
}
