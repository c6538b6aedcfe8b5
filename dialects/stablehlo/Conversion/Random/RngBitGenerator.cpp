// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// bits[i] = word i % w of the block cipher at counter + i / w, numbered as in
// XLA. The output state is the counter after the last block.
#include "dialects/stablehlo/Conversion/Patterns.h"
#include "dialects/stablehlo/Conversion/Random/BlockCiphers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::amp::stablehlo;

static Value indexArithmetic(ImplicitLocOpBuilder &builder, Value index,
                             int64_t divisor, bool remainder) {
  Value by = indexOf(builder, divisor);
  if (remainder)
    return arith::RemUIOp::create(builder, index, by);
  return arith::DivUIOp::create(builder, index, by);
}

/// Returns the dimension along which adjacent elements get the two words of a
/// ThreeFry block: the first of even size, else the first of the largest size.
static int64_t pairedDim(ArrayRef<int64_t> shape) {
  const int64_t *even =
      llvm::find_if(shape, [](int64_t size) { return size % 2 == 0; });
  if (even == shape.end())
    even = std::max_element(shape.begin(), shape.end());
  return even - shape.begin();
}

namespace {
struct Generator {
  RngAlgorithm algorithm;
  ArrayRef<int64_t> shape;
  unsigned width; // bit width of the generated words, 32 or 64
  SmallVector<Value> state;

  bool isThreeFry() const { return algorithm == RngAlgorithm::THREE_FRY; }
  int64_t wordsPerBlock() const { return (isThreeFry() ? 64 : 128) / width; }
  SmallVector<int64_t> blockShape() const {
    SmallVector<int64_t> blocks(shape);
    if (isThreeFry() && wordsPerBlock() == 2 && !shape.empty()) {
      int64_t &paired = blocks[pairedDim(shape)];
      paired = llvm::divideCeil(paired, 2);
    } else if (!isThreeFry()) {
      int64_t elements = ShapedType::getNumElements(shape);
      blocks = {int64_t(llvm::divideCeil(elements, wordsPerBlock()))};
    }
    return blocks;
  }
  /// Returns the counter of the state plus `blocks`, an i64.
  Counter counterAt(ImplicitLocOpBuilder &builder, Value blocks) const {
    if (isThreeFry())
      return {arith::AddIOp::create(builder, state[1], blocks), Value()};
    Value low = state[1], high = state.size() > 2 ? state[2] : state[0];
    Value sum = arith::AddIOp::create(builder, low, blocks);
    Value carry =
        arith::CmpIOp::create(builder, arith::CmpIPredicate::ult, sum, low);
    Value one = arith::ExtUIOp::create(builder, builder.getI64Type(), carry);
    return {sum, arith::AddIOp::create(builder, high, one)};
  }
  /// Emits the word for the element at `indices`.
  Value word(ImplicitLocOpBuilder &builder, SmallVector<Value> indices) const {
    Value which, block;
    if (isThreeFry() && wordsPerBlock() == 2 && !shape.empty()) {
      Value &paired = indices[pairedDim(shape)];
      which = indexArithmetic(builder, paired, 2, /*remainder=*/true);
      paired = indexArithmetic(builder, paired, 2, /*remainder=*/false);
      block = rowMajor(builder, blockShape(), indices);
    } else {
      Value number = rowMajor(builder, shape, indices);
      int64_t words = isThreeFry() ? 1 : wordsPerBlock();
      which = indexArithmetic(builder, number, words, /*remainder=*/true);
      block = indexArithmetic(builder, number, words, /*remainder=*/false);
    }
    block = arith::IndexCastOp::create(builder, builder.getI64Type(), block);
    Counter counter = counterAt(builder, block);
    SmallVector<Value> words = isThreeFry()
                                   ? threeFry(builder, state[0], counter.low)
                                   : philox(builder, state[0], counter);
    if (width == 64)
      words = joinPairs(builder, words);
    Value chosen = words.back();
    for (int64_t i = words.size() - 2; i >= 0; --i) {
      Value isThis = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq,
                                           which, indexOf(builder, i));
      chosen = arith::SelectOp::create(builder, isThis, words[i], chosen);
    }
    return chosen;
  }
};

struct RngBitGeneratorPattern : OpConversionPattern<RngBitGeneratorOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(RngBitGeneratorOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(expectPlainTensors(op)))
      return failure();
    RankedTensorType stateType = tensorTypeOf(adaptor.getInitialState());
    int64_t size = stateType.getRank() == 1 ? stateType.getDimSize(0) : 0;
    bool isThreeFry = op.getRngAlgorithm() == RngAlgorithm::THREE_FRY;
    if (!stateType.getElementType().isInteger(64) || size < 2 ||
        size > (isThreeFry ? 2 : 3))
      return refuse(op, "its state has another form");
    auto type = getTypeConverter()->convertType<RankedTensorType>(
        op.getOutput().getType());
    Type element = type.getElementType();
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    Generator generator = {op.getRngAlgorithm(),
                           type.getShape(),
                           element.getIntOrFloatBitWidth() > 32 ? 64u : 32u,
                           {}};
    for (int64_t i = 0; i < size; ++i)
      generator.state.push_back(tensor::ExtractOp::create(
          builder, adaptor.getInitialState(), indexOf(builder, i)));
    auto body = [&](OpBuilder &inner, Location loc, ValueRange) {
      ImplicitLocOpBuilder located(loc, inner);
      SmallVector<Value> indices;
      for (int64_t dim = 0; dim < type.getRank(); ++dim)
        indices.push_back(linalg::IndexOp::create(located, dim));
      Value word = generator.word(located, indices);
      Type bits = located.getIntegerType(element.getIntOrFloatBitWidth());
      word = resizeElement(located, word, word.getType(), bits);
      if (isa<FloatType>(element))
        word = arith::BitcastOp::create(located, element, word);
      linalg::YieldOp::create(located, word);
    };
    SmallVector<utils::IteratorType> parallel(type.getRank(),
                                              utils::IteratorType::parallel);
    Value output =
        linalg::GenericOp::create(
            builder, TypeRange(type), ValueRange(), emptyTensor(builder, type),
            builder.getMultiDimIdentityMap(type.getRank()), parallel, body)
            .getResult(0);
    Value blocks =
        integerOf(builder, builder.getI64Type(),
                  ShapedType::getNumElements(generator.blockShape()));
    Counter next = generator.counterAt(builder, blocks);
    SmallVector<Value> words = {generator.state[0], next.low};
    if (size == 3)
      words.push_back(next.high);
    Value state = tensor::FromElementsOp::create(builder, stateType, words);
    rewriter.replaceOp(op, {state, output});
    return success();
  }
};
} // namespace

void mlir::amp::stablehlo::populateRngBitGenerator(
    const TypeConverter &types, RewritePatternSet &patterns) {
  patterns.add<RngBitGeneratorPattern>(types, patterns.getContext());
}
