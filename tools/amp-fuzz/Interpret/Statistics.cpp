// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Batch norms, Cholesky decompositions, triangular solves, in f64.
#include "Interpret/Interpreter.h"
#include "dialects/stablehlo/IR/Stablehlo.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;
using Operands = Interpreter::Operands;
using Values = Interpreter::Values;

/// Computes mean and variance of each feature, in f64.
static void statistics(const Tensor &x, int64_t feature,
                       std::vector<double> &mean,
                       std::vector<double> &variance) {
  int64_t features = x.shape[feature];
  double count = double(x.count()) / features;
  mean.assign(features, 0);
  variance.assign(features, 0);
  forEach(x.shape, [&](ArrayRef<int64_t> i, int64_t k) {
    mean[i[feature]] += x.cells[k].f / count;
  });
  forEach(x.shape, [&](ArrayRef<int64_t> i, int64_t k) {
    double off = x.cells[k].f - mean[i[feature]];
    variance[i[feature]] += off * off / count;
  });
}

static void batchNorm(Interpreter &interpreter, Operation *op,
                      Operands operands, Values &results) {
  double epsilon = op->getAttrOfType<FloatAttr>("epsilon").getValueAsDouble();
  int64_t feature = op->getAttrOfType<IntegerAttr>("feature_index").getInt();
  const Tensor &x = *operands[0];
  std::vector<double> mean, variance;
  bool isTraining = isa<stablehlo::BatchNormTrainingOp>(op);
  if (isTraining)
    statistics(x, feature, mean, variance);
  else
    for (int64_t f = 0; f < x.shape[feature]; ++f) {
      mean.push_back(operands[3]->cells[f].f);
      variance.push_back(operands[4]->cells[f].f);
    }
  Tensor result(x.element, x.shape);
  const Format &format = x.format();
  forEach(x.shape, [&](ArrayRef<int64_t> i, int64_t k) {
    int64_t f = i[feature];
    double value = (x.cells[k].f - mean[f]) / std::sqrt(variance[f] + epsilon) *
                       operands[1]->cells[f].f +
                   operands[2]->cells[f].f;
    result.cells[k].f = interpreter.round(format, value);
  });
  results.push_back(std::move(result));
  if (!isTraining)
    return;
  for (const std::vector<double> *list : {&mean, &variance}) {
    Tensor statistic(x.element, {x.shape[feature]});
    for (auto [cell, value] : llvm::zip(statistic.cells, *list))
      cell.f = interpreter.round(format, value);
    results.push_back(std::move(statistic));
  }
}

static void batchNormGrad(Interpreter &interpreter, Operation *op,
                          Operands operands, Values &results) {
  double epsilon = op->getAttrOfType<FloatAttr>("epsilon").getValueAsDouble();
  int64_t feature = op->getAttrOfType<IntegerAttr>("feature_index").getInt();
  const Tensor &x = *operands[0], &scale = *operands[1], &mean = *operands[2],
               &variance = *operands[3], &gradient = *operands[4];
  int64_t features = x.shape[feature];
  double count = double(x.count()) / features;
  std::vector<double> sum(features, 0), product(features, 0);
  forEach(x.shape, [&](ArrayRef<int64_t> i, int64_t k) {
    int64_t f = i[feature];
    sum[f] += gradient.cells[k].f;
    product[f] += gradient.cells[k].f * (x.cells[k].f - mean.cells[f].f);
  });
  Tensor result(x.element, x.shape), scaleGradient(x.element, {features}),
      offsetGradient(x.element, {features});
  const Format &format = x.format();
  forEach(x.shape, [&](ArrayRef<int64_t> i, int64_t k) {
    int64_t f = i[feature];
    double spread = variance.cells[f].f + epsilon;
    double centred = x.cells[k].f - mean.cells[f].f;
    result.cells[k].f =
        interpreter.round(format, scale.cells[f].f / std::sqrt(spread) *
                                      (gradient.cells[k].f - sum[f] / count -
                                       centred * product[f] / count / spread));
  });
  for (int64_t f = 0; f < features; ++f) {
    scaleGradient.cells[f].f = interpreter.round(
        format, product[f] / std::sqrt(variance.cells[f].f + epsilon));
    offsetGradient.cells[f].f = interpreter.round(format, sum[f]);
  }
  results.append(
      {std::move(result), std::move(scaleGradient), std::move(offsetGradient)});
}

