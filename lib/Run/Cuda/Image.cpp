// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// PTX contains `.target sm_90a`; a cubin has the number in the flags of its ELF
// header.
#include "lib/Run/Cuda/Image.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>

using namespace amprt;

static bool isElf(const void *image) {
  return !std::memcmp(image, "\177ELF", 4);
}
static bool isFatbin(const void *image) {
  return !std::memcmp(image, "\x50\xed\x55\xba", 4);
}

/// Returns the number of the chip. CUDA 13 moved it by one byte, with a new
/// version of the ABI.
static int numberInElf(const void *image) {
  constexpr int placeOfVersion = 8, placeOfFlags = 48;
  const auto *bytes = static_cast<const unsigned char *>(image);
  uint32_t flags;
  std::memcpy(&flags, bytes + placeOfFlags, sizeof(flags));
  return bytes[placeOfVersion] >= 8 ? flags >> 8 & 0xffff : flags & 0xff;
}

std::string cuda::chipOf(const void *image) {
  if (isFatbin(image))
    return "";
  if (isElf(image))
    return "sm_" + std::to_string(numberInElf(image));
  const char *target =
      std::strstr(static_cast<const char *>(image), ".target sm_");
  if (!target)
    return "";
  target += std::strlen(".target ");
  return std::string(target, std::strcspn(target, ", \t\r\n"));
}

/// PTX runs on later chips, too; machine code on chips of its generation. PTX
/// with the suffix `a` runs on its chip only, with `f` on its family.
bool cuda::runsOn(const void *image, int major, int minor) {
  std::string chip = chipOf(image);
  if (chip.empty())
    return true;
  int number = std::atoi(chip.c_str() + std::strlen("sm_"));
  bool isSameGeneration = number / 10 == major && number % 10 <= minor;
  if (isElf(image) || chip.back() == 'f')
    return isSameGeneration;
  if (chip.back() == 'a')
    return number == 10 * major + minor;
  return number <= 10 * major + minor;
}
