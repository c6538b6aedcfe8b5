// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random contractions of small integers, whose sums are exact in any order,
// against loops as they stand in Run.h. Argument: how many, and a seed.
#include "lib/Run/Run.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <vector>

namespace {
std::mt19937 engine;

int64_t pick(int64_t least, int64_t most) {
  return std::uniform_int_distribution<int64_t>(least, most)(engine);
}

/// Elements around a first one, which need not be the lowest.
struct Array {
  amprt_type type;
  std::vector<int64_t> steps;
  int64_t low = 0, high = 0;
  std::vector<char> bytes;

  int64_t width() const {
    return type == AMPRT_F64 ? 8 : type == AMPRT_F32 ? 4 : 2;
  }
  void *first() { return bytes.data() - low * width(); }

  void allocate(const std::vector<int64_t> &sizes) {
    for (size_t i = 0; i < sizes.size(); ++i)
      (steps[i] < 0 ? low : high) +=
          std::max<int64_t>(sizes[i] - 1, 0) * steps[i];
    bytes.resize((high - low + 1) * width());
    for (int64_t at = low; at <= high; ++at)
      set(at, pick(-3, 3));
  }

  double get(int64_t at) const {
    const char *p = bytes.data() + (at - low) * width();
    if (type == AMPRT_F64)
      return read<double>(p);
    if (type == AMPRT_F32)
      return read<float>(p);
    uint16_t bits = read<uint16_t>(p);
    if (type == AMPRT_BF16) {
      uint32_t wide = uint32_t(bits) << 16;
      return read<float>(reinterpret_cast<char *>(&wide));
    }
    return float(read<_Float16>(p));
  }

  void set(int64_t at, float value) {
    char *p = bytes.data() + (at - low) * width();
    if (type == AMPRT_F64)
      return write(p, double(value));
    if (type == AMPRT_F32)
      return write(p, value);
    if (type == AMPRT_F16)
      return write(p, _Float16(value));
    std::memcpy(p, reinterpret_cast<char *>(&value) + 2, 2);
  }