/// Computes the Cholesky factor of each matrix; the other triangle is zero.
static void cholesky(Interpreter &interpreter, Operation *op, Operands operands,
                     Values &results) {
  Tensor result = *operands[0];
  if (!result.isReal())
    return interpreter.fail(op, "is not known for complex numbers");
  bool isLower = cast<stablehlo::CholeskyOp>(op).getLower();
  int64_t n = result.shape.back();
  for (int64_t base = 0; base < result.count(); base += n * n) {
    auto a = [&](int64_t i, int64_t j) {
      return operands[0]->cells[base + (isLower ? i * n + j : j * n + i)].f;
    };
    std::vector<double> l(n * n, 0);
    for (int64_t j = 0; j < n; ++j)
      for (int64_t i = j; i < n; ++i) {
        double sum = a(i, j);
        for (int64_t k = 0; k < j; ++k)
          sum -= l[i * n + k] * l[j * n + k];
        l[i * n + j] = i == j ? std::sqrt(sum) : sum / l[j * n + j];
      }
    for (int64_t i = 0; i < n; ++i)
      for (int64_t j = 0; j < n; ++j)
        result.cells[base + (isLower ? i * n + j : j * n + i)].f =
            interpreter.round(result.format(), l[i * n + j]);
  }
  results.push_back(std::move(result));
}

/// Solves op(a) x = b or x op(a) = b by substitution.
static void triangularSolve(Interpreter &interpreter, Operation *op,
                            Operands operands, Values &results) {
  auto solve = cast<stablehlo::TriangularSolveOp>(op);
  const Tensor &a = *operands[0], &b = *operands[1];
  if (!a.isReal())
    return interpreter.fail(op, "is not known for complex numbers");
  Tensor result = b;
  int64_t n = a.shape.back(), rows = b.shape[b.rank() - 2],
          columns = b.shape.back();
  bool isTransposed =
      solve.getTransposeA() != stablehlo::Transpose::NO_TRANSPOSE;
  bool isLeft = solve.getLeftSide(), isLower = solve.getLower();
  int64_t lines = isLeft ? columns : rows;
  for (int64_t m = 0; m < b.count() / (rows * columns); ++m) {
    auto element = [&](int64_t i,
                       int64_t j) { // of the left matrix
      if (isTransposed == isLeft)
        std::swap(i, j);
      if (i == j && solve.getUnitDiagonal())
        return 1.0;
      return isLower ? (i >= j ? a.cells[m * n * n + i * n + j].f : 0.0)
                     : (i <= j ? a.cells[m * n * n + i * n + j].f : 0.0);
    };
    bool forward = isLower != (isTransposed == isLeft);
    for (int64_t line = 0; line < lines; ++line)
      for (int64_t step = 0; step < n; ++step) {
        int64_t i = forward ? step : n - 1 - step;
        auto at = [&](int64_t k) {
          return m * rows * columns +
                 (isLeft ? k * columns + line : line * columns + k);
        };
        double sum = b.cells[at(i)].f;
        for (int64_t k = 0; k < n; ++k)
          if (forward ? k < i : k > i)
            sum -= element(i, k) * result.cells[at(k)].f;
        result.cells[at(i)].f =
            interpreter.round(result.format(), sum / element(i, i));
      }
  }
  results.push_back(std::move(result));
}

void fuzz::addStatisticsHandlers(Handlers &handlers) {
  handlers["stablehlo.batch_norm_training"] =
      handlers["stablehlo.batch_norm_inference"] = batchNorm;
  handlers["stablehlo.batch_norm_grad"] = batchNormGrad;
  handlers["stablehlo.cholesky"] = cholesky;
  handlers["stablehlo.triangular_solve"] = triangularSolve;
}
