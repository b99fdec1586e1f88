/** One field of the input of a tool, as JSON Schema. */
export interface FieldSchema {
  readonly type: "string" | "integer";
  readonly description: string;
  readonly enum?: readonly string[];
}

/** The input of a tool, as JSON Schema in the part of it that every provider takes. */
export interface ObjectSchema {
  readonly type: "object";
  readonly properties: { readonly [name: string]: FieldSchema };
  readonly required: readonly string[];
  readonly additionalProperties: false;
}

/** A field that may be null if it is not used. */
export interface NullableFieldSchema {
  readonly type: "string" | "integer" | readonly ["string" | "integer", "null"];
  readonly description: string;
  readonly enum?: readonly (string | null)[];
}

/** The same input with every field required, as OpenAI's strict mode wants it. */
export interface StrictSchema extends Omit<ObjectSchema, "properties"> {
  readonly properties: { readonly [name: string]: NullableFieldSchema };
}

/**
 * The strict variant of a schema: every field is required, and one that need not be given may be null. What it lets
 * pass is read alike, because null is absent to every tool of this package.
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

/** A field that holds text. */
export function textField(description: string): FieldSchema {
  return { type: "string", description };
}

/** A field that holds a whole number. */
export function wholeField(description: string): FieldSchema {
  return { type: "integer", description };
}

/** An object of these fields and no others. */
export function objectOf(properties: ObjectSchema["properties"], ...required: readonly string[]): ObjectSchema {
  return { type: "object", properties, required, additionalProperties: false };
}
