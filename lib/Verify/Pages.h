// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_VERIFY_PAGES_H
#define LIB_VERIFY_PAGES_H

#include <memory>
#include <vector>

namespace mlir::amp {

/// A list that grows without moving what is in it: nothing is copied, and no
/// memory is taken that is not used.
template <typename T> class Pages {
public:
  void push_back(T value) {
    if (count % pageSize == 0) {
      pages.push_back(std::make_unique<std::vector<T>>());
      pages.back()->reserve(pageSize);
    }
    pages.back()->push_back(std::move(value));
    ++count;
  }

  size_t size() const { return count; }
  T &operator[](size_t i) { return (*pages[i / pageSize])[i % pageSize]; }
  const T &operator[](size_t i) const {
    return (*pages[i / pageSize])[i % pageSize];
  }

private:
  static constexpr size_t pageSize = 1024;
  std::vector<std::unique_ptr<std::vector<T>>> pages;
  size_t count = 0;
};

} // namespace mlir::amp

#endif // LIB_VERIFY_PAGES_H
