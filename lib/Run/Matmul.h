/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A matmul on the device, as cuBLASLt computes it. */
#ifndef LIB_RUN_MATMUL_H
#define LIB_RUN_MATMUL_H

#include "lib/Run/Run.h"

/* Epilogue of a matmul. aux: a matrix of d's type, in rows of leading_aux
 * elements (a multiple of 8). gelu(x) = x (1 + tanh(sqrt(2/pi) (x + 0.044715
 * x^3))) / 2. cuBLASLt's relu returns 0 for NaN, too. Its gradient of relu is
 * not used: at 0, it passes the gradient on, where frameworks return 0. alpha
 * does not scale the sums of an operand. */
enum amprt_epilogue {
  AMPRT_PLAIN,
  AMPRT_BIAS,          /* + bias[n], the same for all rows */
  AMPRT_RELU,          /* max(0, d) */
  AMPRT_RELU_BIAS,     /* max(0, d + bias) */
  AMPRT_GELU,          /* gelu(d) */
  AMPRT_GELU_BIAS,     /* gelu(d + bias) */
  AMPRT_GELU_AUX,      /* gelu(d), aux = d */
  AMPRT_GELU_AUX_BIAS, /* gelu(d + bias), aux = d + bias */
  AMPRT_DGELU,         /* d times the derivative of gelu at aux */
  AMPRT_DGELU_BGRAD,   /* and bias[n] = the sum of d over rows */
  AMPRT_BGRAD_A,       /* bias[m] = the sum of each row of op(a) */
  AMPRT_BGRAD_B,       /* bias[n] = the sum of each column of op(b) */
};

/* Precision of f32 operands in multiplications; accumulators are f32. */
enum amprt_compute {
  AMPRT_COMPUTE_F32,
  AMPRT_COMPUTE_TF32,
};

/* Bytes of cuBLASLt's workspace, allocated once for all calls. */
enum { AMPRT_MATMUL_WORKSPACE = 32 << 20 };

/* d[m, n] = epilogue(alpha * op(a)[m, k] * op(b)[k, n] + beta * c), `batch`
 * times; all are row-major. A transposed operand is stored as [k, m] or [n, k].
 */
struct amprt_matmul {
  int64_t m, n, k, batch;
  int64_t leading_a, leading_b, leading_d; /* elements from row to row */
  int64_t leading_aux;                     /* 0 without aux */
  int64_t stride_a, stride_b, stride_d;    /* elements from matrix to matrix */
  uint32_t transpose_a, transpose_b;       /* 0 or 1 */
  enum amprt_type type_a, type_b, type_d, type_bias;
  enum amprt_compute compute;
  enum amprt_epilogue epilogue;
  float alpha, beta;
};

/* Device addresses of the operands and results of a matmul. */
struct amprt_operands {
  const void *a, *b;
  void *d;
  const void *c;      /* null: d; else it has d's type and layout */
  void *bias, *aux;   /* null where the epilogue names none */
  const float *alpha; /* null: how->alpha */
};

#endif /* LIB_RUN_MATMUL_H */
