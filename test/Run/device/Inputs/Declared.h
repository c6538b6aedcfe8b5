// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Comparison of our declarations of a library with its header.
#ifndef TEST_RUN_DEVICE_DECLARED_H
#define TEST_RUN_DEVICE_DECLARED_H

#include <type_traits>

template <typename A, typename B>
constexpr bool isAlike =
    std::is_pointer_v<A> == std::is_pointer_v<B> &&
    std::is_floating_point_v<A> == std::is_floating_point_v<B> &&
    sizeof(A) == sizeof(B);

template <typename A, typename B> struct Same : std::false_type {};
template <typename R, typename S, typename... A, typename... B>
struct Same<R (*)(A...), S (*)(B...)> {
  template <bool = sizeof...(A) == sizeof...(B)> static constexpr bool test() {
    return isAlike<R, S> && (isAlike<A, B> && ...);
  }
  static constexpr bool value = test();
};

#define EQUAL(ours, theirs) static_assert(int(ours) == int(theirs), #theirs)

#endif // TEST_RUN_DEVICE_DECLARED_H
