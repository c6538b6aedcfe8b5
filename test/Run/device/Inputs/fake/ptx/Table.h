// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Instructions that each thread does for itself: result = f(a, b, c).
#ifndef TEST_RUN_DEVICE_FAKE_PTX_TABLE_H
#define TEST_RUN_DEVICE_FAKE_PTX_TABLE_H

#include "Machine.h"
#include "Numbers.h"

#include <unordered_map>

namespace ptx {

using Table = std::unordered_map<std::string, Operation>;

inline uint64_t argument(const Machine &machine, const Instruction &instruction,
                         size_t i, uint32_t thread) {
  return i < instruction.operands.size()
             ? machine.get(instruction.operands[i], thread)
             : 0;
}

template <uint64_t (*function)(uint64_t, uint64_t, uint64_t)>
void each(Machine &machine, const Instruction &instruction) {
  for (uint32_t thread : machine.active)
    machine.set(instruction.operands[0], thread,
                function(argument(machine, instruction, 1, thread),
                         argument(machine, instruction, 2, thread),
                         argument(machine, instruction, 3, thread)));
}

/// `Op::run` on the numbers of a type, rounded to it.
template <typename Op, typename T>
uint64_t compute(uint64_t a, uint64_t b, uint64_t c) {
  return bitsOf(
      narrow<T>(Op::run(widen(as<T>(a)), widen(as<T>(b)), widen(as<T>(c)))));
}
/// The same on both halves.
template <typename Op, typename T>
uint64_t computeTwo(uint64_t a, uint64_t b, uint64_t c) {
  constexpr unsigned bits = 8 * sizeof(T);
  constexpr uint64_t half = (uint64_t(1) << bits) - 1;
  uint64_t high = compute<Op, T>(a >> bits, b >> bits, c >> bits);
  return (compute<Op, T>(a, b, c) & half) | (high & half) << bits;
}
/// `Op::run` says yes or no.
template <typename Op, typename T>
uint64_t decide(uint64_t a, uint64_t b, uint64_t) {
  return Op::run(widen(as<T>(a)), widen(as<T>(b)));
}
/// The result is a whole one for a type of its own.
template <typename Op, typename T>
uint64_t convert(uint64_t a, uint64_t b, uint64_t c) {
  return Op::run(as<T>(a), as<T>(b), as<T>(c));
}

} // namespace ptx

#endif // TEST_RUN_DEVICE_FAKE_PTX_TABLE_H