  template <typename T> static T read(const char *p) {
    T value;
    std::memcpy(&value, p, sizeof(T));
    return value;
  }
  template <typename T> static void write(char *p, T value) {
    std::memcpy(p, &value, sizeof(T));
  }
};

struct Case {
  std::vector<int64_t> sizes;
  Array a, b, c;
  bool accumulate;
};

/// Steps of the chosen loops as in a dense array of any layout, now and then
/// with gaps, reversed, or (not for c) overlapping as windows do.
std::vector<int64_t> makeSteps(const std::vector<int64_t> &sizes,
                               const std::vector<bool> &indexes,
                               bool overlaps) {
  std::vector<size_t> order(sizes.size());
  for (size_t i = 0; i < order.size(); ++i)
    order[i] = i;
  std::shuffle(order.begin(), order.end(), engine);
  std::vector<int64_t> steps(sizes.size());
  int64_t step = pick(0, 5) ? 1 : 2;
  for (size_t i : order) {
    if (!indexes[i])
      continue;
    steps[i] = pick(0, 5) ? step : -step;
    if (overlaps && pick(0, 3) == 0)
      continue;
    step *= std::max<int64_t>(sizes[i], 1);
    step += pick(0, 4) ? 0 : pick(1, 3);
  }
  return steps;
}

int64_t pickSize(int64_t room) {
  static const int64_t sizes[] = {1,  2,  3,  5,  7,  8,   14,  15,  16,  17,
                                  28, 31, 32, 33, 64, 100, 300, 400, 1100};
  if (pick(0, 150) == 0)
    return 0;
  return std::min(sizes[pick(0, 18)], std::max<int64_t>(room, 1));
}

Case makeCase() {
  Case made;
  std::vector<bool> inA, inB, inC;
  int64_t room = 1 << pick(4, 18);
  for (int64_t i = pick(0, 7); i > 0; --i) {
    int64_t size = pickSize(room), kind = pick(0, 23);
    room /= std::max<int64_t>(size, 1);
    made.sizes.push_back(size);
    kind = kind > 7 ? 1 + (kind - 8) / 4 : kind; // mostly one of the four kinds
    static const int masks[] = {0b111, 0b101, 0b011, 0b110,
                                0b111, 0b100, 0b010, 0b001};
    inA.push_back(masks[kind] & 4);
    inB.push_back(masks[kind] & 2);
    inC.push_back(masks[kind] & 1);
  }
  made.c.type = pick(0, 3) ? AMPRT_F32 : AMPRT_F64;
  made.a.type = pick(0, 1) ? made.c.type : amprt_type(pick(0, 3));
  made.b.type = pick(0, 1) ? made.a.type : amprt_type(pick(0, 3));
  made.a.steps = makeSteps(made.sizes, inA, true);
  made.b.steps = makeSteps(made.sizes, inB, pick(0, 3) == 0);
  made.c.steps = makeSteps(made.sizes, inC, false);
  made.accumulate = pick(0, 2) == 0;
  for (Array *array : {&made.a, &made.b, &made.c})
    array->allocate(made.sizes);
  return made;
}

std::vector<int64_t> tableOf(const Case &test) {
  std::vector<int64_t> table = test.sizes;
  for (const Array *array : {&test.a, &test.b, &test.c})
    table.insert(table.end(), array->steps.begin(), array->steps.end());
  return table;
}

void addSlowly(Case &test, size_t depth, int64_t a, int64_t b, int64_t c) {
  if (depth == test.sizes.size())
    return test.c.set(c, test.c.get(c) + test.a.get(a) * test.b.get(b));
  for (int64_t i = 0; i < test.sizes[depth]; ++i)
    addSlowly(test, depth + 1, a + i * test.a.steps[depth],
              b + i * test.b.steps[depth], c + i * test.c.steps[depth]);
}

void clear(Case &test, size_t depth, int64_t c) {
  if (depth == test.sizes.size())
    return test.c.set(c, 0);
  bool isSum = test.c.steps[depth] == 0;
  for (int64_t i = 0; i < (isSum ? 1 : test.sizes[depth]); ++i)
    clear(test, depth + 1, c + i * test.c.steps[depth]);
}

void contract(Case &test) {
  amprt_contract(test.sizes.size(), tableOf(test).data(), test.a.first(),
                 test.a.type, test.b.first(), test.b.type, test.c.first(),
                 test.c.type, test.accumulate);
}

bool isRight(Case test, int number) {
  Case expected = test, again = test;
  if (!test.accumulate)
    clear(expected, 0, 0);
  addSlowly(expected, 0, 0, 0, 0);
  contract(test);
  contract(again);
  bool isSame = test.c.bytes == again.c.bytes;
  for (int64_t at = test.c.low; at <= test.c.high; ++at)
    if (!isSame || test.c.get(at) != expected.c.get(at)) {
      std::printf("case %d: c[%ld] is %g, expected %g%s\n", number, long(at),
                  test.c.get(at), expected.c.get(at),
                  isSame ? "" : "; a second run differs");
      std::printf("types %d %d %d, accumulate %d, table:", test.a.type,
                  test.b.type, test.c.type, test.accumulate);
      for (int64_t entry : tableOf(test))
        std::printf(" %ld", long(entry));
      std::printf("\n");
      return false;
    }
  return true;
}
} // namespace

int main(int argc, char **argv) {
  int count = argc > 1 ? std::atoi(argv[1]) : 1000;
  unsigned seed = argc > 2 ? std::atoi(argv[2]) : 1;
  for (int i = 0; i < count; ++i) {
    engine.seed(seed * 1000003u + i);
    if (!isRight(makeCase(), i))
      return 1;
  }
  std::printf("%d contractions agree\n", count);
  return 0;
}
