// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lines of PTX, and words in them.
#ifndef TEST_RUN_DEVICE_FAKE_PTX_TEXT_H
#define TEST_RUN_DEVICE_FAKE_PTX_TEXT_H

#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

namespace ptx {

/// Without its comment.
struct Line {
  uint32_t number;
  std::string text;
};

inline std::string trim(const std::string &text) {
  size_t first = text.find_first_not_of(" \t");
  size_t last = text.find_last_not_of(" \t\r");
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

inline bool startsWith(const std::string &text, const char *start) {
  return text.rfind(start, 0) == 0;
}

inline std::vector<std::string> words(const std::string &text) {
  std::istringstream stream(text);
  std::vector<std::string> all;
  for (std::string word; stream >> word;)
    all.push_back(word);
  return all;
}

/// "a", "b" of "a, b".
inline std::vector<std::string> listed(const std::string &text) {
  std::istringstream stream(text);
  std::vector<std::string> all;
  for (std::string word; std::getline(stream, word, ',');)
    all.push_back(trim(word));
  return all;
}

/// 4 of ".b32".
inline uint32_t bytesOfType(const std::string &type) {
  size_t digit = type.find_first_of("0123456789");
  return digit == std::string::npos ? 0 : std::atoi(type.c_str() + digit) / 8;
}

/// Memory that a directive declares: .shared .align 4 .b8 name[128]
struct Declared {
  explicit Declared(const std::string &text) {
    std::vector<std::string> all = words(text);
    name = all.back();
    uint32_t element = bytesOfType(all[all.size() - 2]);
    for (size_t i = 0; i + 1 < all.size(); ++i)
      if (all[i] == ".align")
        align = std::atoi(all[i + 1].c_str());
    size_t bracket = name.find('[');
    isArray = bracket != std::string::npos;
    bytes = element * (isArray ? std::atoi(&name[bracket + 1]) : 1);
    align = align ? align : element;
    name = name.substr(0, bracket);
  }

  /// Returns the start, if `end` bytes are taken already.
  uint32_t after(uint32_t end) const {
    return align ? (end + align - 1) / align * align : end;
  }

  std::string name;
  uint32_t align = 0, bytes = 0;
  bool isArray = false;
};

} // namespace ptx

#endif // TEST_RUN_DEVICE_FAKE_PTX_TEXT_H
