// RUN: amp-opt %s | FileCheck %s
///
/// A config that is not given is stored as the empty string, as upstream stores it.

// CHECK-LABEL: @infeed_and_outfeed
func.func @infeed_and_outfeed(%a: tensor<2xf32>, %t: !stablehlo.token) {
  // CHECK: "stablehlo.infeed"(%{{.*}}) <{infeed_config = ""}>
  %0:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  // CHECK: "stablehlo.outfeed"(%{{.*}}) <{outfeed_config = ""}>
  %1 = "stablehlo.outfeed"(%a, %t) : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  // CHECK: "stablehlo.outfeed"(%{{.*}}) <{outfeed_config = "named"}>
  %2 = "stablehlo.outfeed"(%a, %t) {outfeed_config = "named"} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return
}
