// RUN: amp-opt %s -split-input-file -verify-diagnostics
///
/// Errors of the verifiers of custom_call and composite.

func.func @negative_custom_call_layouts_of_half(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op expects layouts of operands and results or of none, but got only those of operands}}
  %0 = stablehlo.custom_call @f(%a) {operand_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @negative_custom_call_layout_counts(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op expects 1 operand layouts, but got 0}}
  %0 = stablehlo.custom_call @f(%a) {operand_layouts = [], result_layouts = []} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @negative_custom_call_layout_order(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op expects a layout that orders the dimensions of 'tensor<2x3xf32>', but got dense<1> : tensor<2xindex>}}
  %0 = stablehlo.custom_call @f(%a) {operand_layouts = [dense<[1, 1]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @negative_custom_call_layout_type(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op expects a layout that orders the dimensions of 'tensor<2x3xf32>', but got 1 : i32}}
  %0 = stablehlo.custom_call @f(%a) {operand_layouts = [1 : i32], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @negative_custom_call_typed_text(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op expects a backend_config that is a dictionary with API_VERSION_TYPED_FFI, but got "x"}}
  %0 = stablehlo.custom_call @f(%a) {api_version = 4 : i32, backend_config = "x"} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @negative_custom_call_untyped_dictionary(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op expects a backend_config that is a string with API_VERSION_ORIGINAL, but got {}}}
  %0 = stablehlo.custom_call @f(%a) {backend_config = {}} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @negative_custom_call_alias_operand(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op expects an aliased operand in [0, 1), but got 1}}
  %0 = stablehlo.custom_call @f(%a) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @negative_custom_call_alias_path(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op expects an alias of two parts of one type, but got #stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>}}
  %0 = stablehlo.custom_call @f(%a) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @negative_custom_call_alias_types(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op expects an alias of two parts of one type, but got #stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>}}
  %0 = stablehlo.custom_call @f(%a) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<2x3xf32>) -> tensor<2x4xf32>
  return
}
// -----
func.func @negative_custom_call_of_vector(%a: vector<2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op operand #0 must be variadic of tensor, buffer, token, future or tuple of them, but got 'vector<2xf32>'}}
  %0 = stablehlo.custom_call @f(%a) : (vector<2xf32>) -> tensor<2xf32>
  return
}
// -----
func.func @negative_composite_name(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.composite' op expects a name such as my_namespace.my_op, but got "loss"}}
  %0 = stablehlo.composite "loss" %a {decomposition = @negative_composite_name} : (tensor<2xf32>) -> tensor<2xf32>
  return
}
// -----
func.func @negative_composite_of_nothing(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.composite' op expects a decomposition that is a function, but found none named missing}}
  %0 = stablehlo.composite "amp.loss" %a {decomposition = @missing} : (tensor<2xf32>) -> tensor<2xf32>
  return
}
// -----
func.func @negative_composite_operands(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.composite' op expects operands of the decomposition's types ('tensor<2xf32>'), but got ()}}
  %0 = stablehlo.composite "amp.loss" {decomposition = @negative_composite_operands} : () -> tensor<2xf32>
  return
}
// -----
func.func @negative_composite_results(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.composite' op expects results of the decomposition's types (), but got ('tensor<2xf32>')}}
  %0 = stablehlo.composite "amp.loss" %a {decomposition = @negative_composite_results} : (tensor<2xf32>) -> tensor<2xf32>
  return
}
