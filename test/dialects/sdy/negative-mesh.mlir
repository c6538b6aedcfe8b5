// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s -verify-diagnostics -split-input-file

// expected-error @+2 {{expects an axis size of 1 or more, but got 0}}
// expected-error @+1 {{failed to parse}}
func.func private @negative_axis_size() attributes {a = #sdy.mesh<["x"=0]>}

// -----

// expected-error @+1 {{expects axes of different names, but got "x" twice}}
func.func private @negative_axis_names() attributes {a = #sdy.mesh<["x"=2, "x"=2]>}

// -----

// expected-error @+1 {{expects a device id for each of 6 devices, but got 2}}
func.func private @negative_device_count() attributes {a = #sdy.mesh<["x"=2, "y"=3], device_ids=[0, 1]>}

// -----

// expected-error @+1 {{expects a device id for each of 1 devices, but got 2}}
func.func private @negative_device_count_single() attributes {a = #sdy.mesh<[], device_ids=[0, 1]>}

// -----

// expected-error @+1 {{expects a device id for each of more than 2^63 devices, but got 1}}
func.func private @negative_device_overflow() attributes {a = #sdy.mesh<["x"=9223372036854775807, "y"=4], device_ids=[0]>}

// -----

// expected-error @+1 {{expects device ids of 0 or more, but got -1}}
func.func private @negative_device_sign() attributes {a = #sdy.mesh<[], device_ids=[-1]>}

// -----

// expected-error @+1 {{expects each device id in [0, 2) once, but got 2}}
func.func private @negative_device_range() attributes {a = #sdy.mesh<["x"=2], device_ids=[2, 0]>}

// -----

// expected-error @+1 {{expects each device id in [0, 2) once, but got 0}}
func.func private @negative_device_twice() attributes {a = #sdy.mesh<["x"=2], device_ids=[0, 0]>}

// -----

func.func @negative_mesh_outside_module() {
  // expected-error @+1 {{expects parent op 'builtin.module'}}
  sdy.mesh @mesh = <[]>
  return
}
