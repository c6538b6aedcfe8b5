// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/stablehlo/Conversion/Random/BlockCiphers.h"
#include "dialects/stablehlo/Conversion/Scalar/Scalar.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::amp::stablehlo;

static Scalar lowHalf(Scalar word) {
  ImplicitLocOpBuilder &builder = *word.builder;
  return {builder,
          arith::TruncIOp::create(builder, builder.getI32Type(), word.value)};
}
static Scalar highHalf(Scalar word) {
  ImplicitLocOpBuilder &builder = *word.builder;
  return lowHalf({builder, arith::ShRUIOp::create(builder, word.value,
                                                  word.integer(32).value)});
}
static Scalar widened(Scalar word) {
  ImplicitLocOpBuilder &builder = *word.builder;
  return {builder,
          arith::ExtUIOp::create(builder, builder.getI64Type(), word.value)};
}
static Scalar rotatedLeft(Scalar word, int distance) {
  ImplicitLocOpBuilder &builder = *word.builder;
  Scalar up = {builder, arith::ShLIOp::create(builder, word.value,
                                              word.integer(distance).value)};
  Scalar down = {builder,
                 arith::ShRUIOp::create(builder, word.value,
                                        word.integer(32 - distance).value)};
  return up | down;
}

namespace mlir::amp::stablehlo {

SmallVector<Value> threeFry(ImplicitLocOpBuilder &builder, Value key,
                            Value counter) {
  constexpr int rotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  Scalar wholeKey(builder, key), wholeCounter(builder, counter);
  Scalar first = lowHalf(wholeKey), second = highHalf(wholeKey);
  Scalar keys[3] = {first, second, first ^ second ^ first.integer(0x1BD11BDA)};
  Scalar x = lowHalf(wholeCounter) + keys[0];
  Scalar y = highHalf(wholeCounter) + keys[1];
  for (int group = 0; group < 5; ++group) {
    for (int distance : rotations[group % 2]) {
      x = x + y;
      y = rotatedLeft(y, distance) ^ x;
    }
    x = x + keys[(group + 1) % 3];
    y = y + keys[(group + 2) % 3] + y.integer(group + 1);
  }
  return {x, y};
}

SmallVector<Value> philox(ImplicitLocOpBuilder &builder, Value key,
                          Counter counter) {
  Scalar wholeKey(builder, key), low(builder, counter.low),
      high(builder, counter.high);
  Scalar k0 = lowHalf(wholeKey), k1 = highHalf(wholeKey);
  Scalar x[4] = {lowHalf(low), highHalf(low), lowHalf(high), highHalf(high)};
  for (int round = 0; round < 10; ++round) {
    Scalar even = widened(x[0]) * low.integer(0xD2511F53);
    Scalar odd = widened(x[2]) * low.integer(0xCD9E8D57);
    Scalar next[4] = {highHalf(odd) ^ x[1] ^ k0, lowHalf(odd),
                      highHalf(even) ^ x[3] ^ k1, lowHalf(even)};
    std::copy(next, next + 4, x);
    k0 = k0 + k0.integer(0x9E3779B9);
    k1 = k1 + k1.integer(0xBB67AE85);
  }
  return {x[0], x[1], x[2], x[3]};
}

SmallVector<Value> joinPairs(ImplicitLocOpBuilder &builder,
                             ArrayRef<Value> words) {
  SmallVector<Value> joined;
  for (size_t i = 0; i + 1 < words.size(); i += 2) {
    Scalar low = widened({builder, words[i]});
    Scalar high = widened({builder, words[i + 1]});
    Value shifted =
        arith::ShLIOp::create(builder, high.value, high.integer(32).value);
    joined.push_back(low | Scalar(builder, shifted));
  }
  return joined;
}

} // namespace mlir::amp::stablehlo
