/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A convolution on the device, as cuDNN computes it. */
#ifndef LIB_RUN_CONVOLUTION_H
#define LIB_RUN_CONVOLUTION_H

#include "lib/Run/Matmul.h"

/* Kind of a convolution: one of x, w and y is computed from the other two. */
enum amprt_convolution_kind {
  AMPRT_FORWARD,         /* y */
  AMPRT_DATA_GRADIENT,   /* x: gradient, from w and y */
  AMPRT_FILTER_GRADIENT, /* w: gradient, from x and y */
};

/* Order of dimensions: [batch, spatial.., features] or [batch, features,
 * spatial..], contiguous. A filter has out_features in place of the batch, and
 * in_features / groups features. */
enum amprt_layout {
  AMPRT_FEATURES_LAST,
  AMPRT_FEATURES_FIRST,
};

/* Bytes of cuDNN's workspace, allocated once for all calls. */
enum { AMPRT_CONVOLUTION_WORKSPACE = 64 << 20 };

/* y[n, p, k] = alpha * sum over r, c of
 *   x[n, p * stride - pad + r * dilation, c] * w[k, r, c] + beta * y[n, p, k],
 * where x is 0 out of bounds. Positions p and r have `rank` coordinates.
 * Features of a group of y depend on those of the same group of x. A gradient
 * is scaled by alpha and added to beta times the previous contents of its
 * buffer. */
struct amprt_convolution {
  int64_t rank; /* from 1 to 3; array elements beyond it are not read */
  int64_t batch, groups, in_features, out_features;
  int64_t in[3], window[3], out[3]; /* of x, w and y */
  int64_t strides[3], pads[3], dilations[3];
  enum amprt_convolution_kind kind;
  enum amprt_layout layout;
  enum amprt_type type; /* of x, w and y: f32, f16 or bf16; sums are f32 */
  enum amprt_compute compute;
  float alpha, beta;
};

/* Device addresses; one of the three buffers is the output. */
struct amprt_images {
  void *x, *w, *y;
};

#endif /* LIB_RUN_CONVOLUTION_H */
