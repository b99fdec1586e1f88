/** One field of the input of a tool, as JSON Schema. */
export interface FieldSchema {
  readonly type: "string" | "integer" | "boolean";
  readonly description: string;
  readonly enum?: readonly string[];
}

/** The input of a tool, in the subset of JSON Schema that every provider accepts. */
export interface ObjectSchema {
  readonly type: "object";
  readonly properties: { readonly [name: string]: FieldSchema };
  readonly required: readonly string[];
  readonly additionalProperties: false;
}

/** A field that may be null if it is not used. */
export interface NullableFieldSchema {
  readonly type: FieldSchema["type"] | readonly [FieldSchema["type"], "null"];
  readonly description: string;
  readonly enum?: readonly (string | null)[];
}

/** The same input with every field required, as OpenAI's strict mode requires. */
export interface StrictSchema extends Omit<ObjectSchema, "properties"> {
  readonly properties: { readonly [name: string]: NullableFieldSchema };
}

/**
 * Returns the strict variant of a schema: every field is required, and an optional one may be null. The tools treat null
 * as absent.
 */
export function strictSchema(schema: ObjectSchema): StrictSchema {
  const { properties, required } = schema;
  const fields = Object.entries(properties).map(([name, field]): [string, NullableFieldSchema] => [
    name,
    required.includes(name) ? field : nullable(field),
  ]);
  return { ...schema, properties: Object.fromEntries(fields), required: Object.keys(properties) };
}

function nullable(field: FieldSchema): NullableFieldSchema {
  const { type, description } = field;
  const choices = field.enum;
  return { type: [type, "null"], description, ...(choices === undefined ? {} : { enum: [...choices, null] }) };
}

/** Creates a text field. */
export function textField(description: string): FieldSchema {
  return { type: "string", description };
}

/** Creates a text field with a fixed set of values. */
export function choiceField(description: string, choices: readonly string[]): FieldSchema {
  return { type: "string", description, enum: choices };
}

/** Creates an integer field. */
export function wholeField(description: string): FieldSchema {
  return { type: "integer", description };
}

/** Creates a field that is true or false. */
export function flagField(description: string): FieldSchema {
  return { type: "boolean", description };
}

/** Creates the schema of an object with these fields and no others. */
export function objectOf(properties: ObjectSchema["properties"], ...required: readonly string[]): ObjectSchema {
  return { type: "object", properties, required, additionalProperties: false };
}
