// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Marks and training ops of amp, collectives of one process, random bits.
#include "Interpret/Interpreter.h"
#include "dialects/amp/IR/Amp.h"
#include "dialects/stablehlo/IR/Stablehlo.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;
using Operands = Interpreter::Operands;
using Values = Interpreter::Values;

static void identity(Interpreter &, Operation *, Operands operands,
                     Values &results) {
  for (const Tensor *operand : operands)
    results.push_back(*operand);
}

/// amp.state: returns the new values, which precede the old ones.
static void newValues(Interpreter &, Operation *, Operands operands,
                      Values &results) {
  for (const Tensor *operand : operands.take_front(operands.size() / 2))
    results.push_back(*operand);
}

/// Collectives of one process: the result is the operand.
static void onlyPart(Interpreter &interpreter, Operation *op, Operands operands,
                     Values &results) {
  for (auto [operand, result] : llvm::zip(operands, op->getResultTypes())) {
    auto type = dyn_cast<RankedTensorType>(result);
    if (!type || type.getShape() != ArrayRef<int64_t>(operand->shape))
      return interpreter.fail(op, "expects groups of one process");
    results.push_back(*operand);
  }
}

static void permute(Interpreter &interpreter, Operation *op, Operands operands,
                    Values &results) {
  auto pairs = op->getAttrOfType<DenseIntElementsAttr>("source_target_pairs")
                   .getValues<int64_t>();
  Tensor result(operands[0]->element, operands[0]->shape);
  for (size_t i = 0; i + 1 < pairs.size(); i += 2)
    if (pairs[i] == 0 && pairs[i + 1] == 0)
      result = *operands[0];
  results.push_back(std::move(result));
}

static void processId(Interpreter &interpreter, Operation *op, Operands,
                      Values &results) {
  results.push_back(emptyResult(interpreter, op));
}

static uint64_t mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

/// StableHLO leaves the bits implementation-defined: a hash of the state.
static void randomBits(Interpreter &interpreter, Operation *op,
                       Operands operands, Values &results) {
  Tensor state = *operands[0], bits = emptyResult(interpreter, op, 1);
  if (interpreter.failed())
    return;
  uint64_t seed = 1;
  for (Cell &cell : state.cells) {
    seed = mix(seed ^ uint64_t(cell.i));
    cell.i = wrapTo(state.format(), mix(uint64_t(cell.i) + 7));
  }
  const Format &format = bits.format();
  for (Cell &cell : bits.cells) {
    seed = mix(seed);
    if (format.isFloat())
      cell.f = ofBits(format, format.bits >= 64
                                  ? seed
                                  : seed & ((uint64_t(1) << format.bits) - 1));
    else
      cell.i = wrapTo(format, seed);
  }
  results.append({std::move(state), std::move(bits)});
}

/// Numbers that depend only on the bounds and the shape.
static void rng(Interpreter &interpreter, Operation *op, Operands operands,
                Values &results) {
  Tensor result = emptyResult(interpreter, op);
  if (interpreter.failed())
    return;
  bool isNormal = cast<stablehlo::RngOp>(op).getRngDistribution() ==
                  stablehlo::RngDistribution::NORMAL;
  Cell a = operands[0]->cells[0], b = operands[1]->cells[0];
  const Format &format = result.format();
  uint64_t seed = result.count();
  for (Cell &cell : result.cells) {
    seed = mix(seed);
    double unit = (seed >> 11) * 0x1p-53;
    if (format.kind == Kind::real) {
      double centred =
          std::sqrt(-2 * std::log(unit + 0x1p-54)) *
          std::cos(6.283185307179586 * (mix(seed) >> 11) * 0x1p-53);
      double value = isNormal ? a.f + b.f * centred : a.f + (b.f - a.f) * unit;
      cell.f = interpreter.round(format, value);
      if (!isNormal && cell.f >= b.f)
        cell.f = a.f;
    } else
      cell.i = b.i > a.i
                   ? wrapTo(format, uint64_t(a.i) + seed % uint64_t(b.i - a.i))
                   : a.i;
  }
  results.push_back(std::move(result));
}

static double factor(const Tensor &scale) { return scale.cells[0].f; }

static void scale(Interpreter &interpreter, Operation *op, Operands operands,
                  Values &results) {
  Tensor result = *operands[0];
  for (Cell &cell : result.cells)
    cell.f = interpreter.round(result.format(), cell.f * factor(*operands[1]));
  results.push_back(std::move(result));
}

static void unscale(Interpreter &interpreter, Operation *op, Operands operands,
                    Values &results) {
  const Tensor &scale = *operands.back();
  double inverse = interpreter.round(scale.format(), 1 / factor(scale));
  Tensor found(IntegerType::get(op->getContext(), 1), {});
  for (const Tensor *operand : operands.drop_back()) {
    Tensor result = *operand;
    for (Cell &cell : result.cells) {
      cell.f = interpreter.round(result.format(), cell.f * inverse);
      found.cells[0].i |= !std::isfinite(cell.f);
    }
    results.push_back(std::move(result));
  }
  results.push_back(std::move(found));
}

static void guard(Interpreter &, Operation *, Operands operands,
                  Values &results) {
  size_t n = (operands.size() - 1) / 2;
  for (size_t i = 0; i < n; ++i)
    results.push_back(*operands[1 + i + (operands[0]->scalar() ? n : 0)]);
}

void fuzz::addCollectiveHandlers(Handlers &handlers) {
  for (StringRef name :
       {"all_gather", "all_reduce", "reduce_scatter", "all_to_all",
        "collective_broadcast", "cross-replica-sum"})
    handlers[("stablehlo." + name).str()] = onlyPart;
  handlers["stablehlo.collective_permute"] = permute;
  handlers["stablehlo.replica_id"] = handlers["stablehlo.partition_id"] =
      processId;
  handlers["stablehlo.rng_bit_generator"] = randomBits;
  handlers["stablehlo.rng"] = rng;
}

void fuzz::addTrainingHandlers(Handlers &handlers) {
  handlers["amp.loss"] = handlers["amp.seed"] = handlers["amp.gradients"] =
      identity;
  handlers["amp.state"] = newValues;
  handlers["amp.cast"] = [](Interpreter &interpreter, Operation *op,
                            Operands operands, Values &results) {
    Tensor result = emptyResult(interpreter, op);
    for (auto [to, from] : llvm::zip(result.cells, operands[0]->cells))
      to.f = interpreter.round(result.format(), from.f);
    results.push_back(std::move(result));
  };
  handlers["amp.scale"] = scale;
  handlers["amp.unscale"] = unscale;
  handlers["amp.guard"] = guard;
}
