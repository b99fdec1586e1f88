/** What JavaScript and TypeScript have in common. */
export const scriptQuery = `
(export_statement) @wrap
(class_declaration name: (_) @name body: (_) @body) @class
(function_declaration name: (_) @name body: (_) @body) @function
(generator_function_declaration name: (_) @name body: (_) @body) @function
(method_definition name: (_) @name body: (_) @body) @method

(export_statement "default" @name value: [
  (arrow_function body: (_) @body)
  (function_expression body: (_) @body)
  (class body: (_) @body)
]) @function.outer

(lexical_declaration (variable_declarator name: (identifier) @name value: [
  (arrow_function body: (_) @body)
  (function_expression body: (_) @body)
  (generator_function body: (_) @body)
])) @function.outer
(variable_declaration (variable_declarator name: (identifier) @name value: [
  (arrow_function body: (_) @body)
  (function_expression body: (_) @body)
])) @function.outer
(lexical_declaration (variable_declarator name: (identifier) @name value: (class body: (_) @body))) @class.outer
(variable_declaration (variable_declarator name: (identifier) @name value: (class body: (_) @body))) @class.outer
(lexical_declaration (variable_declarator name: (identifier) @name value: (call_expression arguments: (arguments [
  (arrow_function body: (_) @body)
  (function_expression body: (_) @body)
])))) @function.outer
(lexical_declaration (variable_declarator name: (identifier) @name value: (object) @body)) @constant.outer
(export_statement declaration: (lexical_declaration (variable_declarator name: (identifier) @name)) @constant.outer)

((assignment_expression left: [(member_expression) (identifier)] @name right: [
  (arrow_function body: (_) @body)
  (function_expression body: (_) @body)
  (class body: (_) @body)
]) @function.outer (#not-eq? @name "module.exports"))
((assignment_expression left: (member_expression) @name right: [
  (arrow_function body: (_) @body)
  (function_expression !name body: (_) @body)
  (class !name body: (_) @body)
]) @function.outer (#eq? @name "module.exports"))
((assignment_expression left: (member_expression) @exports right: [
  (function_expression name: (_) @name body: (_) @body)
  (class name: (_) @name body: (_) @body)
]) @function.outer (#eq? @exports "module.exports"))
(pair key: [(property_identifier) (string)] @name value: [
  (arrow_function body: (_) @body)
  (function_expression body: (_) @body)
]) @method.outer
(pair key: [(property_identifier) (string)] @name value: (object [
  (method_definition)
  (pair value: [(arrow_function) (function_expression)])
]) @body) @property.outer

((call_expression function: [(identifier) @test (member_expression object: (identifier) @test)] arguments: (arguments
  . [(string) (template_string)] @name [(arrow_function body: (_) @body) (function_expression body: (_) @body)])) @function
  (#any-of? @test "describe" "suite" "context" "it" "test"))
`;
