// RUN: grep -v "^//" %s > %t.wanted
// RUN: amp-opt %s > %t.found
// RUN: diff %t.wanted %t.found
// RUN: amp-opt --mlir-print-op-generic %s | amp-opt | diff %t.wanted -
///
/// Regions, tokens, tuples, calls by name, random numbers. The text is what jaxlib 0.10.2 prints, byte for byte.
module {
  func.func @regions(%arg0: tensor<2x3xf32>, %arg1: tensor<i32>, %arg2: tensor<i1>, %arg3: !stablehlo.token) {
    %0:2 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %arg1) : tensor<2x3xf32>, tensor<i32> attributes {note}
    cond {
      stablehlo.return %arg2 : tensor<i1>
    } do {
      %3 = stablehlo.add %iterArg_0, %iterArg_0 : tensor<i32>
      stablehlo.return %iterArg, %3 : tensor<2x3xf32>, tensor<i32>
    }
    stablehlo.while()
    cond {
      stablehlo.return %arg2 : tensor<i1>
    } do {
      stablehlo.return 
    }
    %1 = "stablehlo.if"(%arg2) ({
      stablehlo.return %arg0 : tensor<2x3xf32>
    }, {
      stablehlo.return %arg0 : tensor<2x3xf32>
    }) : (tensor<i1>) -> tensor<2x3xf32>
    %2:2 = "stablehlo.case"(%arg1) ({
      stablehlo.return %arg0, %arg3 : tensor<2x3xf32>, !stablehlo.token
    }, {
      stablehlo.return %arg0, %arg3 : tensor<2x3xf32>, !stablehlo.token
    }) {note} : (tensor<i32>) -> (tensor<2x3xf32>, !stablehlo.token)
    return
  }
  func.func @tokens_and_tuples(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.create_token : !stablehlo.token
    %1 = stablehlo.after_all %0, %0 : !stablehlo.token
    %2 = stablehlo.after_all  {note} : !stablehlo.token
    %3:2 = stablehlo.optimization_barrier %arg0, %0 : tensor<2x3xf32>, !stablehlo.token
    %4 = stablehlo.optimization_barrier {note} %arg0 : tensor<2x3xf32>
    stablehlo.optimization_barrier()
    %5 = stablehlo.tuple %arg0, %0 : tuple<tensor<2x3xf32>, !stablehlo.token>
    %6 = stablehlo.tuple %5 : tuple<tuple<tensor<2x3xf32>, !stablehlo.token>>
    %7 = stablehlo.get_tuple_element %5[1] : (tuple<tensor<2x3xf32>, !stablehlo.token>) -> !stablehlo.token
    %8 = stablehlo.tuple  : tuple<>
    return
  }
  func.func @calls(%arg0: tensor<2x3xf32>, %arg1: tuple<tensor<2xf32>, tensor<3x4xi32>>, %arg2: !stablehlo.token) {
    %0 = stablehlo.custom_call @plain(%arg0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    stablehlo.custom_call @"any name"() {has_side_effect = true} : () -> ()
    %1 = stablehlo.custom_call @typed(%arg0) {api_version = 4 : i32, backend_config = {size = 1 : i32}, called_computations = [@decomposed], mhlo.frontend_attributes = {x = "y"}, operand_layouts = [dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %2 = stablehlo.custom_call @text(%arg0) {api_version = 2 : i32, backend_config = "text"} : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %3:2 = stablehlo.custom_call @aliased(%arg1, %arg2) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = [1]>]} : (tuple<tensor<2xf32>, tensor<3x4xi32>>, !stablehlo.token) -> (tensor<3x4xi32>, tensor<2xf32>)
    %4 = stablehlo.composite "amp.loss" %arg0 {decomposition = @decomposed} : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %5 = stablehlo.composite "amp.loss" %arg0 {composite_attributes = {group = 1 : i32}, decomposition = @decomposed, version = 2 : i32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %6 = stablehlo.composite "amp.loss" %arg0 ({
      stablehlo.return 
    }) {decomposition = @decomposed} : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
  func.func private @decomposed(tensor<2x3xf32>) -> tensor<2x3xf32>
  func.func @random(%arg0: tensor<f32>, %arg1: tensor<2xi64>, %arg2: tensor<2xui64>) {
    %0 = stablehlo.rng %arg0, %arg0, %arg1, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
    %1 = stablehlo.rng %arg0, %arg0, %arg1, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf32>
    %output_state, %output = stablehlo.rng_bit_generator %arg2, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
    %output_state_0, %output_1 = stablehlo.rng_bit_generator %arg2, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
    %output_state_2, %output_3 = stablehlo.rng_bit_generator %arg2, algorithm = PHILOX {note} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xf32>)
    return
  }
}
