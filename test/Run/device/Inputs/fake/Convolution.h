// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Convolutions and their gradients in the fake library, by one loop over all
// triples of elements of x, w and y that meet.
#ifndef TEST_RUN_DEVICE_FAKE_CONVOLUTION_H
#define TEST_RUN_DEVICE_FAKE_CONVOLUTION_H

#include "Elements.h"

#include <functional>
#include <vector>

/// An array of [batch, features, spatial..], wherever its elements lie.
struct Array {
  int type = 0; // of library_types.h
  std::vector<int> sizes, strides;

  int64_t elements() const {
    int64_t count = 1;
    for (int size : sizes)
      count *= size;
    return count;
  }
};

struct Window {
  std::vector<int> pads, strides, dilations;
  int groups = 1, math = 0;
};

struct Convolution {
  enum Kind { Forward, DataGradient, FilterGradient };

  Kind kind;
  Window window;
  Array x, w, y;
  void *dataX, *dataW, *dataY;
  float alpha, beta;
  bool cutsToTf32;

  void run() const;

private:
  void meet(const std::vector<int> &inY, const std::vector<int> &inW,
            std::vector<float> &sums) const;
  float read(const Array &array, const void *data, int64_t place) const {
    float value = readElement(data, array.type, place);
    return cutsToTf32 ? cutToTf32(value) : value;
  }
};

inline int64_t placeOf(const Array &array, const std::vector<int> &at) {
  int64_t place = 0;
  for (size_t dim = 0; dim < at.size(); ++dim)
    place += int64_t(at[dim]) * array.strides[dim];
  return place;
}

/// All places of `array`, one after the other.
template <typename Visit> void forAll(const Array &array, Visit visit) {
  std::vector<int> at(array.sizes.size(), 0);
  for (int64_t i = 0, end = array.elements(); i < end; ++i) {
    visit(at);
    for (size_t dim = at.size(); dim-- && ++at[dim] == array.sizes[dim];)
      at[dim] = 0;
  }
}

/// y[n, k, p] meets w[k, c, r] at one element of x, or at none.
inline void Convolution::meet(const std::vector<int> &inY,
                              const std::vector<int> &inW,
                              std::vector<float> &sums) const {
  if (inY[1] != inW[0])
    return;
  int group = inW[0] / (w.sizes[0] / window.groups);
  std::vector<int> inX = {inY[0], group * w.sizes[1] + inW[1]};
  for (size_t dim = 0; dim + 2 < inY.size(); ++dim) {
    int at = inY[dim + 2] * window.strides[dim] - window.pads[dim] +
             inW[dim + 2] * window.dilations[dim];
    if (at < 0 || at >= x.sizes[dim + 2])
      return;
    inX.push_back(at);
  }
  int64_t atX = placeOf(x, inX), atW = placeOf(w, inW), atY = placeOf(y, inY);
  if (kind == Forward)
    sums[atY] += read(x, dataX, atX) * read(w, dataW, atW);
  else if (kind == DataGradient)
    sums[atX] += read(y, dataY, atY) * read(w, dataW, atW);
  else
    sums[atW] += read(x, dataX, atX) * read(y, dataY, atY);
}

inline void Convolution::run() const {
  const Array &result = kind == Forward ? y : kind == DataGradient ? x : w;
  void *data = kind == Forward ? dataY : kind == DataGradient ? dataX : dataW;
  std::vector<float> sums(result.elements(), 0);
  forAll(y, [&](const std::vector<int> &inY) {
    forAll(w, [&](const std::vector<int> &inW) { meet(inY, inW, sums); });
  });
  for (int64_t i = 0; i < result.elements(); ++i)
    writeElement(data, result.type, i,
                 alpha * sums[i] +
                     (beta ? beta * readElement(data, result.type, i) : 0));
}

#endif // TEST_RUN_DEVICE_FAKE_CONVOLUTION_H
