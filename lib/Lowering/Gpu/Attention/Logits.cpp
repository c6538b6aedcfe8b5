// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/Attention/Logits.h"
#include "dialects/amp/IR/AmpAttention.h"
#include "lib/Lowering/Gpu/TensorCore/CloneBody.h"
#include "lib/Lowering/Gpu/TensorCore/Combiner.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/Sequence.h"
#include <climits>
#include <limits>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

/// Returns the access to a packed mask, which has 8 elements per byte.
static FailureOr<Access> accessOfBits(Value buffer, AffineMap map,
                                      ArrayRef<unsigned> loops,
                                      std::string &why) {
  AffineMap elements = unpackedMap(map);
  FailureOr<Access> access =
      accessOf(buffer, elements, loops, loops.size(), why);
  if (failed(access))
    return failure();
  access->type = IntegerType::get(map.getContext(), 1);
  access->isPacked = true;
  access->offset *= 8;
  for (int64_t &stride : access->strides)
    stride *= 8;
  auto packed = cast<AffineDimExpr>(elements.getResults().back());
  access->strides[packed.getPosition()] = 1;
  return access;
}

/// Adds an access for each loop whose index a body of `op` reads.
static Counts addCounts(Operation *op, unsigned loops,
                        SmallVectorImpl<Access> &accesses) {
  Counts counts(loops);
  for (unsigned loop = 0; loop < loops; ++loop) {
    bool isRead = llvm::any_of(op->getRegions(), [&](Region &body) {
      return !body.empty() &&
             !body.getArguments().take_back(loops)[loop].use_empty();
    });
    if (!isRead)
      continue;
    counts[loop] = accesses.size();
    Access count{Access::noArgument, IndexType::get(op->getContext())};
    count.strides.assign(loops, 0);
    count.strides[loop] = 1;
    accesses.push_back(std::move(count));
  }
  return counts;
}

FailureOr<SmallVector<Access>>
mlir::amp::lowering::bodyAccesses(Operation *op, ArrayAttr maps,
                                  ArrayRef<unsigned> operands, Counts &counts,
                                  std::string &why) {
  auto mapOf = [&](unsigned operand) {
    return cast<AffineMapAttr>(maps[operand]).getValue();
  };
  unsigned loops = mapOf(0).getNumDims();
  auto each = llvm::to_vector(llvm::seq(loops));
  SmallVector<Access> accesses;
  for (unsigned operand : operands) {
    Value buffer = op->getOperand(operand);
    AffineMap map = mapOf(operand);
    FailureOr<Access> access = isPackedMap(map)
                                   ? accessOfBits(buffer, map, each, why)
                                   : accessOf(buffer, map, each, loops, why);
    if (failed(access))
      return failure();
    accesses.push_back(std::move(*access));
  }
  counts = addCounts(op, loops, accesses);
  return accesses;
}

ElementwiseBody::ElementwiseBody(Region &body, unsigned firstOther,
                                 unsigned others,
                                 ArrayRef<std::optional<unsigned>> counts,
                                 const CausalMask *visible)
    : body(body), firstOther(firstOther), others(others), counts(counts) {
  if (visible)
    known = knownWhereVisible(body, *visible, counts.size());
}

SmallVector<Value>
mlir::amp::lowering::emitBodies(Code &code, const ElementwiseBody &what,
                                TileReads &reads, ArrayRef<Value> scores,
                                unsigned half, int64_t step) {
  if (what.body.empty())
    return SmallVector<Value>(scores);
  IRMapping known;
  for (auto [op, result] : what.known)
    known.map(op->getResult(0), arith::ConstantIntOp::create(code, result, 1));
  SmallVector<SmallVector<Value>> arguments;
  for (Value score : scores) {
    int64_t column = step + int64_t(arguments.size());
    auto read = [&](unsigned access) {
      return reads.at(code, access, half, column);
    };
    SmallVector<Value> &own = arguments.emplace_back();
    own.push_back(score);
    for (unsigned j = 0; j < what.others; ++j)
      own.push_back(read(what.firstOther + j));
    for (std::optional<unsigned> count : what.counts)
      own.push_back(count ? read(*count) : Value());
  }
  SmallVector<Value> results;
  for (ArrayRef<Value> yielded :
       cloneBodies(code, what.body.front(), arguments,
                   SmallVector<IRMapping>(scores.size(), known)))
    results.push_back(yielded.front());
  return results;
}

