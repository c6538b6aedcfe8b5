// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules of the weights of one step, evaluated at sample points.
#ifndef LIB_VERIFY_WEIGHTS_WEIGHTRULES_H
#define LIB_VERIFY_WEIGHTS_WEIGHTRULES_H

#include "lib/Verify/weights/DeviceModel.h"
#include "lib/Verify/weights/Samples.h"
#include "lib/Verify/weights/WeightStep.h"

namespace mlir::amp::verify {

/// Random numbers that a function draws from the key of its devices: a chain of
/// rng_bit_generator ops, each of which uses the key that the previous op
/// returned.
class DrawChain {
public:
  DrawChain() = default;
  explicit DrawChain(Value key);

  /// Sets all random bits as leaves. Another `salt` gives other bits.
  void addTo(Samples &samples, unsigned salt) const;
  /// Returns the indices of the draws that `value` depends on, in order. The
  /// search ends at `stops` and arguments.
  SmallVector<unsigned> findDraws(Value value, ArrayRef<Value> stops) const;
  /// Returns the deviates of a pair of devices at an element.
  static DeviceModel::Pair deviates(unsigned draw, unsigned salt,
                                    const Index &element);

  Value last; ///< key after the last draw

private:
  SmallVector<Value> bits;
  llvm::DenseMap<Value, unsigned> numbers;
};

class WeightRules {
public:
  WeightRules(FunctionOpInterface function, const WeightOption &option);

  /// Returns true if `value` is the f32 weight of these states; with `isNoisy`,
  /// a read of its devices. With `byChannel`, scales differ by channel.
  bool isWeight(const Weight &weight, Value value, ArrayRef<Value> states,
                bool isNoisy, bool byChannel) const;
  /// Checks the next states of a weight.
  LogicalResult checkMove(const Weight &weight) const;
  /// Checks the dimensions of the scale of a weight.
  LogicalResult checkChannels(Weight &weight) const;
  /// Checks the results that count moves, @NAME_init_weights,
  /// @NAME_read_weights, and the states that devices share.
  LogicalResult checkMoved(const Weight &weight) const;
  LogicalResult checkFirst(const Weight &weight) const;
  LogicalResult checkReader(const Weight &weight) const;
  LogicalResult checkShared(MutableArrayRef<Weight> weights) const;

private:
  class FirstWeights;
  struct Point;
  struct Sampled;
  LogicalResult checkStates(const Weight &weight, ArrayRef<Sampled> list,
                            float scale, int64_t step) const;
  LogicalResult checkBroken(const Weight &weight) const;
  LogicalResult checkIntegers(const Weight &weight) const;
  LogicalResult checkDevices(const Weight &weight) const;
  LogicalResult checkPoint(const Weight &weight, const Point &point) const;
  void setPoint(const Weight &weight, const Point &point,
                Samples &samples) const;
  bool isMoved(const Weight &weight, const Point &point, const Index &element,
               Samples &samples) const;
  bool isWritten(const Weight &weight, const Point &point, int64_t pulses,
                 const Index &element, Samples &samples) const;
  bool isFirst(FunctionOpInterface init, const Weight &weight, float number,
               unsigned round) const;
  bool isFirstAt(FunctionOpInterface init, const Weight &weight,
                 const FirstWeights &weights, const Index &element,
                 Samples &samples) const;
  bool isFirstPair(FunctionOpInterface init, const Weight &weight,
                   int64_t count, const Index &element, Samples &samples) const;
  double expectScale(const Weight &weight, double most) const;
  FunctionOpInterface findFunction(StringRef suffix) const;
  bool isStanding(const Weight &weight, Value value, ArrayRef<Value> states,
                  const DrawChain &draws, std::optional<unsigned> draw,
                  bool byChannel) const;
  bool isStandingAt(std::optional<Sample> found, const Index &element,
                    float scale, unsigned round,
                    std::optional<unsigned> draw) const;

  FunctionOpInterface function;
  const WeightOption &option;
  DrawChain draws;
};

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_WEIGHTS_WEIGHTRULES_H
