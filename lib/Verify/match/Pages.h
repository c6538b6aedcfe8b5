// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_VERIFY_MATCH_PAGES_H
#define LIB_VERIFY_MATCH_PAGES_H

#include <memory>
#include <type_traits>
#include <vector>

namespace mlir::amp::verify {

/// A list that grows without moving what is in it: nothing is copied, and no
/// memory is taken that is not used.
template <typename T> class Pages {
  static_assert(std::is_trivially_destructible_v<T>);

public:
  Pages() = default;
  Pages(const Pages &) = delete;
  ~Pages() {
    for (T *page : pages)
      std::allocator<T>().deallocate(page, pageSize);
  }

  void push_back(T value) {
    if (next == end) {
      next = std::allocator<T>().allocate(pageSize);
      end = next + pageSize;
      pages.push_back(next);
    }
    new (next++) T(value);
  }

  size_t size() const { return pages.size() * pageSize - (end - next); }
  T &operator[](size_t i) { return pages[i / pageSize][i % pageSize]; }
  const T &operator[](size_t i) const {
    return pages[i / pageSize][i % pageSize];
  }

private:
  static constexpr size_t pageSize = 1024;
  std::vector<T *> pages;
  T *next = nullptr, *end = nullptr;
};

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_MATCH_PAGES_H
