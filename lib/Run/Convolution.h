/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A convolution on the device, as cuDNN computes it. */
#ifndef LIB_RUN_CONVOLUTION_H
#define LIB_RUN_CONVOLUTION_H

#include "lib/Run/Matmul.h"

/* Which of x, w and y is computed from the other two. */
enum amprt_convolution_kind {
  AMPRT_FORWARD,         /* y */
  AMPRT_DATA_GRADIENT,   /* x: what each element did to y, times y */
  AMPRT_FILTER_GRADIENT, /* w, likewise */
};

/* [batch, spatial.., features] or [batch, features, spatial..], with no gaps. A
 * filter has out_features for the batch, and in_features / groups features. */
enum amprt_layout {
  AMPRT_FEATURES_LAST,
  AMPRT_FEATURES_FIRST,
};

/* Bytes that cuDNN takes once, for whatever it is called. */
enum { AMPRT_CONVOLUTION_WORKSPACE = 64 << 20 };

/* y[n, p, k] = alpha * sum over r, c of x[n, p * stride - pad + r * dilation,
 * c]
 *   * w[k, r, c] + beta * y[n, p, k], x being 0 outside of it. Positions p, r
 * have `rank` coordinates; the features of a group see those of that group. A
 * gradient is scaled by alpha and added to beta times what it overwrites. */
struct amprt_convolution {
  int64_t rank; /* from 1 to 3; what is beyond it below is not read */
  int64_t batch, groups, in_features, out_features;
  int64_t in[3], window[3], out[3]; /* of x, w and y */
  int64_t strides[3], pads[3], dilations[3];
  enum amprt_convolution_kind kind;
  enum amprt_layout layout;
  enum amprt_type type; /* of x, w and y: f32, f16 or bf16; sums are f32 */
  enum amprt_compute compute;
  float alpha, beta;
};

/* What it computes with, on the device; one of them is written. */
struct amprt_images {
  void *x, *w, *y;
};

#endif /* LIB_RUN_CONVOLUTION_H */
