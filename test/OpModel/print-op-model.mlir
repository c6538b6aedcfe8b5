// RUN: amp-opt %s --amp-print-op-model -o /dev/null 2>&1 | FileCheck %s --strict-whitespace
// RUN: amp-opt %s --amp-print-op-model -o /dev/null 2> %t.rows
// RUN: cut -c1-42 %t.rows > %t.names
// RUN: env LC_ALL=C sort -c -u %t.names

/// One line per kind of row. The tables are sorted and hold each name once, so
/// that a row is easy to find and none hides another.

//      name                                      class           in    out regions flops  why
// CHECK:{{^}}linalg.*contraction                       contraction     aa.   .   body     0  the initial value and the result are the accumulator
// CHECK:{{^}}stablehlo.case                            control         .     =   branch   0  all branches yield one type per result
// CHECK:{{^}}stablehlo.compare                         select          a     .   none     1  both sides have one type; the answer is i1
// CHECK:{{^}}stablehlo.constant                        constant        .     .   none     0  casts of it fold into a rounded copy
// CHECK:{{^}}stablehlo.dot_general                     contraction     aa    b   none     0  fixed by algorithm  the result type is free
// CHECK:{{^}}stablehlo.dynamic_update_slice            layout          aa.   a   none     0  positions are integers
// CHECK:{{^}}stablehlo.exponential                     transcendental  a     a   none     8{{$}}
// CHECK:{{^}}stablehlo.reduce                          reduction       a     a   body     1  inputs, inits, body and results have one type
// CHECK:{{^}}stablehlo.while                           control         =     =   loop     0  a carried value has one type
// CHECK:{{^}}tosa.conv2d                               contraction     aaaaa a   none     0  TOSA has no conv from 16 bits to f32
module {}
