// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s | FileCheck %s
// RUN: amp-opt --mlir-print-op-generic %s | amp-opt | FileCheck %s

/// jaxlib prints these without the space, and then cannot read them.
// CHECK: @own_0() attributes {a = #sdy<dim_mapping ij>}
func.func private @own_0() attributes {a = #sdy<dim_mapping ij>}
// CHECK: @own_1() attributes {a = #sdy<edge_value_ref operand-0>}
func.func private @own_1() attributes {a = #sdy<edge_value_ref operand-0>}
// CHECK: @own_2() attributes {a = #sdy<edge_value_ref result-12>}
func.func private @own_2() attributes {a = #sdy<edge_value_ref result-12>}