/// Replaces accumulators past the last column by `outside`.
static void replaceOutside(Code &code, TileReads &reads,
                           MutableArrayRef<Value> scores, float outside) {
  replaceEach(scores, [&](Value score, unsigned, int64_t step) -> Value {
    Value inside = reads.isInside(code, step);
    if (!inside)
      return score;
    Value other =
        arith::ConstantOp::create(code, code.getF32FloatAttr(outside));
    return arith::SelectOp::create(code, inside, score, other);
  });
}

/// Applies a body to accumulators of a tile, two adjacent columns at once.
static void apply(Code &code, const ElementwiseBody &what, TileReads &reads,
                  MutableArrayRef<Value> scores) {
  for (size_t j = 0; j < scores.size() / 4; ++j)
    for (unsigned half : {0, 1}) {
      MutableArrayRef<Value> pair = scores.slice(j * 4 + half * 2, 2);
      llvm::copy(emitBodies(code, what, reads, pair, half, int64_t(j) * 8),
                 pair.begin());
    }
}

void mlir::amp::lowering::applyInside(Code &code, const ElementwiseBody &what,
                                      TileReads &reads,
                                      MutableArrayRef<Value> scores,
                                      float outside) {
  if (what.body.empty())
    return;
  apply(code, what, reads, scores);
  replaceOutside(code, reads, scores, outside);
}

/// Returns the power of two by which a body scales the score, if it does
/// nothing else once selects with known conditions are folded. The product is
/// exact, so that the maximum of products is the product of the maximum.
static std::optional<float> factorOf(const ElementwiseBody &what) {
  Block &body = what.body.front();
  Value value = body.getTerminator()->getOperand(0);
  while (auto select = value.getDefiningOp<arith::SelectOp>()) {
    auto known = llvm::find_if(what.known, [&](const auto &each) {
      return each.first == select.getCondition().getDefiningOp();
    });
    if (known == what.known.end())
      return std::nullopt;
    value = known->second ? select.getTrueValue() : select.getFalseValue();
  }
  auto product = value.getDefiningOp<arith::MulFOp>();
  FloatAttr factor;
  if (!product || !product.getType().isF32() ||
      product.getLhs() != body.getArgument(0) ||
      !matchPattern(product.getRhs(), m_Constant(&factor)))
    return std::nullopt;
  bool isPower = factor.getValue().getExactLog2() != INT_MIN;
  return isPower ? std::optional(factor.getValue().convertToFloat())
                 : std::nullopt;
}

float mlir::amp::lowering::emitLogits(Code &code, const ElementwiseBody &what,
                                      TileReads &reads,
                                      MutableArrayRef<Value> scores) {
  std::optional<float> factor = factorOf(what);
  if (!factor)
    apply(code, what, reads, scores);
  replaceOutside(code, reads, scores, -std::numeric_limits<float>::infinity());
  return factor.value_or(1);
}

void mlir::amp::lowering::replaceEach(
    MutableArrayRef<Value> values,
    llvm::function_ref<Value(Value, unsigned half, int64_t step)> replacement) {
  for (size_t j = 0; j < values.size() / 4; ++j)
    for (unsigned half : {0, 1})
      for (unsigned i : {0, 1}) {
        Value &value = values[j * 4 + half * 2 + i];
        value = replacement(value, half, j * 8 + i);
      }
}

Value mlir::amp::lowering::sumOfRow(Code &code, Value sum) {
  for (int64_t distance : {1, 2})
    sum = arith::AddFOp::create(code, sum, exchange(sum, distance, code));
  return sum;
}
