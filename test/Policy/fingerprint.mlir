// RUN: amp-opt %s -split-input-file --amp-lower-to-native | FileCheck %s

/// Policies that differ in anything are told apart.
// CHECK: module @plain attributes {amp.applied = {policy = "[[PLAIN:[0-9A-F]+]]"
module @plain attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, deny = ["select"]>} {}

// -----

// CHECK-NOT: "[[PLAIN]]"
// CHECK: module @force attributes {amp.applied = {policy = "[[FORCE:[0-9A-F]+]]"
module @force attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, force = ["select"]>} {}

// -----

// CHECK-NOT: "[[FORCE]]"
// CHECK: module @when attributes {amp.applied = {policy = "[[WHEN:[0-9A-F]+]]"
module @when attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, deny = [#amp.when<"select", {a}>]>} {}

// -----

// CHECK-NOT: "[[PLAIN]]"
// CHECK: module @rule attributes {amp.applied = {policy = "[[RULE:[0-9A-F]+]]"
module @rule attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, deny = ["select"], rules = [#amp.rule<deny, scope = "a">]>} {}

// -----

// CHECK-NOT: "[[RULE]]"
// CHECK: module @other_rule attributes {amp.applied = {policy = "{{[0-9A-F]+}}"
module @other_rule attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, deny = ["select"], rules = [#amp.rule<deny, scope = "b">]>} {}
